//! Steps, results and verdicts on the wire.

use domain::matches::{Occupant, Table};
use domain::{BySeat, Compared, Options, ScoreSheet, Seats, Side, Standing, View};
use serde::{Deserialize, Serialize};
use store::{DealId, MatchId, Verdict};
use utoipa::ToSchema;

use super::{Happened, LineNames, MatchLinks};

/// The state of a match after one of its events.
#[derive(Debug, Serialize, ToSchema)]
pub struct Step {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The number of the step: how many events had happened.
    pub step: u32,
    /// The event that led to this step. `null` at step 0.
    pub happened: Option<Happened>,
    /// The table. `null` before the start.
    pub view: Option<View>,
}

/// Score sheets at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepScore {
    /// The step after which the sheets hold, counted from 0.
    pub step: u32,
    /// The sheets, one for each seat, as far as you may see. `null` before the start.
    pub sheets: Option<BySeat<ScoreSheet>>,
    /// The names of the lines by their sources.
    pub line_names: LineNames,
}

impl StepScore {
    /// The sheets of what is seen after a step.
    pub fn of(step: u32, view: Option<&View>) -> StepScore {
        let sheets = view.map(View::scores);
        let names = view.zip(sheets.as_ref()).map(|(view, sheets)| {
            LineNames::of_sheets(view.game(), sheets.iter().map(|(_, sheet)| sheet))
        });
        StepScore {
            step,
            sheets,
            // Before the start there is no sheet, and so no line.
            line_names: names.unwrap_or_default(),
        }
    }
}

/// One operation of a JSON patch (RFC 6902).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PatchOperation {
    /// The kind of operation.
    #[schema(max_length = 10, example = "replace")]
    pub op: String,
    /// The place in the document, as a JSON pointer.
    #[schema(max_length = 500)]
    pub path: String,
    /// The new value. Absent for `remove`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}

/// The results of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchResults {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The game and its options.
    pub options: Options,
    /// The player or bot on each seat.
    pub occupants: BySeat<Occupant>,
    /// The deal that was played; `/v1/deals/{id}` lists everybody who played it. `null` while the
    /// deal is closed.
    pub deal: Option<DealId>,
    /// The final ranks, with score sheets.
    pub standings: BySeat<Standing>,
    /// The names of the lines by their sources.
    pub line_names: LineNames,
    /// The sides that won or lost together, the best first: teams where there are teams, otherwise
    /// each seat by itself. Each side lists what was compared to rank it.
    #[schema(max_items = 100)]
    pub sides: Vec<SideResult>,
    /// Links from the match.
    pub links: MatchLinks,
}

/// The place of a side, and the reason for it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SideResult {
    /// The letter of the team, as in the dimension `team`. `null` for a seat that plays by
    /// itself.
    #[schema(max_length = 1)]
    pub team: Option<String>,
    /// The seats of the team, or the one seat.
    pub seats: Seats,
    /// The rank, counted from one; seats with equal ranks share the place.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: u8,
    /// The score of the side: for a seat its final score, for a team that of its lower-scoring
    /// member.
    pub score: i16,
    /// Everything that sides are ranked by: the score first, then the tie-breakers, the most
    /// important first.
    #[schema(max_items = 4)]
    pub compared: Vec<Compared>,
    /// What broke a tie: the last entry of `compared` that had to be looked at, because another
    /// side has the same score. `null` if no side has the same score, or if one is equal in
    /// everything.
    #[schema(max_length = 40)]
    pub tie_break: Option<&'static str>,
}

impl SideResult {
    /// Every side of a match that is over, the best first.
    pub fn all(table: &Table) -> Vec<SideResult> {
        let sides = table.state.sides();
        let result = |(nth, side): (u8, &Side)| SideResult {
            team: (side.seats.count() > 1).then(|| char::from(b'a' + nth).to_string()),
            seats: side.seats,
            rank: rank(table, side),
            score: side.score(),
            compared: side.compared.clone(),
            tie_break: side.tie_break(&sides),
        };
        let mut results: Vec<SideResult> = (0..).zip(&sides).map(result).collect();
        results.sort_by_key(|side| side.rank);
        results
    }
}

/// Partners share the rank of their side.
fn rank(table: &Table, side: &Side) -> u8 {
    let standings = table.standings.iter().flat_map(BySeat::iter);
    let mut of_side = standings.filter(|(seat, _)| side.seats.contains(*seat));
    of_side.next().map_or(1, |(_, standing)| standing.rank)
}

/// The result of checking a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct Verified {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The result of the check.
    #[serde(flatten)]
    pub verdict: Verdict,
}
