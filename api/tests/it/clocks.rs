//! Clocks, tries, leaving, agreement, abandonment, notes and rematches over HTTP, in every game,
//! on a clock that the test moves by hand.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::time::Duration;

use api::Config;
use reqwest::Method;
use serde_json::{Value, json};
use store::Timekeeper;

use crate::helpers::{Ann, Reply, TestApp, spawn_on, spawn_with};

const GAMES: [&str; 4] = [
    "cartographers",
    "bunny_kingdom",
    "builders_biomes",
    "big_monster",
];
pub(crate) const SECOND: Duration = Duration::from_secs(1);

/// A server whose clock stands until it is moved, and two players.
pub(crate) struct Stand {
    pub(crate) app: TestApp,
    pub(crate) time: Timekeeper,
    pub(crate) ann: Ann,
    pub(crate) ben: Ann,
}

fn by_hand() -> Timekeeper {
    Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap())
}

fn on(time: &Timekeeper) -> impl FnOnce(Config) -> Config {
    let time = time.clone();
    move |config| Config { time, ..config }
}

impl Stand {
    pub(crate) async fn new() -> Stand {
        let time = by_hand();
        let app = spawn_with(on(&time)).await;
        let (ann, ben) = (app.player("ann").await, app.player("ben").await);
        Stand {
            app,
            time,
            ann,
            ben,
        }
    }

    /// The same data, served anew an hour later.
    async fn restarted(self) -> Stand {
        let Stand {
            app,
            time,
            ann,
            ben,
        } = self;
        let data = app.stopped().await;
        time.move_on(3600 * SECOND);
        let app = spawn_on(data, on(&time)).await;
        Stand {
            app,
            time,
            ann,
            ben,
        }
    }

    /// A match of both, started: the path to it.
    pub(crate) async fn duel(&self, game: &str, settings: Value) -> String {
        let seats = json!([{ "kind": "me" }, { "kind": "player", "player": self.ben.id }]);
        let mut body = json!({ "game": game, "seats": seats });
        body.as_object_mut()
            .unwrap()
            .extend(settings.as_object().unwrap().clone());
        let opened = self
            .app
            .post("/v1/matches", Some(&self.ann.token), &body)
            .await;
        assert_eq!(opened.status, 201, "{}", opened.text);
        let at = format!(
            "/v1/matches/{}",
            opened.json()["match"]["id"].as_str().unwrap()
        );
        let joined = self
            .app
            .post(&format!("{at}/seats"), Some(&self.ben.token), &json!({}))
            .await;
        assert_eq!(joined.status, 201, "{}", joined.text);
        at
    }

    fn token(&self, seat: u64) -> &str {
        if seat == 0 {
            &self.ann.token
        } else {
            &self.ben.token
        }
    }

    async fn of(&self, at: &str) -> Value {
        self.app.get(at, None).await.json()
    }

    pub(crate) async fn until(&self, at: &str, is: impl Fn(&Value) -> bool) -> Value {
        let id = at.rsplit('/').next().unwrap().parse().unwrap();
        let mut version = self.app.running.store.matches.watch(id);
        loop {
            version.borrow_and_update();
            let now = self.of(at).await;
            if is(&now) {
                return now;
            }
            version.changed().await.unwrap();
        }
    }

    pub(crate) async fn first_due(&self, at: &str) -> u64 {
        self.of(at).await["to_act"][0].as_u64().unwrap()
    }

    /// Plays a match to its end for the seats that still have their players.
    pub(crate) async fn play_on(&self, at: &str) {
        loop {
            let now = self.of(at).await;
            if now["status"] == "finished" {
                return;
            }
            for seat in [0_u64, 1] {
                if now["seats"][usize::from(seat == 1)]["forfeited"].is_null() {
                    self.app.decide(at, seat, self.token(seat)).await;
                }
            }
        }
    }

    pub(crate) async fn send(&self, method: Method, path: &str, seat: u64) -> Reply {
        self.app
            .send(self.app.request(method, path, Some(self.token(seat))))
            .await
    }

    /// The events of a match that no game has and no decision brings about: whether one closes
    /// another seat's offer depends on which of them is faster.
    async fn kinds(&self, at: &str) -> Vec<String> {
        let events = self
            .app
            .get(&format!("{at}/events?limit=1000"), None)
            .await
            .json();
        let events = events["items"].as_array().unwrap().iter();
        let kinds = events.map(|it| it["event"]["type"].as_str().unwrap().to_owned());
        kinds
            .filter(|kind| !["played", "decided", "offer_closed"].contains(&kind.as_str()))
            .collect()
    }

    /// The match is over and right, and this seat is last in it.
    async fn lost(&self, at: &str, seat: u64, why: &str) {
        let seat = usize::try_from(seat).unwrap();
        let now = self.of(at).await;
        assert_eq!(now["status"], "finished");
        assert_eq!(now["seats"][seat]["forfeited"], why);
        let results = self.app.get(&format!("{at}/results"), None).await.json();
        assert_eq!(results["standings"][seat]["rank"], 2, "{at}");
        assert_eq!(results["standings"][1 - seat]["rank"], 1);
        self.verified(at).await;
    }

    async fn verified(&self, at: &str) {
        let verdict = self.app.get(&format!("{at}/verify"), None).await.json();
        assert_eq!(
            (&verdict["valid"], &verdict["complete"]),
            (&json!(true), &json!(true))
        );
    }
}

#[tokio::test]
async fn a_decision_says_its_clock_and_who_lets_it_run_out_forfeits_also_after_a_restart() {
    let mut stand = Stand::new().await;
    let settings = json!({ "clock": { "per_decision_ms": 30_000 }, "on_timeout": "forfeit" });
    let mut waiting = Vec::new();
    for game in GAMES {
        let at = stand.duel(game, settings.clone()).await;
        let now = stand.of(&at).await;
        assert_eq!(now["clock"], settings["clock"]);
        assert_eq!(now["on_timeout"], "forfeit");
        assert_eq!(now["abandon_after_ms"], 604_800_000);
        waiting.push(at);
    }
    stand.time.move_on(20 * SECOND);
    stand = stand.restarted().await;
    for at in &waiting {
        let seat = stand.first_due(at).await;
        let due = stand.app.due(at, seat, stand.token(seat), "").await.json();
        assert_eq!(due["left_ms"], 10_000);
    }
    for at in &waiting {
        // One decides in time, and sees the other's clock run out.
        let late = stand.first_due(at).await;
        let other = 1 - late;
        if stand.of(at).await["to_act"].as_array().unwrap().len() == 2 {
            stand
                .app
                .decide(at, other, stand.token(other))
                .await
                .unwrap();
        }
    }
    stand.time.move_on(10 * SECOND);
    for at in &waiting {
        let is_out = |now: &Value| (0..2).any(|seat| !now["seats"][seat]["forfeited"].is_null());
        let now = stand.until(at, is_out).await;
        let late = u64::from(now["seats"][0]["forfeited"].is_null());
        let put = format!("{at}/seats/{late}/decision");
        let token = stand.token(late).to_owned();
        assert_ne!(stand.app.get(&put, Some(&token)).await.status, 500);
        stand.play_on(at).await;
        stand.lost(at, late, "timeout").await;
        let kinds = stand.kinds(at).await;
        assert_eq!(
            kinds[kinds.len() - 3..],
            ["timed_out", "forfeited", "ended"]
        );
    }
    for game in GAMES {
        stand.app.counted().await;
        let rated = stand
            .app
            .get(&format!("/v1/ratings/{game}"), None)
            .await
            .json();
        assert_eq!(rated["matches"], 0);
        let query = format!("/v1/stats/query?game={game}&metric=rank&where=server_made:yes");
        let counted = stand.app.get(&query, None).await.json();
        assert_eq!(counted["groups"][0]["cells"][0]["n"], 2, "{counted}");
    }
}

#[tokio::test]
async fn what_arrives_too_late_is_told_so_and_the_default_was_played() {
    let stand = Stand::new().await;
    for game in GAMES {
        let settings = json!({ "clock": { "per_decision_ms": 30_000 } });
        let at = stand.duel(game, settings).await;
        assert_eq!(stand.of(&at).await["on_timeout"], "default");
        let late = stand.first_due(&at).await;
        let due = stand.app.due(&at, late, stand.token(late), "").await.json();
        stand.time.move_on(30 * SECOND);
        let put = due["links"]["put"].as_str().unwrap();
        let command = due["legal"].as_array().unwrap().last().unwrap()["command"].clone();
        let refused = stand.app.put(put, stand.token(late), &command).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (409, "timed_out")
        );
        while stand.of(&at).await["status"] != "finished" {
            stand.time.move_on(30 * SECOND);
        }
        let decisions = stand.app.get(&format!("{at}/decisions"), None).await.json();
        let items = decisions["items"].as_array().unwrap();
        assert!(!items.is_empty() && items.iter().all(|it| it["why_server"] == "timeout"));
        stand.verified(&at).await;
    }
}

/// A command that the rules refuse in each game.
fn against_the_rules() -> [(&'static str, Value); 4] {
    [
        (
            "cartographers",
            json!({ "type": "draw", "terrain": "forest", "cells": [[0, 99]] }),
        ),
        (
            "bunny_kingdom",
            json!({ "type": "place_camp", "square": "Z9" }),
        ),
        (
            "builders_biomes",
            json!({ "type": "explore", "to": "x-99" }),
        ),
        ("big_monster", json!({ "type": "place", "x": 200, "y": 0 })),
    ]
}

#[tokio::test]
async fn one_illegal_try_too_many_forfeits_where_the_host_says_so() {
    let stand = Stand::new().await;
    let settings = json!({ "on_illegal": "limit", "tries_limit": 2, "on_timeout": "forfeit" });
    for (game, off) in against_the_rules() {
        let at = stand.duel(game, settings.clone()).await;
        let seat = stand.first_due(&at).await;
        let at_seat = usize::try_from(seat).unwrap();
        let token = stand.token(seat);
        let put = format!("{at}/seats/{seat}/decisions/0");
        let wrong = json!({ "game": game, "command": off });
        for _ in 0..3 {
            // What is not due is no try.
            let early = stand
                .app
                .put(&format!("{at}/seats/{seat}/decisions/1"), token, &wrong)
                .await;
            assert!(early.status.is_client_error());
            assert_eq!(
                stand.of(&at).await["seats"][at_seat]["forfeited"],
                Value::Null
            );
            let refused = stand.app.put(&put, token, &wrong).await;
            assert_eq!(refused.status, 422, "{}", refused.text);
            assert!(refused.json()["rule"].is_string(), "{}", refused.text);
        }
        let legal = stand.app.due(&at, seat, token, "").await;
        assert_eq!(
            stand.of(&at).await["seats"][at_seat]["forfeited"],
            "illegal",
            "{}",
            legal.text
        );
        stand.play_on(&at).await;
        stand.lost(&at, seat, "illegal").await;
        let kinds = stand.kinds(&at).await;
        assert!(kinds.iter().any(|kind| kind == "timed_out"));
    }
}

#[tokio::test]
async fn a_dry_run_is_a_try_only_where_what_is_legal_is_withheld() {
    let stand = Stand::new().await;
    for (legal, is_lost) in [("full", false), ("count", true), ("none", true)] {
        let settings = json!({
            "on_illegal": "limit", "tries_limit": 2, "on_timeout": "forfeit", "legal": legal
        });
        for (game, off) in against_the_rules() {
            let wrong = json!({ "game": game, "command": off });
            let at = stand.duel(game, settings.clone()).await;
            let seat = stand.first_due(&at).await;
            let dry = format!("{at}/seats/{seat}/decisions/0/dry-run");
            for _ in 0..3 {
                let refused = stand.app.post(&dry, Some(stand.token(seat)), &wrong).await;
                assert!(refused.json()["rule"].is_string(), "{}", refused.text);
            }
            let now = stand.of(&at).await;
            let forfeited = &now["seats"][usize::try_from(seat).unwrap()]["forfeited"];
            let expected = if is_lost {
                json!("illegal")
            } else {
                Value::Null
            };
            assert_eq!(*forfeited, expected, "{game}, {legal}");
        }
    }
}

#[tokio::test]
async fn who_leaves_a_running_match_forfeits_it() {
    let stand = Stand::new().await;
    for game in GAMES {
        let at = stand.duel(game, json!({})).await;
        let left = stand
            .send(Method::DELETE, &format!("{at}/seats/1"), 1)
            .await;
        assert_eq!(left.status, 200, "{}", left.text);
        assert_eq!(left.json()["seats"][1]["forfeited"], "left");
        let again = stand
            .send(Method::DELETE, &format!("{at}/seats/1"), 1)
            .await;
        assert_eq!(
            (again.status.as_u16(), again.code().as_str()),
            (409, "forfeited")
        );
        let due = stand.app.due(&at, 1, &stand.ben.token, "").await;
        assert_eq!(due.code(), "forfeited");
        let anothers = stand
            .send(Method::DELETE, &format!("{at}/seats/0"), 1)
            .await;
        assert_eq!(anothers.code(), "not_your_seat");
        stand.play_on(&at).await;
        stand.lost(&at, 1, "left").await;
        let over = stand
            .send(Method::DELETE, &format!("{at}/seats/0"), 0)
            .await;
        assert_eq!(over.code(), "over");
    }
}

#[tokio::test]
async fn players_agree_to_end_a_match_and_what_nobody_plays_on_is_abandoned_also_after_a_restart() {
    let mut stand = Stand::new().await;
    let mut idle = Vec::new();
    for game in GAMES {
        let at = stand.duel(game, json!({})).await;
        let asked = stand
            .send(Method::POST, &format!("{at}/seats/0/end"), 0)
            .await;
        assert_eq!(asked.json()["end_asked"], json!([0]), "{}", asked.text);
        let again = stand
            .send(Method::POST, &format!("{at}/seats/0/end"), 0)
            .await;
        assert_eq!(again.code(), "end_asked");
        let ended = stand
            .send(Method::POST, &format!("{at}/seats/1/end"), 1)
            .await;
        assert_eq!(ended.json()["status"], "finished");
        assert_eq!(
            stand.app.get(&format!("{at}/results"), None).await.code(),
            "no_ranks"
        );
        assert_eq!(stand.kinds(&at).await.last().unwrap(), "agreed");
        stand.verified(&at).await;
        idle.push(
            stand
                .duel(game, json!({ "abandon_after_ms": 60_000 }))
                .await,
        );
    }
    stand.time.move_on(40 * SECOND);
    stand = stand.restarted().await;
    stand.time.move_on(19 * SECOND);
    for at in &idle {
        assert_eq!(stand.of(at).await["status"], "running");
    }
    stand.time.move_on(SECOND);
    for at in &idle {
        stand.until(at, |now| now["status"] == "finished").await;
        assert_eq!(stand.kinds(at).await.last().unwrap(), "abandoned");
        stand.verified(at).await;
    }
}

/// The answer to a match with these settings.
async fn opened(stand: &Stand, settings: &Value) -> Reply {
    let mut body = json!({ "game": "cartographers", "seats": 1 });
    body.as_object_mut()
        .unwrap()
        .extend(settings.as_object().unwrap().clone());
    stand
        .app
        .post("/v1/matches", Some(&stand.ann.token), &body)
        .await
}

#[tokio::test]
async fn settings_that_contradict_each_other_are_refused_with_their_field() {
    let stand = Stand::new().await;
    let limit = |more: Value| {
        let mut settings = json!({ "on_illegal": "limit" });
        settings
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        settings
    };
    for (settings, pointer) in [
        (json!({ "clock": {} }), "/clock"),
        (
            json!({ "clock": { "per_match_ms": 1, "reserve_ms": 1 } }),
            "/clock/reserve_ms",
        ),
        (
            json!({ "clock": { "per_decision_ms": 1, "increment_ms": 1 } }),
            "/clock/increment_ms",
        ),
        (json!({ "on_timeout": "random" }), "/on_timeout"),
        (json!({ "tries_limit": 3 }), "/tries_limit"),
        (limit(json!({})), "/on_illegal"),
    ] {
        let refused = opened(&stand, &settings).await;
        assert_eq!(refused.code(), "invalid_settings", "{settings}");
        assert_eq!(refused.json()["pointer"], pointer, "{settings}");
    }
    for (settings, pointer) in [
        (
            json!({ "clock": { "per_decision_ms": 0 } }),
            "/clock/per_decision_ms",
        ),
        (
            json!({ "clock": { "per_match_ms": 40_000_000_000_u64 } }),
            "/clock/per_match_ms",
        ),
        (limit(json!({ "tries_limit": 0 })), "/tries_limit"),
        (json!({ "abandon_after_ms": 59_999 }), "/abandon_after_ms"),
    ] {
        let refused = opened(&stand, &settings).await;
        assert_eq!(refused.code(), "invalid_settings", "{settings}");
        assert_eq!(refused.json()["pointer"], pointer, "{settings}");
    }
}

#[tokio::test]
async fn a_note_is_told_to_its_writer_at_once_and_to_all_after_the_end() {
    let stand = Stand::new().await;
    for notes_open in [false, true] {
        let at = stand
            .duel("cartographers", json!({ "notes_open": notes_open }))
            .await;
        let due = stand
            .app
            .due(&at, 0, &stand.ann.token, "sample=1")
            .await
            .json();
        let put = due["links"]["put"].as_str().unwrap();
        let note = |text: &str| {
            let request = stand.app.request(Method::PUT, put, Some(&stand.ann.token));
            let request = request.header("Decision-Note", text);
            stand.app.send(request.json(&due["legal"][0]["command"]))
        };
        for wrong in ["%FF", &"x".repeat(501)] {
            assert_eq!(note(wrong).await.code(), "malformed_header");
        }
        let made = note("a+b%20%EC%88%B2").await;
        assert_eq!(made.status, 200, "{}", made.text);
        let told = |reply: Reply| reply.json()["items"][0]["note"].clone();
        let list = format!("{at}/decisions");
        let own = format!("{list}?seat=0");
        assert_eq!(
            told(stand.app.get(&own, Some(&stand.ann.token)).await),
            "a+b 숲"
        );
        let others = stand.app.get(&format!("{at}/record"), None).await;
        assert_eq!(others.text.contains("a+b 숲"), notes_open);
        stand.play_on(&at).await;
        assert_eq!(told(stand.app.get(&own, None).await), "a+b 숲");
        stand.verified(&at).await;
    }
}

#[tokio::test]
async fn a_rematch_is_opened_by_a_player_once_the_match_is_over() {
    let stand = Stand::new().await;
    let at = stand
        .duel(
            "cartographers",
            json!({ "clock": { "per_match_ms": 60_000 } }),
        )
        .await;
    let rematch = format!("{at}/rematch");
    assert_eq!(
        stand.send(Method::POST, &rematch, 0).await.code(),
        "not_over"
    );
    stand.play_on(&at).await;
    let cid = stand.app.player("cid").await;
    let strangers = stand.app.request(Method::POST, &rematch, Some(&cid.token));
    assert_eq!(stand.app.send(strangers).await.code(), "not_yours");
    let opened = stand.send(Method::POST, &rematch, 0).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let opened = opened.json();
    let id = at.rsplit('/').next().unwrap();
    assert_eq!(opened["match"]["rematch_of"], id);
    assert_eq!(opened["match"]["clock"], json!({ "per_match_ms": 60_000 }));
    assert_eq!(opened["seat_tokens"][0]["seat"], 1);
    let second = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let joined = stand
        .app
        .post(
            &format!("{second}/seats"),
            Some(&stand.ben.token),
            &json!({}),
        )
        .await;
    assert_eq!(joined.json()["seat"], 0, "{}", joined.text);
    assert_eq!(stand.of(&second).await["status"], "running");
}
