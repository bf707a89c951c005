//! What goes over the wire, as far as this crate looks at it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};

/// A new player.
#[derive(Debug, Deserialize)]
pub struct Registered {
    /// Who.
    pub id: String,
    /// Told once.
    pub token: String,
}

/// A match to open.
#[derive(Clone, Debug, Serialize)]
pub struct Opening {
    /// Which game.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<SeatWanted>,
    /// Whatever else a host may choose: the other fields of `POST /v1/matches`.
    #[serde(flatten)]
    pub settings: Map<String, Value>,
}

impl Opening {
    /// A match with nothing special about it.
    pub fn new(game: &str, seats: Vec<SeatWanted>) -> Opening {
        let (game, settings) = (game.to_owned(), Map::new());
        Opening {
            game,
            seats,
            settings,
        }
    }
}

/// Whom a host wants on a seat.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatWanted {
    /// The host.
    Me,
    /// Anyone who joins.
    Open,
    /// Another player.
    Player {
        /// The player's id.
        player: String,
    },
    /// A bot of the server.
    Bot {
        /// `greedy` or `random`.
        bot: String,
    },
}

impl SeatWanted {
    /// A bot of the server.
    pub fn bot(name: &str) -> SeatWanted {
        let bot = name.to_owned();
        SeatWanted::Bot { bot }
    }
}

/// A match just opened.
#[derive(Debug, Deserialize)]
pub(crate) struct Opened {
    #[serde(rename = "match")]
    pub(crate) opened: MatchInfo,
}

/// A match as it stands.
#[derive(Debug, Deserialize)]
pub struct MatchInfo {
    /// Its id.
    pub id: String,
    /// `waiting`, `running`, `finished` …
    pub status: String,
    /// The seats that owe a decision.
    pub to_act: Vec<u8>,
}

/// A decision that a seat owes.
#[derive(Debug, Deserialize)]
pub struct Due {
    /// Which.
    pub decision: u32,
    /// What the seat may know; not told with what follows from a decision just made.
    pub view: Option<Box<RawValue>>,
    /// Legal commands; none where the match withholds them, or nobody asked.
    pub legal: Option<Vec<Legal>>,
}

/// A command that the seat may play.
#[derive(Clone, Debug, Deserialize)]
pub struct Legal {
    /// Its number in this decision.
    pub number: u32,
    /// To put as it stands.
    pub command: Box<RawValue>,
    /// The points it would add if the game scored now, with `with=gain`.
    pub gain: Option<i32>,
    /// Its action id, with `with=action`.
    pub action: Option<u32>,
    /// What it says, with `with=text`.
    pub text: Option<String>,
}

/// What a decision came to.
#[derive(Debug, Deserialize)]
pub struct Made {
    /// What the seat owes next, if anything now.
    pub next: Option<Due>,
    /// Whether the match is over.
    pub over: bool,
    /// The points it added, as if the game scored now.
    pub gain: i32,
}

/// What checking a match found.
#[derive(Debug, Deserialize)]
pub struct Verified {
    /// Nothing was found wrong.
    pub valid: bool,
    /// The first thing that was.
    pub divergence: Option<Value>,
}

/// The results of a match.
#[derive(Debug, Deserialize)]
pub(crate) struct Results {
    pub(crate) standings: Vec<Standing>,
}

/// The place of a seat.
#[derive(Debug, Deserialize)]
pub struct Standing {
    /// Counted from one; only this says who won.
    pub rank: u32,
    /// Points.
    pub total: i32,
}
