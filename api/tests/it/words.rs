//! One word for one thing and one system of coordinates, in every answer; and what was
//! stored under other words, told under these.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::collections::BTreeSet;

use domain::GameId;
use serde_json::{Value, json};

use crate::{
    helpers::{TestApp, spawn_app},
    imports::import,
    statistics::play_all,
};

/// A fork of Bunny Kingdom for two, written before the words of views changed.
const FORK: &str = include_str!("../../../store/tests/golden/fork-bunny_kingdom-two.ndjson");

/// What is added to rows and columns of Big Monster's cells where they are stored.
const STORED: i64 = 64;

async fn ok(app: &TestApp, path: &str) -> Value {
    let reply = app.get(path, None).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    reply.json()
}

/// Every value under a key, anywhere in a document.
fn all<'a>(document: &'a Value, key: &str, found: &mut Vec<&'a Value>) {
    match document {
        Value::Object(fields) => {
            found.extend(fields.get(key));
            fields.values().for_each(|value| all(value, key, found));
        }
        Value::Array(items) => items.iter().for_each(|item| all(item, key, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn under<'a>(document: &'a Value, key: &str) -> Vec<&'a Value> {
    let mut found = Vec::new();
    all(document, key, &mut found);
    found
}

fn cells(document: &Value) -> BTreeSet<(i64, i64)> {
    let lists = under(document, "cells").into_iter();
    let cells = lists.flat_map(|cells| cells.as_array().unwrap());
    cells.map(place).collect()
}

fn place(cell: &Value) -> (i64, i64) {
    (cell[0].as_i64().unwrap(), cell[1].as_i64().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fork_stored_under_old_words_is_told_under_new_ones_and_keeps_its_bytes() {
    let app = spawn_app().await;
    let eve = app.player("eve").await;
    let imported = import(&app, &eve.token, FORK).await;
    assert_eq!(imported.status, 201, "{}", imported.text);
    let id = imported.json()["match"]["id"].as_str().unwrap().to_owned();
    let at = format!("/v1/matches/{id}");
    let events = ok(&app, &format!("{at}/events?seat=1")).await;
    let told = &events["items"][1]["event"];
    assert_eq!(told["type"], "forked");
    let step = ok(&app, &format!("{at}/steps/8?seat=1")).await;
    for view in [&told["view"], &step["view"]] {
        for old in ["thrown", "thrown_away", "gone", "sightings"] {
            assert_eq!(under(view, old), Vec::<&Value>::new(), "{old}");
        }
        for new in ["discarded", "discarded_count", "removed", "seen_hands"] {
            assert!(!under(view, new).is_empty(), "{new}");
        }
    }
    let seen = told["view"]["view"]["seen_hands"].as_array().unwrap();
    assert!(!seen.is_empty() && under(&json!(seen), "discarded").contains(&&json!(1)));

    let record = app.get(&format!("{at}/record"), None).await.text;
    let chained = |line: &str| line[line.find(r#""hash""#).unwrap()..].to_owned();
    let before: Vec<String> = FORK.lines().map(chained).collect();
    let after: Vec<String> = record.lines().map(chained).collect();
    assert_eq!(after, before);
    assert_eq!(ok(&app, &format!("{at}/verify")).await["valid"], true);
}

/// `[y, x]` of tiles, counted from the explorer's cell, wherever a cell is named.
#[tokio::test(flavor = "multi_thread")]
async fn big_monster_names_a_cell_the_same_wherever_it_names_one() {
    let app = spawn_app().await;
    play_all(&app, GameId::BigMonster, 2).await;
    let page = ok(&app, "/v1/matches").await;
    let at = format!("/v1/matches/{}", page["items"][0]["id"].as_str().unwrap());
    let results = ok(&app, &format!("{at}/results")).await;
    let view = ok(&app, &format!("{at}/view")).await;
    for (standing, seat) in [0, 1].map(|seat| (&results["standings"][seat], seat)) {
        let tiles = view["view"]["view"]["seats"][seat]["zone"]["tiles"].clone();
        let at = |tile: &Value| (tile["y"].as_i64().unwrap(), tile["x"].as_i64().unwrap());
        let tiles: BTreeSet<_> = tiles.as_array().unwrap().iter().map(at).collect();
        for line in standing["score"].as_array().unwrap() {
            let counted: BTreeSet<_> = line["cells"]
                .as_array()
                .unwrap()
                .iter()
                .map(place)
                .collect();
            assert!(counted.is_empty() || !counted.is_disjoint(&tiles), "{line}");
        }
    }
    let counted = cells(&results);
    assert!(counted.iter().any(|(row, column)| *row < 0 || *column < 0));

    let events = ok(&app, &format!("{at}/events")).await;
    let events = events["items"].as_array().unwrap();
    for kind in ["scored", "ended"] {
        let told = events.iter().map(|it| &it["event"]);
        let told = told.clone().chain(told.map(|it| &it["event"]["event"]));
        let told = told.into_iter().find(|it| it["type"] == kind).unwrap();
        assert_eq!(cells(told), counted, "{kind}");
    }
    assert_eq!(cells(&view), counted);
    let scores = ok(&app, &format!("{at}/scores")).await;
    assert_eq!(
        cells(scores["items"].as_array().unwrap().last().unwrap()),
        counted
    );
    let attribution = ok(&app, &format!("{at}/attribution")).await;
    // A step that made a cell count and moved no point has no share.
    let shared = cells(&attribution);
    assert!(!shared.is_disjoint(&counted));
    let near = |(row, column): &(i64, i64)| row.abs() < STORED / 2 && column.abs() < STORED / 2;
    assert!(shared.iter().all(near), "{shared:?}");

    let stored = app.get(&format!("{at}/record"), None).await.text;
    let last: Value = serde_json::from_str(stored.lines().last().unwrap()).unwrap();
    let moved = counted
        .iter()
        .map(|(row, column)| (row + STORED, column + STORED));
    assert_eq!(cells(&last["public"]), moved.collect());
}

#[tokio::test(flavor = "multi_thread")]
async fn heatmaps_files_and_refusals_of_big_monster_name_cells_as_views_do() {
    let app = spawn_app().await;
    play_all(&app, GameId::BigMonster, 2).await;
    let heatmap = ok(&app, "/v1/stats/heatmap?game=big_monster").await;
    let filled: BTreeSet<_> = under(&heatmap, "cell").into_iter().map(place).collect();
    let mut covered = BTreeSet::new();
    let page = ok(&app, "/v1/matches").await;
    for it in page["items"].as_array().unwrap() {
        let view = ok(
            &app,
            &format!("/v1/matches/{}/view", it["id"].as_str().unwrap()),
        )
        .await;
        for tile in under(&view, "tiles")
            .into_iter()
            .flat_map(|tiles| tiles.as_array())
            .flatten()
        {
            if let (Some(y), Some(x)) = (tile["y"].as_i64(), tile["x"].as_i64()) {
                covered.insert((y, x));
            }
        }
    }
    assert!(!covered.is_empty() && filled.is_superset(&covered));

    let file = app
        .get("/v1/exports/big_monster.cells.csv", None)
        .await
        .text;
    let mut lines = file.lines();
    let heading: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| heading.iter().position(|it| *it == name).unwrap();
    let (row, column) = (column("row"), column("column"));
    let listed = lines.map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        (
            fields[row].parse().unwrap(),
            fields[column].parse().unwrap(),
        )
    });
    assert_eq!(listed.collect::<BTreeSet<(i64, i64)>>(), filled);

    let far = json!({ "explorer": "exp_red_m", "tiles": [{ "tile": "desert", "x": -7, "y": 9 }] });
    let near = json!({ "explorer": "exp_pink_m", "tiles": [] });
    let position = json!({ "game": "big_monster", "position": { "zones": [far, near] } });
    let refused = app
        .post("/v1/games/big_monster/score", None, &position)
        .await;
    assert_eq!(refused.code(), "no_fit");
    assert_eq!(refused.json()["cells"][0], json!([9, -7]));
}
