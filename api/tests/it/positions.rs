//! Positions: opaque, given with what was written, and waited for by what is read.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::{Value, json};
use store::Position;

use crate::helpers::spawn_app;

/// A position that no log of a test comes to.
const NEVER: &str = "1-ffffffffffff";

#[tokio::test]
async fn lists_and_statistics_have_seen_what_they_are_told_to_wait_for() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for nth in 1..=5 {
        let (at, opened) = app.open(&ann, json!(1)).await;
        let position = opened["match"]["position"].as_str().unwrap();
        let path = format!("/v1/matches?player={}&at_least={position}", ann.id);
        let listed = app.get(&path, None).await.json();
        assert_eq!(listed["items"][0]["id"], opened["match"]["id"]);
        let mut made = app.decide(&at, 0, &ann.token).await.unwrap();
        while made["over"] == false {
            made = app.decide(&at, 0, &ann.token).await.unwrap();
        }
        let position = made["position"].as_str().unwrap();
        assert_eq!(app.get(&at, None).await.json()["position"], position);
        let path = format!("/v1/results?player={}&at_least={position}", ann.id);
        let results = app.get(&path, None).await.json();
        assert_eq!(results["items"].as_array().unwrap().len(), nth);
        let counted =
            "game=cartographers&include=foreknown&metric=final_score&aggregates=n&min_n=0";
        let path = format!("/v1/stats/query?{counted}&at_least={position}");
        let answer = app.get(&path, None).await.json();
        assert_eq!(answer["groups"][0]["cells"][0]["n"], nth, "{answer}");
        let csv = format!("/v1/exports/cartographers.csv?include=foreknown&at_least={position}");
        assert_eq!(app.get(&csv, None).await.text.lines().count(), nth + 1);
    }
}

#[tokio::test]
async fn what_was_not_seen_in_time_is_503_and_a_malformed_position_400() {
    let app = spawn_app().await;
    let deal = format!("/v1/deals/d_{}", "0".repeat(32));
    let batch = format!("/v1/batches/b_{}", "0".repeat(32));
    let game = "game=cartographers";
    let paths = [
        "/v1/matches?".to_owned(),
        "/v1/results?".to_owned(),
        "/v1/batches?".to_owned(),
        format!("{batch}?"),
        format!("/v1/stats/query?{game}&metric=final_score&"),
        format!("/v1/stats/distribution?{game}&metric=final_score&"),
        format!("/v1/stats/compare?{game}&metric=final_score&"),
        format!("/v1/stats/choices?{game}&"),
        format!("/v1/stats/heatmap?{game}&"),
        format!("/v1/stats/matches?{game}&"),
        format!("{deal}?"),
        "/v1/ratings/cartographers?".to_owned(),
        "/v1/exports/cartographers.csv?".to_owned(),
    ];
    for path in &paths {
        for malformed in ["", "5", "2-5", "1-05", "1-x"] {
            let reply = app.get(&format!("{path}at_least={malformed}"), None).await;
            assert_eq!(
                (reply.status.as_u16(), reply.code().as_str()),
                (400, "malformed_query"),
                "{path}{malformed}"
            );
        }
    }
    let waiting = paths.iter().map(|path| {
        let request = app.request(Method::GET, &format!("{path}at_least={NEVER}"), None);
        tokio::spawn(request.send())
    });
    for reply in waiting.collect::<Vec<_>>() {
        let reply = reply.await.unwrap().unwrap();
        assert_eq!(reply.status(), 503, "{}", reply.url());
        assert_eq!(reply.headers()["retry-after"], "1");
        assert!(reply.text().await.unwrap().contains(r#""code":"behind""#));
    }
}

#[tokio::test]
async fn the_pages_of_a_list_are_the_same_whatever_was_waited_for() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let mut position = Value::Null;
    for _ in 0..3 {
        position = app.open(&ann, json!(1)).await.1["match"]["position"].clone();
    }
    let position = position.as_str().unwrap();
    let list = format!("/v1/matches?player={}&limit=2", ann.id);
    let first = app.get(&format!("{list}&at_least={position}"), None).await;
    let link = first.headers["link"].to_str().unwrap();
    assert!(!link.contains("at_least"), "{link}");
    let cursor = first.json()["next_cursor"].as_str().unwrap().to_owned();
    let second = app.get(&format!("{list}&cursor={cursor}"), None).await;
    assert_eq!(second.json()["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn every_answer_to_a_write_says_where_it_is_written() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let (at, opened) = app.open(&ann, seats).await;
    let [seats, start] = ["seats", "start"].map(|part| format!("{at}/{part}"));
    let joined = app.post(&seats, Some(&ben.token), &json!({})).await.json();
    let started = app.post(&start, Some(&ann.token), &json!({})).await.json();
    let bot = json!([{ "kind": "bot", "bot": "random" }]);
    let plan = json!({ "game": "cartographers", "line_ups": [bot], "count": 1 });
    let planned = app
        .post("/v1/batches", Some(&ann.token), &plan)
        .await
        .json();
    let positions = [&opened["match"], &joined["match"], &started, &planned];
    let positions = positions.map(|one| one["position"].as_str().unwrap().parse::<Position>());
    let positions = positions.map(Result::unwrap);
    assert!(
        positions.is_sorted_by(|one, next| one < next),
        "{positions:?}"
    );
    let head = app.get("/integrity", None).await.json();
    let head: Position = head["position"].as_str().unwrap().parse().unwrap();
    assert!(positions[3] <= head);
}

#[tokio::test]
async fn the_end_of_a_shard_that_the_log_does_not_have_is_refused() {
    let app = spawn_app().await;
    let end = app.get("/integrity?shard=0", None).await;
    assert_eq!(end.status.as_u16(), 200);
    let refused = app.get("/integrity?shard=1", None).await;
    assert_eq!(
        (refused.status.as_u16(), &*refused.code()),
        (404, "unknown_shard")
    );
}
