//! Who gets in: pages from anywhere may read, and alone on one machine no token is needed.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use api::{Auth, Config};
use reqwest::Method;
use serde_json::json;

use crate::helpers::{Reply, TestApp, spawn_app, spawn_with};

const PAGE: &str = "https://example.org";

/// A request as a web page of another host sends it.
async fn from_page(app: &TestApp, method: Method, path: &str, token: Option<&str>) -> Reply {
    let request = app.request(method, path, token).header("origin", PAGE);
    let body = json!({ "game": "cartographers", "seats": 1 });
    app.send(request.json(&body)).await
}

async fn preflight(app: &TestApp, path: &str, method: &str) -> Reply {
    let asked = app
        .request(Method::OPTIONS, path, None)
        .header("origin", PAGE)
        .header("access-control-request-method", method);
    app.send(asked).await
}

async fn without_authentication() -> TestApp {
    spawn_with(|config| Config {
        auth: Auth::None,
        ..config
    })
    .await
}

#[tokio::test]
async fn a_page_from_anywhere_may_read_and_sees_the_headers_that_matter() {
    let app = spawn_app().await;
    for path in ["/v1/games", "/v1/nothing"] {
        for method in [Method::GET, Method::HEAD] {
            let reply = from_page(&app, method, path, None).await;
            assert_eq!(reply.headers["access-control-allow-origin"], "*", "{path}");
            let seen = reply.headers["access-control-expose-headers"].to_str();
            let seen: Vec<&str> = seen.unwrap().split(", ").collect();
            for header in [
                "etag",
                "link",
                "location",
                "retry-after",
                "ratelimit",
                "ratelimit-policy",
                "idempotency-replayed",
            ] {
                assert!(seen.contains(&header), "{header}");
            }
        }
    }
    let own = json!({ "name": "ann", "kind": "bot" });
    let reply = app.post("/v1/players", None, &own).await;
    assert_eq!(reply.status, 201, "no page sent this");
    assert!(!reply.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn a_page_from_elsewhere_changes_things_with_a_token_only() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for path in ["/v1/matches", "/v1/players", "/v1/nothing"] {
        let refused = from_page(&app, Method::POST, path, None).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (403, "cross_origin"),
            "{path}"
        );
    }
    let opened = from_page(&app, Method::POST, "/v1/matches", Some(&ann.token)).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    assert_eq!(opened.headers["access-control-allow-origin"], "*");
    let own = app.request(Method::POST, "/v1/players", None);
    let own = own.header("origin", app.running.url("").trim_end_matches('/'));
    let own = own.json(&json!({ "name": "ben", "kind": "person" }));
    assert_eq!(app.send(own).await.status, 201, "a page of this server");
}

#[tokio::test]
async fn a_browser_is_told_before_what_a_page_may_send() {
    let app = spawn_app().await;
    let reply = preflight(&app, "/v1/matches", "POST").await;
    assert_eq!(reply.status, 204);
    assert_eq!(reply.headers["access-control-allow-origin"], "*");
    let methods = reply.headers["access-control-allow-methods"].to_str();
    assert_eq!(methods.unwrap(), "GET, HEAD, POST");
    let headers = reply.headers["access-control-allow-headers"].to_str();
    let headers: Vec<&str> = headers.unwrap().split(", ").collect();
    for header in [
        "authorization",
        "content-type",
        "idempotency-key",
        "if-none-match",
        "last-event-id",
    ] {
        assert!(headers.contains(&header), "{header}");
    }
    assert!(reply.headers.contains_key("access-control-max-age"));
    assert_eq!(preflight(&app, "/v1/nothing", "POST").await.status, 404);
}

#[tokio::test]
async fn without_authentication_no_page_from_elsewhere_acts_for_the_local_player() {
    let app = without_authentication().await;
    let ann = app.player("ann").await;
    for token in [None, Some(ann.token.as_str())] {
        let refused = from_page(&app, Method::POST, "/v1/matches", token).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (403, "cross_origin")
        );
    }
    let read = from_page(&app, Method::GET, "/v1/games", None).await;
    assert_eq!(read.status, 200);
    let asked = preflight(&app, "/v1/matches", "POST").await;
    assert_eq!(asked.headers["access-control-allow-methods"], "GET, HEAD");
}

#[tokio::test]
async fn without_authentication_only_names_of_this_machine_are_answered() {
    let app = without_authentication().await;
    let called = |host: &str| {
        let request = app.request(Method::GET, "/v1/matches", None);
        app.send(request.header("host", host))
    };
    let refused = called("attacker.example:8080").await;
    assert_eq!(
        (refused.status.as_u16(), refused.code().as_str()),
        (403, "wrong_host")
    );
    assert_eq!(called("localhost:8080").await.status, 200);
    let with_tokens = spawn_app().await;
    let request = with_tokens.request(Method::GET, "/v1/matches", None);
    let reply = with_tokens.send(request.header("host", "play.example.org"));
    assert_eq!(reply.await.status, 200, "a name a proxy calls it by");
}

#[tokio::test]
async fn without_authentication_whoever_asks_is_the_local_player() {
    let app = without_authentication().await;
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
