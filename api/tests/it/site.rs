//! The pages around the matches: the first page with its filters, and the games.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::time::Duration;

use domain::GameId;
use reqwest::Method;
use serde_json::json;
use store::Timekeeper;

use crate::{
    helpers::{Ann, TestApp, spawn_app, spawn_with},
    statistics::play_all,
};

/// A name that would be markup if it were not text.
const NAME: &str = r#"<script>alert("1")</script>"#;

/// A match of bots, played to its end.
async fn played(app: &TestApp, game: &str, host: &Ann) -> String {
    let bot = json!({ "kind": "bot", "bot": "greedy" });
    let (at, _) = app.open_game(game, host, json!([bot, bot])).await;
    let events = app.request(Method::GET, &format!("{at}/events?follow=true"), None);
    let all = app
        .send(events.header("accept", "application/x-ndjson"))
        .await;
    assert_eq!(all.status, 200, "{}", all.text);
    app.counted().await;
    at
}

#[tokio::test]
async fn every_page_of_the_site_has_its_head_and_a_strict_policy() {
    let app = spawn_app().await;
    for page in [
        "/",
        "/games",
        "/play",
        "/docs/problems",
        "/docs/replay",
        "/docs/stability",
        "/docs/models",
        "/docs/push",
    ] {
        let page = app.get(page, None).await;
        assert_eq!(page.status, 200);
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self'"), "{policy}");
        assert!(page.text.contains(r#"aria-label="Site""#));
        assert_eq!(page.text.matches("<h1>").count(), 1);
    }
}

#[tokio::test]
async fn every_link_of_the_index_for_language_models_leads_somewhere() {
    let app = spawn_app().await;
    let index = app.get("/llms.txt", None).await;
    assert_eq!(index.status, 200);
    assert_eq!(
        index.headers["content-type"],
        "text/markdown; charset=utf-8"
    );
    let links: Vec<&str> = index.text.split("](").skip(1).collect();
    assert!(links.len() > GameId::ALL.len(), "{}", index.text);
    for link in links {
        let at = link.split(')').next().unwrap();
        assert_eq!(app.get(at, None).await.status, 200, "{at}");
    }
}

#[tokio::test]
async fn the_page_of_a_game_has_its_signs_its_rules_and_the_newest_board() {
    let app = spawn_app().await;
    let host = app.player("ann").await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let name = name.as_str().unwrap();
        let at = format!("/games/{name}");
        let empty = app.get(&at, None).await;
        assert_eq!(empty.status, 200);
        assert!(empty.text.contains("No board yet"), "{name}");
        assert!(empty.text.contains(r#"<ul class="key">"#), "{name}");
        assert!(
            empty.text.contains(&format!("/v1/games/{name}/rules#4")),
            "{name}"
        );
        let at_match = played(&app, name, &host).await;
        let page = app.get(&at, None).await.text;
        let board = page.split(r#"<img class="shown" src=""#).nth(1).unwrap();
        let board = board.split('"').next().unwrap().replace("&amp;", "&");
        assert!(board.starts_with(&format!("{at_match}/")), "{board}");
        assert!(
            board.contains("&mark="),
            "{board}: something with cells scored"
        );
        let picture = app.get(&board, None).await;
        assert!(picture.text.starts_with("<svg"), "{}", picture.text);
        assert!(picture.text.contains(r#"class="marked""#), "{board}");
    }
    assert_eq!(app.get("/games/chess", None).await.status, 404);
}

#[tokio::test]
async fn the_page_of_a_box_has_every_component_with_its_picture_and_sources() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = domain::facts::word(&game);
        let at = format!("/games/{name}/components");
        let page = app.get(&at, None).await;
        assert_eq!(page.status, 200);
        assert_eq!(page.text.matches("<h1>").count(), 1);
        let components = page.text.matches("<svg class=\"part\"").count();
        let sources = page.text.matches("<details").count();
        assert_eq!(components, sources, "{name}");
        let of_the_game = app.get(&format!("/games/{name}"), None).await.text;
        let link = format!("href=\"{at}#");
        for shown in of_the_game.split(&link).skip(1) {
            let anchor = shown.split('"').next().unwrap();
            let is_there = |of: &str| page.text.contains(&format!("<{of} id=\"{anchor}\""));
            assert!(is_there("section") || is_there("li"), "{name}: {anchor}");
        }
        assert!(of_the_game.contains(&link), "{name}");
    }
    let cards = app.get("/games/cartographers/components", None).await.text;
    for id in ["E07", "A04", "sentinel_wood", "S21", "negotiation", "map_B"] {
        assert!(cards.contains(&format!("<li id=\"{id}\"")), "{id}");
    }
    let tiles = app
        .get("/games/builders_biomes/components", None)
        .await
        .text;
    assert!(tiles.contains("class=\"panel made\""), "reconstructed");
    assert!(
        tiles.contains("Official English rulebook"),
        "sources are told"
    );
    assert_eq!(app.get("/games/chess/components", None).await.status, 404);
}

#[tokio::test]
async fn matches_that_are_over_are_found_by_game_by_day_and_by_player() {
    let app = spawn_app().await;
    let (ann, _) = (app.player("ann").await, app.player("ben").await);
    let (at, _) = app.open(&ann, json!(1)).await;
    app.play_out(&at, 1, &ann.token).await;
    app.counted().await;
    let page = at.strip_prefix("/v1").unwrap();
    let lists = async |query: &str| {
        let shown = app.get(&format!("/?{query}"), None).await;
        assert_eq!(shown.status, 200, "{query}: {}", shown.text);
        shown.text.contains(&format!("{page}\""))
    };
    assert!(lists("").await);
    assert!(lists("game=cartographers&player=&from=&to=").await);
    assert!(lists("from=2020-01-01&to=2999-12-31").await);
    assert!(!lists("game=bunny_kingdom").await);
    assert!(!lists("from=2999-01-01").await);
    assert!(!lists("to=2020-01-01").await);
    assert!(lists("player=ann").await);
    assert!(!lists("player=ben").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_matches_of_a_day_are_found_behind_all_that_ended_later() {
    let time = Timekeeper::by_hand("2031-05-17T08:00:00.000Z".parse().unwrap());
    let clock = time.clone();
    let app = spawn_with(|config| api::Config {
        time: clock,
        ..config
    })
    .await;
    play_all(&app, GameId::Cartographers, 1).await;
    time.move_on(Duration::from_hours(24));
    play_all(&app, GameId::BunnyKingdom, 3).await;
    for (query, found) in [
        ("to=2031-05-17", 1),
        ("to=2031-05-18", 4),
        ("from=2031-05-18", 3),
        ("from=2031-05-17&to=2031-05-17", 1),
        ("player=greedy&to=2031-05-17", 1),
        ("game=bunny_kingdom&to=2031-05-17", 0),
        ("to=2031-05-16", 0),
        ("from=2031-05-19", 0),
    ] {
        let page = app.get(&format!("/?{query}"), None).await.text;
        let listed = page.matches(r#"<a class="thumb""#).count();
        assert_eq!(listed, found, "{query}");
        let none = page.contains("No match that is finished fits.");
        assert_eq!(none, found == 0, "{query}");
        assert!(!page.contains("lder matches"), "{query}: all were found");
    }
}

#[tokio::test]
async fn matches_that_run_are_shown_by_game_and_by_player() {
    let app = spawn_app().await;
    let (at, ann, _) = app.duel().await;
    app.player("cid").await;
    app.counted().await;
    let page = at.strip_prefix("/v1").unwrap();
    for (query, is_shown) in [
        ("", true),
        ("game=cartographers", true),
        ("player=ann", true),
        ("to=2020-01-01", true),
        ("game=bunny_kingdom", false),
        ("player=cid", false),
        ("player=greedy", false),
    ] {
        let shown = app.get(&format!("/?{query}"), None).await.text;
        let card = format!("<a href=\"{page}\">");
        assert_eq!(shown.contains(&card), is_shown, "{query}: {}", ann.id);
        let none = shown.contains("No match that runs fits.");
        assert_eq!(none, !is_shown, "{query}");
    }
}

#[tokio::test]
async fn what_a_filter_cannot_mean_is_said_and_is_no_markup() {
    let app = spawn_app().await;
    for query in [("player", NAME), ("from", NAME), ("to", "yesterday")] {
        let query = serde_urlencoded::to_string([query]).unwrap();
        let page = app.get(&format!("/?{query}"), None).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains(r#"role="alert""#), "{query}");
        assert!(!page.text.contains("<script>alert"), "{query}");
    }
}
