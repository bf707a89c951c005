//! Who looks at a decision plays on from there.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::{GameId, facts::word};
use serde_json::json;

use crate::{browser::Browser, helpers::spawn_app};

/// The link below a decision.
const LEAD: &str = "document.querySelector('a[href*=\"/fork?\"]').click()";
/// The form, filled in and sent.
const SIT_DOWN: &str = "document.querySelector('#opening [name=name]').value = 'Eve';
    document.querySelector('#opening button').click()";

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_is_looked_at_is_made_anew_against_bots() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let browser = Browser::start().await;
    for game in GameId::ALL {
        let (at, _) = app.open_game(&word(game), &ann, json!(2)).await;
        app.play_out(&at, 2, &ann.token).await;
        let decisions = app.get(&format!("{at}/decisions"), None).await.json();
        let decided = &decisions["items"][5];
        let page = at.replace("/v1/", "/");
        let page = format!("{page}?step={}", decided["step"]);
        browser.open(&app.running.url(&page)).await;
        browser.run(LEAD, Vec::new()).await;
        browser
            .until_on_any_page("!!document.querySelector('#opening:not([hidden])')")
            .await;
        let seat = browser
            .value("document.querySelector('[name=seat]').value")
            .await;
        assert_eq!(seat, decided["seat"].to_string(), "{game:?}");
        browser.run(SIT_DOWN, Vec::new()).await;
        browser
            .until_on_any_page("!!document.querySelector('#list input')")
            .await;
        let there = browser.value("location.pathname").await;
        let there = there.as_str().unwrap().replace("/play/", "/v1/");
        assert_ne!(there, at, "{game:?}");
        let fork = app.get(&there, None).await.json()["fork"].clone();
        let step = decided["step"].as_u64().unwrap() - 1;
        let id = at.replace("/v1/matches/", "");
        let origin = json!({ "parent": id, "step": step, "chance": "keep" });
        assert_eq!(fork, origin, "{game:?}");
        let troubles = browser.troubles(&app.running.url("")).await;
        assert!(troubles.is_empty(), "{game:?}: {troubles:#?}");
    }
    browser.quit().await;
}
