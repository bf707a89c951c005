//! What a player chooses to be called is text, on every page and in every picture.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use reqwest::header::CONTENT_SECURITY_POLICY;
use serde_json::json;

use crate::{browser::Browser, helpers::spawn_app, stand::Stand};

/// Names that would do something if they were not text. Each would set `caught`, or make an
/// element that no page has.
const NAMES: &[&str] = &[
    r#""><script>caught=1</script>"#,
    "<img src=x onerror=caught=1>",
    "</style><script>caught=2</script>",
    "</title></h1><svg onload=caught=3>",
    "</text></svg><iframe srcdoc='<script>top.caught=4</script>'>",
    "javascript:caught=5",
    r#"' onfocus=caught=6 autofocus x=""#,
    "]]><script>caught=7</script>",
    "--><script>caught=8</script><!--",
    r"&lt;script&gt;caught=9&lt;/script&gt;",
    r#"\u003cscript\u003ecaught=10"},{"x":"${caught=11}"#,
];

/// Characters that no name may have: controls, and what turns the direction of writing.
const UNSEEN: &[char] = &[
    '\0', '\u{7}', '\u{1b}', '\u{7f}', '\u{85}', '\u{200f}', '\u{202e}', '\u{2066}', '\u{feff}',
];

/// What stands on a page that no page of ours has: elements and attributes of the names above.
const MADE_OF_NAMES: &str = "[...document.querySelectorAll('*')].filter((it) =>
        it.matches('script:not([src]), iframe, img[src=\"x\"], a[href^=\"javascript:\" i]')
        || [...it.attributes].some((attribute) => attribute.name.startsWith('on')))
    .map((it) => it.outerHTML.slice(0, 120))";

/// All that can be read on a page, its title too.
const READ: &str = "document.documentElement.textContent";

/// Whether a policy lets scripts stand in a page.
fn allows_inline_scripts(policy: &str) -> bool {
    let parts = policy.split(';').map(str::trim);
    let scripts = parts.clone().find(|part| part.starts_with("script-src"));
    let scripts = scripts.or(parts.clone().find(|part| part.starts_with("default-src")));
    scripts.is_none_or(|part| part.contains("'unsafe-inline'") || part.contains("'unsafe-eval'"))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_name_does_anything_on_a_page_or_in_a_picture() {
    let stand = Stand::of(NAMES).await;
    let browser = Browser::start().await;
    let mut all = stand.pages();
    all.extend(stand.pictures());
    let mut read = String::new();
    stand.seat(&browser).await;
    for page in &all {
        stand.open(&browser, page).await;
        assert_eq!(
            browser.value("window.caught ?? null").await,
            json!(null),
            "{page}"
        );
        assert_eq!(browser.value(MADE_OF_NAMES).await, json!([]), "{page}");
        if page.starts_with("/matches/") {
            read.push_str(browser.value(READ).await.as_str().unwrap());
        }
    }
    for name in NAMES {
        assert!(read.contains(name), "{name} can be read");
    }
    let troubles = browser.troubles(&stand.url("")).await;
    browser.quit().await;
    assert!(troubles.is_empty(), "{troubles:#?}");
}

#[tokio::test]
async fn the_policy_of_every_page_and_picture_forbids_scripts_in_it() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let mut all = stand.pages();
    all.extend(stand.pictures());
    all.push("/docs/".to_owned());
    for page in all {
        let reply = stand.get(&page).await;
        assert_eq!(reply.status, 200, "{page}");
        let policy = reply.headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(!allows_inline_scripts(policy), "{page}: {policy}");
    }
}

#[test]
fn a_policy_without_a_word_on_scripts_or_with_leave_for_them_is_told_from_a_strict_one() {
    assert!(allows_inline_scripts("img-src 'self'"));
    assert!(allows_inline_scripts(
        "default-src 'self'; script-src 'self' 'unsafe-inline'"
    ));
    assert!(allows_inline_scripts("default-src 'unsafe-inline'"));
    assert!(!allows_inline_scripts(
        "default-src 'none'; style-src 'unsafe-inline'"
    ));
    assert!(!allows_inline_scripts(
        "default-src 'unsafe-inline'; script-src 'self'"
    ));
}

#[tokio::test]
async fn a_name_has_no_character_that_is_not_seen_or_turns_others_round() {
    let app = spawn_app().await;
    for unseen in UNSEEN {
        let name = format!("ann{unseen}nna");
        let body = json!({ "name": name, "kind": "person" });
        let reply = app.post("/v1/players", None, &body).await;
        assert_eq!(reply.status, 400, "{unseen:?}: {}", reply.text);
    }
}
