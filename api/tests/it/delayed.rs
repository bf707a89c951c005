//! Spectators who are some steps behind: what came since changes nothing that they are told.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    helpers::{Ann, TestApp, spawn_app},
    secrets::{censored, everything},
    tampered::around,
};

/// A match of one player on two seats, at which spectators are so far behind.
async fn opened(app: &TestApp, ann: &Ann, game: &str, delay: u32, is_open: bool) -> String {
    let body = json!({
        "game": game,
        "seats": 2,
        "seed": "07".repeat(32),
        "spectator_delay": delay,
        "open_hands": is_open,
    });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let opened = opened.json();
    assert_eq!(opened["match"]["spectator_delay"], delay);
    format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap())
}

/// Makes up to so many decisions, those with a number alike for all who pass the same.
async fn play(app: &TestApp, at: &str, ann: &Ann, decisions: usize, nth: usize) {
    for _ in 0..decisions {
        let told = app.get(at, Some(&ann.token)).await.json();
        let Some(seat) = told["to_act"][0].as_u64() else {
            return;
        };
        let due = app.due(at, seat, &ann.token, "").await.json();
        let legal = due["legal"].as_array().unwrap();
        let put = due["links"]["put"].as_str().unwrap();
        let command = &legal[nth % legal.len()]["command"];
        let made = app.put(put, &ann.token, command).await;
        assert_eq!(made.status, 200, "{}", made.text);
    }
}

async fn version(app: &TestApp, at: &str, token: Option<&str>) -> u64 {
    let told = app.get(at, token).await.json();
    told["version"].as_u64().unwrap()
}

/// All that spectators are told of a match, and of the lists it is in.
async fn told(app: &TestApp, at: &str, ann: &Ann, viewer: Option<&Ann>, game: &str) -> Vec<String> {
    app.counted().await;
    let mut told = everything(app, at, viewer, &json!({ "number": 0 })).await;
    let token = viewer.map(|viewer| &*viewer.token);
    for path in around(game, &ann.id) {
        let reply = app.get(&path, token).await;
        told.push(censored(app, &reply, at, viewer));
    }
    let stranger = app.player("eve").await;
    for (path, body) in [
        ("/seats", json!({})),
        ("/start", json!({})),
        (
            "/forks",
            json!({ "step": 9999, "chance": "redraw", "seats": 2 }),
        ),
    ] {
        let reply = app
            .post(&format!("{at}{path}"), Some(&stranger.token), &body)
            .await;
        told.push(censored(app, &reply, at, Some(&stranger)));
    }
    told.into_iter().map(without_position).collect()
}

/// Takes out the tag of a list, which tells how many commits the server has of all matches.
fn without_position(text: String) -> String {
    match text.split_once(" Some(\"\\\"1-") {
        Some((status, tag)) if status.len() == "200 OK".len() => {
            let (_, body) = tag.split_once(") ").unwrap();
            format!("{status} {body}")
        }
        Some(_) | None => text,
    }
}

#[tokio::test]
async fn what_came_since_changes_no_page_no_picture_and_no_answer_for_spectators() {
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let name = name.as_str().unwrap();
        for is_open in [false, true] {
            let mut seen = Vec::new();
            for (decisions, nth) in [(0, 0), (3, 1), (11, 2)] {
                let app = spawn_app().await;
                let ann = app.player("ann").await;
                let at = opened(&app, &ann, name, 10_000, is_open).await;
                let begun = version(&app, &at, None).await;
                play(&app, &at, &ann, decisions, nth).await;
                let now = version(&app, &at, Some(&ann.token)).await;
                assert_eq!(now > begun, decisions > 0, "the seats are not behind");
                seen.push(told(&app, &at, &ann, None, name).await);
            }
            for other in &seen[1..] {
                assert_eq!(seen[0].len(), other.len());
                for (one, other) in seen[0].iter().zip(other) {
                    assert_eq!(one, other, "{name}, open: {is_open}");
                }
            }
        }
    }
}

#[tokio::test]
async fn spectators_are_behind_by_as_many_steps_until_the_match_is_over() {
    const DELAY: u32 = 7;
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let ann = app.player("ann").await;
        let at = opened(&app, &ann, name.as_str().unwrap(), DELAY, false).await;
        let begun = version(&app, &at, None).await;
        assert_eq!(begun, version(&app, &at, Some(&ann.token)).await);
        // Who follows from the beginning is told each event once, and the last when it is over.
        let follow = app.request(Method::GET, &format!("{at}/events?follow=true"), None);
        let followed = tokio::spawn(follow.header("accept", "application/x-ndjson").send());
        let mut whole = vec![begun];
        loop {
            play(&app, &at, &ann, 1, 5).await;
            let told = app.get(&at, Some(&ann.token)).await.json();
            let now = told["version"].as_u64().unwrap();
            let behind = version(&app, &at, None).await;
            if told["status"] == "finished" {
                assert_eq!(behind, now);
                break;
            }
            whole.push(now);
            let shown = whole.iter().filter(|it| **it + u64::from(DELAY) <= now);
            assert_eq!(behind, *shown.max().unwrap_or(&begun), "{game:?} at {now}");
            let events = app.get(&format!("{at}/events"), None).await.json();
            let last = events["items"].as_array().unwrap().last().unwrap();
            assert_eq!(
                (&last["step"], &events["version"]),
                (&json!(behind), &json!(behind))
            );
            let later = format!("{at}/steps/{}", behind + 1);
            assert_eq!(app.get(&later, None).await.code(), "unknown_step");
            let verdict = app.get(&format!("{at}/verify"), None).await.json();
            assert_eq!(
                (&verdict["valid"], &verdict["version"]),
                (&json!(true), &json!(behind))
            );
        }
        let followed = followed.await.unwrap().unwrap().text().await.unwrap();
        let lines = followed.lines().filter(|line| !line.is_empty());
        let steps = lines.map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            line["step"].as_u64().unwrap()
        });
        let last = version(&app, &at, None).await;
        assert_eq!(steps.collect::<Vec<_>>(), (1..=last).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_delay_out_of_range_is_refused() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for delay in [json!(0), json!(10_001), json!(-1), json!("7")] {
        let body = json!({ "game": "cartographers", "seats": 1, "spectator_delay": delay });
        let refused = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(refused.code(), "malformed_body", "{delay}");
        assert_eq!(refused.json()["pointer"], "/spectator_delay", "{delay}");
    }
}
