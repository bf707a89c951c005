//! The part of a commit that can be dropped: a text sealed under a random salt.

use serde::{Deserialize, Serialize};

use super::{RecordError, read};
use crate::{hash::Hash, id};

/// The most characters such a text has.
pub const ERASABLE_CHARS: usize = 500;

/// A text that a commit names by its hash only, so that it can be dropped from the
/// line while the chain and the seals still hold.
///
/// The salt goes with the text: without
/// it nobody can try out what the text may have been.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erasable {
    salt: Hash,
    text: String,
}

/// The text is too long to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text has more than {ERASABLE_CHARS} characters")]
pub struct TextTooLong;

impl Erasable {
    /// Seals a text under a salt drawn at random.
    ///
    /// # Errors
    ///
    /// If it has more than [`ERASABLE_CHARS`] characters.
    pub fn new(text: String) -> Result<Erasable, TextTooLong> {
        let salt = Hash(id::random());
        Erasable { salt, text }.bounded()
    }

    /// Reads one as it stands in a line.
    pub(crate) fn read(part: &str) -> Result<Erasable, RecordError> {
        let read: Erasable = read(part)?;
        let bounded = read.bounded();
        bounded.map_err(|error| RecordError::Unreadable(error.to_string()))
    }

    /// What the public part of the commit names it by.
    pub fn hash(&self) -> Hash {
        Hash::of(self.part())
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes that stand in the line and are hashed.
    pub(crate) fn part(&self) -> String {
        serde_json::to_string(self).expect("two texts are JSON")
    }

    fn bounded(self) -> Result<Erasable, TextTooLong> {
        match self.text.chars().nth(ERASABLE_CHARS) {
            Some(_) => Err(TextTooLong),
            None => Ok(self),
        }
    }
}
