//! What happened to a tournament. Unlike a batch it keeps how its matches came out: rounds follow
//! from it.

use domain::{Secret, Seed, Viewer, matches::PlayerId};
use serde::{Deserialize, Serialize};
use store_log::{Shards, id::MatchId, record::StreamEvent, time::Timestamp};
use utoipa::ToSchema;

use super::plan::{Table, TournamentPlan};

/// What happened to a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// It was planned; once all have accepted it is played.
    Planned {
        /// The player who asked for it.
        host: PlayerId,
        /// What is played.
        plan: Box<TournamentPlan>,
        /// SHA-256 of the component file it is played with, in hexadecimal.
        components: String,
        /// Whether the host chose the seed.
        seed_known: bool,
        /// What lots and deals are derived from.
        seed: Secret<Seed>,
        /// How many shards the store had: its matches are where it is.
        #[serde(default, skip_serializing_if = "Shards::is_one")]
        shards: Shards,
    },
    /// A player of an entrant accepted.
    Accepted {
        /// Who accepted.
        player: PlayerId,
    },
    /// An entrant plays no further table.
    Dropped {
        /// Which entrant, counted from zero in the order of the plan.
        entrant: u16,
        /// Why it is out.
        why: DropReason,
        /// The player for whose sake it is, if it is for one's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
    },
    /// It has begun: lots were drawn, and the tables of a round robin are settled.
    Begun {
        /// The entrants in the order of their lots.
        lots: Vec<u16>,
        /// The tables of each round of a round robin. Of a Swiss tournament they are drawn later.
        rounds: Vec<Vec<Table>>,
    },
    /// A round was drawn: its matches begin.
    RoundDrawn {
        /// The entrants of each table, in the order of its sides.
        tables: Vec<Table>,
        /// Who plays no table in this round.
        byes: Vec<u16>,
    },
    /// Every match of a deal at a table is over.
    DealOver {
        /// Which round, counted from zero.
        round: u32,
        /// Which table of the round, counted from zero.
        table: u32,
        /// Which deal of the table, counted from zero.
        deal: u32,
        /// How its matches came out.
        matches: Vec<MatchResult>,
    },
    /// No further deal is begun.
    Stopped {
        /// Why no further deal was begun.
        why: TournamentStopReason,
    },
    /// Every match is over that there was to be.
    Ended {},
}

/// How a match of a tournament came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentMatch)]
pub struct MatchResult {
    /// The id of the match.
    pub id: MatchId,
    /// How each side came out, in the order of the table. Empty if the match was ended before its
    /// ranks: it counts for nobody.
    #[schema(max_items = 100)]
    pub sides: Vec<SideResult>,
}

/// How a side of a match came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentSide)]
pub struct SideResult {
    /// Its rank, counted from one; sides with equal ranks share the place.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: u8,
    /// Its final score in points; of a team, that of its lower member.
    pub score: i16,
    /// Whether it has forfeited the match.
    #[serde(default)]
    pub forfeited: bool,
}

/// Why an entrant plays no further table of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DropReason {
    /// A player of it refused before it began.
    Refused,
    /// A player of it withdrew later.
    Withdrew,
    /// Not all its players accepted within a week.
    NotAccepted,
    /// It forfeited every match of a round.
    Forfeited,
}

/// Why a tournament ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentStopReason {
    /// The player who planned it stopped it.
    Asked,
    /// Too few entrants are left to fill a table.
    TooFewEntrants,
    /// The server was started with another box of components.
    OtherBox,
    /// Its host's matches, batches and tournaments wrote as much as they may in a day.
    Quota,
}

/// The decision to begin no further deal of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentStopped {
    /// Why no further deal was begun.
    pub why: TournamentStopReason,
    /// When the tournament was stopped.
    pub at: Timestamp,
}

impl TournamentEvent {
    /// Whether nothing more happens to the tournament.
    pub const fn is_end(&self) -> bool {
        matches!(self, TournamentEvent::Ended {})
    }
}

impl StreamEvent for TournamentEvent {
    fn public(self) -> TournamentEvent {
        match self {
            TournamentEvent::Planned {
                host,
                plan,
                components,
                seed_known,
                seed,
                shards,
            } => TournamentEvent::Planned {
                host,
                plan,
                components,
                seed_known,
                seed: seed.seal(Viewer::Spectator),
                shards,
            },
            public @ (TournamentEvent::Accepted { .. }
            | TournamentEvent::Dropped { .. }
            | TournamentEvent::Begun { .. }
            | TournamentEvent::RoundDrawn { .. }
            | TournamentEvent::DealOver { .. }
            | TournamentEvent::Stopped { .. }
            | TournamentEvent::Ended {}) => public,
        }
    }
}
