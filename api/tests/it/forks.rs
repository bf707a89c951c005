//! Forks: who may take which, and that they tell nothing they must not.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::{Value, json};

use crate::helpers::{Ann, Reply, TestApp, spawn_app};

async fn fork(app: &TestApp, at: &str, token: Option<&str>, body: Value) -> Reply {
    app.post(&format!("{at}/forks"), token, &body).await
}

async fn version(app: &TestApp, at: &str, who: &Ann) -> u64 {
    let now = app.get(at, Some(&who.token)).await.json();
    now["version"].as_u64().unwrap()
}

fn path(reply: &Reply) -> String {
    assert_eq!(reply.status, 201, "{}", reply.text);
    let opened = reply.json();
    format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_finished_match_is_anybodys_to_fork() {
    let app = spawn_app().await;
    let (ann, eve) = (app.player("ann").await, app.player("eve").await);
    let (at, _) = app.open(&ann, json!(2)).await;
    app.decide(&at, 0, &ann.token).await;
    app.decide(&at, 1, &ann.token).await;
    let step = version(&app, &at, &ann).await;
    app.play_out(&at, 2, &ann.token).await;
    for chance in ["keep", "redraw"] {
        let body = json!({ "step": step, "seats": 2, "chance": chance });
        let reply = fork(&app, &at, Some(&eve.token), body).await;
        let forked = reply.json();
        let id = at.rsplit('/').next().unwrap();
        let origin = json!({ "parent": id, "step": step, "chance": chance });
        assert_eq!(forked["match"]["fork"], origin);
        assert_eq!(forked["match"]["status"], "running");
        assert_eq!(forked["match"]["private"], false);
        let there = path(&reply);
        for eyes in ["seat=0", "seat=1"] {
            let then = app.get(&format!("{at}/steps/{step}?{eyes}"), None).await;
            let view = format!("{there}/view?{eyes}");
            let now = app.get(&view, Some(&eve.token)).await;
            assert_eq!(now.json()["view"], then.json()["view"]);
        }
        app.play_out(&there, 2, &eve.token).await;
        let verified = app.get(&format!("{there}/verify"), None).await.json();
        assert_eq!(
            (&verified["valid"], &verified["complete"]),
            (&json!(true), &json!(true))
        );
        app.counted().await;
        let results = app.get("/v1/results", None).await.json();
        assert_eq!(results["items"].as_array().unwrap().len(), 1);
        let only = app.get("/v1/results?forks=only", None).await.json();
        assert_eq!(only["items"][0]["fork"], origin);
        let attribution = app.get(&format!("{there}/attribution"), None).await;
        assert_eq!(attribution.status, 200);
    }
}

#[tokio::test]
async fn a_running_match_is_forked_through_a_sampled_world_and_its_chance_kept_by_nobody() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    let eve = app.player("eve").await;
    app.decide(&at, 0, &ann.token).await;
    let step = version(&app, &at, &ann).await;
    let keep = json!({ "step": step, "seats": 2, "chance": "keep" });
    for who in [&ann, &ben, &eve] {
        let reply = fork(&app, &at, Some(&who.token), keep.clone()).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.code()[..]),
            (403, "not_yours")
        );
    }
    let redraw =
        |viewer: Value| json!({ "step": step, "seats": 2, "chance": "redraw", "viewer": viewer });
    assert_eq!(
        fork(&app, &at, None, redraw(json!(null))).await.code(),
        "no_token"
    );
    let others = fork(&app, &at, Some(&ben.token), redraw(json!(0))).await;
    assert_eq!(others.code(), "not_your_seat");
    for (who, seat) in [(&ann, json!(0)), (&ben, json!(1)), (&eve, json!(null))] {
        let reply = fork(&app, &at, Some(&who.token), redraw(seat.clone())).await;
        let there = path(&reply);
        assert_eq!(
            reply.json()["match"]["private"],
            true,
            "it holds what they can see"
        );
        let eyes = seat
            .as_u64()
            .map_or(String::new(), |seat| format!("?seat={seat}"));
        if !seat.is_null() {
            let then = app.get(&format!("{at}/view{eyes}"), Some(&who.token)).await;
            let now = app
                .get(&format!("{there}/view{eyes}"), Some(&who.token))
                .await;
            assert_eq!(now.json()["view"], then.json()["view"]);
        }
        app.play_out(&there, 2, &who.token).await;
        let stranger = app.get(&there, None).await;
        assert_eq!(stranger.code(), "unknown_match");
    }
    let body = json!({ "game": "cartographers", "seats": 2, "open_hands": true });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    let open = path(&opened);
    let keep = json!({ "step": version(&app, &open, &ann).await, "seats": 2, "chance": "keep" });
    for who in [&ann, &eve] {
        let reply = fork(&app, &open, Some(&who.token), keep.clone()).await;
        assert_eq!(reply.code(), "not_yours", "not even with open hands");
    }
    app.play_out(&open, 2, &ann.token).await;
    assert_eq!(fork(&app, &open, Some(&ann.token), keep).await.status, 201);
}

#[tokio::test]
async fn two_true_states_that_look_alike_give_the_same_fork() {
    let app = spawn_app().await;
    let mut worlds = Vec::new();
    for choice in [0, 9] {
        let (at, ann, ben) = app.duel().await;
        let due = app.due(&at, 0, &ann.token, "").await.json();
        let command = &due["legal"][choice]["command"];
        app.put(due["links"]["put"].as_str().unwrap(), &ann.token, command)
            .await;
        let step = version(&app, &at, &ben).await;
        let seed = "5a".repeat(32);
        let body = json!({ "step": step, "seats": 2, "chance": "redraw", "seed": seed });
        let there = path(&fork(&app, &at, Some(&ben.token), body).await);
        let mut seen = Vec::new();
        for eyes in ["seat=0", "seat=1"] {
            let view = app
                .get(&format!("{there}/view?{eyes}"), Some(&ben.token))
                .await;
            seen.push(view.json()["view"].clone());
        }
        app.play_out(&there, 2, &ben.token).await;
        let record = app
            .get(&format!("{there}/events?to=2"), Some(&ben.token))
            .await;
        seen.push(record.json()["items"][1]["event"].clone());
        worlds.push(seen);
    }
    assert_eq!(worlds[0], worlds[1]);
}

#[tokio::test]
async fn a_fork_is_refused_where_it_makes_no_sense() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let (at, _) = app.open(&ann, json!(2)).await;
    let begun = version(&app, &at, &ann).await;
    app.play_out(&at, 2, &ann.token).await;
    let last = version(&app, &at, &ann).await;
    let with = async |change: Value| {
        let mut body = json!({ "step": begun, "seats": 2, "chance": "keep" });
        let changes = change.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(changes);
        let reply = fork(&app, &at, Some(&ann.token), body).await;
        (reply.status.as_u16(), reply.code())
    };
    let cases = [
        (json!({ "step": 0 }), (404, "unknown_step")),
        (json!({ "step": last + 1 }), (404, "unknown_step")),
        (json!({ "step": last }), (409, "over")),
        (json!({ "step": 1 }), (409, "not_started")),
        (json!({ "step": begun + 1 }), (409, "mid_decision")),
        (json!({ "seats": 1 }), (422, "other_seats")),
        // Of what is wrong, the body first.
        (
            json!({ "step": begun + 1, "seats": [] }),
            (400, "malformed_body"),
        ),
        (json!({ "seats": 3 }), (422, "other_seats")),
        (json!({ "seed": "00".repeat(32) }), (422, "requires_redraw")),
        (json!({ "viewer": 0 }), (422, "requires_redraw")),
        (json!({ "chance": "luck" }), (400, "malformed_body")),
        (
            json!({ "chance": "redraw", "viewer": 7 }),
            (404, "no_such_seat"),
        ),
    ];
    for (change, (status, code)) in cases {
        assert_eq!(
            with(change.clone()).await,
            (status, code.to_owned()),
            "{change}"
        );
    }
}

#[tokio::test]
async fn a_seat_token_forks_through_its_own_seat() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "player", "player": ben.id }]);
    let (at, opened) = app.open(&ann, seats).await;
    let seats = format!("{at}/seats");
    let join = app.post(&seats, Some(&ben.token), &json!({})).await;
    assert_eq!(join.status, 201);
    let token = opened["seat_tokens"][0]["token"].as_str().unwrap();
    app.decide(&at, 0, &ann.token).await;
    let step = version(&app, &at, &ann).await;
    let body = json!({ "step": step, "seats": 2, "chance": "redraw" });
    let there = path(&fork(&app, &at, Some(token), body).await);
    let then = app.get(&format!("{at}/view"), Some(token)).await.json();
    assert_eq!(then["view"]["view"]["me"], 0);
    let now = app
        .get(&format!("{there}/view?seat=0"), Some(&ann.token))
        .await;
    assert_eq!(now.json()["view"], then["view"]);
}

#[tokio::test]
async fn a_fork_has_the_settings_that_were_sent_and_inherits_none() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let body = json!({
        "game": "cartographers", "seats": 2, "clock": { "per_decision_ms": 5000 }, "notes_open": true,
    });
    let opened = app
        .post("/v1/matches", Some(&ann.token), &body)
        .await
        .json();
    let at = format!("/v1/matches/{}", opened["match"]["id"].as_str().unwrap());
    let step = opened["match"]["version"].clone();
    let plain = json!({ "step": step, "seats": 2, "chance": "redraw" });
    let forked = fork(&app, &at, Some(&ann.token), plain.clone()).await;
    let info = app.get(&path(&forked), Some(&ann.token)).await.json();
    assert_eq!(
        (&info["clock"], &info["notes_open"]),
        (&Value::Null, &json!(false))
    );
    let settings = json!({
        "clock": { "per_match_ms": 60_000, "increment_ms": 10 }, "on_timeout": "forfeit",
        "on_illegal": "limit", "tries_limit": 3, "abandon_after_ms": 120_000, "legal": "count",
        "spectator_delay": 4, "notes_open": true,
    });
    let mut body = plain.clone();
    let fields = body.as_object_mut().unwrap();
    fields.extend(settings.as_object().unwrap().clone());
    let forked = fork(&app, &at, Some(&ann.token), body).await;
    let info = app.get(&path(&forked), Some(&ann.token)).await.json();
    for (name, value) in settings.as_object().unwrap() {
        assert_eq!(&info[name], value, "{name}");
    }
    let mut wrong = plain;
    wrong["tries_limit"] = json!(3);
    let forks = format!("{at}/forks");
    let refused = app.post(&forks, Some(&ann.token), &wrong).await;
    assert_eq!(refused.code(), "invalid_settings");
}
