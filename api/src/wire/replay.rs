//! Steps, results and verdicts on the wire.

use domain::matches::Occupant;
use domain::{BySeat, Options, ScoreSheet, Standing, View};
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
    /// Where to go on from the match.
    pub links: MatchLinks,
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
