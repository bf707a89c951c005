//! Who sits on a seat of a line-up, as a plan keeps it.

use std::fmt;

use domain::{
    bots::Bot,
    facts,
    matches::{Place, PlayerId},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who sits on a seat of a line-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LineUpSeat {
    /// A bot of the server, with the version it had when the batch was planned.
    Versioned {
        /// The bot that plays there.
        bot: Bot,
        /// Its version at that time.
        version: u16,
    },
    /// A player, who must accept.
    Player {
        /// The player who is invited.
        player: PlayerId,
    },
    /// A bot by its name alone, as plans were kept before bots had versions. Such a plan
    /// is written as it was read.
    Named(Bot),
}

/// Who plays in a batch: the name of a bot of the server, or the id of a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Contestant {
    /// A bot of the server.
    Bot(Bot),
    /// A player who accepted.
    Player(PlayerId),
}

impl LineUpSeat {
    /// Who sits there.
    pub fn contestant(&self) -> Contestant {
        match self {
            LineUpSeat::Versioned { bot, .. } | LineUpSeat::Named(bot) => Contestant::Bot(*bot),
            LineUpSeat::Player { player } => Contestant::Player(player.clone()),
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

impl Contestant {
    /// The player, if it is no bot of the server.
    pub const fn player(&self) -> Option<&PlayerId> {
        match self {
            Contestant::Bot(_) => None,
            Contestant::Player(player) => Some(player),
        }
    }

    /// The word that the statistics have for it.
    pub fn word(&self) -> String {
        match self {
            Contestant::Bot(bot) => format!("bot:{}", facts::word(bot)),
            Contestant::Player(player) => player.0.clone(),
        }
    }

    /// Whom a word of the statistics names. None if that is a bot this program does not know.
    pub fn of_word(word: &str) -> Option<Contestant> {
        let Some(name) = word.strip_prefix("bot:") else {
            return Some(Contestant::Player(PlayerId(word.to_owned())));
        };
        let bot = Bot::ALL.iter().find(|bot| facts::word(*bot) == name)?;
        Some(Contestant::Bot(*bot))
    }

    /// The seat of a match that is kept for it.
    pub(crate) fn place(&self) -> Place {
        match self {
            Contestant::Bot(bot) => Place::Bot { bot: *bot },
            Contestant::Player(player) => Place::Player {
                player: player.clone(),
            },
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(bot) => f.write_str(&facts::word(bot)),
            Contestant::Player(player) => f.write_str(&player.0),
        }
    }
}
