//! The pages on which a person plays: the form that opens a match, and the page of a seat.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use serde_json::{Value, json};

use crate::helpers::{TestApp, spawn_app};

/// A name that would be markup if it were not text.
const NAME: &str = r"<script>alert(1)</script>";

fn page(at: &str) -> String {
    at.replace("/v1/", "/play/")
}

#[tokio::test]
async fn the_form_of_a_game_offers_its_seats_its_bots_and_its_variants() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let form = app
            .get(&format!("/play/{}", name.as_str().unwrap()), None)
            .await;
        assert_eq!(form.status, 200);
        let most = format!(r#"max="{}""#, game.info().players.end());
        for part in [&most, r#"value="greedy""#, "Playing needs JavaScript"] {
            assert!(form.text.contains(part), "{name}: {part}");
        }
    }
    let form = app.get("/play/cartographers", None).await.text;
    let sides = form.split(r#"data-option="side""#).nth(1).unwrap();
    let first = sides.split("<option value=\"").nth(1).unwrap();
    assert!(first.starts_with("&quot;A&quot;"), "the default is first");
    assert_eq!(app.get("/play/chess", None).await.status, 404);
    assert_eq!(app.get("/play", None).await.status, 200);
}

#[tokio::test]
async fn a_decision_of_a_match_that_is_over_leads_to_a_form_that_plays_on_from_there() {
    let app = spawn_app().await;
    let mallory = app.player(NAME).await;
    let (at, _) = app.open(&mallory, json!(2)).await;
    let form = page(&at) + "/fork?seat=1&step=";
    let running = app.get(&format!("{form}4"), None).await;
    assert_eq!(running.status, 200);
    let keeps = r#"<option value="keep">"#;
    assert!(
        !running.text.contains(keeps),
        "nobody knows what comes in a match that runs"
    );
    app.play_out(&at, 2, &mallory.token).await;
    let version = app.get(&at, None).await.json()["version"].as_u64().unwrap();
    let decisions = app.get(&format!("{at}/decisions"), None).await.json();
    let decided = decisions["items"][3].clone();
    let before = decided["step"].as_u64().unwrap() - 1;
    let shown = format!("{}?step={}", at.replace("/v1/", "/"), before + 1);
    let shown = app.get(&shown, None).await.text;
    let link = format!("/fork?step={before}&amp;seat={}\"", decided["seat"]);
    assert!(shown.contains(&(page(&at) + &link)), "{shown}");
    let offered = app.get(&format!("{form}{before}"), None).await;
    assert_eq!(offered.status, 200);
    for part in [
        keeps,
        r#"<option value="1" selected>"#,
        &format!(r#"data-fork="{at}/forks""#),
        "&lt;script&gt;",
    ] {
        assert!(offered.text.contains(part), "{part}: {}", offered.text);
    }
    for (step, code) in [("0", "not_started"), ("9999", "unknown_step")] {
        let refused = app.get(&format!("{form}{step}"), None).await;
        assert_eq!(refused.code(), code);
    }
    assert_eq!(
        app.get(&format!("{form}{version}"), None).await.code(),
        "over"
    );
}

#[tokio::test]
async fn only_who_holds_a_seat_is_asked_and_sees_what_it_sees() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let (at, ann, ben) = app.duel_at(name.as_str().unwrap()).await;
        let is_due = app.due(&at, 0, &ann.token, "count_only=true").await.status == 200;
        let at = format!("{}?seat=0", page(&at));
        let own = app.get(&at, Some(&ann.token)).await;
        let other = app.get(&at, Some(&ben.token)).await.text;
        let stranger = app.get(&at, None).await.text;
        assert_eq!(own.headers["cache-control"], "no-store");
        assert!(own.text.contains(r#"<span data-seat="0">You</span>"#));
        let is_asked = own.text.contains(r#"data-decision="0""#);
        assert_eq!(is_asked, is_due, "{name}");
        assert!(other.contains(r#"<span data-seat="1">You</span>"#));
        assert!(!stranger.contains(">You<"), "{name}");
        assert!(!stranger.contains("data-decision"), "{name}");
    }
}

/// The places of the board on a page.
fn places(page: &str) -> Vec<&str> {
    let places = page.split(r#"data-at=""#).skip(1);
    places.map(|it| it.split('"').next().unwrap()).collect()
}

/// How the script names the place of a command, where it names one.
fn named(legal: &Value) -> Vec<String> {
    let command = &legal["command"]["command"];
    let pair = |it: &Value| format!("{},{}", it[0], it[1]);
    let text = |field: &str| Some(format!("{field}:{}", command.get(field)?.as_str()?));
    let of_fields = ["stack", "slot", "to"].into_iter().filter_map(text);
    let of_pairs = ["space", "column"]
        .into_iter()
        .filter_map(|field| Some(format!("{field}:{}", pair(command.get(field)?))));
    let found: Vec<String> = of_fields.chain(of_pairs).collect();
    if !found.is_empty() {
        return found;
    }
    let cells = legal["cells"].as_array().unwrap().iter();
    cells.map(|cell| format!("cell:{}", pair(cell))).collect()
}

async fn every_place_is_on_the_board(app: &TestApp, game: &str) {
    let ann = app.player("ann").await;
    let bot = json!({ "kind": "bot", "bot": "random" });
    let (at, _) = app
        .open_game(game, &ann, json!([{ "kind": "me" }, bot]))
        .await;
    let mut pointed = 0;
    loop {
        let due = app.due(&at, 0, &ann.token, "wait=20&with=text,cells").await;
        if due.status == 409 {
            break;
        }
        let due = due.json();
        let page = app
            .get(&format!("{}?seat=0", page(&at)), Some(&ann.token))
            .await
            .text;
        let places = places(&page);
        for legal in due["legal"].as_array().unwrap() {
            for place in named(legal) {
                assert!(places.contains(&place.as_str()), "{game}: {place}");
                pointed += 1;
            }
        }
        app.decide(&at, 0, &ann.token).await;
    }
    assert!(pointed > 0, "{game}");
}

#[tokio::test]
async fn whatever_place_a_legal_command_names_can_be_pointed_at() {
    let app = spawn_app().await;
    for game in ["bunny_kingdom", "builders_biomes", "big_monster"] {
        every_place_is_on_the_board(&app, game).await;
    }
}

#[tokio::test]
async fn the_page_of_a_seat_says_how_the_match_ended() {
    let app = spawn_app().await;
    let ann = app.player(NAME).await;
    let (at, _) = app.open(&ann, json!(2)).await;
    let running = app.get(&page(&at), None).await.text;
    assert!(!running.contains("<script>alert"));
    app.play_out(&at, 2, &ann.token).await;
    let over = app
        .get(&format!("{}?seat=1", page(&at)), Some(&ann.token))
        .await
        .text;
    assert!(over.contains("data-over"));
    assert!(over.contains("See it step by step"));
    assert!(!over.contains("<script>alert"));
}
