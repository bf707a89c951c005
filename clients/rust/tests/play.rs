//! Whole matches of every game, and refusals.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use cartulary_client::{CallError, Client, Opening, SeatWanted};
use serde_json::json;

const GAMES: [&str; 4] = [
    "cartographers",
    "bunny_kingdom",
    "builders_biomes",
    "big_monster",
];

async fn server(folder: &tempfile::TempDir) -> api::Running {
    let config = api::Config::new(folder.path().join("data"), ([127, 0, 0, 1], 0).into());
    api::spawn(config).await.unwrap()
}

/// A player, and a match of theirs against a bot.
async fn open(url: &str, game: &str) -> (Client, String) {
    let client = Client::new(url).with_ask("sample=1");
    let player = client.register("tests", "1").await.unwrap();
    let me = client.with_token(&player.token);
    let seats = vec![SeatWanted::Me, SeatWanted::bot("random")];
    let opened = me.open(&Opening::new(game, seats)).await.unwrap();
    (me, opened.id)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_a_verified_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    for game in GAMES {
        let (me, id) = open(&server.url(""), game).await;
        while let Some(due) = me.due(&id, 0).await.unwrap() {
            let legal = due.legal.unwrap();
            match me.decide(&id, 0, due.decision, &legal[0].command).await {
                Err(error) => assert!(error.is_closed(), "{error}"),
                Ok(made) => assert!(made.next.is_none() || !made.over),
            }
        }
        assert_eq!(me.standings(&id).await.unwrap().len(), 2);
        assert!(me.verify(&id).await.unwrap().valid);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_names_code_and_rule() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder).await;
    let (me, id) = open(&server.url(""), "cartographers").await;
    let cells = [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]];
    let draw = json!({ "type": "draw", "terrain": "forest", "cells": cells });
    let play = json!({ "game": "cartographers", "command": draw });
    let refused = me.decide(&id, 0, 0, &play).await;
    let Err(CallError::Refused { problem, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(problem.code, "not_a_shape");
    assert_eq!(problem.rule.as_deref(), Some("4.2"));
    server.stop().await;
}
