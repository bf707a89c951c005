//! Pages are asked for again each time, and sent again only if they are written otherwise.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::Method;

use crate::helpers::{Reply, TestApp, spawn_app};

/// What a browser asks that has the page with this tag.
async fn again(app: &TestApp, method: Method, path: &str, tag: &str) -> Reply {
    let request = app.request(method, path, None);
    let request = request.header("accept-encoding", "gzip");
    app.send(request.header("if-none-match", tag)).await
}

fn tag(reply: &Reply) -> &str {
    reply.headers["etag"].to_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_browser_has_of_a_page_is_not_sent_again() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let player = format!("/players/{}", ann.id);
    let of_games = ["", "/components"].map(|part| format!("/games/cartographers{part}"));
    // Pages of one match or batch are looked at elsewhere.
    let others = api::page_paths().filter(|path| !path.contains('{') && *path != "/docs");
    let more = ["/docs/", "/bots/greedy", "/play/cartographers"];
    let all = others.chain(more).map(str::to_owned);
    for path in all.chain(of_games).chain([player]) {
        let page = app.get(&path, None).await;
        assert_eq!(page.status, 200, "{path}");
        let kept = page.headers["cache-control"].to_str().unwrap();
        assert!(kept.ends_with("no-cache"), "{path}: {kept}");
        for method in [Method::GET, Method::HEAD] {
            let same = again(&app, method.clone(), &path, tag(&page)).await;
            let answer = (same.status.as_u16(), same.text.as_str());
            assert_eq!(answer, (304, ""), "{method} {path}");
            let other = again(&app, method.clone(), &path, "\"other\"").await;
            assert_eq!(other.status, 200, "{method} {path}");
            let tag_of_bytes = tag(&other).trim_start_matches("W/");
            assert_eq!(tag_of_bytes, tag(&page), "{method} {path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_shows_something_else_has_another_tag() {
    let app = spawn_app().await;
    let before = app.get("/", None).await;
    let (at, ann, _) = app.duel().await;
    app.counted().await;
    let after = again(&app, Method::GET, "/", tag(&before)).await;
    assert_eq!(after.status, 200);
    // What is secret in a match that runs is kept nowhere.
    let page = at.replacen("/v1", "", 1);
    for page in [
        page.clone(),
        format!("/embed{page}"),
        format!("/play{page}"),
    ] {
        let live = app.get(&page, Some(&ann.token)).await;
        assert_eq!(live.headers["cache-control"], "no-store", "{page}");
        assert!(!live.headers.contains_key("etag"), "{page}");
    }
}

#[tokio::test]
async fn rules_as_a_page_and_as_data_have_tags_of_their_own() {
    let app = spawn_app().await;
    let path = "/v1/games/cartographers/rules";
    let data = app.get(path, None).await;
    let request = app.request(Method::GET, path, None);
    let page = app.send(request.header("accept", "text/html")).await;
    assert_ne!(tag(&page), tag(&data));
    assert_eq!(page.headers["vary"], "accept");
    assert_eq!(page.headers["cache-control"], "no-cache");
}
