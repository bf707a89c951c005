//! What went wrong, on the wire: a problem (RFC 9457).

use domain::kit::written::Written;
use serde::Serialize;
use utoipa::ToSchema;

use super::Owed;

/// Why a request was refused or failed. Every answer that is not a success has this body.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The page that explains the code.
    #[serde(rename = "type")]
    #[schema(max_length = 200, example = "/docs/problems#decision_not_due")]
    pub kind: String,
    /// The meaning of the code, for people.
    #[schema(max_length = 200, example = "The seat does not owe this decision yet")]
    pub title: String,
    /// The HTTP status, repeated.
    #[schema(minimum = 400, maximum = 599, example = 409)]
    pub status: u16,
    /// The code of the problem: stable, `snake_case`. Programs should look at this.
    #[schema(max_length = 80, example = "decision_not_due")]
    pub code: String,
    /// What went wrong in this request, for people. The wording may change at any time.
    #[schema(max_length = 2000)]
    pub detail: String,
    /// The field of the body that is wrong, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub pointer: Option<String>,
    /// The paragraph of the game's rules that forbids the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 20)]
    pub rule: Option<String>,
    /// The offending cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 200)]
    pub cells: Vec<Written>,
    /// If an id is unknown: the known ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 500)]
    pub known: Vec<String>,
    /// The decision that the seat owes now, if another seat closed the one that was put
    /// (`overtaken`). `null` if it owes none at the moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Owed>)]
    pub due: Option<Option<Owed>>,
    /// The id of this request in the server's log.
    #[schema(max_length = 40, example = "r_5f3a90c2d41b0007")]
    pub request_id: String,
    /// Links to more about the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<ProblemLinks>,
}

/// Links to more about a problem.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ProblemLinks {
    /// The rule that forbids the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub rule: Option<String>,
    /// The commands that would have been legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub legal: Option<String>,
    /// The board as the seat sees it, as SVG, with the offending cells marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1600)]
    pub board: Option<String>,
    /// The path to use instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub instead: Option<String>,
}
