//! When something is first seen, beside a page with next to nothing on it.

use serde_json::json;

use crate::{browser::Browser, helpers::TestApp, number, percentile};

/// How often each page is opened.
const TIMES: usize = 30;
/// A page of one line without styles or scripts.
const EMPTY: &str = "/robots.txt";
/// The same under another address: what one comes from.
const BEFORE: &str = "/robots.txt?before";

/// `over` are matches of two and of four seats at their end.
pub(crate) async fn report(app: &TestApp, browser: &Browser, over: [&str; 2]) {
    println!("\nFirst contentful paint after navigation, nothing cached, {TIMES} times each");
    println!(
        "{:<40}{:>8}{:>8}{:>9}",
        "page", "p50 ms", "p90 ms", "x empty"
    );
    let off = json!({ "cacheDisabled": true });
    browser.devtools("Network.setCacheDisabled", off).await;
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
            seen.push(first_paint(browser, &app.running.url(page)).await);
        }
    }
    let empty = percentile(&seen[0], 50);
    for ((what, _), seen) in pages.iter().zip(&seen) {
        let [median, high] = [50, 90].map(|percent| percentile(seen, percent));
        let ratio = median / empty;
        println!("{what:<40}{median:>8.1}{high:>8.1}{ratio:>9.2}");
    }
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
