//! What is owed next, given with the answer to a decision.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

/// Puts the first legal command of a decision.
async fn put(app: &TestApp, player: &Ann, due: &Value, query: &str) -> Value {
    let put = due["links"]["put"].as_str().unwrap();
    let made = app
        .put(
            &format!("{put}?{query}"),
            &player.token,
            &json!({"number": 0}),
        )
        .await;
    assert_eq!(made.status, 200, "{}", made.text);
    made.json()
}

#[tokio::test]
async fn a_match_of_ones_own_seats_takes_one_request_for_each_decision() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(3)).await;
    let mut due = app.due(&at, 0, &ann.token, "limit=1").await.json();
    let mut decisions = 0;
    loop {
        let made = put(&app, &ann, &due, "due=next&limit=1&wait=25").await;
        decisions += 1;
        let next = made["due"].as_array().unwrap();
        assert_eq!(next.is_empty(), made["over"] == true);
        let Some(next) = next.first() else { break };
        let seat = next["seat"].as_u64().unwrap();
        let asked = app.due(&at, seat, &ann.token, "limit=1").await.json();
        assert_eq!(*next, asked, "in full, as `getDecision` gives it");
        due = next.clone();
    }
    assert!(decisions > 3 * 5);
}

#[tokio::test]
async fn all_that_ones_seats_owe_is_given_clockwise_from_the_seat_after() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(4)).await;
    let due = app.due(&at, 1, &ann.token, "limit=1").await.json();
    let made = put(&app, &ann, &due, "due=all&count_only=true").await;
    assert_eq!(made["next"], Value::Null, "seat 1 waits for the others");
    let owed = made["due"].as_array().unwrap();
    let seats: Vec<&Value> = owed.iter().map(|due| &due["seat"]).collect();
    assert_eq!(json!(seats), json!([2, 3, 0]), "seat 1 has drawn");
    for due in owed {
        assert_eq!(due["view"]["view"]["me"], due["seat"]);
        assert_eq!(due["legal"], json!([]));
    }
}

#[tokio::test]
async fn what_is_listed_of_a_decision_is_listed_once() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let due = app.due(&at, 0, &ann.token, "limit=1").await.json();
    let made = put(&app, &ann, &due, "due=next&limit=1&mask=true").await;
    let (next, owed) = (&made["next"], &made["due"][0]);
    assert_eq!(next["decision"], owed["decision"]);
    assert_eq!(next["legal_count"], owed["legal_count"]);
    assert_eq!(owed["legal"].as_array().unwrap().len(), 1);
    assert!(owed["mask"].is_object());
    for name in ["legal", "mask"] {
        assert_eq!(next[name], Value::Null, "{name}");
    }
}

#[tokio::test]
async fn what_is_withheld_is_refused_before_anything_is_decided() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let body = json!({ "game": "cartographers", "seats": 1, "legal": "none" });
    let opened = app
        .post("/v1/matches", Some(&ann.token), &body)
        .await
        .json();
    let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let due = app.due(&at, 0, &ann.token, "").await.json();
    let put = format!("{}?due=next&limit=1", due["links"]["put"].as_str().unwrap());
    let refused = app.put(&put, &ann.token, &json!({"number": 0})).await;
    assert_eq!(refused.code(), "legal_withheld");
    assert_eq!(app.due(&at, 0, &ann.token, "").await.json(), due);
}

#[tokio::test]
async fn what_others_owe_is_not_given() {
    let app = spawn_app().await;
    let (at, ann, bob) = app.duel().await;
    let due = app.due(&at, 0, &ann.token, "limit=1").await.json();
    let made = put(&app, &ann, &due, "due=all").await;
    assert_eq!(made["due"], json!([]));
    let due = app.due(&at, 1, &bob.token, "limit=1").await.json();
    let made = put(&app, &bob, &due, "due=all").await;
    let owed = made["due"].as_array().unwrap();
    assert_eq!(owed.len(), 1, "a new card, which both draw");
    assert_eq!(owed[0]["seat"], 1);
}

#[tokio::test]
async fn an_answer_waits_until_a_bot_has_decided() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let seats = json!([{"kind": "me"}, {"kind": "bot", "bot": "random"}]);
    let (at, _) = app.open(&ann, seats).await;
    let mut due = app.due(&at, 0, &ann.token, "limit=1&wait=25").await.json();
    for _ in 0..5 {
        let made = put(&app, &ann, &due, "due=next&limit=1&wait=25").await;
        due = made["due"][0].clone();
        assert_eq!(due["seat"], 0);
    }
}

#[tokio::test]
async fn a_wait_without_anything_to_wait_for_is_refused_and_nothing_is_decided() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let due = app.due(&at, 0, &ann.token, "limit=1").await.json();
    let put = due["links"]["put"].as_str().unwrap();
    for query in ["wait=5", "due=next&wait=61", "due=some"] {
        let refused = app
            .put(&format!("{put}?{query}"), &ann.token, &json!({"number": 0}))
            .await;
        assert_eq!(refused.status, 400, "{query}");
        assert_eq!(refused.json()["code"], "malformed_query", "{query}");
    }
    assert_eq!(app.due(&at, 0, &ann.token, "limit=1").await.json(), due);
}
