//! Arbitrary bytes, everywhere they can be put: refused, and nothing changes.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use reqwest::Method;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::helpers::spawn_app;

#[test]
fn no_bytes_break_a_decision_a_query_or_a_path() {
    let runtime = Runtime::new().unwrap();
    let app = runtime.block_on(spawn_app());
    let ann = runtime.block_on(app.player("ann"));
    let (at, _) = runtime.block_on(app.open(&ann, json!(1)));
    let before = app.running.store.integrity();
    let bytes = prop::collection::vec(any::<u8>(), 0..300);
    let jsonish = "[\\[\\]{}:,\"a-z0-9_. -]{0,200}".prop_map(String::into_bytes);
    let command = r#"\{"game":"cartographers","command":\{"type":"(draw|pass|search)","[a-z]{1,8}":[\[\]0-9,"]{0,20}\}\}"#
        .prop_map(String::into_bytes);
    let body = prop_oneof![bytes, jsonish, command];
    let query = "[ -~]{0,40}";
    let mut runner = TestRunner::new(Config {
        cases: 300,
        ..Config::default()
    });
    let outcome = runner.run(&(body, query), |(body, query)| {
        let put = app.request(
            Method::PUT,
            &format!("{at}/seats/0/decisions/0"),
            Some(&ann.token),
        );
        let put = put.header("content-type", "application/json").body(body);
        let reply = runtime.block_on(app.send(put));
        prop_assert!(reply.status.is_client_error(), "{:?}", reply);
        reply.code();
        let query = query.replace('#', "");
        for path in ["/v1/matches", at.as_str(), "/v1/games"] {
            let reply = runtime.block_on(app.get(&format!("{path}?{query}"), None));
            prop_assert!(!reply.status.is_server_error(), "{:?}", reply);
        }
        let path: String = query.chars().filter(char::is_ascii_alphanumeric).collect();
        let reply = runtime.block_on(app.get(&format!("{at}/steps/{path}"), None));
        prop_assert!(!reply.status.is_server_error(), "{:?}", reply);
        Ok(())
    });
    outcome.unwrap();
    assert_eq!(app.running.store.integrity(), before);
}

#[tokio::test]
async fn a_token_that_was_tampered_with_opens_nothing() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, opened) = app.open(&ann, json!(2)).await;
    let token = opened["seat_tokens"][0]["token"].as_str().unwrap();
    assert_eq!(app.due(&at, 0, token, "count_only=true").await.status, 200);
    assert_eq!(
        app.due(&at, 1, token, "count_only=true").await.code(),
        "not_your_seat"
    );
    for place in [5, 20, 37, 38, 50, token.len() - 1] {
        let mut bytes = token.as_bytes().to_vec();
        bytes[place] = if bytes[place] == b'0' { b'1' } else { b'0' };
        let bent = String::from_utf8(bytes).unwrap();
        let reply = app.due(&at, 0, &bent, "count_only=true").await;
        assert!(
            matches!(reply.status.as_u16(), 401 | 403),
            "{place}: {}",
            reply.text
        );
    }
}
