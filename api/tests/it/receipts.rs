//! Receipts: what a decision and an answer took.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::{Value, json};
use store::Timestamp;

use crate::helpers::{Reply, spawn_app};

fn moment(value: &Value) -> Timestamp {
    value.as_str().unwrap().parse().unwrap()
}

/// What the server says it took, in milliseconds.
fn server_ms(reply: &Reply) -> f64 {
    let header = reply.headers["server-timing"].to_str().unwrap();
    let ms = header.strip_prefix("total;dur=").unwrap();
    ms.parse().unwrap()
}

#[tokio::test]
async fn an_answer_to_a_decision_says_when_it_fell_due_and_when_it_arrived() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    let due = app.due(&at, 0, &ann.token, "limit=1").await.json();
    let put = due["links"]["put"].as_str().unwrap();
    let command = &due["legal"][0]["command"];
    let made = app.put(put, &ann.token, command).await;
    let receipt = made.json();
    assert_eq!(receipt["offered_at"], due["offered_at"]);
    let (offered, received) = (
        moment(&receipt["offered_at"]),
        moment(&receipt["received_at"]),
    );
    assert!(offered <= received);
    let took = received.unix_ms() - offered.unix_ms();
    assert_eq!(receipt["decided_in_ms"], took);
    let again = app.put(put, &ann.token, command).await;
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(again.json(), receipt, "a receipt stays the same");

    // The record says the same.
    let record = app.get(&format!("{at}/record"), Some(&ann.token)).await;
    let last = record.text.lines().last().unwrap();
    let line: Value = serde_json::from_str(last).unwrap();
    let cause = &line["public"]["cause"];
    for name in ["offered_at", "received_at"] {
        assert_eq!(cause[name], receipt[name], "{name}");
    }
}

#[tokio::test]
async fn every_answer_says_what_it_took_the_server() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    for (path, status) in [
        ("/", 200),
        ("/v1/games", 200),
        ("/nowhere", 404),
        (&format!("{at}?x=1"), 400),
        (&format!("{at}/seats/0/decision"), 401),
        (&format!("{at}/results"), 409),
    ] {
        let reply = app.get(path, None).await;
        assert_eq!(reply.status, status, "{path}");
        assert!(server_ms(&reply) > 0.0, "{path}");
    }
    let stream = app.request(Method::GET, &format!("{at}/events?to=1"), None);
    let stream = stream.header("accept", "text/event-stream");
    assert!(server_ms(&app.send(stream).await) > 0.0);
}

#[tokio::test]
async fn what_decisions_took_is_a_metric_by_player_and_stage() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    app.counted().await;
    let record = app.get(&format!("{at}/record"), None).await;
    let mut took: Vec<i64> = Vec::new();
    for line in record.text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let cause = &line["public"]["cause"];
        if cause["seat"].is_u64() {
            let [offered, received] = ["offered_at", "received_at"].map(|it| moment(&cause[it]));
            took.push(received.unix_ms() - offered.unix_ms());
        }
    }
    took.sort_unstable();
    for percent in [50, 90, 99] {
        let of =
            format!("metric=decided_in_ms.p{percent}&group_by=player&include=foreknown&min_n=1");
        let path = format!("/v1/stats/query?game=cartographers&aggregates=mean&{of}");
        let told = app.get(&path, None).await;
        assert_eq!(told.status, 200, "{}", told.text);
        let nearest = i32::try_from(took[(took.len() * percent).div_ceil(100) - 1]).unwrap();
        let group = &told.json()["groups"][0];
        assert!(group.to_string().contains(&ann.id), "{group}");
        let mean = &group["cells"][0]["value"];
        assert_eq!(mean, &json!(f64::from(nearest)), "p{percent}");
    }
    let of = "metric=decided_in_ms&group_by=player,stage&include=foreknown&min_n=1";
    let path = format!("/v1/stats/query?game=cartographers&aggregates=n,p50,p90,p99&{of}");
    let told = app.get(&path, None).await.json();
    assert_eq!(told["about"]["counted"], "decisions", "{told}");
    let groups = told["groups"].as_array().unwrap();
    let stages: Vec<&Value> = groups.iter().map(|it| &it["key"][1]).collect();
    assert_eq!(stages, ["fall", "spring", "summer", "winter"]);
    let decisions = groups
        .iter()
        .map(|it| it["cells"][0]["n"].as_u64().unwrap());
    assert_eq!(decisions.sum::<u64>(), took.len() as u64);
    assert_eq!(groups[0]["cells"][1]["matches"], 1);
    assert_eq!(groups[0]["cells"][1]["method"], "too_few_deals");
    let of = "metric=decided_in_ms,final_score&group_by=player&include=foreknown&min_n=1";
    let path = format!("/v1/stats/query?game=cartographers&aggregates=n,p50,p90,p99&{of}");
    let request = app.request(Method::GET, &path, None);
    let table = app.send(request.header("accept", "text/csv")).await.text;
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let matches = head.iter().position(|it| *it == "matches").unwrap();
    let of_line = |line: &str| line.split(',').nth(matches).unwrap().to_owned();
    let told: Vec<String> = lines.map(of_line).collect();
    assert_eq!(told, [["1"; 4], [""; 4]].concat(), "{table}");
    let refused = app.get(
        "/v1/stats/query?game=cartographers&metric=rank&group_by=stage",
        None,
    );
    let refused = refused.await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["code"]),
        (400, &json!("unknown_dimension"))
    );
    let metrics = app.get("/v1/stats/metrics?game=cartographers", None).await;
    for id in ["decided_in_ms.p50", "decided_in_ms.winter.p99"] {
        assert!(metrics.text.contains(&format!("\"{id}\"")), "{id}");
    }
}
