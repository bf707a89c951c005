//! Batches with players: who is invited accepts, plays over HTTP, and may vanish.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

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

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_begins_when_all_its_players_have_accepted() {
    let app = spawn_app().await;
    let (ann, ben, eve) = (
        app.player("ann").await,
        app.player("ben").await,
        app.player("eve").await,
    );
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), json!({})).await;
    assert_eq!(
        (&batch["state"], &batch["missing"]),
        (&json!("waiting"), &json!([ben.id]))
    );
    assert_eq!(batch["settings"]["on_timeout"], "forfeit");
    assert_eq!(batch["settings"]["clock"]["per_decision_ms"], 60_000);
    let accept_path = format!("{}/accept", this(&batch));
    for (path, player) in [("accept", &eve), ("refuse", &eve), ("accept", &ann)] {
        let path = format!("{}/{path}", this(&batch));
        let reply = app.post(&path, Some(&player.token), &json!({})).await;
        assert_eq!((reply.status.as_u16(), &*reply.code()), (403, "not_yours"));
    }
    let nobody = app.post(&accept_path, None, &json!({})).await;
    assert_eq!(nobody.code(), "no_token");
    let mine = format!("/v1/matches?player={}", ben.id);
    assert_eq!(app.get(&mine, None).await.json()["items"], json!([]));
    for _ in 0..2 {
        let accepted = accept(&app, &batch, &ben).await;
        assert_eq!(
            (&accepted["state"], &accepted["missing"]),
            (&json!("running"), &json!([]))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_a_batch_ends_it_and_it_is_partial() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), json!({})).await;
    let path = format!("{}/refuse", this(&batch));
    let refused = app.post(&path, Some(&ben.token), &json!({})).await;
    assert_eq!(refused.status, 200, "{}", refused.text);
    let report = ended(&app, &batch).await;
    let of = &report["batch"];
    assert_eq!(
        (&of["state"], &of["partial"]),
        (&json!("stopped"), &json!(true))
    );
    assert_eq!(of["stopped"]["why"], "refused");
    assert_eq!(of["stopped"]["player"], json!(ben.id));
    assert_eq!(of["stopped"]["deals"], 0);
    let late = format!("{}/accept", this(&batch));
    let late = app.post(&late, Some(&ben.token), &json!({})).await;
    assert_eq!(
        (late.status.as_u16(), &*late.code()),
        (409, "batch_stopped")
    );
}
