//! What makes a position one that no table can have.

use std::fmt;

/// A field of a position that cannot be as the rest of it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The field, by its name in the position.
    pub field: &'static str,
    /// Which of a list, if the field is one.
    pub nth: Option<usize>,
    /// What it contradicts, for people.
    pub why: &'static str,
    /// The paragraph of the game's rules that says so.
    pub rule: &'static str,
}

impl Contradiction {
    /// Passes if the field is as the rest of the position says.
    ///
    /// # Errors
    ///
    /// That it is not.
    pub const fn unless(
        holds: bool,
        field: &'static str,
        rule: &'static str,
        why: &'static str,
    ) -> Result<(), Contradiction> {
        if holds {
            return Ok(());
        }
        Err(Contradiction {
            field,
            nth: None,
            why,
            rule,
        })
    }

    /// The same of one item of a list.
    #[must_use]
    pub const fn at(self, nth: usize) -> Contradiction {
        Contradiction {
            nth: Some(nth),
            ..self
        }
    }

    /// Its place in the position, as a JSON pointer without the first slash.
    pub fn place(&self) -> String {
        match self.nth {
            Some(nth) => format!("{}/{nth}", self.field),
            None => self.field.to_owned(),
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.place(), self.why)
    }
}

impl std::error::Error for Contradiction {}
