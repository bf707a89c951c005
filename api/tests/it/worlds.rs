//! Worlds: each is a table that a match can begin with, and looks to the seat like its own.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

const SEED: &str = "2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a";

/// What a seat sees of a match that begins with this table.
async fn seen(app: &TestApp, ann: &Ann, game: GameId, world: &Value, seat: u64) -> Value {
    let body = json!({
        "game": game,
        "seats": 2,
        "seed": "07".repeat(32),
        "arranged": { "state": world },
    });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{game:?}: {}", opened.text);
    let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
    let view = format!("/v1/matches/{id}/view?seat={seat}");
    app.get(&view, Some(&ann.token)).await.json()["view"].clone()
}

#[tokio::test]
async fn every_world_looks_to_the_seat_like_its_own_table() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let (at, ann, ben) = app.duel_at(name.as_str().unwrap()).await;
        for _ in 0..6 {
            app.decide(&at, 0, &ann.token).await;
            app.decide(&at, 1, &ben.token).await;
        }
        for (seat, token) in [(0, &ann.token), (1, &ben.token)] {
            let path = format!("{at}/seats/{seat}/worlds");
            let drawn = app
                .get(&format!("{path}?n=3&seed={SEED}"), Some(token))
                .await;
            assert_eq!(drawn.status, 200, "{}", drawn.text);
            let drawn = drawn.json();
            let worlds = drawn["items"].as_array().unwrap();
            assert_eq!((worlds.len(), &drawn["seed"]), (3, &json!(SEED)));
            assert!(worlds[0] != worlds[1] || worlds[1] != worlds[2], "{game:?}");
            let view = app
                .get(&format!("{at}/view?seat={seat}"), Some(token))
                .await;
            let view = view.json()["view"].clone();
            for world in worlds {
                assert_eq!(seen(&app, &ann, game, world, seat).await, view, "{game:?}");
            }
            // Stateless: fewer of the same seed are the first of them.
            let again = app
                .get(&format!("{path}?n=2&seed={SEED}"), Some(token))
                .await;
            assert_eq!(again.json()["items"], json!(worlds[..2]));
            let any = app.get(&path, Some(token)).await.json();
            assert_eq!(any["items"].as_array().unwrap().len(), 1);
            let seed = any["seed"].as_str().unwrap();
            let again = app.get(&format!("{path}?seed={seed}"), Some(token)).await;
            assert_eq!(again.json(), any);
        }
    }
}

#[tokio::test]
async fn worlds_are_for_the_seat_alone_few_at_a_time_and_while_it_plays() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    let path = format!("{at}/seats/0/worlds");
    assert_eq!(app.get(&path, None).await.code(), "no_token");
    assert_eq!(
        app.get(&path, Some(&ben.token)).await.code(),
        "not_your_seat"
    );
    for wrong in ["n=0", "n=33", "n=x", "seed=7", "seed=", "m=1"] {
        let refused = app.get(&format!("{path}?{wrong}"), Some(&ann.token)).await;
        assert_eq!(refused.status, 400, "{wrong}: {}", refused.text);
    }
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (open, _) = app.open(&ann, seats).await;
    let early = app
        .get(&format!("{open}/seats/0/worlds"), Some(&ann.token))
        .await;
    assert_eq!(early.code(), "not_started");
    let (over, _) = app.open(&ann, json!(1)).await;
    app.play_out(&over, 1, &ann.token).await;
    let late = app
        .get(&format!("{over}/seats/0/worlds"), Some(&ann.token))
        .await;
    assert_eq!(late.code(), "over");
}
