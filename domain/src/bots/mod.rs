//! Players that need no network: a view in, a command out, for any game.

pub mod greedy;
pub mod random;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Command, View, dice::Roll};

/// A bot the server can play.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Bot {
    /// Any legal command, each equally likely.
    Random,
    /// The command that gains most if the game scored at once; ties by chance.
    Greedy,
}

impl Bot {
    /// Every bot, the weakest first.
    pub const ALL: &[Bot] = &[Bot::Random, Bot::Greedy];

    /// The version of how it decides: counted up whenever some decision of it comes out
    /// otherwise, so that what it was in a match can be told from what it is now. Records
    /// and statistics spell it like `greedy/1`. A test holds decisions of every game to it.
    pub const fn version(self) -> u16 {
        match self {
            Bot::Random => random::VERSION,
            Bot::Greedy => greedy::VERSION,
        }
    }

    /// The command for the decision the view's owner owes.
    ///
    /// # Panics
    ///
    /// If the view's owner owes none.
    pub fn choose(self, view: &View, roll: &mut Roll) -> Command {
        match self {
            Bot::Random => random::choose(view, roll),
            Bot::Greedy => greedy::choose(view, roll),
        }
    }
}
