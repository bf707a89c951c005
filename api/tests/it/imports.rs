//! Matches brought from elsewhere: they say so, count apart, and are not played on.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::{Value, json};
use store::portable;

use crate::{
    helpers::{Reply, TestApp, spawn_app, spawn_on},
    statistics::play_all,
};

const GAME: domain::GameId = domain::GameId::Cartographers;

/// A server with some matches of bots, and the path to the last of them.
async fn with_matches(matches: u32) -> (TestApp, String) {
    let app = spawn_app().await;
    play_all(&app, GAME, matches).await;
    let page = app.get("/v1/matches", None).await.json();
    let at = format!("/v1/matches/{}", page["items"][0]["id"].as_str().unwrap());
    (app, at)
}

pub(crate) async fn import(app: &TestApp, token: &str, record: &str) -> Reply {
    let request = app.request(Method::POST, "/v1/matches/import", Some(token));
    let request = request.header("content-type", "application/octet-stream");
    app.send(request.body(record.to_owned())).await
}

/// What is said of all that may have been counted, without the position it is said at.
async fn said(app: &TestApp) -> Vec<Value> {
    app.counted().await;
    let mut said = Vec::new();
    for (path, part) in [
        (
            "stats/query?game=cartographers&metric=win_index&group_by=player",
            "/groups",
        ),
        ("stats/choices?game=cartographers", "/choices"),
        ("stats/heatmap?game=cartographers", "/cells"),
        ("ratings/cartographers", "/players"),
        ("stats/matches?game=cartographers", "/items"),
    ] {
        let reply = app.get(&format!("/v1/{path}"), None).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        said.push(reply.json().pointer(part).unwrap().clone());
    }
    let file = app.get("/v1/exports/cartographers.csv", None).await;
    said.push(file.text.into());
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn who_imports_a_match_shifts_no_statistics_and_every_reader_knows_of_it() {
    let (there, at) = with_matches(3).await;
    let record = there.get(&format!("{at}/record"), None).await.text;
    assert_eq!(there.get(&at, None).await.json()["imported"], false);
    let (app, own) = with_matches(2).await;
    let eve = app.player("eve").await;
    let before = said(&app).await;
    let imported = import(&app, &eve.token, &record).await;
    assert_eq!(imported.status, 201, "{}", imported.text);
    assert_eq!(imported.json()["match"]["imported"], true);
    assert_eq!(said(&app).await, before);

    for (at, is_imported) in [(&at, true), (&own, false)] {
        let id = at.rsplit('/').next().unwrap();
        assert_eq!(app.get(at, None).await.json()["imported"], is_imported);
        for list in ["matches", "results"] {
            let page = app.get(&format!("/v1/{list}"), None).await.json();
            let mut rows = page["items"].as_array().unwrap().iter();
            let row = rows.find(|row| row["id"] == id).unwrap();
            assert_eq!(row["imported"], is_imported, "{list}");
        }
        let record = app.get(&format!("{at}/record"), None).await.text;
        let is_marked = |line: &str| line.contains(r#","imported":true,"hash":""#);
        assert!(record.lines().all(|line| is_marked(line) == is_imported));
    }

    let count = async |condition: &str| {
        let path = format!("/v1/stats/matches?game=cartographers&{condition}");
        let page = app.get(&path, None).await;
        assert_eq!(page.status, 200, "{}", page.text);
        page.json()["items"].as_array().unwrap().len()
    };
    assert_eq!(count("include=imported").await, 3);
    assert_eq!(count("where=imported:yes").await, 1);
    let population = async |more: &str| {
        let path = format!("/v1/stats/query?game=cartographers&metric=final_score{more}");
        let answer = app.get(&path, None).await.json();
        let held = answer["about"]["population"].as_array().unwrap().clone();
        let mut held = held.into_iter();
        held.find(|held| held["on"] == "imported").unwrap()["test"].clone()
    };
    assert_eq!(population("").await, json!({ "in": ["no"] }));
    let any = json!({ "between": { "from": null, "to": null } });
    assert_eq!(population("&include=imported").await, any);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_of_an_interrupted_import_refuses_until_it_is_imported_again() {
    let (there, at) = with_matches(1).await;
    let record = there.get(&format!("{at}/record"), None).await.text;
    let app = spawn_app().await;
    let eve = app.player("eve").await;
    assert_eq!(import(&app, &eve.token, &record).await.status, 201);
    let data = app.stopped().await;
    let mut all = Vec::new();
    portable::export(data.path(), &mut all).unwrap();
    let all = String::from_utf8(all).unwrap();
    let some: Vec<&str> = all.lines().take(record.lines().count() / 2).collect();
    let half = tempfile::tempdir().unwrap();
    portable::import(half.path(), &mut some.join("\n").as_bytes()).unwrap();

    let app = spawn_on(half, |config| config).await;
    let zoe = app.player("zoe").await;
    let now = app.get(&at, None).await.json();
    assert_eq!(
        (&now["imported"], &now["status"]),
        (&json!(true), &json!("running"))
    );
    let seats = format!("{at}/seats");
    let join = app.post(&seats, Some(&zoe.token), &json!({})).await;
    assert_eq!(
        (join.status.as_u16(), &*join.code()),
        (409, "import_incomplete")
    );
    let due = app.due(&at, 0, &zoe.token, "wait=0").await;
    assert_eq!(due.code(), "import_incomplete");
    assert_eq!(import(&app, &zoe.token, &record).await.status, 201);
    assert_eq!(app.get(&at, None).await.json()["status"], "finished");
    let join = app.post(&seats, Some(&zoe.token), &json!({})).await;
    assert_eq!(join.code(), "started");
}
