//! Who looks at a match that is being played, or plays in it, sees it to its end.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use serde_json::json;

use crate::{
    browser::Browser,
    helpers::{Ann, TestApp, spawn_app},
};

/// What the page of a seat says happened last.
const NEWS: &str = "document.querySelector('.news')?.textContent ?? ''";

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_played_is_followed_to_its_end_on_one_page() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let browser = Browser::start().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let (at, _) = app.open_game(name.as_str().unwrap(), &ann, json!(2)).await;
        let page = at.strip_prefix("/v1").unwrap();
        browser.open(&app.running.url(page)).await;
        browser.run("window.isTheSamePage = true", Vec::new()).await;
        let before = browser
            .value("document.querySelector('h1').textContent")
            .await;
        app.play_out(&at, 2, &ann.token).await;
        let last = app.get(&at, None).await.json()["version"].clone();
        let shows =
            |step| format!("document.querySelector('input[type=range]').value === '{step}'");
        browser.until(&shows(last)).await;
        let end = "document.querySelector('h1').textContent.includes(' won')";
        browser.until(end).await;
        assert_eq!(
            browser.value("window.isTheSamePage").await,
            true,
            "{game:?}"
        );
        let after = browser
            .value("document.querySelector('h1').textContent")
            .await;
        assert_ne!(before, after, "{game:?}");
        let troubles = browser.troubles(&app.running.url("")).await;
        assert!(troubles.is_empty(), "{game:?}: {troubles:#?}");
    }
    browser.quit().await;
}

/// Makes so many decisions of the first seat, as another program with the same right would.
async fn decide(app: &TestApp, at: &str, ann: &Ann, times: usize) {
    for _ in 0..times {
        let due = app.due(at, 0, &ann.token, "wait=20&sample=1").await;
        if due.status != 200 {
            return;
        }
        app.decide(at, 0, &ann.token).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_bots_do_appears_on_the_page_of_a_seat_to_the_end() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let browser = Browser::start().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let bot = json!({ "kind": "bot", "bot": "random" });
        let seats = json!([{ "kind": "me" }, bot]);
        let (at, _) = app.open_game(name.as_str().unwrap(), &ann, seats).await;
        browser.open(&app.running.url("/")).await;
        let id = at.rsplit('/').next().unwrap();
        browser.holds_seat(id, &ann.token).await;
        browser
            .open(&app.running.url(&at.replace("/v1/", "/play/")))
            .await;
        browser.run("window.isTheSamePage = true", Vec::new()).await;
        decide(&app, &at, &ann, 3).await;
        browser
            .until(&format!("({NEWS}).includes('Random ')"))
            .await;
        decide(&app, &at, &ann, usize::MAX).await;
        browser
            .until("document.querySelector('#play[data-over]')")
            .await;
        let title = browser.value("document.querySelector('h1').textContent");
        assert!(title.await.as_str().unwrap().contains(" won"), "{game:?}");
        let is_same = browser.value("window.isTheSamePage").await;
        assert_eq!(is_same, true, "{game:?}");
        let mut troubles = browser.troubles(&app.running.url("")).await;
        // The page asked what was due when the match had just ended.
        troubles.retain(|it| !(it.contains("/decision?") && it.contains("409")));
        assert!(troubles.is_empty(), "{game:?}: {troubles:#?}");
    }
    browser.quit().await;
}
