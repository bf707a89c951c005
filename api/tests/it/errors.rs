//! Every way to ask wrongly, and the problem that answers it.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::helpers::{Reply, spawn_app};

/// A problem with what differs between two runs taken out.
fn fixed(reply: &Reply, unique: &[(&str, &str)]) -> String {
    reply.code();
    let mut problem = reply.json();
    problem["request_id"] = json!("REQUEST");
    let mut text = serde_json::to_string_pretty(&problem).unwrap();
    for (value, name) in unique {
        text = text.replace(value, name);
    }
    text
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a list of requests")]
async fn every_problem_says_what_is_wrong_and_stays_the_same() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    let (lobby, _) = app
        .open(&ann, json!([{ "kind": "me" }, { "kind": "open" }]))
        .await;
    let eve = app.player("eve").await;
    let due = app.due(&at, 0, &ann.token, "limit=1").await.json();
    let put = due["links"]["put"].as_str().unwrap();
    let command = &due["legal"][0]["command"];
    let overlapping = json!({ "game": "cartographers",
        "command": { "type": "draw", "terrain": "forest", "cells": [[0, 0], [0, 0]] } });
    let wrong_shape = json!({ "game": "cartographers",
        "command": { "type": "draw", "terrain": "forest", "cells": [[0, 0], [9, 9]] } });
    let open = json!({ "game": "cartographers", "seats": 2 });
    let get = |path: &str| app.request(Method::GET, path, None);
    let by = |method, path: &str, token: &str| app.request(method, path, Some(token));
    let zeros = format!("/v1/matches/m_{}", "0".repeat(32));
    let requests: Vec<(&str, RequestBuilder)> = vec![
        ("no such path", get("/v1/nothing")),
        (
            "no such method",
            by(Method::PATCH, "/v1/matches", &ann.token),
        ),
        ("no such game", get("/v1/games/chess")),
        ("no such match", get(&zeros)),
        ("not an id", get("/v1/matches/7")),
        (
            "no such player",
            get(&format!("/v1/players/p_{}", "0".repeat(32))),
        ),
        ("no such step", get(&format!("{at}/steps/4000"))),
        (
            "no such seat",
            by(Method::GET, &format!("{at}/seats/9/decision"), &ann.token),
        ),
        ("unknown parameter", get("/v1/matches?colour=red")),
        ("bad parameter", get("/v1/matches?limit=0")),
        (
            "bad wait",
            by(
                Method::GET,
                &format!("{at}/seats/0/decision?wait=61"),
                &ann.token,
            ),
        ),
        (
            "unknown cursor",
            get("/v1/matches?cursor=00000000000000000000000000000000"),
        ),
        ("unknown format", get(&format!("{at}/view?format=gif"))),
        (
            "unknown type of event",
            get(&format!("{at}/events?types=eaten")),
        ),
        (
            "another's eyes",
            by(Method::GET, &format!("{at}/view?seat=1"), &ann.token),
        ),
        (
            "no token",
            app.request(Method::POST, "/v1/matches", None).json(&open),
        ),
        (
            "bad token",
            by(Method::POST, "/v1/matches", "player_00").json(&open),
        ),
        (
            "another's seat",
            by(Method::PUT, put, &ben.token).json(command),
        ),
        ("a stranger", by(Method::PUT, put, &eve.token).json(command)),
        (
            "another's token",
            by(
                Method::POST,
                &format!("/v1/players/{}/tokens", ann.id),
                &ben.token,
            ),
        ),
        (
            "not JSON",
            by(Method::PUT, put, &ann.token)
                .header("content-type", "application/json")
                .body("{"),
        ),
        (
            "not said to be JSON",
            by(Method::PUT, put, &ann.token).body("{}"),
        ),
        (
            "unknown field",
            by(Method::POST, "/v1/matches", &ann.token)
                .json(&json!({ "game": "cartographers", "seats": 2, "color": 1 })),
        ),
        (
            "unknown option",
            by(Method::POST, "/v1/matches", &ann.token).json(
                &json!({ "game": "cartographers", "seats": 2, "options": { "hexes": true } }),
            ),
        ),
        (
            "unknown kind of seat",
            by(Method::POST, "/v1/matches", &ann.token)
                .json(&json!({ "game": "cartographers", "seats": [{ "kind": "cat" }] })),
        ),
        (
            "no seats",
            by(Method::POST, "/v1/matches", &ann.token)
                .json(&json!({ "game": "cartographers", "seats": 0 })),
        ),
        (
            "too many seats",
            by(Method::POST, "/v1/matches", &ann.token)
                .json(&json!({ "game": "cartographers", "seats": 101 })),
        ),
        (
            "bad name",
            app.request(Method::POST, "/v1/players", None)
                .json(&json!({ "name": " ", "kind": "bot" })),
        ),
        (
            "weak key",
            app.request(Method::POST, "/v1/players", None)
                .header("idempotency-key", "1")
                .json(&json!({ "name": "a", "kind": "bot" })),
        ),
        (
            "too large",
            by(Method::PUT, put, &ann.token)
                .header("content-type", "application/json")
                .body(" ".repeat(70_000)),
        ),
        (
            "cells twice",
            by(Method::PUT, put, &ann.token).json(&overlapping),
        ),
        (
            "wrong shape",
            by(Method::PUT, put, &ann.token).json(&wrong_shape),
        ),
        (
            "not due",
            by(
                Method::PUT,
                &format!("{at}/seats/0/decisions/5"),
                &ann.token,
            )
            .json(command),
        ),
        (
            "not started",
            by(
                Method::PUT,
                &format!("{lobby}/seats/0/decisions/0"),
                &ann.token,
            )
            .json(command),
        ),
        (
            "started",
            by(Method::POST, &format!("{at}/start"), &ann.token),
        ),
        (
            "not the host",
            by(Method::POST, &format!("{lobby}/start"), &ben.token),
        ),
        (
            "seat taken",
            by(Method::POST, &format!("{lobby}/seats"), &ben.token).json(&json!({ "seat": 0 })),
        ),
        (
            "seated",
            by(Method::POST, &format!("{lobby}/seats"), &ann.token).json(&json!({})),
        ),
        ("not over", get(&format!("{at}/results"))),
    ];
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let (at, lobby) = (id(&at), id(&lobby));
    let mut problems = String::new();
    for (name, request) in requests {
        let reply = app.send(request).await;
        let text = fixed(&reply, &[(&at, "MATCH"), (&lobby, "LOBBY")]);
        problems.push_str(&format!("## {name}\n{text}\n"));
    }
    insta::assert_snapshot!(problems);
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let app = spawn_app().await;
    let reply = app
        .send(app.request(Method::DELETE, "/v1/matches", None))
        .await;
    assert_eq!(
        (reply.status.as_u16(), reply.code().as_str()),
        (405, "method_not_allowed")
    );
    assert_eq!(reply.headers["allow"], "GET, HEAD, POST");
}

#[tokio::test]
async fn no_answer_is_taken_for_what_it_does_not_say_it_is() {
    let app = spawn_app().await;
    for path in [
        "/",
        "/docs/",
        "/v1/games",
        "/v1/nowhere",
        "/v1/games?what=1",
    ] {
        let reply = app.get(path, None).await;
        assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
    }
    let robots = app.get("/robots.txt", None).await;
    assert_eq!(robots.status, 200);
    assert_eq!(robots.headers["content-type"], "text/plain; charset=utf-8");
    assert!(robots.text.contains("Disallow: /v1/"), "{}", robots.text);
}
