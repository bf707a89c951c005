//! Who gets in: pages from anywhere may read, and alone on one machine no token is needed.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use api::{Auth, Config};
use reqwest::Method;
use serde_json::json;

use crate::helpers::{spawn_app, spawn_with};

#[tokio::test]
async fn a_page_from_anywhere_may_read_and_nothing_else() {
    let app = spawn_app().await;
    for path in ["/v1/games", "/v1/nothing"] {
        let reply = app.get(path, None).await;
        assert_eq!(reply.headers["access-control-allow-origin"], "*", "{path}");
    }
    let asked = app
        .request(Method::OPTIONS, "/v1/matches", None)
        .header("origin", "https://example.org")
        .header("access-control-request-method", "POST");
    let reply = app.send(asked).await;
    assert_eq!(reply.status, 204);
    assert_eq!(reply.headers["access-control-allow-methods"], "GET");
    let body = json!({ "name": "ann", "kind": "bot" });
    let reply = app.post("/v1/players", None, &body).await;
    assert!(!reply.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn without_authentication_whoever_asks_is_the_local_player() {
    let app = spawn_with(|config| Config {
        auth: Auth::None,
        ..config
    })
    .await;
    let body = json!({ "game": "cartographers", "seats": 1 });
    let opened = app.post("/v1/matches", None, &body).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
    let due = format!("/v1/matches/{id}/seats/0/decision?sample=1");
    let due = app.get(&due, None).await.json();
    let put = due["links"]["put"].as_str().unwrap();
    let put = app.request(Method::PUT, put, None);
    let made = app.send(put.json(&due["legal"][0]["command"])).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let ann = app.player("ann").await;
    let at = format!("/v1/matches/{id}/seats/0/decision");
    let reply = app.get(&at, Some(&ann.token)).await;
    assert_eq!(reply.code(), "not_your_seat", "a token still counts");
}

#[tokio::test]
async fn without_authentication_no_stranger_can_reach_the_server() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new(data.path(), ([0, 0, 0, 0], 0).into());
    config.auth = Auth::None;
    let refused = api::spawn(config).await.unwrap_err().to_string();
    assert!(refused.contains("listen on 127.0.0.1"), "{refused}");
}

#[tokio::test]
async fn who_finds_the_port_taken_may_open_the_store_at_another() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let at = |address| api::spawn(Config::new(data.path(), address));
    let refused = at(taken.local_addr().unwrap()).await.unwrap_err();
    assert!(refused.to_string().contains("cannot listen"), "{refused}");
    let server = at(([127, 0, 0, 1], 0).into()).await.unwrap();
    server.stop().await;
}
