//! Why a commit was made: who asked, for what, and when.

use domain::{
    Command, Seat,
    matches::{PlayerId, Request},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Timestamp;

/// What kind of player it is, as they say themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A program.
    Bot,
    /// A person, through any client.
    Person,
}

/// Who caused a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum By {
    /// A player asked.
    Player {
        /// Who.
        player: PlayerId,
        /// What kind.
        player_kind: PlayerKind,
        /// Which version of the program, if they told.
        #[schema(max_length = 80)]
        player_version: Option<String>,
    },
    /// The server did it of its own accord: its bots play so.
    Server {
        /// Its name and version.
        #[schema(max_length = 80)]
        server: String,
    },
}

/// What led to a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Cause {
    /// Who caused it.
    pub by: By,
    /// The seat that decided, if it was a decision.
    pub seat: Option<Seat>,
    /// Which decision of that seat it was, counted from zero.
    pub decision: Option<u32>,
    /// When that decision fell due.
    pub offered_at: Option<Timestamp>,
    /// When the request arrived.
    pub received_at: Timestamp,
    /// Milliseconds the seat had left on its clock. No match has a clock yet.
    pub clock: Option<u64>,
}

/// Who asks something of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A player.
    Player {
        /// Who.
        id: PlayerId,
        /// What kind.
        kind: PlayerKind,
        /// Which version of the program, if they told.
        version: Option<String>,
    },
    /// The server itself, for its bots.
    Server,
}

/// What was asked, as the record keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Asked {
    /// To open a match; its terms are in the `opened` event.
    Open {
        /// Who sat down at once.
        #[schema(value_type = Vec<serde_json::Value>, max_items = 100)]
        seated: Vec<(Seat, PlayerId)>,
    },
    /// To take a seat.
    Join {
        /// Which, if it mattered.
        seat: Option<Seat>,
    },
    /// To give a seat back.
    Leave {
        /// Which.
        seat: Seat,
    },
    /// To start at once.
    Start,
    /// To make a decision.
    Decide {
        /// Whose.
        seat: Seat,
        /// Which decision of that seat.
        decision: u32,
        /// What to play.
        command: Command,
    },
}

impl Asker {
    /// The player who asks, if it is one.
    pub const fn player(&self) -> Option<&PlayerId> {
        match self {
            Asker::Player { id, .. } => Some(id),
            Asker::Server => None,
        }
    }

    /// The asker as the record names them.
    pub(crate) fn by(&self, server: &str) -> By {
        match self {
            Asker::Player { id, kind, version } => By::Player {
                player: id.clone(),
                player_kind: *kind,
                player_version: version.clone(),
            },
            Asker::Server => By::Server {
                server: server.to_owned(),
            },
        }
    }
}

impl By {
    /// The player who asked, if it was one.
    pub const fn player(&self) -> Option<&PlayerId> {
        match self {
            By::Player { player, .. } => Some(player),
            By::Server { .. } => None,
        }
    }
}

impl Asked {
    /// The request to ask again, unless it opened the match.
    pub fn request(&self) -> Option<Request> {
        Some(match self {
            Asked::Open { .. } => return None,
            Asked::Join { seat } => Request::Join { seat: *seat },
            Asked::Leave { seat } => Request::Leave { seat: *seat },
            Asked::Start => Request::Start,
            Asked::Decide {
                seat,
                decision,
                command,
            } => Request::Decide {
                seat: *seat,
                decision: *decision,
                command: command.clone(),
            },
        })
    }

    /// The seat and number of the decision, if it is one.
    pub const fn decision(&self) -> Option<(Seat, u32)> {
        match self {
            Asked::Decide { seat, decision, .. } => Some((*seat, *decision)),
            Asked::Open { .. } | Asked::Join { .. } | Asked::Leave { .. } | Asked::Start => None,
        }
    }
}

impl From<Request> for Asked {
    fn from(request: Request) -> Asked {
        match request {
            Request::Join { seat } => Asked::Join { seat },
            Request::Leave { seat } => Asked::Leave { seat },
            Request::Start => Asked::Start,
            Request::Decide {
                seat,
                decision,
                command,
            } => Asked::Decide {
                seat,
                decision,
                command,
            },
        }
    }
}
