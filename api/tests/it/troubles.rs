//! What is wrong, told to people on a page and to programs as a problem.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::{Method, RequestBuilder};

use crate::helpers::{Reply, TestApp, spawn_app};

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

async fn asked(app: &TestApp, path: &str, accept: &str) -> Reply {
    let request = app.request(Method::GET, path, None);
    let request = request.header("accept-encoding", "gzip");
    app.send(request.header("accept", accept)).await
}

/// Whether the answer may be another for who likes another form of it.
fn varies(reply: &Reply) -> bool {
    let mut varies = reply.headers.get_all("vary").iter();
    varies.any(|by| by == "accept")
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_told_on_a_page_what_is_wrong_and_where_to_go() {
    let app = spawn_app().await;
    let (at, _, _) = app.duel().await;
    let beyond = format!("{}?step=99999", at.replacen("/v1", "", 1));
    let framed = format!("/embed{beyond}");
    for path in [
        "/nope",
        "/bots/nope",
        "/games/nope",
        "/players/p_11",
        "/?game=nope",
        "/matches/nope",
        "/batches/nope",
        "/assets/nope.js",
        &beyond,
        &framed,
    ] {
        let problem = app.get(path, None).await;
        let code = problem.code();
        assert!(varies(&problem), "{path}");
        let page = asked(&app, path, BROWSER).await;
        assert_eq!(page.status, problem.status, "{path}");
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(page.headers["cache-control"], "no-store", "{path}");
        assert!(varies(&page), "{path}");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        let is_framed = policy.ends_with("frame-ancestors *");
        assert_eq!(is_framed, path == framed, "{path}: {policy}");
        let leads = format!(r#"<a href="/docs/problems#{code}">{code}</a>"#);
        for said in ["<h1>", r#"<a class="btn do" href="/">"#, leads.as_str()] {
            assert!(page.text.contains(said), "{path}: {said}: {}", page.text);
        }
        let id = page.headers["x-request-id"].to_str().unwrap();
        assert!(page.text.contains(id), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_have_the_problem_wherever_they_ask() {
    let app = spawn_app().await;
    let is_problem = |reply: &Reply| reply.headers["content-type"] == "application/problem+json";
    for path in ["/v1/nope", "/v1/games/nope", "/mcp", "/openapi.json?x=1"] {
        let reply = asked(&app, path, "application/json;q=0.5, text/html").await;
        assert!(is_problem(&reply), "{path}: {}", reply.text);
        assert!(!varies(&reply), "{path}");
    }
    for accept in [
        "*/*",
        "application/json",
        "application/json, text/html;q=0.9",
        "text/html, application/problem+json",
        "text/css",
    ] {
        let reply = asked(&app, "/bots/nope", accept).await;
        assert!(is_problem(&reply), "{accept}: {}", reply.text);
    }
    let posted: RequestBuilder = app.request(Method::POST, "/nope", None);
    let posted = app.send(posted.header("accept", BROWSER)).await;
    assert!(is_problem(&posted), "{}", posted.text);
}

#[tokio::test]
async fn a_head_says_what_the_page_would_be() {
    let app = spawn_app().await;
    let request = app.request(Method::HEAD, "/nope", None);
    let head = app.send(request.header("accept", BROWSER)).await;
    assert_eq!((head.status.as_u16(), head.text.as_str()), (404, ""));
    assert_eq!(head.headers["content-type"], "text/html; charset=utf-8");
}
