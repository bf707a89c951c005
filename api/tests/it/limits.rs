//! How many requests an address may make.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use api::{ClientAddress, Config, RequestLimit};
use reqwest::{Method, StatusCode};

use crate::helpers::{Reply, TestApp, spawn_app, spawn_with};

fn scarce(config: Config) -> Config {
    Config {
        request_limit: Some("1".parse().unwrap()),
        client_address: ClientAddress::Forwarded,
        ..config
    }
}

async fn games(app: &TestApp, from: &str, known: Option<&str>) -> Reply {
    let mut request = app.request(Method::GET, "/v1/games", None);
    request = request.header("x-forwarded-for", format!("203.0.113.9, {from}"));
    if let Some(known) = known {
        request = request.header("if-none-match", known);
    }
    app.send(request).await
}

/// Asks until it is refused; more than one a second is certain.
async fn exhaust(app: &TestApp, from: &str) -> Reply {
    for _ in 0..10_000 {
        let reply = games(app, from, None).await;
        assert_eq!(reply.headers["ratelimit-policy"], "\"address\";q=10;w=10");
        assert!(reply.headers.contains_key("ratelimit"));
        if reply.status != StatusCode::OK {
            return reply;
        }
    }
    panic!("nobody is ever refused");
}

#[tokio::test]
async fn beyond_the_limit_is_429_for_that_address_alone() {
    let app = spawn_with(scarce).await;
    let refused = exhaust(&app, "198.51.100.1").await;
    assert_eq!(refused.code(), "too_many_requests");
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(refused.headers["ratelimit"], "\"address\";r=0;t=1");
    let other = games(&app, "198.51.100.2", None).await;
    assert_eq!(other.headers["ratelimit"], "\"address\";r=9;t=1");
}

#[tokio::test]
async fn what_the_caller_has_already_costs_a_tenth() {
    let app = spawn_with(scarce).await;
    let first = games(&app, "198.51.100.1", None).await;
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    for _ in 0..30 {
        let again = games(&app, "198.51.100.1", Some(&tag)).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert!(!again.headers.contains_key("ratelimit"));
    }
    let mut refused = None;
    for _ in 0..100_000 {
        let again = games(&app, "198.51.100.1", Some("*")).await;
        if again.status != StatusCode::NOT_MODIFIED {
            refused = Some(again);
            break;
        }
    }
    assert_eq!(refused.unwrap().code(), "too_many_requests");
    exhaust(&app, "198.51.100.2").await;
    let changed = games(&app, "198.51.100.2", Some("\"another\"")).await;
    assert!(changed.headers.contains_key("ratelimit"));
}

#[tokio::test]
async fn on_a_loopback_address_there_is_no_limit_unless_asked_for() {
    let app = spawn_app().await;
    let reply = app.get("/v1/games", None).await;
    assert!(!reply.headers.contains_key("ratelimit"));
    assert!(!reply.headers.contains_key("ratelimit-policy"));
}

#[test]
fn a_limit_is_off_or_a_number() {
    assert_eq!("off".parse(), Ok(RequestLimit::Off));
    for text in ["", "0", "-1", "100001", "many"] {
        assert!(text.parse::<RequestLimit>().is_err(), "{text}");
    }
}
