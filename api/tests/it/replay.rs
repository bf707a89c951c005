//! Looking back: any step of a match, what it was worth, and its record taken elsewhere.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{BySeat, Seed, bots::Bot};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    helpers::{Ann, TestApp, spawn_app},
    statistics::play_with,
};

const GAMES: [&str; 4] = [
    "cartographers",
    "bunny_kingdom",
    "builders_biomes",
    "big_monster",
];

/// A match of two, played to its end by one player on both seats.
async fn finished(app: &TestApp, game: &str) -> (String, Ann) {
    let ann = app.player("ann").await;
    let body = json!({ "game": game, "seats": 2, "seed": "0b".repeat(32) });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let opened = opened.json();
    let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    app.play_out(&at, 2, &ann.token).await;
    (at, ann)
}

async fn read(app: &TestApp, path: &str) -> Value {
    let reply = app.get(path, None).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text);
    reply.json()
}

#[tokio::test]
async fn a_manifest_names_every_step_and_the_curve_ends_with_the_results() {
    let app = spawn_app().await;
    for game in GAMES {
        let (at, _) = finished(&app, game).await;
        let manifest = read(&app, &format!("{at}/replay")).await;
        let steps = manifest["steps"].as_array().unwrap();
        assert_eq!(steps.len() as u64, manifest["version"].as_u64().unwrap());
        assert!((1..).zip(steps).all(|(nth, step)| step["step"] == nth));
        assert_eq!(steps[0]["kind"], "opened");
        assert_eq!(steps.last().unwrap()["kind"], "ended");
        let decided = steps.iter().filter(|step| step["kind"] == "decided");
        assert!(decided.clone().count() > 20);
        for step in decided {
            assert!(step["seat"].is_number() && step["cause"] == "decide");
            assert!(step["moment"]["round"].as_u64().unwrap() > 0);
            assert_eq!(step["settled"], false);
        }
        assert!(manifest["landmarks"].as_array().unwrap().len() > 4);
        let results = read(&app, &format!("{at}/results")).await;
        for seat in 0..2 {
            let last = manifest["curve"][seat].as_array().unwrap().last().unwrap();
            assert_eq!(last["banked"], results["standings"][seat]["total"]);
        }
    }
}

#[tokio::test]
async fn differences_from_step_0_give_every_step() {
    let app = spawn_app().await;
    for game in GAMES {
        let (at, _) = finished(&app, game).await;
        let version = read(&app, &at).await["version"].as_u64().unwrap();
        for step in (0..=version).step_by(7).chain([version]) {
            let patch = read(&app, &format!("{at}/steps/{step}/diff?from=0")).await;
            let patch: json_patch::Patch = serde_json::from_value(patch).unwrap();
            let mut view = read(&app, &format!("{at}/steps/0")).await["view"].clone();
            json_patch::patch(&mut view, &patch).unwrap();
            let whole = read(&app, &format!("{at}/steps/{step}")).await;
            assert_eq!(view, whole["view"], "{game} {step}");
        }
    }
}

#[tokio::test]
async fn all_scores_in_one_answer_are_those_of_every_step() {
    let app = spawn_app().await;
    for game in GAMES {
        let (at, _) = finished(&app, game).await;
        let scores = read(&app, &format!("{at}/scores")).await;
        let mut changes = scores["items"].as_array().unwrap().iter().peekable();
        let mut now = [Value::Null, Value::Null];
        for step in 1..=scores["version"].as_u64().unwrap() {
            if let Some(change) = changes.next_if(|change| change["step"] == step) {
                for sheet in change["sheets"].as_array().unwrap() {
                    let mut sheet = sheet.clone();
                    let seat = sheet.as_object_mut().unwrap().remove("seat").unwrap();
                    now[usize::try_from(seat.as_u64().unwrap()).unwrap()] = sheet;
                }
            }
            if step % 5 == 0 && !now[0].is_null() {
                let alone = read(&app, &format!("{at}/steps/{step}/score")).await;
                assert_eq!(alone["sheets"], json!(now), "{game} {step}");
            }
        }
        assert!(changes.next().is_none());
    }
}

#[tokio::test]
async fn every_point_has_a_step_that_made_it() {
    let app = spawn_app().await;
    for game in GAMES {
        let (at, _) = finished(&app, game).await;
        let attribution = read(&app, &format!("{at}/attribution")).await;
        let results = read(&app, &format!("{at}/results")).await;
        let manifest = read(&app, &format!("{at}/replay")).await;
        for seat in 0..2 {
            let shares = attribution["seats"][seat]["shares"].as_array().unwrap();
            let sum: i64 = shares.iter().map(|it| it["points"].as_i64().unwrap()).sum();
            assert_eq!(sum, results["standings"][seat]["total"].as_i64().unwrap());
            for share in shares {
                let nth = usize::try_from(share["step"].as_u64().unwrap()).unwrap() - 1;
                assert_eq!(share["kind"], manifest["steps"][nth]["kind"]);
                assert_eq!(share["by"], manifest["steps"][nth]["seat"]);
            }
        }
        let page = attribution["convention"].as_str().unwrap();
        assert!(
            app.get(page, None)
                .await
                .text
                .contains(r#"id="attribution""#)
        );
    }
    let ann = app.player("ann").await;
    let (running, _) = app.open(&ann, json!(1)).await;
    let early = app.get(&format!("{running}/attribution"), None).await;
    assert_eq!(
        (early.status.as_u16(), &early.code()[..]),
        (409, "not_over")
    );
}

#[tokio::test]
async fn decisions_are_held_against_what_was_legal_then() {
    let app = spawn_app().await;
    let (at, _) = finished(&app, "bunny_kingdom").await;
    let decisions = read(&app, &format!("{at}/decisions")).await;
    let items = decisions["items"].as_array().unwrap();
    for made in items.iter().step_by(6) {
        let (step, seat) = (made["step"].as_u64().unwrap(), &made["seat"]);
        let before = format!(
            "{at}/steps/{}/legal?seat={seat}&with=gain,text,cells",
            step - 1
        );
        let legal = read(&app, &before).await;
        let appraisal = &made["appraisal"];
        assert_eq!(appraisal["legal"], legal["count"]);
        let gain = |it: &Value| it["gain"].as_i64().unwrap();
        let listed = legal["items"].as_array().unwrap();
        let best = listed.iter().map(gain).max().unwrap();
        assert_eq!(appraisal["best_gain"], best);
        let own = listed.iter().find(|it| it["command"] == made["command"]);
        assert_eq!(appraisal["gain"], gain(own.unwrap()));
        let better = listed.iter().filter(|it| gain(it) > gain(own.unwrap()));
        assert_eq!(appraisal["rank"], better.count() + 1);
        assert_eq!(made["text"], own.unwrap()["text"]);
        assert_eq!(made["cells"], own.unwrap()["cells"]);
        let best = listed.iter().find(|it| it["command"] == appraisal["best"]);
        assert_eq!(best.is_some(), appraisal["regret"] != 0);
        assert_eq!(best.map(|it| &it["text"]), appraisal.get("best_text"));
        assert_eq!(best.map(|it| &it["cells"]), appraisal.get("best_cells"));
    }
    let one = read(&app, &format!("{at}/decisions?seat=1")).await;
    let one = one["items"].as_array().unwrap();
    assert!(one.iter().all(|made| made["seat"] == 1) && one.len() < items.len());
}

#[tokio::test]
async fn while_a_match_runs_only_ones_own_decisions_are_told() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    for _ in 0..3 {
        app.decide(&at, 0, &ann.token).await;
        app.decide(&at, 1, &ben.token).await;
    }
    for (who, seat) in [(Some(&ann), 0), (Some(&ben), 1), (None, 9)] {
        let token = who.map(|who| who.token.as_str());
        let reply = app.get(&format!("{at}/decisions"), token).await;
        assert_eq!(reply.headers["cache-control"], "no-store");
        let items = reply.json()["items"].as_array().unwrap().clone();
        assert_eq!(items.is_empty(), who.is_none());
        assert!(items.iter().all(|made| made["seat"] == seat));
        let others = format!("{at}/decisions?seat={}", 1 - seat % 2);
        assert_eq!(app.get(&others, token).await.code(), "not_your_seat");
    }
}

#[tokio::test]
async fn a_record_is_taken_to_another_server_and_back() {
    let (here, there) = (spawn_app().await, spawn_app().await);
    let (at, ann) = finished(&here, "bunny_kingdom").await;
    let record = here.get(&format!("{at}/record"), None).await.text;
    let packed = here.request(Method::GET, &format!("{at}/record?format=zstd"), None);
    let packed = packed.send().await.unwrap().bytes().await.unwrap();
    assert!(packed.len() * 4 < record.len());
    let unpacked = zstd::bulk::decompress(&packed, record.len() + 1).unwrap();
    assert_eq!(unpacked, record.as_bytes());
    let eve = there.player("eve").await;
    let import = |app: &TestApp, token: &str, record: String| {
        let request = app.request(Method::POST, "/v1/matches/import", Some(token));
        request
            .header("content-type", "application/octet-stream")
            .body(record)
    };
    for status in [201, 200] {
        let imported = there.send(import(&there, &eve.token, record.clone())).await;
        assert_eq!(imported.status, status, "{}", imported.text);
        assert_eq!(imported.json()["verdict"]["valid"], true);
    }
    for part in ["/results", "/attribution", "/scores", "/steps/99"] {
        let path = format!("{at}{part}");
        let (one, other) = (here.get(&path, None).await, there.get(&path, None).await);
        // What somebody calls themselves here is not known there.
        let names = (
            format!(r#","names":{{"{}":"ann"}}"#, ann.id),
            format!(r#","names":{{"{}":null}}"#, ann.id),
        );
        let (one, other) = (
            one.text.replace(&names.0, ""),
            other.text.replace(&names.1, ""),
        );
        assert_eq!(one, other, "{part}");
    }
    let verified = there.get(&format!("{at}/verify"), None).await.json();
    assert_eq!(verified["valid"], true);
    // Known here, and nobody else's to tell.
    let again = here.send(import(&here, &ann.token, record.clone())).await;
    assert_eq!(again.status, 200);
    let bob = here.player("bob").await;
    let stranger = here.send(import(&here, &bob.token, record.clone())).await;
    assert_eq!(stranger.code(), "not_yours");
    let tampered = record.replacen(r#""round":2"#, r#""round":3"#, 1);
    let refused = there.send(import(&there, &eve.token, tampered)).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.code()[..]),
        (422, "bad_record")
    );
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("step "), "{detail}");
}

#[tokio::test]
async fn a_stream_plays_back_what_has_ended_with_the_same_body() {
    let app = spawn_app().await;
    let (at, ann) = finished(&app, "cartographers").await;
    let stream = async |path: String| {
        let request = app.request(Method::GET, &path, None);
        app.send(request.header("accept", "text/event-stream"))
            .await
    };
    let at_once = stream(format!("{at}/events")).await;
    let played = stream(format!("{at}/events?speed=1000")).await;
    assert_eq!(played.status, 200, "{}", played.text);
    assert_eq!(played.text, at_once.text);
    for path in [
        format!("{at}/events?speed=0"),
        format!("{at}/events?speed=1001"),
    ] {
        assert_eq!(stream(path).await.code(), "malformed_query");
    }
    let page = app.get(&format!("{at}/events?speed=2"), None).await;
    assert_eq!(page.code(), "requires_stream");
    let (running, _) = app.open(&ann, json!(1)).await;
    assert_eq!(
        stream(format!("{running}/events?speed=2")).await.code(),
        "not_over"
    );
}

/// The bots of the server play with these options; the results by side.
async fn sides(app: &TestApp, options: Value, seats: u8) -> (Value, Vec<Value>) {
    let options = serde_json::from_value(options).unwrap();
    let bots = BySeat::new(seats, |_| Bot::Random);
    let id = play_with(app, options, &bots, Some(Seed([3; 32]))).await;
    let results = read(app, &format!("/v1/matches/{id}/results")).await;
    let sides = results["sides"].as_array().unwrap().clone();
    (results, sides)
}

#[tokio::test(flavor = "multi_thread")]
async fn results_name_teams_their_scores_and_all_that_ranks_them() {
    let app = spawn_app().await;
    let options = json!({ "game": "big_monster", "options": { "mode": "team_draft" } });
    let (results, sides) = sides(&app, options, 6).await;
    assert_eq!(sides.len(), 3);
    let total = |seat: &Value| {
        let seat = usize::try_from(seat.as_u64().unwrap()).unwrap();
        results["standings"][seat]["total"].as_i64().unwrap()
    };
    let mut before = (0, i64::MAX);
    for side in &sides {
        let seats = side["seats"].as_array().unwrap();
        let letter = ["a", "b", "c"][usize::try_from(seats[0].as_u64().unwrap()).unwrap()];
        assert_eq!(side["team"], letter);
        assert_eq!(seats[1].as_u64(), seats[0].as_u64().map(|seat| seat + 3));
        let [one, other] = [total(&seats[0]), total(&seats[1])];
        assert_eq!(side["score"], one.min(other));
        let compared = side["compared"].as_array().unwrap();
        let of: Vec<&Value> = compared.iter().map(|it| &it["of"]).collect();
        assert_eq!(of, ["lower_total", "higher_total", "big_monster"]);
        assert_eq!(compared[1]["value"], one.max(other));
        let placed = (side["rank"].as_i64().unwrap(), one.min(other));
        assert!(
            placed.0 >= before.0 && placed.1 <= before.1,
            "the best first"
        );
        before = placed;
    }
    let fields = ["team", "seats", "rank", "score"];
    let team = |side: &Value| {
        Value::Object(
            fields
                .map(|it| (it.to_owned(), side[it].clone()))
                .into_iter()
                .collect(),
        )
    };
    let teams: Vec<Value> = sides.iter().map(team).collect();
    assert_eq!(listed_teams(&app).await, json!(teams));
}

/// What the list of results says of the teams of the last match.
async fn listed_teams(app: &TestApp) -> Value {
    app.counted().await;
    let listed = app.get("/v1/results?limit=1", None).await.json();
    listed["items"][0]["teams"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_has_a_partner_each_seat_is_a_side_of_its_own() {
    let app = spawn_app().await;
    for game in GAMES {
        let (results, sides) = sides(&app, json!({ "game": game, "options": {} }), 3).await;
        assert_eq!(listed_teams(&app).await, json!([]), "{game}");
        assert_eq!(sides.len(), 3);
        for side in sides {
            assert_eq!(side["team"], Value::Null);
            let seat = usize::try_from(side["seats"][0].as_u64().unwrap()).unwrap();
            assert_eq!(side["score"], results["standings"][seat]["total"], "{game}");
            assert_eq!(side["rank"], results["standings"][seat]["rank"], "{game}");
        }
    }
}
