//! Who sits on a seat of a line-up, as a plan keeps it.

use domain::bots::Bot;
use serde::{Deserialize, Serialize};

/// A bot on a seat of a line-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LineUpSeat {
    /// A bot, with the version it had when the batch was planned.
    Versioned {
        /// The bot that plays there.
        bot: Bot,
        /// Its version at that time.
        version: u16,
    },
    /// A bot by its name alone, as plans were kept before bots had versions. Such a plan
    /// is written as it was read.
    Named(Bot),
}

impl LineUpSeat {
    /// The bot that sits there.
    pub const fn bot(self) -> Bot {
        match self {
            LineUpSeat::Versioned { bot, .. } | LineUpSeat::Named(bot) => bot,
        }
    }
}

/// A bot as it decides today.
impl From<Bot> for LineUpSeat {
    fn from(bot: Bot) -> LineUpSeat {
        LineUpSeat::Versioned {
            bot,
            version: bot.version(),
        }
    }
}
