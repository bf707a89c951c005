//! Settings of a match that records know and this server does not obey yet: a request
//! that has one is refused, and never stored.

use domain::GameId;
use serde_json::{Map, Value};

use crate::http::{codes::Code, error::ApiError};

/// The names of those that no match can be opened with, as in the terms of a record.
const NOWHERE: [&str; 2] = ["deal_closed", "tournament"];

/// The names of those that only a match by itself can be opened with, no fork and no batch.
const BY_ITSELF: [&str; 9] = [
    "abandon_after_ms",
    "clock",
    "legal",
    "notes_open",
    "on_illegal",
    "on_timeout",
    "spectator_delay",
    "tries_limit",
    "window_ms",
];

/// The operation that opens a match by itself.
const MATCHES: &str = "/v1/matches";

/// The operations that settle how matches are played.
const OPENING: [&str; 3] = [MATCHES, "/v1/matches/{id}/forks", "/v1/batches"];

/// Whether the game holds what several seats decide at once, so that there is a window.
fn holds(body: &Map<String, Value>) -> bool {
    let game = body.get("game").cloned().unwrap_or_default();
    serde_json::from_value(game).is_ok_and(|game: GameId| game.info().window_ms.is_some())
}

/// The refusal of a body that has such a setting, if it was sent to where they belong.
pub(crate) fn refusal(pattern: Option<&str>, body: &[u8]) -> Option<ApiError> {
    pattern.filter(|pattern| OPENING.contains(pattern))?;
    let body: Map<String, Value> = serde_json::from_slice(body).ok()?;
    let is_match = pattern == Some(MATCHES);
    let is_unknown = |name: &&str| match *name {
        "window_ms" => !is_match || !holds(&body),
        _ => !is_match,
    };
    let by_itself = BY_ITSELF.iter().copied().filter(is_unknown);
    let mut unknown = NOWHERE.iter().copied().chain(by_itself);
    let setting = unknown.find(|name| body.contains_key(*name))?;
    let detail = format!("`{setting}` is not supported yet: leave it out");
    Some(Code::NotSupportedYet.at(format!("/{setting}"), detail))
}
