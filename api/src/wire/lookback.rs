//! A match looked back at: its steps, its scores, its points and its decisions.

use domain::{
    BySeat, Cell, Command, Landmark, Moment, ScoreSheet, Seat, View, Who,
    matches::Occupant,
    replay::{Appraisal, appraise},
};
use serde::Serialize;
use store::{DealId, HouseBot, MatchId, Timestamp, Tries, WhyServer};
use utoipa::ToSchema;

use super::{LegalCommands, LineNames, MatchLinks};

/// The table of contents of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct Manifest {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// How many events have happened in the match.
    pub version: u32,
    /// Whether the match is over, so that nothing more will follow.
    pub over: bool,
    /// The deal that was played. `null` until the match is over.
    pub deal: Option<DealId>,
    /// The player or bot on each seat. Empty before the start.
    pub occupants: BySeat<Occupant>,
    /// Every step, in order.
    #[schema(max_items = 100_000)]
    pub steps: Vec<StepEntry>,
    /// The steps worth jumping to, in order.
    #[schema(max_items = 1000)]
    pub landmarks: Vec<LandmarkEntry>,
    /// What each seat had, and would have had if the game had scored at once, at every step where
    /// that changed, as far as you may see. Empty before the start.
    pub curve: BySeat<Curve>,
    /// Links from the match.
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
    /// The kind of event; for an event of the game, in the game's own word.
    #[schema(max_length = 40, example = "card_revealed")]
    pub kind: String,
    /// The request that led to it.
    pub cause: AskedFor,
    /// The seat that decided, if this was a decision.
    pub seat: Option<Seat>,
    /// The number of the decision of that seat.
    pub decision: Option<u32>,
    /// Whether this is the last step that a request led to: a match can only be forked at such a
    /// step.
    pub settled: bool,
    /// The moment of the match. `null` before the start.
    pub moment: Option<Moment>,
    /// When the event became durable.
    pub recorded_at: Timestamp,
}

/// What was requested of a match.
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
    /// The landmark at this step.
    #[serde(flatten)]
    pub landmark: Landmark,
}

/// The points of a seat from one step on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CurvePoint {
    /// The step from which these points hold.
    #[schema(minimum = 1)]
    pub step: u32,
    /// The score of the seat at this step, in points.
    pub banked: i16,
    /// The points that everything would pay if it scored now.
    pub if_now: i16,
}

/// Every line of every sheet at every step.
#[derive(Debug, Serialize, ToSchema)]
pub struct Scores {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// How many events have happened in the match.
    pub version: u32,
    /// The steps that changed a sheet, with the sheets they changed. The other sheets stayed the
    /// same.
    #[schema(max_items = 100_000)]
    pub items: Vec<ScoresAt>,
    /// The names of the lines by their sources.
    pub line_names: LineNames,
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
    /// The page that explains the convention.
    #[schema(max_length = 200, example = "/docs/replay#attribution")]
    pub convention: &'static str,
    /// Each seat's total, and the shares that sum to it.
    pub seats: BySeat<SeatShares>,
    /// The names of the lines of the shares.
    pub line_names: LineNames,
}

/// A seat's total, and the shares that make it up.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatShares {
    /// The final score, in points.
    pub total: i16,
    /// The shares, ordered by step. They sum to `total`, and those of one `line` sum to the lines
    /// of the sheet whose names begin with it.
    #[schema(max_items = 100_000)]
    pub shares: Vec<ShareInfo>,
}

/// The part of a final score that one step made.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareInfo {
    /// The step that made it.
    #[schema(minimum = 1)]
    pub step: u32,
    /// The kind of event at that step.
    #[schema(max_length = 40, example = "drawn")]
    pub kind: String,
    /// The seat whose decision it was, or whose decision it followed from. It is not always the
    /// seat that gets the points.
    pub by: Option<Seat>,
    /// The line of the final sheet that it is part of; if several lines were banked together, the
    /// beginning that their names share.
    #[schema(max_length = 80, example = "fall.canal_lake")]
    pub line: String,
    /// The points of the share. Negative if the step reduced the score.
    pub points: i32,
    /// The cells that count, or no longer count, because of this step.
    #[schema(max_items = 400)]
    pub cells: Vec<Cell>,
}

/// Every decision of a match, compared with all other legal commands.
#[derive(Debug, Serialize, ToSchema)]
pub struct Decisions {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The page that defines rank and regret.
    #[schema(max_length = 200, example = "/docs/replay#decisions")]
    pub definition: &'static str,
    /// The decisions, in the order they were made.
    #[schema(max_items = 50_000)]
    pub items: Vec<DecisionMade>,
}

/// A decision that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecisionMade {
    /// The step at which it was made. The seat decided on the view of the step before.
    #[schema(minimum = 1)]
    pub step: u32,
    /// The seat that decided.
    pub seat: Seat,
    /// The number of the decision of that seat, counted from zero.
    pub decision: u32,
    /// The command that was chosen.
    pub command: Command,
    /// The command in words, as in the `text` of a legal command.
    #[schema(max_length = 300, example = "Draw forest on D6, D7, D8 and E8")]
    pub text: String,
    /// The cells that the command names, as in the `cells` of a legal command.
    #[schema(max_items = 10)]
    pub cells: Vec<Cell>,
    /// The note that the seat wrote with it. `null` if it wrote none, if the note was deleted, or
    /// if you may not read it yet.
    #[schema(max_length = 500)]
    pub note: Option<String>,
    /// How often the seat was refused before, by the code of the refusal. Tries are counted in
    /// memory, so a server that was killed may have lost some.
    pub tries: Tries,
    /// Why the server decided, if it did and this was recorded; otherwise `null`.
    pub why_server: Option<WhyServer>,
    /// The bot of the server that decided, if one did and this was recorded; otherwise `null`.
    pub bot: Option<HouseBot>,
    /// How the decision compares with all other legal commands. `null` if other rules decided, and
    /// while the match withholds what is legal.
    pub appraisal: Option<Appraised>,
}

/// How a decision compares, with the best command in words.
#[derive(Debug, Serialize, ToSchema)]
pub struct Appraised {
    /// How it compares.
    #[serde(flatten)]
    pub appraisal: Appraisal,
    /// The command `best` in words. Left out with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 300, example = "Draw forest on D6, D7, D8 and E8")]
    pub best_text: Option<String>,
    /// The cells that the command `best` names. Left out with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 10)]
    pub best_cells: Option<Vec<Cell>>,
}

impl Appraised {
    /// A command held against what else was legal in `view`. None if it is not legal there.
    pub fn of(view: &View, taken: &Command) -> Option<Appraised> {
        let appraisal = appraise(view, taken)?;
        let best = appraisal.best.as_ref();
        Some(Appraised {
            best_text: best.map(|best| view.said(best, &Who::NUMBERED)),
            best_cells: best.map(|best| view.cells_of(best)),
            appraisal,
        })
    }
}

/// The commands that a seat could have chosen at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepLegal {
    /// The step, counted from 0.
    pub step: u32,
    /// The seat whose commands these are. `null` if no seat that you may look through owed a
    /// decision.
    pub seat: Option<Seat>,
    /// The commands that were legal.
    #[serde(flatten)]
    pub legal: LegalCommands,
}
