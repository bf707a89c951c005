//! How many requests an address may make.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use api::{ClientAddress, Config, Quotas, RequestLimit};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::helpers::{Reply, TestApp, spawn_app, spawn_on, spawn_with};

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

#[tokio::test]
async fn on_a_full_disk_all_is_read_and_writing_is_507() {
    let app = spawn_app().await;
    let (at, ann, _) = app.duel().await;
    let floor = u64::from(u32::MAX);
    let app = spawn_on(app.stopped().await, |config| Config {
        quotas: Quotas {
            free_floor: floor,
            ..config.quotas
        },
        ..config
    })
    .await;
    let view = app.get(&format!("{at}/view"), Some(&ann.token)).await;
    assert_eq!(view.status, 200, "{}", view.text);
    let body = json!({ "name": "ben", "kind": "bot" });
    let refused = app.post("/v1/players", None, &body).await;
    assert_eq!(
        (refused.status.as_u16(), &*refused.code()),
        (507, "disk_full")
    );
    assert_eq!(refused.headers["retry-after"], "60");
    let limits = app.get("/version", None).await.json()["limits"].clone();
    assert_eq!(limits["disk"]["free_floor_bytes"], floor << 20);
    assert_eq!(
        limits["disk"]["quota_bytes"],
        Value::Null,
        "on this machine alone"
    );
}

#[tokio::test]
async fn a_used_up_quota_is_429_until_the_next_day() {
    let app = spawn_with(|config| Config {
        quotas: Quotas {
            quota: Some("0".parse().unwrap()),
            ..config.quotas
        },
        ..config
    })
    .await;
    let ann = app.player("ann").await;
    let open = json!({ "game": "cartographers", "seats": 1 });
    let refused = app.post("/v1/matches", Some(&ann.token), &open).await;
    assert_eq!(
        (refused.status.as_u16(), &*refused.code()),
        (429, "quota_used")
    );
    let wait: u32 = refused.headers["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=86_400).contains(&wait));
    let limits = app.get("/version", None).await.json()["limits"].clone();
    assert_eq!(limits["disk"]["quota_bytes"], 0);
}
