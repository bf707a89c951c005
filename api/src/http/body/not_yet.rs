//! Settings of a match that records know and this server does not obey yet: a request
//! that has one is refused, and never stored.

use domain::GameId;
use serde_json::{Map, Value};

use crate::http::{codes::Code, error::ApiError};

/// Their names, as in the terms of a record.
const SETTINGS: [&str; 12] = [
    "abandon_after_ms",
    "clock",
    "deal_closed",
    "legal",
    "notes_open",
    "on_illegal",
    "on_timeout",
    "rematch_of",
    "spectator_delay",
    "tournament",
    "tries_limit",
    "window_ms",
];

/// The operations that settle how matches are played.
const OPENING: [&str; 3] = ["/v1/matches", "/v1/matches/{id}/forks", "/v1/batches"];

/// Whether the game holds what several seats decide at once, so that there is a window.
fn holds(body: &Map<String, Value>) -> bool {
    let game = body.get("game").cloned().unwrap_or_default();
    serde_json::from_value(game).is_ok_and(|game: GameId| game.info().window_ms.is_some())
}

/// The refusal of a body that has such a setting, if it was sent to where they belong.
pub(crate) fn refusal(pattern: Option<&str>, body: &[u8]) -> Option<ApiError> {
    pattern.filter(|pattern| OPENING.contains(pattern))?;
    let body: Map<String, Value> = serde_json::from_slice(body).ok()?;
    let opens = pattern == Some("/v1/matches");
    let is_obeyed = |name: &str| match name {
        "window_ms" => opens && holds(&body),
        "legal" | "spectator_delay" => opens,
        _ => false,
    };
    let mut settings = SETTINGS.iter().filter(|name| body.contains_key(**name));
    let setting = settings.find(|name| !is_obeyed(name))?;
    let detail = format!("`{setting}` is not supported yet: leave it out");
    Some(Code::NotSupportedYet.at(format!("/{setting}"), detail))
}
