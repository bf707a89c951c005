//! Why a commit was made: who asked, for what, and when.

use std::{collections::BTreeMap, fmt};

use domain::{
    Command, Seat,
    bots::Bot,
    facts,
    matches::{Forfeit, PlayerId, Request},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{hash::Hash, time::Timestamp};

/// The kind of a player, as stated by themselves.
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
#[serde(tag = "kind", rename_all = "snake_case", try_from = "ByIn")]
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

/// What a record says of who caused a commit: serde would copy it to find `kind`.
#[derive(Deserialize)]
struct ByIn {
    kind: ByKind,
    player: Option<PlayerId>,
    player_kind: Option<PlayerKind>,
    player_version: Option<String>,
    server: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ByKind {
    Player,
    Server,
}

impl TryFrom<ByIn> for By {
    type Error = &'static str;

    fn try_from(by: ByIn) -> Result<By, &'static str> {
        let by = match (by.kind, by.player.zip(by.player_kind), by.server) {
            (ByKind::Player, Some((player, player_kind)), _) => By::Player {
                player,
                player_kind,
                player_version: by.player_version,
            },
            (ByKind::Server, _, Some(server)) => By::Server { server },
            (ByKind::Player, None, _) => return Err("missing `player` or `player_kind`"),
            (ByKind::Server, _, None) => return Err("missing `server`"),
        };
        Ok(by)
    }
}

/// How often requests of a seat were refused since the last commit, by the code of the
/// refusal.
///
/// They are counted in memory, so a server that is killed may lose some. They
/// are as private as the command: the seat and the referee know them while the match
/// runs, everybody after its end.
pub type Tries = BTreeMap<String, u32>;

/// What led to a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Cause {
    /// Who caused it.
    pub by: By,
    /// The seat that decided, if this was a decision.
    pub seat: Option<Seat>,
    /// Which decision of that seat it was, counted from zero.
    pub decision: Option<u32>,
    /// When that decision fell due.
    pub offered_at: Option<Timestamp>,
    /// When the request arrived.
    pub received_at: Timestamp,
    /// The milliseconds that the seat had left on its clock when the command arrived.
    /// `null` in a match without a clock.
    pub clock: Option<u64>,
    /// SHA-256 of the note that the seat wrote beside its decision. The note itself can
    /// be dropped from the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Hash>,
    /// Why the server decided, where it did. Absent where a player asked, and in records
    /// written before this was recorded: there the server decided for its bots only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_server: Option<WhyServer>,
    /// The bot of the server that decided. Absent where none did, and in records written
    /// before this was recorded: there every bot had version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<HouseBot>,
}

/// Why the server decided instead of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhyServer {
    /// A bot of the server sits there.
    Bot,
    /// The window in which several seats decide at once was over.
    Window,
    /// The seat's time ran out, or it has forfeited because of that.
    Timeout,
    /// The seat's player left, or left before.
    Left,
    /// Nobody played on.
    Abandoned,
    /// The seat used up its illegal tries, or has forfeited because of that.
    Illegal,
}

impl From<Forfeit> for WhyServer {
    fn from(why: Forfeit) -> WhyServer {
        match why {
            Forfeit::Left => WhyServer::Left,
            Forfeit::Timeout => WhyServer::Timeout,
            Forfeit::Illegal => WhyServer::Illegal,
        }
    }
}

/// A bot of the server, as it was when it made the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HouseBot {
    /// Its name, as used to open a match with it.
    #[schema(max_length = 40)]
    pub name: String,
    /// Its version, which goes up whenever one of its decisions changes.
    #[schema(minimum = 1)]
    pub version: u16,
    /// How many playouts it may make for one decision. Absent for a bot that makes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
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
    /// To give a seat back, or to leave a match that runs.
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
        /// The number of the decision of that seat, counted from zero.
        decision: u32,
        /// What to play.
        command: Command,
    },
    /// To end the match here, if all agree.
    AskEnd {
        /// Whose player asks.
        seat: Seat,
    },
    /// To end the window in which several seats decide at once. Only the server asks.
    CloseWindow,
    /// To decide for a seat that has used up its time or its tries. Only the server asks.
    TimeOut {
        /// Whose.
        seat: Seat,
        /// The number of the decision of that seat, counted from zero.
        decision: u32,
        /// Whether its tries are used up, and not its time.
        #[serde(default, skip_serializing_if = "is_false")]
        by_tries: bool,
        /// What is played instead. Absent where a time-out forfeits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<Command>,
    },
    /// To end a match that nobody plays on. Only the server asks.
    Abandon,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Cause {
    /// What led to a commit that is no decision.
    pub const fn of(by: By, received_at: Timestamp) -> Cause {
        Cause {
            by,
            seat: None,
            decision: None,
            offered_at: None,
            received_at,
            clock: None,
            note: None,
            why_server: None,
            bot: None,
        }
    }

    /// How many milliseconds after the decision fell due the request arrived. None if this was
    /// no decision.
    pub fn decided_in_ms(&self) -> Option<u64> {
        let took = self.received_at.unix_ms() - self.offered_at?.unix_ms();
        Some(u64::try_from(took).unwrap_or(0))
    }

    /// Whether the server decided for another reason than that its bot sits there, or that
    /// a window was over: in older records no request led to such a commit.
    pub fn is_unasked(&self) -> bool {
        let is_asked = |why| matches!(why, WhyServer::Bot | WhyServer::Window);
        self.why_server.is_some_and(|why| !is_asked(why))
    }
}

impl HouseBot {
    /// A bot as it decides today.
    pub fn today(bot: Bot) -> HouseBot {
        HouseBot {
            name: facts::word(&bot),
            version: bot.version(),
            budget: None,
        }
    }
}

/// Name and version, like `greedy/1`.
impl fmt::Display for HouseBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.version)
    }
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
    pub fn by(&self, server: &str) -> By {
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
            Asked::AskEnd { seat } => Request::AskEnd { seat: *seat },
            Asked::CloseWindow => Request::CloseWindow,
            Asked::TimeOut {
                seat,
                decision,
                by_tries,
                command,
            } => Request::TimeOut {
                seat: *seat,
                decision: *decision,
                by_tries: *by_tries,
                command: command.clone(),
            },
            Asked::Abandon => Request::Abandon,
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

    /// The seat and number of the decision that it is about, if it is about one.
    pub const fn decision(&self) -> Option<(Seat, u32)> {
        match self {
            Asked::Decide { seat, decision, .. } | Asked::TimeOut { seat, decision, .. } => {
                Some((*seat, *decision))
            }
            Asked::Open { .. }
            | Asked::Join { .. }
            | Asked::Leave { .. }
            | Asked::Start
            | Asked::AskEnd { .. }
            | Asked::CloseWindow
            | Asked::Abandon => None,
        }
    }

    /// The command that is played, if one is.
    pub const fn command(&self) -> Option<&Command> {
        match self {
            Asked::Decide { command, .. } => Some(command),
            Asked::TimeOut { command, .. } => command.as_ref(),
            Asked::Open { .. }
            | Asked::Join { .. }
            | Asked::Leave { .. }
            | Asked::Start
            | Asked::AskEnd { .. }
            | Asked::CloseWindow
            | Asked::Abandon => None,
        }
    }
}

impl From<Request> for Asked {
    fn from(request: Request) -> Asked {
        match request {
            Request::Join { seat } => Asked::Join { seat },
            Request::Leave { seat } => Asked::Leave { seat },
            Request::Start => Asked::Start,
            Request::AskEnd { seat } => Asked::AskEnd { seat },
            Request::CloseWindow => Asked::CloseWindow,
            Request::TimeOut {
                seat,
                decision,
                by_tries,
                command,
            } => Asked::TimeOut {
                seat,
                decision,
                by_tries,
                command,
            },
            Request::Abandon => Asked::Abandon,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_caused_a_commit_is_read_whole_or_not_at_all() {
        let read = |by: &str| serde_json::from_str::<By>(by).ok();
        let player = By::Player {
            player: PlayerId("ann".into()),
            player_kind: PlayerKind::Bot,
            player_version: None,
        };
        let server = By::Server {
            server: "cartulary 1".into(),
        };
        for by in [player, server] {
            let written = serde_json::to_string(&by).unwrap();
            assert_eq!(read(&written), Some(by));
            let mut parts: serde_json::Value = serde_json::from_str(&written).unwrap();
            for needed in ["kind", "player", "player_kind", "server"] {
                let parts = parts.as_object_mut().unwrap();
                let Some(part) = parts.remove(needed) else {
                    continue;
                };
                assert_eq!(
                    read(&serde_json::to_string(parts).unwrap()),
                    None,
                    "{needed}"
                );
                parts.insert(needed.to_owned(), part);
            }
        }
    }
}
