//! What never changes is sent once: tags, 304, and HEAD.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::json;

use crate::helpers::{Reply, TestApp, spawn_app};

async fn with_tag(app: &TestApp, path: &str, tag: &str) -> Reply {
    let request = app.request(Method::GET, path, None);
    app.send(request.header("if-none-match", tag)).await
}

#[tokio::test]
async fn what_the_caller_has_is_not_sent_again() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    let of_match = [
        "/view",
        "/record",
        "/results",
        "/steps/4",
        "/steps/4/diff",
        "/steps/4/score",
        "/steps/4/legal?seat=0",
        "/replay",
        "/scores",
        "/attribution",
        "/decisions",
        "/record?format=zstd",
    ]
    .map(|part| format!("{at}{part}"));
    let fixed = [
        "/openapi.json",
        "/v1/games",
        "/v1/games/cartographers",
        "/v1/games/cartographers/components",
        "/v1/games/cartographers/rules",
    ]
    .map(str::to_owned);
    for path in of_match.iter().chain(&fixed) {
        let whole = app.get(path, None).await;
        let tag = whole.headers["etag"].to_str().unwrap();
        assert!(tag.starts_with('"'), "{path}: {tag} is strong");
        let again = with_tag(&app, path, &format!("\"other\", {tag}")).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
        assert_eq!(again.headers["etag"], tag, "{path}");
        let other = with_tag(&app, path, "\"other\"").await;
        assert_eq!(other.text, whole.text, "{path}");
    }
}

/// A match that is in nobody's memory any more.
#[tokio::test]
async fn what_the_caller_has_is_known_after_a_restart() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    let scores = format!("{at}/scores");
    let tag = app.get(&scores, None).await.headers["etag"].clone();
    let head = app.running.store.integrity().position;
    app.running.store.lobby.at_least(head).await.unwrap();
    let app = app.restarted().await;
    let again = with_tag(&app, &scores, tag.to_str().unwrap()).await;
    assert_eq!((again.status.as_u16(), &again.headers["etag"]), (304, &tag));
    assert!(
        again.headers["cache-control"]
            .to_str()
            .unwrap()
            .contains("immutable")
    );
    assert_eq!(with_tag(&app, &scores, "\"other\"").await.status, 200);
}

#[tokio::test]
async fn what_may_change_or_is_private_has_no_tag() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (running, _) = app.open(&ann, json!(1)).await;
    let body = json!({ "game": "cartographers", "seats": 1, "private": true });
    let reply = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(reply.status, 201, "{}", reply.text);
    let id = reply.json()["match"]["id"].as_str().unwrap().to_owned();
    let private = format!("/v1/matches/{id}");
    app.play_out(&private, 1, &ann.token).await;
    for at in [running, private] {
        for part in ["/view", "/record", "/steps/1"] {
            let reply = app.get(&format!("{at}{part}"), Some(&ann.token)).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            assert!(!reply.headers.contains_key("etag"), "{at}{part}");
        }
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    for path in [
        "/v1/games/cartographers/rules",
        &at,
        "/v1/nothing",
        "/healthz",
    ] {
        let get = app.get(path, None).await;
        let head = app.send(app.request(Method::HEAD, path, None)).await;
        assert_eq!(
            (head.status, head.text.as_str()),
            (get.status, ""),
            "{path}"
        );
        for name in ["content-type", "content-length"] {
            assert_eq!(head.headers[name], get.headers[name], "{path}");
        }
    }
    let stream = app
        .request(Method::HEAD, &format!("{at}/events"), None)
        .header("accept", "text/event-stream");
    assert_eq!(app.send(stream).await.text, "", "it ends at once");
}

#[tokio::test]
async fn pages_scripts_and_boards_are_compressed_for_those_who_take_it() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    let page = at.replacen("/v1", "", 1);
    let shown = app.get(&page, None).await.text;
    let script = shown.split("src=\"/assets/").nth(1).unwrap();
    let script = format!("/assets/{}", script.split('"').next().unwrap());
    for path in [page, script, format!("{at}/steps/4/board.svg")] {
        let whole = app.get(&path, None).await;
        assert!(!whole.headers.contains_key("content-encoding"), "{path}");
        let request = app.request(Method::GET, &path, None);
        let sent = app.send(request.header("accept-encoding", "gzip")).await;
        assert_eq!(sent.headers["content-encoding"], "gzip", "{path}");
        assert_eq!(sent.headers["vary"], "accept-encoding", "{path}");
        if let Some(tag) = sent.headers.get("etag") {
            let tag = tag.to_str().unwrap();
            assert!(tag.starts_with("W/"), "{path}: {tag}");
            assert_eq!(with_tag(&app, &path, tag).await.status, 304, "{path}");
        }
    }
}
