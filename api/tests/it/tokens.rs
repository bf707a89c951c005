//! Tokens: each acts for what it was given for, until it is void; and none tells that a
//! private match exists.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Ann, Reply, TestApp, spawn_app, spawn_on};

/// Takes a seat; returns its token.
async fn join(app: &TestApp, at: &str, player: &Ann, seat: u8) -> String {
    let path = format!("{at}/seats");
    let joined = app
        .post(&path, Some(&player.token), &json!({ "seat": seat }))
        .await;
    assert_eq!(joined.status, 201, "{}", joined.text);
    joined.json()["token"].as_str().unwrap().to_owned()
}

/// The status of asking what a seat owes, with a token.
async fn due(app: &TestApp, at: &str, seat: u8, token: &str) -> u16 {
    let reply = app.due(at, seat.into(), token, "").await;
    reply.status.as_u16()
}

#[tokio::test]
async fn the_token_of_a_seat_given_back_acts_for_no_other_seat_of_its_player() {
    for game in [
        "cartographers",
        "big_monster",
        "builders_biomes",
        "bunny_kingdom",
    ] {
        let app = spawn_app().await;
        let (ann, ben) = (app.player("ann").await, app.player("ben").await);
        let free = json!({ "kind": "open" });
        let open = json!({ "game": game, "seats": [free, free, free, free] });
        let opened = app.post("/v1/matches", Some(&ann.token), &open).await;
        assert_eq!(opened.status, 201, "{}", opened.text);
        let id = opened.json()["match"]["id"].clone();
        let at = format!("/v1/matches/{}", id.as_str().unwrap());
        let (first, back) = (
            join(&app, &at, &ann, 0).await,
            join(&app, &at, &ann, 1).await,
        );
        let last = join(&app, &at, &ben, 2).await;
        let path = format!("{at}/seats/1");
        let left = app
            .send(app.request(Method::DELETE, &path, Some(&ann.token)))
            .await;
        assert!(left.status.is_success(), "{}", left.text);
        assert_eq!(
            due(&app, &at, 0, &back).await,
            401,
            "{game}: before the start"
        );
        let third = join(&app, &at, &ann, 3).await;
        let start = app
            .post(&format!("{at}/start"), Some(&ann.token), &json!({}))
            .await;
        assert!(start.status.is_success(), "{}", start.text);
        for seat in 0..3 {
            assert_eq!(
                due(&app, &at, seat, &back).await,
                401,
                "{game}, seat {seat}"
            );
            for (place, token) in [(0, &first), (1, &last), (2, &third)] {
                let answer = due(&app, &at, seat, token).await;
                assert_eq!(answer == 403, seat != place, "{game}: {answer}");
            }
        }
    }
}

/// What is told of a problem, without what differs each time.
fn told(reply: &Reply) -> (u16, Value, Option<String>) {
    let mut problem = reply.json();
    problem["request_id"] = Value::Null;
    let challenge = reply.headers.get("www-authenticate");
    let challenge = challenge.map(|it| it.to_str().unwrap().to_owned());
    (reply.status.as_u16(), problem, challenge)
}

#[tokio::test]
async fn a_private_match_answers_strangers_as_one_that_does_not_exist_whatever_token_they_bring() {
    let app = spawn_app().await;
    let (ann, eve) = (app.player("ann").await, app.player("eve").await);
    let open = async |private: bool| {
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let body = json!({ "game": "cartographers", "seats": seats, "private": private });
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(opened.status, 201, "{}", opened.text);
        opened.json()
    };
    let (hidden, other) = (open(true).await, open(true).await);
    let public = open(false).await;
    let of = |opened: &Value| opened["match"]["id"].as_str().unwrap().to_owned();
    let seat = |of: &Value| of["seat_tokens"][0]["token"].as_str().unwrap().to_owned();
    let own = seat(&hidden);
    let forged = format!("{}{}", &own[..own.len() - 64], "0".repeat(64));
    let tokens = [
        None,
        Some("player_nonsense".to_owned()),
        Some(eve.token.clone()),
        Some(format!("{}00", &eve.token[..eve.token.len() - 2])),
        Some(seat(&other)),
        Some(seat(&public)),
        Some(forged),
        Some(other["watch_token"].as_str().unwrap().to_owned()),
    ];
    let document: Value = serde_json::from_str(api::OPENAPI_JSON).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let mut asked = 0;
    for (path, operations) in paths
        .iter()
        .filter(|(path, _)| path.contains("/matches/{id}"))
    {
        for method in operations.as_object().unwrap().keys() {
            let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes()) else {
                continue;
            };
            for token in &tokens {
                let ask = async |id: &str| {
                    let path = path.replace("{id}", id);
                    let path = path.replace("{seat}", "0").replace("{decision}", "0");
                    let path = path.replace("{step}", "1");
                    let request = app.request(method.clone(), &path, token.as_deref());
                    let body = json!({ "game": "cartographers", "command": { "type": "pass" } });
                    let request = match method {
                        Method::GET | Method::DELETE => request,
                        _ => request.json(&body),
                    };
                    app.send(request).await
                };
                let there = ask(&of(&hidden)).await;
                let not_there = ask("m_0123456789abcdef0123456789abcdef").await;
                assert!(there.status.is_client_error(), "{method} {path} {token:?}");
                assert_eq!(told(&there), told(&not_there), "{method} {path} {token:?}");
                asked += 1;
            }
        }
    }
    assert!(asked > 20 * tokens.len(), "{asked}");
    let stream = |id: &str| format!("/v1/stream?match={id}");
    for token in &tokens {
        let ask = async |id: &str| app.get(&stream(id), token.as_deref()).await;
        let there = ask(&of(&hidden)).await;
        let not_there = ask("m_0123456789abcdef0123456789abcdef").await;
        assert_eq!(told(&there), told(&not_there), "{token:?}");
    }
}

#[tokio::test]
async fn deleting_the_secret_voids_every_token_and_nobody_is_given_a_dead_one() {
    let app = spawn_app().await;
    let register = async |app: &TestApp| {
        let body = json!({ "name": "ann", "kind": "bot" });
        let request = app.request(Method::POST, "/v1/players", None).json(&body);
        app.send(request.header("idempotency-key", "0123456789abcdef"))
            .await
    };
    let first = register(&app).await.json();
    assert_eq!(register(&app).await.json()["token"], first["token"]);
    let ann = Ann {
        id: first["id"].as_str().unwrap().to_owned(),
        token: first["token"].as_str().unwrap().to_owned(),
    };
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let (at, opened) = app.open(&ann, seats).await;
    let seat = opened["seat_tokens"][0]["token"].as_str().unwrap();
    let rotated = async |app: &TestApp| {
        let path = format!("/v1/players/{}/tokens", ann.id);
        let request = app.request(Method::POST, &path, Some(&ann.token));
        app.send(request.header("idempotency-key", "fedcba9876543210"))
            .await
    };
    assert_eq!(due(&app, &at, 0, seat).await, 204);
    let data = app.stopped().await;
    std::fs::remove_file(data.path().join("secret")).unwrap();
    let app = spawn_on(data, |config| config).await;
    assert_eq!(due(&app, &at, 0, seat).await, 401);
    assert_eq!(due(&app, &at, 0, &ann.token).await, 401);
    let open = json!({ "game": "cartographers", "seats": 1 });
    let refused = app.post("/v1/matches", Some(&ann.token), &open).await;
    assert_eq!(refused.code(), "bad_token");
    assert_eq!(register(&app).await.code(), "token_void");
    assert_eq!(rotated(&app).await.code(), "bad_token");
    let anew = app.player("ann").await;
    let opened = app.post("/v1/matches", Some(&anew.token), &open).await;
    assert_eq!(opened.status, 201, "whoever registers anew plays");
}

#[tokio::test]
async fn a_registration_that_is_repeated_gives_no_token_that_was_replaced() {
    let app = spawn_app().await;
    let register = async || {
        let body = json!({ "name": "ann", "kind": "bot" });
        let request = app.request(Method::POST, "/v1/players", None).json(&body);
        app.send(request.header("idempotency-key", "0123456789abcdef"))
            .await
    };
    let first = register().await.json();
    let path = format!("/v1/players/{}/tokens", first["id"].as_str().unwrap());
    let token = first["token"].as_str().unwrap();
    let rotated = app.post(&path, Some(token), &json!({})).await;
    assert_eq!(rotated.status, 201, "{}", rotated.text);
    let again = register().await;
    assert_eq!(
        (again.status.as_u16(), again.code().as_str()),
        (409, "token_void")
    );
}
