//! Who looks at a match that is being played sees it to its end.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use serde_json::json;

use crate::{browser::Browser, helpers::spawn_app};

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
