//! What went wrong, on the wire: a problem (RFC 9457).

use domain::kit::written::Written;
use serde::Serialize;
use utoipa::ToSchema;

use super::Owed;

/// Why a request was not done. Every answer that is not a success has this body.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Where the code is explained.
    #[serde(rename = "type")]
    #[schema(max_length = 200, example = "/docs/problems#decision_not_due")]
    pub kind: String,
    /// What the code means, for people.
    #[schema(max_length = 200, example = "The seat does not owe this decision yet")]
    pub title: String,
    /// The HTTP status, repeated.
    #[schema(minimum = 400, maximum = 599, example = 409)]
    pub status: u16,
    /// Stable, `snake_case`; what a program should look at.
    #[schema(max_length = 80, example = "decision_not_due")]
    pub code: String,
    /// What went wrong this time, for people; may change at any time.
    #[schema(max_length = 2000)]
    pub detail: String,
    /// The field of the body that is wrong, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub pointer: Option<String>,
    /// The paragraph of the game's rules that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 20)]
    pub rule: Option<String>,
    /// The cells that offend.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 200)]
    pub cells: Vec<Written>,
    /// If an id is unknown: those that are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 500)]
    pub known: Vec<String>,
    /// What the seat owes now, if what another seat did closed the decision that was put
    /// (`overtaken`). `null` if it owes nothing at the moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Owed>)]
    pub due: Option<Option<Owed>>,
    /// Names this request in the server's log.
    #[schema(max_length = 40, example = "r_5f3a90c2d41b0007")]
    pub request_id: String,
    /// Where to read on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<ProblemLinks>,
}

/// Where to read on about a problem.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ProblemLinks {
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub rule: Option<String>,
    /// What would have been legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub legal: Option<String>,
    /// Where to ask for it instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub instead: Option<String>,
}
