//! A match looked back at: its steps, its scores, its points and its decisions.

use domain::{
    BySeat, Cell, Command, Landmark, Moment, ScoreSheet, Seat, matches::Occupant, replay::Appraisal,
};
use serde::Serialize;
use store::{DealId, HouseBot, MatchId, Timestamp, Tries, WhyServer};
use utoipa::ToSchema;

use super::{LegalCommands, MatchLinks};

/// The table of contents of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct Manifest {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// How many events have happened.
    pub version: u32,
    /// Whether the match is over: nothing will follow.
    pub over: bool,
    /// The deal that was played. `null` until the match is over.
    pub deal: Option<DealId>,
    /// Who sits on each seat. Empty before the start.
    pub occupants: BySeat<Occupant>,
    /// Every step, in order.
    #[schema(max_items = 100_000)]
    pub steps: Vec<StepEntry>,
    /// The steps worth jumping to, in order.
    #[schema(max_items = 1000)]
    pub landmarks: Vec<LandmarkEntry>,
    /// What each seat had, and would have had if the game had scored at once, wherever
    /// that changed. As far as you may see. Empty before the start.
    pub curve: BySeat<Curve>,
    /// Where to go on from the match.
    pub links: MatchLinks,
}

/// A seat's points over a match.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(max_items = 100_000)]
pub struct Curve(pub Vec<CurvePoint>);

/// One step of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepEntry {
    /// The step, counted from 1.
    #[schema(minimum = 1)]
    pub step: u32,
    /// What happened; where the game moved on, in the game's own word.
    #[schema(max_length = 40, example = "card_revealed")]
    pub kind: String,
    /// What was asked that led to it.
    pub cause: AskedFor,
    /// The seat that decided, if it was a decision.
    pub seat: Option<Seat>,
    /// Which decision of that seat it was.
    pub decision: Option<u32>,
    /// Whether this is the last step of what was asked: only there can a match be
    /// forked.
    pub settled: bool,
    /// Where in the match this is. `null` before the start.
    pub moment: Option<Moment>,
    /// When it became durable.
    pub recorded_at: Timestamp,
}

/// What was asked of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedFor {
    /// To open it.
    Open,
    /// To sit down.
    Join,
    /// To stand up.
    Leave,
    /// To start early.
    Start,
    /// A decision of a seat.
    Decide,
    /// Something else: a window was over, an offer was closed, time ran out, a player left,
    /// or the match was taken back or ended.
    Other,
}

/// A step worth jumping to.
#[derive(Debug, Serialize, ToSchema)]
pub struct LandmarkEntry {
    /// The step to jump to, counted from 1.
    #[schema(minimum = 1)]
    pub step: u32,
    /// What it is.
    #[serde(flatten)]
    pub landmark: Landmark,
}

/// What a seat had from one step on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CurvePoint {
    /// From this step on.
    #[schema(minimum = 1)]
    pub step: u32,
    /// The score of the seat at this step, in points.
    pub banked: i16,
    /// What everything would pay if it scored now.
    pub if_now: i16,
}

/// Every line of every sheet at every step.
#[derive(Debug, Serialize, ToSchema)]
pub struct Scores {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// How many events have happened.
    pub version: u32,
    /// The steps at which a sheet changed, with the sheets that did. Others are as
    /// they were.
    #[schema(max_items = 100_000)]
    pub items: Vec<ScoresAt>,
}

/// The sheets that changed at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScoresAt {
    /// The step after which these sheets stand, counted from 1.
    #[schema(minimum = 1)]
    pub step: u32,
    /// The sheets that this step changed.
    #[schema(max_items = 100)]
    pub sheets: Vec<SeatSheet>,
}

/// The sheet of a seat.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatSheet {
    /// The seat whose sheet it is.
    pub seat: Seat,
    /// The score sheet of that seat.
    #[serde(flatten)]
    pub sheet: ScoreSheet,
}

/// Where every point of a match came from.
#[derive(Debug, Serialize, ToSchema)]
pub struct Attributed {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// Where the convention is explained.
    #[schema(max_length = 200, example = "/docs/replay#attribution")]
    pub convention: &'static str,
    /// Each seat's total, and the shares that sum to it.
    pub seats: BySeat<SeatShares>,
}

/// A seat's total, and what it is made of.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatShares {
    /// The final score.
    pub total: i16,
    /// By step. They sum to `total`, and those of one `line` to the lines of the sheet
    /// whose names begin so.
    #[schema(max_items = 100_000)]
    pub shares: Vec<ShareInfo>,
}

/// The part of a final score that one step made.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareInfo {
    /// The step that made it.
    #[schema(minimum = 1)]
    pub step: u32,
    /// What happened there.
    #[schema(max_length = 40, example = "drawn")]
    pub kind: String,
    /// The seat whose decision it was or followed from: not always the one that has
    /// the points.
    pub by: Option<Seat>,
    /// The line of the final sheet that it is part of; where several were banked
    /// together, what their names begin with.
    #[schema(max_length = 80, example = "fall.canal_lake")]
    pub line: String,
    /// How much. Negative if the step spoiled it.
    pub points: i32,
    /// The cells that this step made count, or no longer count.
    #[schema(max_items = 400)]
    pub cells: Vec<Cell>,
}

/// Every decision of a match, held against what else was legal.
#[derive(Debug, Serialize, ToSchema)]
pub struct Decisions {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// Where rank and regret are defined.
    #[schema(max_length = 200, example = "/docs/replay#decisions")]
    pub definition: &'static str,
    /// In the order they were made.
    #[schema(max_items = 50_000)]
    pub items: Vec<DecisionMade>,
}

/// A decision that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecisionMade {
    /// The step at which it was made. The view before it is that of the step before.
    #[schema(minimum = 1)]
    pub step: u32,
    /// The seat that decided.
    pub seat: Seat,
    /// Which decision of that seat.
    pub decision: u32,
    /// What it was.
    pub command: Command,
    /// The note that the seat wrote beside it. `null` if it wrote none, if the note was
    /// dropped, or if you may not read it yet.
    #[schema(max_length = 500)]
    pub note: Option<String>,
    /// How often the seat was refused before, by the code of the refusal. Tries are
    /// counted in memory: a server that was killed may have lost some.
    pub tries: Tries,
    /// Why the server decided, where it did and this was recorded; else `null`.
    pub why_server: Option<WhyServer>,
    /// The bot of the server that decided, where one did and this was recorded; else
    /// `null`.
    pub bot: Option<HouseBot>,
    /// What else it could have been. `null` if other rules decided.
    pub appraisal: Option<Appraisal>,
}

/// What a seat could have done at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepLegal {
    /// The step, counted from 0.
    pub step: u32,
    /// The seat. `null` if nobody you may ask for owed a decision.
    pub seat: Option<Seat>,
    /// The commands that were legal.
    #[serde(flatten)]
    pub legal: LegalCommands,
}
