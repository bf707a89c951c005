//! The pages for people: all comes from the server, and what they ask is asked of it.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use domain::GameId;
use reqwest::Method;

use crate::helpers::spawn_app;

#[test]
fn the_document_names_no_server_but_the_one_it_comes_from() {
    let servers = api::document().servers.unwrap_or_default();
    let addresses: Vec<&str> = servers.iter().map(|it| it.url.as_str()).collect();
    assert_eq!(addresses, ["/"]);
}

#[tokio::test]
async fn the_documentation_needs_nothing_from_elsewhere() {
    let app = spawn_app().await;
    for path in ["/", "/docs/", "/docs/problems", "/docs/explorer.js"] {
        let reply = app.get(path, None).await;
        assert_eq!(reply.status, 200, "{path}");
        let leads_away = ["src=\"http", "src=http", "//unpkg", "//cdn"];
        assert!(
            !leads_away.iter().any(|it| reply.text.contains(it)),
            "{path}"
        );
    }
    let page = app.get("/docs/", None).await;
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    for part in [
        "default-src 'none'",
        "connect-src 'self'",
        "script-src 'self'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
}

/// What a page names in attributes, as it stands beside the page.
fn named<'a>(page: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    let named = page.split(attribute).skip(1);
    named.map(|rest| {
        let rest = rest.trim_start_matches('"');
        rest.split(['"', ' ', '>']).next().unwrap_or_default()
    })
}

#[tokio::test]
async fn what_draws_the_documentation_comes_from_the_server_with_its_type_and_is_kept() {
    let app = spawn_app().await;
    let page = app.get("/docs/", None).await.text;
    let scripts: Vec<&str> = named(&page, "script src=").collect();
    let program = named(&page, "type=module src=").next().unwrap();
    assert_eq!(scripts.len(), 1, "{page}");
    for (script, kept) in [
        (scripts[0], "no-cache"),
        (program, "max-age=31536000, immutable"),
    ] {
        let reply = app.get(&format!("/docs/{script}"), None).await;
        assert_eq!(reply.status, 200, "{script}");
        assert_eq!(
            reply.headers["content-type"],
            "text/javascript; charset=utf-8"
        );
        let how_long = reply.headers["cache-control"].to_str().unwrap();
        assert!(how_long.contains(kept), "{script}: {how_long}");
        assert!(reply.headers.contains_key("etag"), "{script}");
    }
    let licences = app.get(&format!("/docs/{program}.LICENSE.txt"), None).await;
    assert_eq!(
        licences.headers["content-type"],
        "text/plain; charset=utf-8"
    );
    assert!(licences.text.contains("Apache License"));
}

#[tokio::test]
async fn rules_are_a_page_and_not_the_signs_they_are_written_with() {
    let app = spawn_app().await;
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        let at = format!("/v1/games/{}/rules", name.as_str().unwrap());
        let request = app.request(Method::GET, &at, None);
        let page = app.send(request.header("accept", "text/html")).await.text;
        for sign in ["**", "\n## ", "\n### ", "| --", "|--", "\n- ", "```"] {
            assert!(!page.contains(sign), "{at}: {sign}");
        }
        assert_eq!(page.matches("<h1>").count(), 1, "{at}");
        assert!(page.contains("<table>"), "{at}");
        assert!(page.contains(r#"<section id="4">"#), "{at}");
        assert!(
            page.contains("<style>:root{color-scheme"),
            "{at}: the look of all pages"
        );
    }
}
