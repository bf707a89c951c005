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
    /// Which board they are on.
    #[serde(skip)]
    pub on: On,
    /// What it is, if the match refuses and not the rules of its game.
    #[serde(skip)]
    pub cause: Option<Refused>,
}

/// Which board the cells of a refusal are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum On {
    /// The one on which score lines count.
    #[default]
    Scored,
    /// The one that is everybody's.
    Shared,
    /// The cube, by the rows and columns of its layers.
    Cube,
}

impl Rejection {
    /// Whether it is a try against the rules of the game, and no other seat's doing.
    pub fn is_try(&self) -> bool {
        const BY_OTHERS: &str = "ship_taken";
        match self.cause {
            None => self.code != BY_OTHERS,
            Some(cause) => matches!(cause, Refused::NoSuchNumber | Refused::WrongGame),
        }
    }

    /// A refusal by the match, in words of its own.
    pub fn because(cause: Refused, reason: String) -> Rejection {
        Rejection {
            reason,
            ..cause.into()
        }
    }
}

/// The reasons for which the rules of one game refuse, declared with `refusals!`.
pub trait Reason: std::error::Error {
    /// The code of every reason for which a command may be refused.
    fn codes() -> impl Iterator<Item = &'static str>;

    /// What programs read of it.
    fn refusal(&self) -> Refusal;
}

/// What programs read of a reason: all of it but the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The stable code.
    pub code: &'static str,
    /// The paragraph of the game's rules that forbids it, if there is one.
    pub rule: Option<&'static str>,
    /// The cells that offend.
    pub cells: Vec<Written>,
    /// Which board they are on.
    pub on: On,
    /// The field of a position that is wrong, as a JSON pointer into the position without
    /// its first slash. None for commands.
    pub field: Option<String>,
}

impl Refusal {
    /// A code and nothing else.
    pub const fn new(code: &'static str) -> Refusal {
        Refusal {
            code,
            rule: None,
            cells: Vec::new(),
            on: On::Scored,
            field: None,
        }
    }
}

/// Declares the reasons of one family, each once: its sentence, its variant with names for
/// what it carries, its code, and where it has them the paragraph of the rules, the cells
/// that offend, the board these are on if it is not the one that scores, and the field of a
/// position that is wrong. All of it may use the names.
///
/// ```text
/// refusals! {
///     /// Why a command or a position is refused.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
///     pub enum Illegal {
///         /// Somebody else's square, or nobody's.
///         #[error("you do not control {0}")]
///         NotYours(square: Square): "not_yours", rule "6.2", cells [square.cell()];
///     }
/// }
/// ```
macro_rules! refusals {
    (
        $(#[$about:meta])*
        pub enum $family:ident {
            $(
                $(#[$said:meta])*
                $reason:ident $(($($(#[$from:meta])? $name:ident: $carried:ty),+))?:
                $code:literal
                $(, rule $rule:expr)?
                $(, cells $cells:expr)?
                $(, on $on:expr)?
                $(, field $field:expr)?;
            )+
        }
    ) => {
        $(#[$about])*
        pub enum $family {
            $(
                $(#[$said])*
                $reason $(($($(#[$from])? $carried),+))?,
            )+
        }

        impl $crate::Reason for $family {
            fn codes() -> impl Iterator<Item = &'static str> {
                // A reason that names a field is about positions alone.
                let all = [$(($code, <[&str]>::is_empty(&[$(stringify!($field))?]))),+];
                let of_commands = all.into_iter().filter(|(_, is_of_commands)| *is_of_commands);
                of_commands.map(|(code, _)| code)
            }

            #[allow(unused_variables, reason = "most names only say what is carried")]
            fn refusal(&self) -> $crate::rejection::Refusal {
                match *self {
                    $(
                        $family::$reason $(($($name),+))? => $crate::rejection::Refusal {
                            $(rule: Some($rule),)?
                            $(cells: $cells.into_iter().map(Into::into).collect(),)?
                            $(on: $on,)?
                            $(field: Some($field.into()),)?
                            ..$crate::rejection::Refusal::new($code)
                        },
                    )+
                }
            }
        }
    };
}

pub(crate) use refusals;

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
            field: reason.refusal().field,
            rejection: reason.into(),
        }
    }
}

impl<R: Reason> From<R> for Rejection {
    fn from(reason: R) -> Rejection {
        let Refusal {
            code,
            rule,
            cells,
            on,
            ..
        } = reason.refusal();
        Rejection {
            code,
            reason: reason.to_string(),
            rule,
            cells,
            on,
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
            on: On::Scored,
            cause: Some(cause),
        }
    }
}
