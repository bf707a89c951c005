//! The pages of players and bots, and the small pictures of their matches.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use reqwest::Method;
use serde_json::json;

use crate::helpers::{Ann, TestApp, spawn_app};

/// A name that would be markup if it were not text.
const NAME: &str = r#"<img src=x onerror="alert(1)">"#;

/// A match of two bots, played to its end.
async fn played(app: &TestApp, game: &str, host: &Ann) -> String {
    let bot = |name: &str| json!({ "kind": "bot", "bot": name });
    let seats = json!([bot("greedy"), bot("random"), bot("greedy")]);
    let (at, _) = app.open_game(game, host, seats).await;
    let events = app.request(Method::GET, &format!("{at}/events?follow=true"), None);
    let all = app
        .send(events.header("accept", "application/x-ndjson"))
        .await;
    assert_eq!(all.status, 200, "{}", all.text);
    app.counted().await;
    at
}

/// A match of two players that counts: nobody chose its seed.
async fn duel(app: &TestApp) -> (String, Ann, Ann) {
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let seats = json!([{ "kind": "me" }, { "kind": "player", "player": ben.id }]);
    let body = json!({ "game": "cartographers", "seats": seats });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
    let at = format!("/v1/matches/{id}");
    let joined = app
        .post(&format!("{at}/seats"), Some(&ben.token), &json!({}))
        .await;
    assert_eq!(joined.status, 201, "{}", joined.text);
    (at, ann, ben)
}

async fn play_both_seats(app: &TestApp, at: &str, ann: &Ann, ben: &Ann) {
    let mut is_over = false;
    while !is_over {
        for (seat, who) in [(0, ann), (1, ben)] {
            let made = app.decide(at, seat, &who.token).await;
            is_over |= made.is_some_and(|made| made["over"] == true);
        }
    }
    app.counted().await;
}

#[tokio::test]
async fn the_page_of_a_player_has_rating_results_and_opponents() {
    let app = spawn_app().await;
    let (at, ann, ben) = duel(&app).await;
    let page = format!("/players/{}", ann.id);
    let before = app.get(&page, None).await;
    assert_eq!(before.status, 200);
    assert!(before.text.contains("No match is finished yet."));
    play_both_seats(&app, &at, &ann, &ben).await;
    let page = app.get(&page, None).await.text;
    assert!(page.contains("<h1>ann</h1>"), "{page}");
    let at_match = at.strip_prefix("/v1").unwrap();
    assert!(page.contains(&format!("href=\"{at_match}\"")));
    assert!(page.contains(" of 2 with "), "place and points");
    assert!(page.contains("<h2>Head to head</h2>"));
    assert!(page.contains(&format!("href=\"/players/{}\"", ben.id)));
    assert!(page.contains("1 of 2</td>") != page.contains("2 of 2</td>"));
    assert!(page.contains("too few"), "one match says nothing");
}

#[tokio::test]
async fn names_on_pages_lead_to_who_has_them() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    play_both_seats(&app, &at, &ann, &ben).await;
    for page in ["/", at.strip_prefix("/v1").unwrap()] {
        let page = app.get(page, None).await.text;
        for id in [&ann.id, &ben.id] {
            assert!(page.contains(&format!("href=\"/players/{id}\"")), "{page}");
        }
    }
}

#[tokio::test]
async fn the_page_of_a_bot_says_how_it_decides_and_lists_its_matches() {
    let app = spawn_app().await;
    let host = app.player("ann").await;
    let at = played(&app, "bunny_kingdom", &host).await;
    let page = app.get("/bots/greedy", None).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("gains most"));
    assert!(page.text.contains("greedy/2"));
    assert!(
        page.text
            .contains(&format!("href=\"{}\"", at.strip_prefix("/v1").unwrap()))
    );
    let opponent = |name| format!(r#"<th scope="row"><a href="/bots/{name}">"#);
    assert!(page.text.contains(&opponent("random")), "whom it met");
    assert!(!page.text.contains(&opponent("greedy")), "not itself");
    let listed = app.get("/?player=greedy", None).await.text;
    assert!(listed.contains(at.strip_prefix("/v1").unwrap()));
    assert_eq!(app.get("/bots/chess", None).await.status, 404);
}

#[tokio::test]
async fn a_name_is_text_on_the_page_of_its_player_and_a_deleted_player_has_none() {
    let app = spawn_app().await;
    let player = app.player(NAME).await;
    let at = format!("/players/{}", player.id);
    let page = app.get(&at, None).await.text;
    assert!(page.contains("&lt;img src=x"), "{page}");
    assert!(!page.contains("<img src=x"));
    let gone = app.request(Method::DELETE, &format!("/v1{at}"), Some(&player.token));
    assert_eq!(app.send(gone).await.status, 200);
    let page = app.get(&at, None).await.text;
    assert!(page.contains("A deleted player") && !page.contains("img src=x"));
    let nobody = format!("/players/p_{}", "0".repeat(32));
    assert_eq!(app.get(&nobody, None).await.status, 404);
}

#[tokio::test]
async fn private_matches_are_on_no_page_of_a_player() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let body = json!({ "game": "cartographers", "seats": 1, "private": true });
    let opened = app.post("/v1/matches", Some(&ann.token), &body).await;
    assert_eq!(opened.status, 201, "{}", opened.text);
    let id = opened.json()["match"]["id"].as_str().unwrap().to_owned();
    app.play_out(&format!("/v1/matches/{id}"), 1, &ann.token)
        .await;
    app.counted().await;
    let page = app.get(&format!("/players/{}", ann.id), None).await.text;
    assert!(!page.contains(&id) && page.contains("No match is finished yet."));
    let picture = app.get(&format!("/matches/{id}/thumbnail.svg"), None).await;
    assert_eq!(picture.status, 404);
}

#[tokio::test]
async fn the_small_picture_of_a_match_that_is_over_is_kept_for_ever() {
    let app = spawn_app().await;
    let host = app.player("ann").await;
    for &game in GameId::ALL {
        let name = domain::facts::word(&game);
        let at = played(&app, &name, &host).await;
        let home = app.get("/", None).await.text;
        let named = format!("{}/thumbnail.svg?drawing=", at.strip_prefix("/v1").unwrap());
        let rest = home.split(&named).nth(1).unwrap();
        let address = format!("{named}{}", rest.split('"').next().unwrap());
        let picture = app.get(&address, None).await;
        assert_eq!(picture.status, 200);
        assert_eq!(picture.headers["content-type"], "image/svg+xml");
        let kept = picture.headers["cache-control"].to_str().unwrap();
        assert!(kept.contains("immutable"), "{name}: {kept}");
        assert!(picture.text.contains("role=\"img\""));
        let other = app.get(&format!("{named}0"), None).await;
        let kept = other.headers["cache-control"].to_str().unwrap();
        assert!(!kept.contains("immutable"), "drawn by another program");
    }
    let (running, _) = app.open(&host, json!([{ "kind": "me" }])).await;
    let running = running.strip_prefix("/v1").unwrap();
    let picture = app.get(&format!("{running}/thumbnail.svg"), None).await;
    assert_eq!(picture.headers["cache-control"], "no-store");
}
