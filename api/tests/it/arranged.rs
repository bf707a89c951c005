//! Matches that begin with a table their host arranged.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::process::Command;

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Ann, TestApp, spawn_app};

const GAMES: [&str; 4] = [
    "cartographers",
    "bunny_kingdom",
    "builders_biomes",
    "big_monster",
];

/// What `cartulary arrange` prints with these arguments.
async fn arrange(arguments: Vec<String>) -> Result<Value, String> {
    let run = tokio::task::spawn_blocking(move || {
        Command::new(env!("CARGO_BIN_EXE_cartulary"))
            .arg("arrange")
            .args(arguments)
            .output()
            .unwrap()
    });
    let run = run.await.unwrap();
    if run.status.success() {
        Ok(serde_json::from_slice(&run.stdout).unwrap())
    } else {
        Err(String::from_utf8(run.stderr).unwrap())
    }
}

/// A match of two seats of Ann's, played to its end: where it is, a step in its middle at
/// which everything is settled, and every decision made after that step.
async fn played(app: &TestApp, game: &str, ann: &Ann) -> (String, u64, Vec<Value>) {
    let mut body = json!({ "game": game, "seats": seats(game), "seed": "07".repeat(32) });
    wait_long(game, &mut body);
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let at = format!(
        "/v1/matches/{}",
        opened.json()["match"]["id"].as_str().unwrap()
    );
    app.play_out(&at, seats(game), &ann.token).await;
    let decisions = decisions(app, &at).await;
    let middle = decisions.len() / 3;
    let step = decisions[middle]["step"].as_u64().unwrap() - 1;
    (at, step, decisions[middle..].to_vec())
}

/// Where passes are held they are held until all have passed, however slow the machine.
fn wait_long(game: &str, body: &mut Value) {
    if game == "big_monster" {
        body["window_ms"] = json!(60_000);
    }
}

fn seats(game: &str) -> u64 {
    if game == "big_monster" { 3 } else { 2 }
}

/// Each decision of a match: the step it begins at, seat and command.
async fn decisions(app: &TestApp, at: &str) -> Vec<Value> {
    let record = app.get(&format!("{at}/record"), None).await.text;
    let lines = record
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let commits: Vec<Value> = lines.collect();
    let mut step = 0;
    let mut decisions = Vec::new();
    for commit in &commits {
        let events = commit["public"]["events"].as_array().unwrap();
        let request = &commit["private"]["request"];
        if request["type"] == "decide" {
            decisions.push(json!({
                "step": step + 1,
                "seat": request["seat"],
                "command": request["command"],
                "events": events,
            }));
        }
        step += events.len();
    }
    decisions
}

/// What each decision led to, without the numbers of questions: each match counts its own.
fn events(decisions: &[Value]) -> Vec<Value> {
    let mut events: Vec<Value> = decisions.iter().map(|it| it["events"].clone()).collect();
    for event in events.iter_mut().flat_map(|it| it.as_array_mut().unwrap()) {
        if event["type"] == "offer_closed" {
            event.as_object_mut().unwrap().remove("decision").unwrap();
        }
    }
    events
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_printed_by_arrange_is_opened_played_on_and_verified() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for game in GAMES {
        let (at, step, rest) = played(&app, game, &ann).await;
        let file = tempfile::NamedTempFile::new().unwrap();
        let record = app.get(&format!("{at}/record"), None).await.text;
        std::fs::write(file.path(), record).unwrap();
        let file = file.path().to_str().unwrap().to_owned();
        let mut body = arrange(vec![file, "--step".into(), step.to_string()])
            .await
            .unwrap();
        wait_long(game, &mut body);
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(opened.status, 201, "{}", opened.text);
        let opened = opened.json();
        assert_eq!(opened["match"]["arranged"], "state");
        assert_eq!(opened["match"]["seed_known"], true);
        let there = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
        for seat in 0..seats(game) {
            let then = app
                .get(&format!("{at}/steps/{step}?seat={seat}"), None)
                .await;
            let now = app
                .get(&format!("{there}/view?seat={seat}"), Some(&ann.token))
                .await;
            assert_eq!(now.json()["view"], then.json()["view"], "{game} {seat}");
        }
        for decision in &rest {
            let seat = decision["seat"].as_u64().unwrap();
            // Others may have closed questions of the seat, so its numbers cannot be counted.
            let due = app.due(&there, seat, &ann.token, "sample=1").await.json();
            let put = due["links"]["put"].as_str().unwrap();
            let made = app.put(put, &ann.token, &decision["command"]).await;
            assert_eq!(made.status, 200, "{}", made.text);
        }
        let again = decisions(&app, &there).await;
        assert_eq!(events(&again), events(&rest), "{game}");
        let verdict = app.get(&format!("{there}/verify"), None).await.json();
        assert_eq!(
            json!([verdict["valid"], verdict["complete"], verdict["arranged"]]),
            json!([true, true, "state"])
        );
        let now = app.get(&there, None).await.json();
        assert_eq!(
            json!([now["status"], now["deal"]]),
            json!(["finished", null])
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arranged_set_up_of_a_match_on_a_server_begins_as_it_did() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for game in GAMES {
        let (at, _, _) = played(&app, game, &ann).await;
        let id = at.rsplit('/').next().unwrap().to_owned();
        let mut body = arrange(vec![id, "--url".into(), app.running.url("")])
            .await
            .unwrap();
        wait_long(game, &mut body);
        let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
        assert_eq!(opened.status, 201, "{}", opened.text);
        let opened = opened.json();
        assert_eq!(opened["match"]["arranged"], "setup");
        let there = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
        app.play_out(&there, seats(game), &ann.token).await;
        let events = app.get(&format!("{there}/events"), None).await.json();
        let first = app.get(&format!("{at}/events"), None).await.json();
        let setup = |events: &Value| {
            let mut events = events["items"].as_array().unwrap().iter();
            let started = events.find(|it| it["event"]["type"] == "started");
            started.unwrap()["event"]["setup"].clone()
        };
        assert_eq!(setup(&events), setup(&first));
        let verdict = app.get(&format!("{there}/verify"), None).await.json();
        assert_eq!(
            json!([verdict["valid"], verdict["arranged"]]),
            json!([true, "setup"])
        );
    }
    app.counted().await;
    let all = app.get("/v1/results", None).await.json();
    let all = all["items"].as_array().unwrap();
    assert!(all.iter().all(|it| it["arranged"].is_null()) && all.len() == 4);
    let only = app.get("/v1/results?forks=only", None).await.json();
    assert_eq!(only["items"][0]["arranged"], "setup");
    assert_eq!(only["items"][0]["deal"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_arranged_is_shown_by_seat() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let (at, step, _) = played(&app, "bunny_kingdom", &ann).await;
    let id = at.rsplit('/').next().unwrap().to_owned();
    let arguments = vec![
        id,
        "--url".into(),
        app.running.url(""),
        "--step".into(),
        step.to_string(),
    ];
    let mut body = arrange(arguments).await.unwrap();
    body["seats"] = json!([{ "kind": "me" }, { "kind": "player", "player": ben.id }]);
    let opened = app
        .post("/v1/matches", Some(&ann.token), &body)
        .await
        .json();
    let there = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let joined = app
        .post(&format!("{there}/seats"), Some(&ben.token), &json!({}))
        .await;
    assert_eq!(joined.status, 201, "{}", joined.text);
    for (seat, who) in [(0, &ann), (1, &ben)] {
        let then = app
            .get(&format!("{at}/steps/{step}?seat={seat}"), None)
            .await
            .json();
        let events = format!("{there}/events?seat={seat}");
        let events = app.get(&events, Some(&who.token)).await.json();
        let forked = &events["items"][1]["event"];
        assert_eq!(forked["type"], "forked");
        assert_eq!(forked["state"], Value::Null);
        assert_eq!(forked["view"], then["view"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_played_from_an_arranged_set_up() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _, _) = played(&app, "cartographers", &ann).await;
    let id = at.rsplit('/').next().unwrap().to_owned();
    let body = arrange(vec![id, "--url".into(), app.running.url("")])
        .await
        .unwrap();
    let bot = |name: &str| json!({ "kind": "bot", "bot": name });
    let plan = json!({
        "game": "cartographers",
        "line_ups": [[bot("greedy"), bot("random")]],
        "count": 3,
        "arranged": body["arranged"],
    });
    let planned = app.post("/v1/batches", Some(&ann.token), &plan).await;
    assert_eq!(planned.status, 201, "{}", planned.text);
    let batch = planned.json();
    assert_eq!(batch["arranged"], "setup");
    let events = batch["links"]["events"].as_str().unwrap();
    app.get(events, None).await;
    app.counted().await;
    let only = app.get("/v1/results?forks=only", None).await.json();
    let rows = only["items"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let events = format!("/v1/matches/{}/events", row["id"].as_str().unwrap());
        let events = app.get(&events, None).await.json();
        let mut events = events["items"].as_array().unwrap().iter();
        let started = events.find(|it| it["event"]["type"] == "started").unwrap();
        assert_eq!(started["event"]["setup"], body["arranged"]["setup"]);
    }
    let mut wrong = plan.clone();
    wrong["arranged"]["setup"]["setup"]["edicts"] = json!(vec!["wildholds"; 4]);
    let refused = app.post("/v1/batches", Some(&ann.token), &wrong).await;
    assert_eq!(refused.code(), "invalid_arrangement");
    let pointer = &refused.json()["pointer"];
    assert_eq!(pointer, "/arranged/setup/setup/edicts");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_a_hundred_seats_has_room_in_a_body() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let sizes = app.get("/version", None).await.json()["limits"]["sizes"].clone();
    let bytes = |name: &str| usize::try_from(sizes[name].as_u64().unwrap()).unwrap();
    let (usual, most) = (bytes("body_bytes"), bytes("arranged_bytes"));
    let (at, _, rest) = played(&app, "cartographers", &ann).await;
    let last = rest.last().unwrap()["step"].as_u64().unwrap() - 1;
    let arguments = vec![
        at.rsplit('/').next().unwrap().to_owned(),
        "--url".into(),
        app.running.url(""),
        "--step".into(),
        last.to_string(),
    ];
    let body = arrange(arguments).await.unwrap().to_string();
    assert!(body.len() / 2 * 100 < most, "{} bytes of two", body.len());
    for (length, status) in [(usual + 1, 201), (most, 201), (most + 1, 413)] {
        let padded = " ".repeat(length - body.len()) + &body;
        let request = app.request(Method::POST, "/v1/matches", Some(&ann.token));
        let request = request.header("content-type", "application/json");
        let reply = app.send(request.body(padded)).await;
        assert_eq!(reply.status, status, "{length}: {}", reply.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_is_refused_and_the_field_is_named() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, step, _) = played(&app, "builders_biomes", &ann).await;
    let id = at.rsplit('/').next().unwrap().to_owned();
    let arguments = vec![
        id,
        "--url".into(),
        app.running.url(""),
        "--step".into(),
        step.to_string(),
    ];
    let body = arrange(arguments.clone()).await.unwrap();
    for (pointer, value, says) in [
        (
            "/arranged/state/state/players/0/xp",
            json!(999),
            "\"/arranged/state/state/players/0/xp\"",
        ),
        (
            "/arranged/state/state/players/0/xp",
            json!(99_999),
            "\"/arranged/state/state/players/0/xp\"",
        ),
        (
            "/arranged/state/state/round",
            json!("Z"),
            "\"/arranged/state/state/round\"",
        ),
        (
            "/arranged/state/game",
            json!("cartographers"),
            "/arranged/state",
        ),
        (
            "/arranged/state/state/players/0/extra",
            json!(1),
            "/players/0/extra",
        ),
        (
            "/options/automatic_features",
            json!(false),
            "\"/arranged/state/state/options\"",
        ),
        ("/seats", json!(3), "\"/arranged/state/state/players\""),
    ] {
        let mut wrong = body.clone();
        let (above, name) = pointer.rsplit_once('/').unwrap();
        wrong.pointer_mut(above).unwrap()[name] = value;
        let refused = app.post("/v1/matches", Some(&ann.token), &wrong).await;
        assert_eq!(refused.code(), "invalid_arrangement", "{pointer}");
        assert_eq!(refused.status, 422);
        let told = refused.json();
        let told = format!("{} {}", told["detail"], told["pointer"]);
        assert!(told.contains(says), "{pointer}: {told}");
    }
    let mut arguments = arguments;
    *arguments.last_mut().unwrap() = (step + 1).to_string();
    let mid = arrange(arguments).await.unwrap_err();
    assert!(mid.contains("settled"), "{mid}");
}
