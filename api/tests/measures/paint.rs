//! When something is first seen, beside a page with next to nothing on it.

use serde_json::json;

use crate::{browser::Browser, helpers::TestApp, number, percentile};

/// How often each page is opened.
const TIMES: usize = 30;
/// A page of one line without styles or scripts.
pub(crate) const EMPTY: &str = "/robots.txt";
/// The same under another address: what one comes from.
const BEFORE: &str = "/robots.txt?before";
/// Notes on every page when the frame with its pictures was made.
const WATCH: &str = "addEventListener('animationend', (event) => {
    if (event.animationName !== 'pictures') return;
    requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => { window.pictured = performance.now(); };
        channel.port2.postMessage(0);
    });
});";

/// `over` are matches of two and of four seats at their end.
pub(crate) async fn report(app: &TestApp, browser: &Browser, over: [&str; 2]) {
    println!("\nFirst contentful paint after navigation, nothing cached, {TIMES} times each");
    println!("and from navigation until the frame with the pictures of a page was made");
    println!(
        "{:<40}{:>8}{:>8}{:>9}{:>13}{:>8}",
        "page", "p50 ms", "p90 ms", "x empty", "pictures p50", "p90"
    );
    let off = json!({ "cacheDisabled": true });
    browser.devtools("Network.setCacheDisabled", off).await;
    let watch = json!({ "source": WATCH });
    let added = browser
        .devtools("Page.addScriptToEvaluateOnNewDocument", watch)
        .await;
    let pages = [
        ("next to nothing", EMPTY),
        ("first page", "/"),
        ("player, two seats", over[0]),
        ("player, four seats", over[1]),
        ("statistics", "/stats"),
        ("games", "/games"),
    ];
    let mut seen = pages.map(|_| Vec::new());
    // In turn: whatever else the machine does slows all of them.
    for _ in 0..TIMES {
        for ((_, page), seen) in pages.iter().zip(&mut seen) {
            // A page before this one that still does something would take time from it.
            browser.open(&app.running.url(BEFORE)).await;
            let painted = first_paint(browser, &app.running.url(page)).await;
            seen.push((painted, pictured(browser).await.unwrap_or(painted)));
        }
    }
    let seen = seen.map(|seen| seen.into_iter().unzip::<_, _, Vec<f64>, Vec<f64>>());
    let empty = percentile(&seen[0].0, 50);
    for ((what, _), (painted, pictured)) in pages.iter().zip(&seen) {
        let [median, high] = [50, 90].map(|percent| percentile(painted, percent));
        let [pictures, late] = [50, 90].map(|percent| percentile(pictured, percent));
        let ratio = median / empty;
        println!("{what:<40}{median:>8.1}{high:>8.1}{ratio:>9.2}{pictures:>13.1}{late:>8.1}");
    }
    browser
        .devtools("Page.removeScriptToEvaluateOnNewDocument", added)
        .await;
    let on = json!({ "cacheDisabled": false });
    browser.devtools("Network.setCacheDisabled", on).await;
}

/// Milliseconds from asking for a page until something of it is seen.
async fn first_paint(browser: &Browser, url: &str) -> f64 {
    browser.open(url).await;
    let painted = "performance.getEntriesByName('first-contentful-paint').length";
    browser.until(painted).await;
    let paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
    number(&browser.value(paint).await)
}

/// Milliseconds from asking for the page that is open until the frame with its pictures was made,
/// if they come later.
async fn pictured(browser: &Browser) -> Option<f64> {
    let come = "window.pictured || !document.getAnimations().length";
    browser.until(come).await;
    browser.value("window.pictured").await.as_f64()
}
