//! Every kind of page, light and dark, on a phone and on a desk: nothing is broken, nothing is
//! asked of others, nothing hangs over the edge, and everybody can use it.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::{
    browser::{Browser, Theme},
    stand::Stand,
};

/// How wide a desk's window is, a phone, and the narrowest phone.
pub(crate) const DESK: u32 = 1280;
pub(crate) const PHONE: u32 = 390;
pub(crate) const NARROW: u32 = 320;

/// What `make browser` installs, without a change to its rules.
pub(crate) fn axe() -> String {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/node_modules");
    fs::read_to_string(tools.join("axe-core/axe.min.js")).expect("it is run by `make browser`")
}

/// What keeps some people from using the page that is open.
pub(crate) async fn violations(browser: &Browser, axe: &str) -> Vec<String> {
    browser.run(axe, Vec::new()).await;
    let run = "const done = arguments[0];
        axe.run(document, { resultTypes: ['violations'] }).then((found) => done(found.violations),
            (error) => done([{ id: String(error), nodes: [] }]))";
    let found = browser.wait(run, Vec::new()).await;
    let told = |rule: &Value| {
        let nodes = rule["nodes"].as_array().unwrap();
        let first = &nodes.first().unwrap_or(&Value::Null);
        format!(
            "{}, {} times, first {} {}: {}",
            rule["id"],
            nodes.len(),
            first["target"],
            first["html"],
            first["failureSummary"]
        )
    };
    found.as_array().unwrap().iter().map(told).collect()
}

/// What hangs over the right edge, if anything does.
pub(crate) async fn overhang(browser: &Browser, width: u32) -> Option<String> {
    let wide = browser.value("document.documentElement.scrollWidth").await;
    if wide.as_u64().unwrap() <= u64::from(width) {
        return None;
    }
    let first = "const over = [...document.body.querySelectorAll('*')].find((it) =>
            it.getBoundingClientRect().right > arguments[0] && !it.closest('.scroll, .table, svg'));
        return over ? over.outerHTML.slice(0, 200) : ''";
    let first = browser.run(first, vec![json!(width)]).await;
    Some(format!("{wide} px wide on {width} px: {first}"))
}

/// Opens every page at every width. axe, which takes most of the time, runs at those in `asked`: what
/// it finds depends on the colors or on the width, hardly on both.
async fn assert_sound(theme: Theme, asked: [u32; 2]) {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    browser.has_theme(theme).await;
    let (home, axe) = (stand.url(""), axe());
    let mut faults = Vec::new();
    stand.seat(&browser).await;
    for page in stand.pages() {
        for width in [DESK, PHONE, NARROW] {
            browser.has_width(width).await;
            stand.open(&browser, &page).await;
            let mut found = browser.troubles(&home).await;
            found.extend(overhang(&browser, width).await);
            if asked.contains(&width) {
                found.extend(violations(&browser, &axe).await);
            }
            faults.extend(
                found
                    .into_iter()
                    .map(|it| format!("{page} at {width}: {it}")),
            );
        }
    }
    browser.quit().await;
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_sound_and_for_everybody_when_light() {
    assert_sound(Theme::Light, [DESK, NARROW]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_sound_and_for_everybody_when_dark() {
    assert_sound(Theme::Dark, [DESK, PHONE]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_explorer_of_the_api_has_no_error_and_asks_nobody_else() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    browser.open(&stand.url("/docs/")).await;
    browser
        .until("document.body.innerText.includes('Cartulary')")
        .await;
    let troubles = browser.troubles(&stand.url("")).await;
    browser.quit().await;
    assert!(troubles.is_empty(), "{troubles:#?}");
}
