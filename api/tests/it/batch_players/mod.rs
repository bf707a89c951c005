//! Batches with players: who is invited accepts, plays over HTTP, and may vanish.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

mod accepting;
mod closed_deals;
mod outside;
mod played;

use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp};

pub(crate) use outside::Outside;

fn seat(player: &Ann) -> Value {
    json!({ "kind": "player", "player": player.id })
}

fn random() -> Value {
    json!({ "kind": "bot", "bot": "random" })
}

/// A batch of these line-ups.
async fn plan(app: &TestApp, host: &Ann, line_ups: Value, more: Value) -> Value {
    let mut body = json!({ "game": "cartographers", "line_ups": line_ups, "count": 2 });
    let fields = body.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    let planned = app.post("/v1/batches", Some(&host.token), &body).await;
    assert_eq!(planned.status, 201, "{}", planned.text);
    planned.json()
}

fn this(batch: &Value) -> &str {
    batch["links"]["self"].as_str().unwrap()
}

async fn accept(app: &TestApp, batch: &Value, player: &Ann) -> Value {
    let path = format!("{}/accept", this(batch));
    let accepted = app.post(&path, Some(&player.token), &json!({})).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
    accepted.json()
}

async fn report(app: &TestApp, batch: &Value) -> Value {
    app.get(this(batch), None).await.json()
}

/// The batch once it has ended.
async fn ended(app: &TestApp, batch: &Value) -> Value {
    let events = batch["links"]["events"].as_str().unwrap();
    app.get(events, None).await;
    report(app, batch).await
}

/// Plays one match of both to its end.
pub(crate) async fn play_out(app: &TestApp, at: &str, both: [&Ann; 2]) {
    while app.get(at, Some(&both[0].token)).await.json()["status"] == "running" {
        for (seat, player) in (0..).zip(both) {
            app.decide(at, seat, &player.token).await;
        }
    }
}
