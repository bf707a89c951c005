//! What goes over the wire and is not a type of the rules or of the record.

mod batches;
mod catalogue;
mod forks;
mod limits;
mod line_names;
mod links;
mod lookback;
mod matches;
mod names;
mod opening;
mod picture;
mod play;
mod players;
mod problem;
mod push;
mod record_files;
mod replay;
mod scores;
mod sections;
mod statistics;
mod tournaments;

use serde::Serialize;
use store::Position;
use utoipa::ToSchema;

pub use batches::{
    BatchComparison, BatchInfo, BatchLinks, BatchReport, BotResults, LineUp, LineUpPlace, LineUps,
    PlanBatch,
};
pub use catalogue::{
    ActionBound, ActionMask, GameInfo, GameLinks, Games, LegalCommand, LegalCommands, PlayerCount,
    Rules, Section, Sheets,
};
pub use forks::{ForkMatch, ImportedMatch};
pub use limits::{
    AtOnceLimits, BatchLimits, DiskLimits, ExportLimits, ItemLimits, PushLimits, RateLimits,
    ServiceLimits, SizeLimits, StatisticsLimits, TimeLimits,
};
pub use line_names::LineNames;
pub use links::{ListedMatch, ListedResult, MatchLinks};
pub use lookback::{
    Appraised, AskedFor, Attributed, Curve, CurvePoint, DecisionMade, Decisions, LandmarkEntry,
    Manifest, Scores, ScoresAt, SeatShares, SeatSheet, ShareInfo, StepEntry, StepLegal,
};
pub use matches::{MatchInfo, MatchView, SeatInfo};
pub use names::{HasPlayers, Named, Names};
pub use opening::{
    JoinMatch, Joined, OpenMatch, Opened, SeatCount, SeatList, SeatToken, SeatWanted, SeatsWanted,
};
pub use picture::{Picture, Pixels};
pub use play::{
    ByAction, ByNumber, Due, Events, Happened, Made, Next, Owed, OwedLinks, Play, ServerSentEvents,
    Tried, Worlds,
};
pub use players::{NewPlayer, PlayerInfo, Registered};
pub use problem::{Problem, ProblemLinks};
pub use push::{NewPush, PushFailure, PushInfo, PushRegistered, PushState};
pub use record_files::{ListedRecordFile, RecordFileLinks, RecordFiles};
pub use replay::{MatchResults, PatchOperation, SideResult, Step, StepScore, Verified};
pub use statistics::{
    Answered, CountedMatch, CountedMatchLinks, Metrics, ProjectionState, StatisticsLinks,
};
pub use tournaments::{
    CrosstableCell, DroppedEntrant, EntrantPlace, MeetingRange, PlanTournament, RoundOfTournament,
    StandingOfEntrant, TableOfTournament, TournamentInfo, TournamentLinks, TournamentReport,
};

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T> {
    /// The items, newest first unless the list says otherwise.
    #[schema(max_items = 500)]
    pub items: Vec<T>,
    /// Send this as `cursor` to get the next page. Opaque. `null` on the last page.
    #[schema(max_length = 200)]
    pub next_cursor: Option<String>,
    /// The position in the log up to which the list has been updated. A match itself is always
    /// current; a list may be some milliseconds behind.
    pub as_of_position: Position,
}

/// The name of one of our enum's values on the wire.
///
/// # Panics
///
/// If the value is not written as a text.
pub fn name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("an enum's name is JSON");
    value
        .as_str()
        .expect("a plain enum is written as text")
        .to_owned()
}
