//! Settings of a match that records know and that no request can make: one that tries is refused,
//! and never stored.

use serde_json::{Map, Value};

use crate::http::{codes::Code, error::ApiError};

/// The names of those that no match can be opened with, as in the terms of a record.
const NOWHERE: [&str; 2] = ["deal_closed", "tournament"];

/// The operations that settle how matches are played.
const OPENING: [&str; 4] = [
    "/v1/matches",
    "/v1/matches/{id}/forks",
    "/v1/batches",
    "/v1/tournaments",
];

/// The refusal of a body that has such a setting, if it was sent to where they belong.
pub(crate) fn refusal(pattern: Option<&str>, body: &[u8]) -> Option<ApiError> {
    pattern.filter(|pattern| OPENING.contains(pattern))?;
    let body: Map<String, Value> = serde_json::from_slice(body).ok()?;
    let setting = NOWHERE.iter().find(|name| body.contains_key(**name))?;
    let detail = format!("`{setting}` is not supported yet: leave it out");
    Some(Code::NotSupportedYet.at(format!("/{setting}"), detail))
}
