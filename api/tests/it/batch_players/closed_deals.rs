//! Closed deals: nothing of one is told before its last rotation is over.

use std::time::Duration;

use serde_json::{Value, json};
use store::{Timekeeper, Timestamp};

use super::{Outside, accept, ended, plan, play_out, report, seat};
use crate::{
    helpers::{Ann, TestApp, spawn_app, spawn_with},
    record_files::Mirror,
};

/// The events of a match as somebody may know them.
async fn events(app: &TestApp, at: &str, token: Option<&str>) -> Vec<Value> {
    let page = app.get(&format!("{at}/events"), token).await.json();
    let items = page["items"].as_array().unwrap().iter();
    items.map(|it| it["event"].clone()).collect()
}

/// The two matches of a deal, by the seat that the bot has in them.
async fn both_rotations(bot: &mut Outside<'_>) -> [String; 2] {
    let mut at: [Option<String>; 2] = [None, None];
    while at.iter().any(Option::is_none) {
        let turn = bot.turn().await;
        let of = format!("/v1/matches/{}", turn["match"].as_str().unwrap());
        at[usize::from(turn["seat"] == 1)] = Some(of);
    }
    at.map(Option::unwrap)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_closed_deal_is_told_before_its_last_rotation_is_over() {
    let time = Timekeeper::by_hand(Timestamp::now());
    let clock = time.clone();
    let app = spawn_with(|config| api::Config {
        time: clock,
        ..config
    })
    .await;
    let (ann, ben, eve) = (
        app.player("ann").await,
        app.player("ben").await,
        app.player("eve").await,
    );
    let duplicate = json!({ "game": "bunny_kingdom", "count": 1, "duplicate": true });
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), duplicate).await;
    assert_eq!(
        (&batch["deal_closed"], &batch["matches"]),
        (&json!(true), &json!(2))
    );
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    // Both rotations run at the same time.
    let [first, second] = both_rotations(&mut anns).await;
    let hand = |at: &str, seat: u64, of: &Ann| {
        let (path, token) = (format!("{at}/view?seat={seat}"), of.token.clone());
        let app = &app;
        async move { app.get(&path, Some(&token)).await }
    };
    let anns_hand = hand(&first, 0, &ann).await.json()["view"]["view"]["seats"][0].clone();
    let bens_hand = hand(&second, 0, &ben).await.json()["view"]["view"]["seats"][0].clone();
    assert!(anns_hand["hand"].is_array(), "{anns_hand}");
    assert_eq!(anns_hand["hand"], bens_hand["hand"], "it is the same deal");

    play_out(&app, &first, [&ann, &ben]).await;
    for path in ["", "/events", "/record", "/results", "/steps/5", "/view"] {
        for token in [None, Some(&*eve.token)] {
            let hidden = app.get(&format!("{first}{path}"), token).await;
            assert_eq!(hidden.code(), "unknown_match", "{path}");
        }
    }
    let info = app.get(&first, Some(&ann.token)).await.json();
    assert_eq!(
        (&info["status"], &info["deal"], &info["deal_closed"]),
        (&json!("finished"), &Value::Null, &json!(true))
    );
    assert_eq!(hand(&first, 1, &ann).await.code(), "not_your_seat");
    let last = events(&app, &first, Some(&ann.token)).await.pop().unwrap();
    assert_eq!(
        (&last["type"], &last["seed"]),
        (&json!("ended"), &Value::Null)
    );
    let record = app.get(&format!("{first}/record"), Some(&ann.token)).await;
    let lines: Vec<Value> = record
        .text
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert!(lines.iter().all(|line| line["private"].is_null()));
    let keep = json!({ "step": 5, "seats": 2, "chance": "keep" });
    let forked = app
        .post(&format!("{first}/forks"), Some(&ann.token), &keep)
        .await;
    assert_eq!(forked.status, 403, "{}", forked.text);
    assert_eq!(report(&app, &batch).await["batch"]["seed"], Value::Null);
    let mut mirror = Mirror::default();
    assert_eq!(mirror.catch_up(&app).await, [""; 0]);

    play_out(&app, &second, [&ben, &ann]).await;
    let ended = ended(&app, &batch).await;
    assert!(ended["batch"]["seed"].is_string());
    time.move_on(Duration::from_secs(60 * 60));
    are_told(&app, [&first, &second], &mut mirror).await;
}

/// All of these matches is told, by their own pages and by the files of records.
async fn are_told(app: &TestApp, matches: [&str; 2], mirror: &mut Mirror) {
    mirror.catch_up(app).await;
    let records = mirror.records();
    assert_eq!(records.len(), matches.len());
    for at in matches {
        let record = app.get(&format!("{at}/record"), None).await;
        assert_eq!(records[at.rsplit('/').next().unwrap()], record.text);
        let last = events(app, at, None).await.pop().unwrap();
        assert!(last["seed"].is_string(), "{last}");
        let view = app.get(&format!("{at}/view?seat=1"), None).await;
        assert_eq!(view.status, 200);
    }
}

/// A bot that remembers: it decides in the second rotation with what it saw in the first. That
/// cannot be forbidden, so it is made harmless.
#[tokio::test(flavor = "multi_thread")]
async fn who_remembers_cards_of_a_closed_deal_gains_neither_rating_nor_statistics() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let duplicate = json!({ "count": 1, "duplicate": true });
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), duplicate).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    let [first, second] = both_rotations(&mut anns).await;
    play_out(&app, &first, [&ann, &ben]).await;
    let explored = |events: Vec<Value>| -> Vec<String> {
        let cards = events
            .into_iter()
            .filter(|it| it.to_string().contains("card_revealed"));
        cards.map(|it| it["event"].to_string()).collect()
    };
    let remembered = explored(events(&app, &first, Some(&ann.token)).await);
    play_out(&app, &second, [&ben, &ann]).await;
    let came = explored(events(&app, &second, Some(&ann.token)).await);
    assert!(
        !came.is_empty() && came == remembered,
        "it knew what would come"
    );

    let report = ended(&app, &batch).await;
    assert_eq!(report["batch"]["deal_closed"], true);
    app.counted().await;
    let ratings = app.get("/v1/ratings/cartographers", None).await.json();
    assert_eq!(ratings["matches"], 0, "{ratings}");
    let query = "/v1/stats/query?game=cartographers&metric=final_score&aggregates=n&min_n=0";
    let counted = async |more: &str| {
        let answer = app.get(&format!("{query}{more}"), None).await.json();
        answer["groups"][0]["cells"][0]["n"].clone()
    };
    assert_eq!(counted("").await, 0);
    assert_eq!(counted("&include=closed_deals").await, 4);
    assert_eq!(counted("&include=foreknown").await, 0);
}

/// What statistics and files tell of a game's closed deals, if they are asked for them.
async fn statistics_of(app: &TestApp, game: &str) -> Vec<String> {
    app.counted().await;
    let of = format!("game={game}&include=closed_deals&min_n=0");
    let lines = |file: &str| format!("/v1/exports/{game}{file}.ndjson?include=closed_deals");
    let mut told = Vec::new();
    for path in [
        format!(
            "/v1/stats/query?{of}&metric=final_score&group_by=batch,tournament,deal&format=ndjson"
        ),
        format!(
            "/v1/stats/query?{of}&metric=final_score&where=deal_closed:yes&group_by=deal&format=ndjson"
        ),
        format!(
            "/v1/stats/distribution?game={game}&include=closed_deals&metric=final_score&format=ndjson"
        ),
        format!("/v1/stats/curve?{of}&metric=final_score&window=1&format=ndjson"),
        format!("/v1/stats/choices?{of}&kind=card&format=ndjson"),
        format!("/v1/stats/matches?game={game}&include=closed_deals&format=ndjson"),
        lines(""),
        lines(".offers"),
        lines(".decisions"),
    ] {
        let reply = app.get(&path, None).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        told.push(reply.text);
    }
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_tell_of_a_closed_deal_once_its_batch_has_ended() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let game = "bunny_kingdom";
    let duplicate = json!({ "game": game, "count": 1, "duplicate": true });
    // Of another server: a file is kept for a minute.
    let nothing = statistics_of(&spawn_app().await, game).await;
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), duplicate).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    let [first, second] = both_rotations(&mut anns).await;
    play_out(&app, &first, [&ann, &ben]).await;
    assert_eq!(statistics_of(&app, game).await, nothing);
    play_out(&app, &second, [&ben, &ann]).await;
    ended(&app, &batch).await;
    let told = statistics_of(&app, game).await;
    let more = nothing.iter().zip(&told);
    let more: Vec<bool> = more
        .map(|(before, after)| after.len() > before.len())
        .collect();
    assert_eq!(more, [true; 9], "{told:?}");
}

/// How many results and finished matches of Bunny Kingdom somebody is shown.
async fn shown(app: &TestApp, player: &Ann, token: Option<&str>) -> [usize; 3] {
    app.counted().await;
    let count = async |path: &str| {
        let listed = app.get(path, token).await.json();
        listed["items"].as_array().unwrap().len()
    };
    let page = app.get("/?game=bunny_kingdom", token).await.text;
    [
        count("/v1/results?game=bunny_kingdom").await,
        count(&format!("/v1/results?player={}", player.id)).await,
        page.matches("href=\"/matches/m_").count(),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn results_of_a_closed_deal_are_listed_once_its_batch_has_ended() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let duplicate = json!({ "game": "bunny_kingdom", "count": 1, "duplicate": true });
    let batch = plan(&app, &ann, json!([[seat(&ann), seat(&ben)]]), duplicate).await;
    let mut anns = Outside::new(&app, &ann, false).await;
    accept(&app, &batch, &ben).await;
    let [first, second] = both_rotations(&mut anns).await;
    play_out(&app, &first, [&ann, &ben]).await;
    for token in [None, Some(&*ann.token)] {
        let [of_game, of_ann, _] = shown(&app, &ann, token).await;
        assert_eq!((of_game, of_ann), (0, 0));
    }
    let app = app.restarted().await;
    let [.., before] = shown(&app, &ann, None).await;
    play_out(&app, &second, [&ben, &ann]).await;
    ended(&app, &batch).await;
    let [of_game, of_ann, on_page] = shown(&app, &ann, None).await;
    assert_eq!((of_game, of_ann), (2, 2));
    assert!(on_page > before, "{on_page} and {before}");
}
