//! Steps, results and verdicts on the wire.

use domain::matches::{Occupant, Table};
use domain::{BySeat, Compared, Options, ScoreSheet, Seats, Side, Standing, View};
use serde::{Deserialize, Serialize};
use store::{DealId, MatchId, Verdict};
use utoipa::ToSchema;

use super::{Happened, MatchLinks};

/// A match after one of its events.
#[derive(Debug, Serialize, ToSchema)]
pub struct Step {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// Which step: how many events had happened.
    pub step: u32,
    /// What led here. `null` at step 0.
    pub happened: Option<Happened>,
    /// The table. `null` before the start.
    pub view: Option<View>,
}

/// Score sheets at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepScore {
    /// The step after which the sheets stand, counted from 0.
    pub step: u32,
    /// One for each seat, as far as you may see. `null` before the start.
    pub sheets: Option<BySeat<ScoreSheet>>,
}

/// One operation of a JSON patch (RFC 6902).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PatchOperation {
    /// What to do.
    #[schema(max_length = 10, example = "replace")]
    pub op: String,
    /// Where, as a JSON pointer.
    #[schema(max_length = 500)]
    pub path: String,
    /// With what. Not for `remove`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
}

/// How a match came out.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchResults {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The game and its options.
    pub options: Options,
    /// Who played, by seat.
    pub occupants: BySeat<Occupant>,
    /// The deal that was played: `/v1/deals/{id}` has everybody who played it. `null` while
    /// the deal is closed.
    pub deal: Option<DealId>,
    /// Who finished where, with score sheets.
    pub standings: BySeat<Standing>,
    /// Who won or lost together, the best first: teams where there are teams, and else each
    /// seat by itself. It tells what was compared to rank them.
    #[schema(max_items = 100)]
    pub sides: Vec<SideResult>,
    /// Where to go on from the match.
    pub links: MatchLinks,
}

/// Where those who play together finished, and why there.
#[derive(Debug, Serialize, ToSchema)]
pub struct SideResult {
    /// The letter of the team, as in the dimension `team`. `null` for a seat that plays by
    /// itself.
    #[schema(max_length = 1)]
    pub team: Option<String>,
    /// The seats of the team, or the one seat.
    pub seats: Seats,
    /// From one; equal ranks share the place.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: u8,
    /// The score of the side: of a seat its final score, of a team that of its lower member.
    pub score: i16,
    /// All that sides are ranked by: first the score, then what breaks ties, the most
    /// important first.
    #[schema(max_items = 4)]
    pub compared: Vec<Compared>,
    /// What broke a tie: the last of `compared` that had to be looked at, as another side has
    /// the same score. `null` if none has, or if it has as much of everything.
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

/// What checking a match found.
#[derive(Debug, Serialize, ToSchema)]
pub struct Verified {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// What was found.
    #[serde(flatten)]
    pub verdict: Verdict,
}
