//! Deals recomputed by a stranger who has the page about chance, Python, and nothing else.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::process::Command;

use domain::GameId;

use crate::{
    helpers::{TestApp, spawn_app},
    statistics::play_all,
};

/// The page, as a browser shows it.
async fn page(app: &TestApp) -> String {
    let page = app.get("/docs/chance", None).await;
    assert_eq!(page.status, 200);
    page.text
}

/// One of the programs on the page.
fn program(page: &str, id: &str) -> String {
    let (_, from) = page.split_once(&format!("<pre id=\"{id}\">\n")).unwrap();
    let (written, _) = from.split_once("</pre>").unwrap();
    [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        .iter()
        .fold(written.to_owned(), |text, (coded, plain)| {
            text.replace(coded, plain)
        })
}

/// What these programs of the page print, put one after the other: isolated, so that
/// Python has its standard library only.
async fn printed(page: &str, ids: &[&str], arguments: &[&str]) -> String {
    let text: String = ids.iter().map(|id| program(page, id)).collect();
    let mut python = Command::new("python3");
    python.args(["-I", "-c", &text]).args(arguments);
    let run = tokio::task::spawn_blocking(move || python.output().unwrap());
    let run = run.await.unwrap();
    let [out, err] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(run.status.success(), "{out}{err}");
    out
}

#[tokio::test]
async fn the_page_rolls_in_twenty_lines_as_its_test_vectors_say() {
    let page = page(&spawn_app().await).await;
    let lines = program(&page, "roll").lines().count();
    assert!(lines <= 20, "{lines} lines");
    let printed = printed(&page, &["roll", "check-vectors"], &[]).await;
    assert_eq!(printed, "True\n".repeat(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_recomputes_a_deal_of_every_game_with_the_page_alone() {
    let app = spawn_app().await;
    let page = page(&app).await;
    for &game in GameId::ALL {
        play_all(&app, game, 1).await;
        let name = domain::facts::word(&game);
        let results = format!("/v1/results?game={name}");
        let results = app.get(&results, None).await.json();
        let id = results["items"][0]["id"].as_str().unwrap();
        let check = format!("check-{name}");
        let programs = ["roll", "read-match", &check];
        let printed = printed(&page, &programs, &[&app.running.url(""), id]).await;
        let checks = program(&page, &check).matches("print(").count();
        // And the commitment.
        assert_eq!(printed, "True\n".repeat(checks + 1), "{name}");
    }
}

#[tokio::test]
async fn every_page_is_reached_from_the_first_one_and_from_the_document() {
    let app = spawn_app().await;
    let home = app.get("/", None).await.text;
    let document = app.get("/openapi.json", None).await.json();
    let introduction = document["info"]["description"].as_str().unwrap();
    for name in ["problems", "replay", "statistics", "chance"] {
        let at = format!("/docs/{name}");
        assert_eq!(app.get(&at, None).await.status, 200, "{at}");
        assert!(home.contains(&format!("<li><a href=\"{at}\">")), "{at}");
        assert!(introduction.contains(&format!("({at})")), "{at}");
    }
}
