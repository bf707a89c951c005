//! Examples of pushes: registered, looked at, and its secret replaced.

use api::wire::{PushFailure, PushInfo, PushRegistered, PushState};
use serde_json::json;

use super::matches::{Played, Unnamed, json, moment};

pub(super) fn of(played: &Played) -> Vec<Unnamed> {
    let url = "https://bot.example/push";
    let failure = PushFailure {
        at: moment(),
        r#match: played.id,
        seat: played.seat,
        decision: 0,
        attempts: 2,
        reason: "no whole answer within 10000 ms".to_owned(),
        problem: None,
        next_attempt_at: Some(moment()),
    };
    let info = |last_failure| PushInfo {
        url: url.to_owned(),
        state: PushState::On,
        off_because: None,
        previous_secret_until: None,
        delivered: 0,
        last_failure,
    };
    let registered = json(&PushRegistered {
        push: info(None),
        secret: format!("whsec_{}=", "0".repeat(43)),
    });
    vec![
        ("putPush", "request", json!({ "url": url })),
        ("putPush", "response", registered.clone()),
        ("getPush", "response", json(&info(Some(failure)))),
        ("rotatePushSecret", "response", registered),
    ]
}
