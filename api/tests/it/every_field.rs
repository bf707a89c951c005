//! Records with every field and event there is, as the API shows them; and requests for
//! what is not obeyed yet.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::helpers::{TestApp, spawn_app, spawn_on};

const KEPT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../store/tests/golden/every-field.ndjson"
);
const NOTE: &str = "The farm here, the forest next season.";

/// The first matches of the golden file have these numbers.
fn at(number: u8) -> String {
    format!("/v1/matches/m_{number:032x}")
}

/// A server on a store that was imported.
async fn serving(lines: impl Fn(&str) -> Vec<String>) -> TestApp {
    let kept = std::fs::read_to_string(Path::new(KEPT)).unwrap();
    let data = TempDir::new().unwrap();
    let written = lines(&kept).join("\n") + "\n";
    store::portable::import(data.path(), &mut written.as_bytes()).unwrap();
    spawn_on(data, |config| config).await
}

async fn lines_of(app: &TestApp, at: &str) -> Vec<Value> {
    let record = app.get(&format!("{at}/record"), None).await;
    let line = |line| serde_json::from_str(line).unwrap();
    record.text.lines().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_match_runs_strangers_read_neither_note_nor_tries() {
    // Strangers are ten steps behind, so that as many follow on the decision.
    let app = serving(|kept| kept.lines().take(7).map(str::to_owned).collect()).await;
    let decided = &lines_of(&app, &at(1)).await[1];
    assert_eq!(decided["private"], Value::Null);
    assert_eq!(decided.get("erasable"), None);
    assert!(decided["public"]["cause"]["note"].is_string());
    assert_eq!(decided["public"]["cause"]["clock"], 21_500);
    let made = app.get(&format!("{}/decisions", at(1)), None).await.json();
    assert_eq!(made["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_end_everybody_reads_notes_and_tries() {
    let app = serving(|kept| kept.lines().map(str::to_owned).collect()).await;
    for number in [1, 2, 3] {
        let decided = &lines_of(&app, &at(number)).await[1];
        assert_eq!(decided["erasable"]["text"], NOTE);
        // The third deal is closed: what the seed tells stays sealed.
        assert_eq!(decided["private"].is_null(), number == 3);
    }
    for number in [1, 2] {
        let made = app.get(&format!("{}/decisions", at(number)), None).await;
        let items = made.json()["items"].clone();
        assert_eq!(items[0]["note"], NOTE);
        assert_eq!(
            items[0]["tries"],
            json!({ "overlaps": 2, "off_the_sheet": 1 })
        );
        assert_eq!(items[1]["why_server"], "bot");
        assert_eq!(items[1]["bot"], json!({ "name": "greedy", "version": 1 }));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_without_standings_is_over_and_in_no_results() {
    let app = serving(|kept| kept.lines().map(str::to_owned).collect()).await;
    app.counted().await;
    // The terms of all three say that their set-up was arranged.
    let results = app.get("/v1/results?forks=include", None).await.json();
    assert_eq!(results["items"].as_array().unwrap().len(), 1);
    for (number, end) in [(2, "abandoned"), (3, "agreed")] {
        let at = at(number);
        let told = app.get(&at, None).await.json();
        assert_eq!(told["status"], "finished");
        assert_eq!(told["to_act"], json!([]));
        for ranked in ["results", "attribution"] {
            let refused = app.get(&format!("{at}/{ranked}"), None).await;
            assert_eq!(refused.status, 409);
            assert_eq!(refused.code(), "no_ranks");
        }
        let replay = app.get(&format!("{at}/replay"), None).await.json();
        assert_eq!(replay["over"], true);
        let last = replay["steps"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(
            (&last["kind"], &last["cause"]),
            (&json!(end), &json!("other"))
        );
        let events = app.get(&format!("{at}/events"), None).await.json();
        let event = events["items"].as_array().unwrap().last().unwrap()["event"].clone();
        assert_eq!(event["type"], end);
        assert_eq!(event["seed"].is_null(), number == 3, "{event}");
        let verdict = app.get(&format!("{at}/verify"), None).await.json();
        assert_eq!(
            (&verdict["valid"], &verdict["complete"]),
            (&json!(true), &json!(false))
        );
    }
}

#[tokio::test]
async fn settings_that_are_not_obeyed_yet_are_refused_and_nothing_is_stored() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let bot = json!({ "kind": "bot", "bot": "random" });
    let opened = json!({ "game": "cartographers", "seats": [bot] });
    let planned = json!({ "game": "cartographers", "line_ups": [[bot]], "count": 1 });
    let both = ["/v1/matches", "/v1/batches"];
    for (paths, name, value) in [
        (&both[..], "deal_closed", json!(true)),
        (&both, "tournament", json!(format!("t_{}", "0".repeat(32)))),
        // In games that hold nothing.
        (&both, "window_ms", json!(500)),
    ] {
        for path in paths {
            let mut body = if *path == both[0] { &opened } else { &planned }.clone();
            body[name] = value.clone();
            let reply = app.post(path, Some(&ann.token), &body).await;
            assert_eq!(reply.code(), "not_supported_yet", "{path} {name}");
            assert_eq!(reply.json()["status"], 422);
            assert_eq!(reply.json()["pointer"], format!("/{name}"));
        }
    }
    let mut body = opened.clone();
    body["rematch_of"] = json!(format!("m_{}", "0".repeat(32)));
    let reply = app.post(both[0], Some(&ann.token), &body).await;
    assert_eq!(reply.code(), "malformed_body");
    for path in ["/v1/matches", "/v1/batches"] {
        assert_eq!(app.get(path, None).await.json()["items"], json!([]));
    }
}
