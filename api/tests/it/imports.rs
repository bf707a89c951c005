//! Matches brought from elsewhere: they say so, count apart, and are not played on.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{
    BySeat, Dice, Seat, Seed, Viewer,
    bots::Bot,
    matches::{Place, PlayerId, Request},
};
use reqwest::Method;
use serde_json::{Value, json};
use store::{Asker, MatchId, Opening, PlayerKind, Store, Timestamp, portable};

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

/// A player of another server.
fn stranger() -> PlayerId {
    PlayerId(format!("p_{:032x}", 1))
}

fn asked_by_stranger() -> Asker {
    Asker::Player {
        id: stranger(),
        kind: PlayerKind::Bot,
        version: None,
    }
}

/// A match for one that a player of another server opened.
async fn opened_by_stranger(store: &Store, private: bool) -> MatchId {
    let player = stranger();
    let opening = Opening {
        options: GAME.default_options(),
        places: BySeat::new(1, |_| Place::Player {
            player: player.clone(),
        }),
        seated: vec![(Seat(0), stranger())],
        seed: Some(Seed([7; 32])),
        arranged: None,
        open_hands: false,
        private,
        settings: domain::matches::Settings::default(),
    };
    let by = asked_by_stranger();
    let opened = store.matches.open(&by, opening, None).await;
    opened.unwrap().now.id
}

/// Makes at most so many decisions of it, with these dice.
async fn play_on(store: &Store, id: MatchId, dice: u8, decisions: usize) {
    for _ in 0..decisions {
        let now = store.matches.current(id).await.unwrap();
        let table = now.game.table().unwrap();
        let Some(seat) = table.to_act().iter().next() else {
            return;
        };
        let decision = table.decisions[seat];
        let mut roll = Dice::new(Seed([dice; 32])).roll("test", decision);
        let view = table.state.view(Viewer::Seat(seat));
        let request = Request::Decide {
            seat,
            decision,
            command: Bot::Random.choose(&view, &mut roll),
        };
        let by = asked_by_stranger();
        let asked = store
            .matches
            .request(id, &by, request, Timestamp::now(), None);
        asked.await.unwrap();
    }
}

async fn record(store: &Store, id: MatchId) -> String {
    let record = store.matches.record(id).await.unwrap();
    let lines = record.iter().map(|commit| &*commit.line.text);
    lines.collect::<Vec<_>>().join("\n")
}

/// A server with a match that has begun, and the record of it as it went on elsewhere.
async fn played_here_and_elsewhere(private: bool) -> (TestApp, MatchId, String) {
    let there = spawn_app().await;
    let id = opened_by_stranger(&there.running.store, private).await;
    play_on(&there.running.store, id, 3, 5).await;
    let data = there.stopped().await;
    let mut all = Vec::new();
    portable::export(data.path(), &mut all).unwrap();
    let here = tempfile::tempdir().unwrap();
    portable::import(here.path(), &mut &all[..]).unwrap();
    let there = spawn_on(data, |config| config).await;
    play_on(&there.running.store, id, 3, usize::MAX).await;
    let elsewhere = record(&there.running.store, id).await;
    (spawn_on(here, |config| config).await, id, elsewhere)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_under_the_id_of_a_private_match_is_refused_like_one_of_a_player_here() {
    for private in [false, true] {
        let (app, id, elsewhere) = played_here_and_elsewhere(private).await;
        let (ann, eve) = (app.player("ann").await, app.player("eve").await);
        let (of_ann, _) = app.open(&ann, json!(1)).await;
        app.play_out(&of_ann, 1, &ann.token).await;
        let of_ann = app.get(&format!("{of_ann}/record"), None).await.text;
        let said = async |record: &str| {
            let mut problem = import(&app, &eve.token, record).await.json();
            problem.as_object_mut().unwrap().remove("request_id");
            problem
        };
        let not_yours = said(&of_ann).await;
        assert_eq!(not_yours["code"], "not_yours");
        let is_told = |problem: Value| {
            if private {
                assert_eq!(problem, not_yours);
            } else {
                assert_eq!(problem["code"], "match_exists", "{problem}");
            }
        };
        is_told(said(&elsewhere).await);
        let store = &app.running.store;
        play_on(store, id, 4, usize::MAX).await;
        is_told(said(&elsewhere).await);
        // The whole record tells nothing new to those who have it.
        let known = import(&app, &eve.token, &record(store, id).await).await;
        assert_eq!(known.status, 200, "{}", known.text);
        let at = format!("/v1/matches/{id}");
        let seen = app.get(&at, Some(&eve.token)).await;
        assert_eq!(seen.status, if private { 404 } else { 200 });
    }
}
