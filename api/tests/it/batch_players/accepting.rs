//! Who is invited to a batch accepts, refuses or withdraws, and what cannot be planned.

use serde_json::json;

use super::{Outside, accept, ended, plan, random, seat, this};
use crate::helpers::spawn_app;

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_begins_when_all_its_players_have_accepted() {
    let app = spawn_app().await;
    let (ann, ben, eve) = (
        app.player("ann").await,
        app.player("ben").await,
        app.player("eve").await,
    );
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), json!({})).await;
    assert_eq!(
        (&batch["state"], &batch["missing"]),
        (&json!("waiting"), &json!([ben.id]))
    );
    assert_eq!(batch["settings"]["on_timeout"], "forfeit");
    assert_eq!(batch["settings"]["clock"]["per_decision_ms"], 60_000);
    let accept_path = format!("{}/accept", this(&batch));
    for (path, player) in [("accept", &eve), ("refuse", &eve), ("accept", &ann)] {
        let path = format!("{}/{path}", this(&batch));
        let reply = app.post(&path, Some(&player.token), &json!({})).await;
        assert_eq!((reply.status.as_u16(), &*reply.code()), (403, "not_yours"));
    }
    let nobody = app.post(&accept_path, None, &json!({})).await;
    assert_eq!(nobody.code(), "no_token");
    let mine = format!("/v1/matches?player={}", ben.id);
    assert_eq!(app.get(&mine, None).await.json()["items"], json!([]));
    for _ in 0..2 {
        let accepted = accept(&app, &batch, &ben).await;
        assert_eq!(
            (&accepted["state"], &accepted["missing"]),
            (&json!("running"), &json!([]))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_refuses_a_batch_ends_it_and_it_is_partial() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let batch = plan(&app, &ann, json!([[seat(&ben), random()]]), json!({})).await;
    let page = format!("/batches/{}", batch["id"].as_str().unwrap());
    let shown = app.get(&page, None).await.text;
    assert!(shown.contains("Still to accept: ben."), "{shown}");
    let path = format!("{}/refuse", this(&batch));
    let refused = app.post(&path, Some(&ben.token), &json!({})).await;
    assert_eq!(refused.status, 200, "{}", refused.text);
    let report = ended(&app, &batch).await;
    let of = &report["batch"];
    assert_eq!(
        (&of["state"], &of["partial"]),
        (&json!("stopped"), &json!(true))
    );
    assert_eq!(of["stopped"]["why"], "refused");
    assert_eq!(of["stopped"]["player"], json!(ben.id));
    assert_eq!(of["stopped"]["deals"], 0);
    let shown = app.get(&page, None).await.text;
    let says = "The result is partial: ben refused, or withdrew.";
    assert!(shown.contains(says), "{shown}");
    let late = format!("{}/accept", this(&batch));
    let late = app.post(&late, Some(&ben.token), &json!({})).await;
    assert_eq!(
        (late.status.as_u16(), &*late.code()),
        (409, "batch_stopped")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_matches_of_a_batch_have_the_settings_of_their_plan() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let settings = json!({
        "clock": { "per_decision_ms": 5000, "reserve_ms": 100 }, "on_timeout": "random",
        "on_illegal": "limit", "tries_limit": 3, "abandon_after_ms": 120_000, "legal": "count",
        "spectator_delay": 4, "notes_open": true,
    });
    let mut outside = Outside::new(&app, &ann, false).await;
    // Whoever plans a batch has accepted it.
    let line_up = json!([[seat(&ann), random()]]);
    let batch = plan(&app, &ann, line_up, settings.clone()).await;
    assert_eq!(batch["state"], "running");
    let at = outside.turn().await["match"].as_str().unwrap().to_owned();
    let info = app
        .get(&format!("/v1/matches/{at}"), Some(&ann.token))
        .await;
    for (name, value) in settings.as_object().unwrap() {
        assert_eq!(&info.json()[name], value, "{name}");
        assert_eq!(&batch["settings"][name], value, "{name}");
    }
    assert_eq!(info.json()["batch"], batch["id"]);
}

#[tokio::test]
async fn line_ups_with_strangers_or_too_many_rotations_are_refused() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let nobody = json!({ "kind": "player", "player": format!("p_{}", "0".repeat(32)) });
    let many = [vec![seat(&ann)], vec![random(); 16]].concat();
    for (line_up, more, code) in [
        (vec![nobody], json!({}), "unknown_player"),
        (many, json!({ "duplicate": true }), "invalid_settings"),
        (
            vec![seat(&ann)],
            json!({ "tries_limit": 3 }),
            "invalid_settings",
        ),
        (
            vec![seat(&ann)],
            json!({ "deal_closed": true }),
            "not_supported_yet",
        ),
    ] {
        let mut body = json!({ "game": "cartographers", "line_ups": [line_up], "count": 1 });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        let refused = app.post("/v1/batches", Some(&ann.token), &body).await;
        assert_eq!(refused.code(), code, "{}", refused.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_withdraws_from_a_batch_forfeits_its_matches_that_have_begun_and_nobody_else_does() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let eve = app.player("eve").await;
    let batch = plan(&app, &ann, json!([[seat(&ben), seat(&eve)]]), json!({})).await;
    let mut bens = Outside::new(&app, &ben, false).await;
    accept(&app, &batch, &ben).await;
    accept(&app, &batch, &eve).await;
    let mut begun = Vec::new();
    for _ in 0..2 {
        let turn = bens.turn().await;
        begun.push(format!("/v1/matches/{}", turn["match"].as_str().unwrap()));
    }
    let path = format!("{}/refuse", this(&batch));
    let withdrawn = app.post(&path, Some(&ben.token), &json!({})).await;
    assert_eq!(withdrawn.status, 200, "{}", withdrawn.text);
    let mut before = Vec::new();
    for at in &begun {
        let info = app.get(at, None).await.json();
        assert_eq!(
            (
                &info["seats"][0]["forfeited"],
                &info["seats"][1]["forfeited"]
            ),
            (&json!("left"), &json!(null)),
            "as soon as it is answered: {info}"
        );
        before.push(app.get(&format!("{at}/events"), None).await.text);
    }
    let again = app.post(&path, Some(&ben.token), &json!({})).await;
    assert_eq!(again.status, 200);
    for (at, before) in begun.iter().zip(before) {
        let left = |events: &str| events.matches("\"left\"").count();
        let now = app.get(&format!("{at}/events"), None).await.text;
        assert_eq!(left(&now), left(&before), "it leaves once");
    }
    let eves = Outside::new(&app, &eve, false).await;
    let report = tokio::select! {
        report = ended(&app, &batch) => report,
        () = eves.play() => unreachable!(),
    };
    let of = &report["batch"];
    assert_eq!(
        (&of["state"], &of["partial"], &of["stopped"]["why"]),
        (&json!("stopped"), &json!(true), &json!("refused"))
    );
    assert_eq!(of["stopped"]["player"], json!(ben.id));
    for at in &begun {
        let results = app.get(&format!("{at}/results"), None).await.json();
        assert_eq!(results["standings"][0]["rank"], 2, "{results}");
    }
}
