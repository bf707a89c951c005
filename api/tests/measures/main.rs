//! What the pages cost a reader, measured in a browser that `make measures` starts: when
//! something is first seen, how soon a key shows the next board, and how much is loaded.

#![allow(
    clippy::unwrap_used,
    reason = "a report says what it needs by panicking"
)]
#![expect(clippy::print_stdout, reason = "the report")]
#![expect(clippy::float_arithmetic, reason = "milliseconds and ratios of them")]

#[expect(dead_code, reason = "it serves the tests of pages, too")]
#[path = "../browser/browser.rs"]
mod browser;
#[expect(dead_code, reason = "it serves the tests over HTTP, too")]
#[path = "../it/helpers.rs"]
mod helpers;
mod keys;
mod paint;
mod weight;

use browser::Browser;
use domain::GameId;
use helpers::{Ann, TestApp, spawn_app};
use reqwest::Method;
use serde_json::{Value, json};

/// The match that is stepped through has at least so many events.
const LONG: u64 = 400;
/// So many matches of each game make the first page as long as it gets.
const LISTED: usize = 8;

#[tokio::main]
async fn main() {
    let app = spawn_app().await;
    let host = app.player("ann").await;
    let mut shown = Vec::new();
    for &game in GameId::ALL {
        let seats = (*game.info().players.end()).min(4);
        for _ in 1..LISTED {
            played(&app, &host, game, seats).await;
        }
        shown.push((game, played(&app, &host, game, seats).await));
    }
    let long = long(&app, &host).await;
    let of_two = played(&app, &host, shown[0].0, 2).await;
    app.counted().await;
    let browser = Browser::unlogged().await;
    paint::report(&app, &browser, [&of_two, &shown[0].1]).await;
    keys::report(&app, &browser, &long).await;
    weight::report(&app, &browser, &shown).await;
    browser.quit().await;
}

/// Where a match of bots is that was played to its end.
async fn played(app: &TestApp, host: &Ann, game: GameId, seats: u8) -> String {
    let name = serde_json::to_value(game).unwrap();
    let bot = json!({ "kind": "bot", "bot": "greedy" });
    let seats = json!(vec![bot; usize::from(seats)]);
    let (at, _) = app.open_game(name.as_str().unwrap(), host, seats).await;
    let events = app.request(Method::GET, &format!("{at}/events?follow=true"), None);
    let all = app
        .send(events.header("accept", "application/x-ndjson"))
        .await;
    assert_eq!(all.status, 200, "{}", all.text);
    at.replacen("/v1", "", 1)
}

/// Where a match is that has enough events: of the smallest table that comes to so many.
async fn long(app: &TestApp, host: &Ann) -> String {
    for seats in 2..=12 {
        for &game in GameId::ALL {
            if game.info().players.contains(&seats) {
                let page = played(app, host, game, seats).await;
                if events(app, &page).await >= LONG {
                    println!("Stepped through: {game:?}, {seats} seats");
                    return page;
                }
            }
        }
    }
    panic!("no match has {LONG} events");
}

/// How many events the match of a page has.
async fn events(app: &TestApp, page: &str) -> u64 {
    let shown = app.get(&format!("/v1{page}"), None).await.json();
    shown["version"].as_u64().unwrap()
}

/// The value below which so many of a hundred are.
fn percentile(measured: &[f64], percent: usize) -> f64 {
    let mut measured = measured.to_vec();
    measured.sort_unstable_by(f64::total_cmp);
    measured[(measured.len() - 1) * percent / 100]
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}
