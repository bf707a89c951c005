//! Who may sit where, who sits there, and what else is settled when a match opens.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Fork, Settings};
use crate::{BySeat, Options, Refused, Rejection, bots::Bot, dice::Rng};

/// A player, person or program: `p_` and 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 34, max_length = 34, pattern = "^p_[0-9a-f]{32}$")]
pub struct PlayerId(pub String);

/// Who may take a seat, as the host wishes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Place {
    /// Open to anyone who joins.
    Open,
    /// Reserved for this player, who must join.
    Player {
        /// The player on the seat.
        player: PlayerId,
    },
    /// A bot that the server plays.
    Bot {
        /// The bot that plays there.
        bot: Bot,
    },
}

/// The player or bot on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// A player who decides over HTTP.
    Player {
        /// The player on the seat.
        player: PlayerId,
    },
    /// A bot that the server plays.
    Bot {
        /// The bot that plays there.
        bot: Bot,
    },
}

/// The terms that were fixed when the match was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Terms {
    /// The game and its options.
    pub options: Options,
    /// Who may take which seat: one entry per seat.
    pub places: BySeat<Place>,
    /// The player who opened the match.
    pub host: PlayerId,
    /// The edition of the rules that applies.
    pub rules: u16,
    /// SHA-256 of the component file the match is played with, in hexadecimal.
    #[schema(max_length = 64)]
    pub components: String,
    /// `SHA-256("cartulary seed 1", seed)` in hexadecimal: it binds the server to the seed, which
    /// is revealed when the match ends.
    #[schema(max_length = 64)]
    pub seed_commitment: String,
    /// Whether the host chose the seed and therefore knows it. Such matches are not rated.
    pub seed_known: bool,
    /// Whether nothing is hidden from anyone.
    pub open_hands: bool,
    /// Whether only its players and holders of its watch token may see it, even when it is
    /// finished.
    pub private: bool,
    /// The match it was forked from, if it begins in the middle of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// The batch it was opened for, if any: `b_` and 32 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 34, max_length = 34, pattern = "^b_[0-9a-f]{32}$")]
    pub batch: Option<String>,
    /// How random numbers are derived from the seed. Older records lack this field: they were drawn
    /// by version 1 of `chacha8`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rng: Option<Rng>,
    /// The settings beyond the game and its seats.
    #[serde(flatten)]
    pub settings: Box<Settings>,
}

impl Terms {
    /// Passes if the match is played with the box in use, or with one that plays alike.
    ///
    /// # Errors
    ///
    /// `other_box`, with the box that the match needs.
    pub fn check_components(&self) -> Result<(), Rejection> {
        if self.options.game().plays_with(&self.components) {
            return Ok(());
        }
        let needed = &self.components;
        let reason = format!(
            "this match is played with the box whose component file has the SHA-256 {needed}, and \
             the server uses another"
        );
        Err(Rejection::because(Refused::OtherBox, reason))
    }
}
