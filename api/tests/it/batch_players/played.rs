//! Batches with players are played to a verdict, or to an early end, also after a restart.

use std::time::Duration;

use api::Config;
use serde_json::{Value, json};
use store::Timekeeper;

use super::{Outside, accept, ended, plan, play_out, random, report, seat};
use crate::helpers::{Ann, TestApp, spawn_app, spawn_with};

/// Both line-ups of two players, so that each begins as often as the other.
fn both(ann: &Ann, ben: &Ann) -> Value {
    json!([[seat(ann), seat(ben)], [seat(ben), seat(ann)]])
}

fn stronger(player: &Ann) -> Value {
    json!({
        "bot": player.id, "measure": "point_difference", "null": 0.0, "alternative": 10.0,
        "alpha": 0.05, "beta": 0.05,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_outside_bots_reach_the_verdict_that_their_strengths_demand() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    for (tested, verdict) in [(&ann, "alternative"), (&ben, "null")] {
        let more = json!({ "count": 200, "stop": stronger(tested) });
        let batch = plan(&app, &ann, both(&ann, &ben), more).await;
        let (greedy, random) = (
            Outside::new(&app, &ann, true).await,
            Outside::new(&app, &ben, false).await,
        );
        accept(&app, &batch, &ben).await;
        let report = tokio::select! {
            report = ended(&app, &batch) => report,
            () = greedy.play() => unreachable!(),
            () = random.play() => unreachable!(),
        };
        let test = &report["progress"]["test"];
        assert_eq!(test["verdict"], verdict, "{report}");
        let of = &report["batch"];
        assert_eq!(
            (&of["partial"], &of["deal_closed"]),
            (&json!(false), &json!(false))
        );
        let bots = report["bots"].as_array().unwrap();
        let mean = |player: &Ann| {
            let of_player = bots.iter().find(|it| it["bot"] == json!(player.id));
            of_player.unwrap()["final_score"]["value"].as_f64().unwrap()
        };
        assert!(mean(&ann) > mean(&ben), "{report}");
        assert_eq!(report["names"][&ben.id], "ben");
    }
}

fn by_hand() -> Timekeeper {
    Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap())
}

async fn spawn_by_hand(time: &Timekeeper) -> TestApp {
    let time = time.clone();
    spawn_with(move |config| Config { time, ..config }).await
}

/// Moves the clock on by half a minute as long as a match of a player runs, until the batch is over.
async fn time_passes_until_the_end(app: &TestApp, time: &Timekeeper, batch: &Value, player: &Ann) {
    let running = format!("/v1/matches?status=running&limit=1&player={}", player.id);
    while report(app, batch).await["batch"]["ended_at"].is_null() {
        if app.get(&running, None).await.json()["items"] != json!([]) {
            time.move_on(Duration::from_secs(30));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_vanishes_forfeits_by_its_clock_and_the_batch_ends_partial() {
    let time = by_hand();
    let app = spawn_by_hand(&time).await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let clock = json!({ "count": 200, "clock": { "per_decision_ms": 30_000 } });
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), clock).await;
    let mut bens = Outside::new(&app, &ben, false).await;
    accept(&app, &batch, &ben).await;
    for _ in 0..3 {
        let turn = bens.turn().await;
        bens.decide(&turn).await;
    }
    drop(bens);
    time_passes_until_the_end(&app, &time, &batch, &ben).await;
    let report = report(&app, &batch).await;
    let of = &report["batch"];
    assert_eq!(
        (&of["state"], &of["partial"]),
        (&json!("stopped"), &json!(true))
    );
    let stopped = &of["stopped"];
    assert_eq!(
        (&stopped["why"], &stopped["player"]),
        (&json!("forfeited"), &json!(ben.id))
    );
    assert_eq!(report["progress"]["played"], stopped["deals"]);
    assert!(stopped["deals"].as_u64().unwrap() < 200, "{stopped}");
    let of_ben = format!("/v1/matches?player={}&limit=500", ben.id);
    let matches = app.get(&of_ben, None).await.json();
    for row in matches["items"].as_array().unwrap() {
        assert_eq!(row["status"], "finished");
        assert_eq!(row["forfeited"], json!([0]), "each within its clock: {row}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_waits_or_runs_with_players_goes_on_after_a_restart() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let eve = app.player("eve").await;
    let batch = plan(&app, &ann, json!([[seat(&ben), seat(&eve)]]), json!({})).await;
    accept(&app, &batch, &ben).await;
    let app = app.restarted().await;
    let waiting = report(&app, &batch).await;
    assert_eq!(
        (&waiting["batch"]["state"], &waiting["batch"]["missing"]),
        (&json!("waiting"), &json!([eve.id]))
    );
    accept(&app, &batch, &eve).await;
    let mut bens = Outside::new(&app, &ben, false).await;
    // One in each match: the next waits for Eve.
    for _ in 0..2 {
        let turn = bens.turn().await;
        bens.decide(&turn).await;
    }
    drop(bens);
    let app = app.restarted().await;
    let (bens, eves) = (
        Outside::new(&app, &ben, false).await,
        Outside::new(&app, &eve, false).await,
    );
    let report = tokio::select! {
        report = ended(&app, &batch) => report,
        () = bens.play() => unreachable!(),
        () = eves.play() => unreachable!(),
    };
    assert_eq!(report["batch"]["state"], "finished");
    assert_eq!(report["batch"]["partial"], false);
    assert_eq!(report["progress"]["played"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_agreed_to_end_holds_up_neither_batch_nor_test() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let more = json!({ "count": 3, "stop": stronger(&ann) });
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), more).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    let mut all = Vec::new();
    while all.len() < 3 {
        let turn = anns.turn().await;
        all.push(format!("/v1/matches/{}", turn["match"].as_str().unwrap()));
    }
    for (seat, player) in [(0, &ann), (1, &ben)] {
        let end = format!("{}/seats/{seat}/end", all[0]);
        let asked = app.post(&end, Some(&player.token), &json!({})).await;
        assert_eq!(asked.status, 200, "{}", asked.text);
    }
    for at in &all[1..] {
        play_out(&app, at, [&ann, &ben]).await;
    }
    let before = ended(&app, &batch).await;
    let progress = &before["progress"];
    assert_eq!(
        (&progress["played"], &progress["planned"]),
        (&json!(2), &json!(3))
    );
    assert_eq!(progress["test"]["observations"], 2);
    let app = app.restarted().await;
    assert_eq!(ended(&app, &batch).await, before);
}
