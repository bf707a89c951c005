//! Why a command was refused.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{kit::written::Written, refused::Refused};

/// A refusal: a stable code and the rule for programs, a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rejection {
    /// Stable, `snake_case`; part of the contract.
    pub code: &'static str,
    /// For people; may change at any time.
    pub reason: String,
    /// The paragraph of the game's rules that forbids it, like `4.3`.
    pub rule: Option<&'static str>,
    /// The cells that offend, if it is about cells: on the board or off it.
    pub cells: Vec<Written>,
    /// What it is, if the match refuses and not the rules of its game.
    #[serde(skip)]
    pub cause: Option<Refused>,
}

impl Rejection {
    /// A refusal by the match, in other words than its usual ones.
    pub fn because(cause: Refused, reason: String) -> Rejection {
        Rejection {
            reason,
            ..cause.into()
        }
    }
}

/// The reasons for which the rules of a game refuse.
pub trait Reason: std::error::Error {
    /// The stable code.
    fn code(&self) -> &'static str;

    /// The paragraph of the game's rules behind it, if there is one.
    fn rule(&self) -> Option<&'static str> {
        None
    }

    /// The cells that offend.
    fn cells(&self) -> Vec<Written> {
        Vec::new()
    }

    /// The field of a position that is wrong, as a JSON pointer into the position without
    /// its first slash.
    fn field(&self) -> Option<String> {
        None
    }
}

/// Why a position is refused, and which field of it is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// Why no table can stand like this.
    pub rejection: Rejection,
    /// The field that is wrong, as a JSON pointer into the position without its first slash.
    pub field: Option<String>,
}

impl<R: Reason> From<R> for Impossible {
    fn from(reason: R) -> Impossible {
        Impossible {
            field: reason.field(),
            rejection: reason.into(),
        }
    }
}

impl<R: Reason> From<R> for Rejection {
    fn from(reason: R) -> Rejection {
        Rejection {
            code: reason.code(),
            reason: reason.to_string(),
            rule: reason.rule(),
            cells: reason.cells(),
            cause: None,
        }
    }
}

impl From<Refused> for Rejection {
    fn from(cause: Refused) -> Rejection {
        Rejection {
            code: cause.code(),
            reason: cause.to_string(),
            rule: None,
            cells: Vec::new(),
            cause: Some(cause),
        }
    }
}
