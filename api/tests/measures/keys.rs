//! How soon a key shows the next board.

use thirtyfour::Key;

use crate::{browser::Browser, events, helpers::TestApp, number, percentile};

/// A frame of a screen that shows sixty in a second, in milliseconds.
const FRAME: f64 = 1000.0 / 60.0;

/// The step to begin at: everybody is seated by then.
const FIRST: u64 = 10;

/// Notes when a key went down, and when the frame was made that shows the step it led to.
const WATCH: &str = "
    window.pressed = []; window.shown = [];
    performance.setResourceTimingBufferSize(10000);
    let at = 0;
    addEventListener('keydown', (event) => { at = event.timeStamp; }, true);
    new MutationObserver(() => {
        if (!at) return;
        const from = at;
        at = 0;
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
                window.pressed.push(from); window.shown.push(performance.now());
            };
            channel.port2.postMessage(0);
        });
    }).observe(document.querySelector('main'), { childList: true, subtree: true });";

/// When the page of the step that is shown had been loaded.
const LOADED: &str =
    "Math.max(0, ...performance.getEntriesByName(location.href).map((it) => it.responseEnd))";

/// The next page is there, as it is when a reader has read a sentence.
const NEXT_IS_THERE: &str = "(() => {
    const next = new URL(location.href);
    next.searchParams.set('step', Number(next.searchParams.get('step')) + 1);
    return performance.getEntriesByName(next.href).some((it) => it.responseEnd > 0);
})()";

pub(crate) async fn report(app: &TestApp, browser: &Browser, page: &str) {
    let last = events(app, page).await;
    println!("\nKey press to next board, {last} events, until the frame with it was made");
    for waits in [true, false] {
        let url = app.running.url(&format!("{page}?step={FIRST}"));
        browser.open(&url).await;
        browser.run(WATCH, Vec::new()).await;
        let (mut whole, mut beyond) = (Vec::new(), Vec::new());
        for step in FIRST + 1..last {
            if waits && step > FIRST + 1 {
                browser.until(NEXT_IS_THERE).await;
            }
            browser.press(Key::Right).await;
            let there = format!("new URL(location.href).searchParams.get('step') === '{step}'");
            browser.until(&there).await;
            if let Some((took, rest)) = took(browser).await {
                whole.push(took);
                beyond.push(rest);
            }
        }
        let how = if waits {
            "each next page loaded"
        } else {
            "one key after the other"
        };
        print(&format!("{how}, {} boards changed", whole.len()), &whole);
        print("  beyond the fetch", &beyond);
    }
}

/// Milliseconds from the key to the board, and how many of them were no waiting for the server;
/// nothing if the board stayed as it was.
async fn took(browser: &Browser) -> Option<(f64, f64)> {
    let measured = format!(
        "(() => {{ const loaded = {LOADED}, from = window.pressed.pop(), to = window.shown.pop();
            return from && [to - from, to - Math.max(from, loaded)] }})()"
    );
    let measured = browser.value(&measured).await;
    let times = measured.as_array()?;
    Some((number(&times[0]), number(&times[1])))
}

fn print(what: &str, measured: &[f64]) {
    let [median, high] = [50, 99].map(|percent| percentile(measured, percent));
    println!(
        "{what:<48} p50 {median:>6.1} ms {:>5.2} frames   p99 {high:>6.1} ms {:>5.2} frames",
        median / FRAME,
        high / FRAME
    );
}
