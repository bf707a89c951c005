//! Pages of matches with clocks, of matches that ended otherwise than by the rules, and of
//! decisions for which nothing is listed.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;
use serde_json::json;

use crate::{
    clocks::{SECOND, Stand},
    helpers::spawn_app,
};

/// The page of a match, and that of a seat of Ann's.
async fn pages(stand: &Stand, at: &str) -> [String; 2] {
    let id = at.rsplit('/').next().unwrap();
    let token = Some(&*stand.ann.token);
    let watched = stand.app.get(&format!("/matches/{id}"), None).await;
    let played = format!("/play/matches/{id}?seat=0");
    let played = stand.app.get(&played, token).await;
    assert_eq!(
        (watched.status.as_u16(), played.status.as_u16()),
        (200, 200)
    );
    [watched.text, played.text]
}

#[tokio::test]
async fn pages_show_what_each_seat_has_on_its_clock() {
    let stand = Stand::new().await;
    let clock = json!({ "clock": { "per_match_ms": 90_000 } });
    let at = stand.duel("cartographers", clock).await;
    stand.time.move_on(20 * SECOND);
    let decided = stand.app.decide(&at, 0, &stand.ann.token).await;
    assert!(decided.is_some());
    stand.time.move_on(5 * SECOND);
    // That of Ann stands, while Ben thinks.
    let stands = r#"role="timer" data-left-ms="70000">1:10 left"#;
    let runs = r#"role="timer" data-left-ms="65000" data-runs>1:05 left"#;
    for page in pages(&stand, &at).await {
        assert!(page.contains(stands) && page.contains(runs), "{page}");
    }
    let id = at.rsplit('/').next().unwrap();
    let before = stand.app.get(&format!("/matches/{id}?step=3"), None).await;
    assert!(!before.text.contains("data-left-ms"), "clocks tell of now");
    let unlimited = stand.duel("cartographers", json!({})).await;
    for page in pages(&stand, &unlimited).await {
        assert!(!page.contains("data-left-ms"));
    }
}

#[tokio::test]
async fn who_is_some_steps_behind_sees_no_clock_of_now() {
    let stand = Stand::new().await;
    let settings = json!({ "clock": { "per_match_ms": 90_000 }, "spectator_delay": 20 });
    let at = stand.duel("cartographers", settings).await;
    let [watched, played] = pages(&stand, &at).await;
    assert!(!watched.contains("data-left-ms"));
    assert!(played.contains("data-left-ms"));
}

#[tokio::test]
async fn pages_say_why_a_match_ended_otherwise_than_by_the_rules() {
    let stand = Stand::new().await;
    let told = async |at: &str, sentence: &str| {
        for page in pages(&stand, at).await {
            assert!(page.contains(sentence), "{sentence}: {page}");
        }
    };
    let left = stand.duel("cartographers", json!({})).await;
    stand
        .send(Method::DELETE, &format!("{left}/seats/1"), 1)
        .await;
    stand.play_on(&left).await;
    told(&left, "Ben forfeited, because the player left").await;

    let agreed = stand.duel("cartographers", json!({})).await;
    for seat in [0, 1] {
        let end = format!("{agreed}/seats/{seat}/end");
        assert_eq!(stand.send(Method::POST, &end, seat).await.status, 200);
    }
    told(&agreed, "The players agreed to end the match").await;

    let settings = json!({ "abandon_after_ms": 60_000 });
    let abandoned = stand.duel("cartographers", settings).await;
    stand.time.move_on(60 * SECOND);
    stand
        .until(&abandoned, |now| now["status"] != "running")
        .await;
    told(&abandoned, "the match was abandoned").await;
}

#[tokio::test]
async fn where_nothing_is_listed_the_page_of_a_seat_has_a_form_for_a_command() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for told in ["none", "count"] {
        let body = json!({ "game": "cartographers", "seats": 2, "legal": told });
        let opened = app
            .post("/v1/matches", Some(&ann.token), &body)
            .await
            .json();
        let id = opened["match"]["id"].as_str().unwrap();
        let page = format!("/play/matches/{id}?seat=0");
        let page = app.get(&page, Some(&ann.token)).await.text;
        let form = r#"id="by-hand" data-decision="0" data-game="cartographers""#;
        assert!(page.contains(form), "{page}");
        assert!(page.contains("<textarea"));
        assert!(!page.contains("data-kind="), "no kind of command is told");
        let watched = app.get(&format!("/play/matches/{id}"), None).await.text;
        assert!(!watched.contains(r#"id="by-hand""#));
    }
}
