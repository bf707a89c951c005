//! Who is entered in a tournament accepts, refuses, withdraws or vanishes, and what is refused.

use std::{collections::BTreeSet, time::Duration};

use api::Config;
use reqwest::Method;
use serde_json::json;
use store::Timekeeper;

use super::{Caller, bot, entrant, tables};
use crate::{
    batch_players::{Outside, play_out},
    helpers::{spawn_app, spawn_with},
};

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_or_withdraws_is_out_and_the_others_go_on() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(4).await;
    let this = caller
        .plan(&players, json!({ "system": "round_robin" }))
        .await;
    let refuse = format!("{this}/refuse");
    let eve = caller.player("eve").await;
    for path in ["accept", "refuse", "stop"] {
        let path = format!("{this}/{path}");
        let (status, told) = caller.ask(Method::POST, &path, &eve.token, json!({})).await;
        assert_eq!((status, &told["code"]), (403, &json!("not_yours")));
    }
    let (status, told) = caller
        .ask(Method::POST, &refuse, &players[3].token, json!({}))
        .await;
    assert_eq!(status, 200, "{told}");
    assert_eq!(told["dropped"][0]["why"], "refused");
    let accept = format!("{this}/accept");
    let late = caller.ask(Method::POST, &accept, &players[3].token, json!({}));
    let (status, late) = late.await;
    assert_eq!((status, &late["code"]), (409, &json!("tournament_stopped")));
    caller.accept(&this, &players[1..3]).await;
    let report = caller.ended(&this, &players).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"]),
        (&json!("finished"), &json!(true))
    );
    let mut met = tables(&report).concat();
    met.sort();
    assert_eq!(met, [[0, 1].into(), [0, 2].into(), [1, 2].into()]);
    let page = app.get(&this.replace("/v1", ""), None).await.text;
    assert!(
        page.contains("player 3 is out after 0 rounds: refused."),
        "{page}"
    );
}

fn by_hand() -> Timekeeper {
    Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_vanishes_forfeits_by_the_clock_and_is_out_after_a_round() {
    let time = by_hand();
    let of_app = time.clone();
    let app = spawn_with(move |config| Config {
        time: of_app,
        ..config
    })
    .await;
    let caller = Caller::of(&app);
    let players = caller.players(3).await;
    let more = json!({ "system": "round_robin", "clock": { "per_decision_ms": 30_000 },
        "entrants": [entrant(&players[0]), entrant(&players[1]), entrant(&players[2]), bot("random")] });
    let this = caller.plan(&players, more).await;
    caller.accept(&this, &players[1..]).await;
    // The last never plays: once nobody else can, time passes.
    let report = loop {
        let report = caller.get(&this).await;
        if !report["tournament"]["ended_at"].is_null() {
            break report;
        }
        caller.decide(&players[..2], 100).await;
        if caller.waits_for(&this, &players[2]).await {
            time.move_on(Duration::from_secs(31));
            while caller.waits_for(&this, &players[2]).await {}
        }
    };
    let of = &report["tournament"];
    assert_eq!(of["partial"], true);
    let dropped = of["dropped"].as_array().unwrap();
    let vanished = dropped.iter().find(|it| it["entrant"] == 2).unwrap();
    assert_eq!(
        (&vanished["why"], &vanished["after_rounds"]),
        (&json!("forfeited"), &json!(1))
    );
    let standings = report["standings"].as_array().unwrap();
    let last = standings.iter().find(|it| it["entrant"] == 2).unwrap();
    assert_eq!(
        (&last["points"], &last["forfeited"], &last["matches"]),
        (&json!(0.0), &json!(1), &json!(1)),
        "{report}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_deals_of_a_tournament_are_hidden_until_it_has_ended() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(2).await;
    let more = json!({ "system": "swiss", "rounds": 1, "duplicate": true });
    let this = caller.plan(&players, more).await;
    let mut one = Outside::new(&app, &players[0], false).await;
    caller.accept(&this, &players[1..]).await;
    let turn = one.turn().await;
    let at = format!("/v1/matches/{}", turn["match"].as_str().unwrap());
    assert_eq!(app.get(&at, None).await.code(), "unknown_match");
    let [first, second] = &players[..] else {
        unreachable!()
    };
    let is_second = turn["seat"] == 1;
    let seated = if is_second {
        [second, first]
    } else {
        [first, second]
    };
    play_out(&app, &at, seated).await;
    let of = "game=cartographers&metric=final_score&aggregates=n&include=closed_deals";
    let counted = async || {
        app.counted().await;
        let answer = app.get(&format!("/v1/stats/query?{of}"), None).await;
        answer.json()["groups"][0]["cells"][0]["n"].clone()
    };
    assert_eq!(counted().await, 0);
    let one = Outside::new(&app, first, false).await;
    let two = Outside::new(&app, second, false).await;
    let report = tokio::select! {
        report = caller.ended(&this, &[]) => report,
        () = one.play() => unreachable!(),
        () = two.play() => unreachable!(),
    };
    assert_eq!(report["tournament"]["deal_closed"], true);
    assert_eq!(counted().await, 4);
    let matches = report["rounds"][0]["tables"][0]["matches"]
        .as_array()
        .unwrap();
    assert_eq!(matches.len(), 2, "{report}");
    assert_eq!(app.get(&at, None).await.status, 200);
}

#[tokio::test]
async fn plans_that_cannot_be_played_are_refused() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let ann = caller.player("ann").await;
    let nobody = json!({ "kind": "player", "player": format!("p_{}", "0".repeat(32)) });
    let somebody = json!({ "kind": "player", "player": ann.id });
    let (greedy, random) = (bot("greedy"), bot("random"));
    let team = json!({ "kind": "team", "members": [greedy, random] });
    let both = json!([greedy, random]);
    for (more, code) in [
        (json!({ "entrants": [greedy] }), "invalid_entrants"),
        (json!({ "entrants": [greedy, greedy] }), "invalid_entrants"),
        (json!({ "entrants": [greedy, team] }), "invalid_entrants"),
        (json!({ "entrants": [greedy, nobody] }), "unknown_player"),
        (
            json!({ "entrants": both, "system": "swiss" }),
            "invalid_entrants",
        ),
        (
            json!({ "entrants": both, "rounds": 1_001 }),
            "malformed_body",
        ),
        (
            json!({ "entrants": both, "rounds": 1_000, "deals": 11 }),
            "too_many_matches",
        ),
        (json!({ "entrants": both, "seats": 101 }), "too_many"),
        (
            json!({ "entrants": both, "deal_closed": true }),
            "not_supported_yet",
        ),
        (
            json!({ "entrants": both, "tries_limit": 3 }),
            "invalid_settings",
        ),
        (json!({ "entrants": both, "turns": 3 }), "malformed_body"),
        (
            // All rotations of its deal would run at the same time.
            json!({ "entrants": [somebody, greedy], "duplicate": true, "seats": 17 }),
            "invalid_settings",
        ),
    ] {
        let mut body = json!({ "game": "cartographers", "system": "round_robin" });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        let refused = caller.ask(Method::POST, "/v1/tournaments", &ann.token, body);
        let (_, refused) = refused.await;
        assert_eq!(refused["code"], code, "{more}: {refused}");
    }
    let unknown = format!("/v1/tournaments/t_{}", "0".repeat(32));
    assert_eq!(app.get(&unknown, None).await.code(), "unknown_tournament");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_plans_one_tournament_and_its_host_may_stop_it() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(2).await;
    let body = json!({ "game": "cartographers", "system": "round_robin",
        "entrants": [entrant(&players[0]), entrant(&players[1])] });
    let mut ids = BTreeSet::new();
    for _ in 0..2 {
        let request = app.request(Method::POST, "/v1/tournaments", Some(&players[0].token));
        let planned = app
            .send(request.header("idempotency-key", "one").json(&body))
            .await;
        assert_eq!(planned.status, 201, "{}", planned.text);
        ids.insert(planned.json()["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(ids.len(), 1);
    let this = format!("/v1/tournaments/{}", ids.first().unwrap());
    let stop = format!("{this}/stop");
    for _ in 0..2 {
        let (status, told) = caller
            .ask(Method::POST, &stop, &players[0].token, json!({}))
            .await;
        assert_eq!((status, &told["stopped"]["why"]), (200, &json!("asked")));
    }
    let report = caller.ended(&this, &[]).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"], &of["rounds"]),
        (&json!("stopped"), &json!(true), &json!(0))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_withdraws_from_a_tournament_forfeits_the_match_that_has_begun_and_plays_no_other() {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(3).await;
    let mut entrants: Vec<_> = players.iter().map(entrant).collect();
    entrants.push(bot("random"));
    let more = json!({ "system": "round_robin", "entrants": entrants });
    let this = caller.plan(&players, more).await;
    let mut gone = Outside::new(&app, &players[2], false).await;
    caller.accept(&this, &players[1..]).await;
    let turn = gone.turn().await;
    let at = format!("/v1/matches/{}", turn["match"].as_str().unwrap());
    let refuse = format!("{this}/refuse");
    let withdrawn = caller.ask(Method::POST, &refuse, &players[2].token, json!({}));
    let (status, told) = withdrawn.await;
    assert_eq!(
        (status, &told["dropped"][0]["why"]),
        (200, &json!("withdrew"))
    );
    let info = caller.get(&at).await;
    let seats = info["seats"].as_array().unwrap();
    let forfeited = seats.iter().map(|seat| seat["forfeited"].clone());
    let forfeited: Vec<_> = forfeited.filter(|it| !it.is_null()).collect();
    assert_eq!(forfeited, ["left"], "as soon as it is answered: {info}");
    let report = caller.ended(&this, &players[..2]).await;
    assert_eq!(report["tournament"]["partial"], true);
    let standings = report["standings"].as_array().unwrap();
    let last = standings.iter().find(|it| it["entrant"] == 2).unwrap();
    assert_eq!(
        (&last["points"], &last["forfeited"], &last["matches"]),
        (&json!(0.0), &json!(1), &json!(1)),
        "{report}"
    );
    let met = tables(&report).concat();
    assert_eq!(met.iter().filter(|table| table.contains(&2)).count(), 1);
}
