//! How soon a key shows the next board.

use std::time::Duration;

use thirtyfour::Key;
use tokio::time::sleep;

use crate::{browser::Browser, events, helpers::TestApp, number, paint::EMPTY, percentile};

/// A frame of a screen that shows sixty in a second, in milliseconds.
const FRAME: f64 = 1000.0 / 60.0;

/// When the next key is pressed.
#[derive(Clone, Copy)]
enum Rhythm {
    /// As soon as a reader can have seen what changed.
    Looking,
    /// As soon as the next step was fetched.
    Loaded,
    /// At once.
    Held,
}

/// Nobody takes in a change on a board faster.
const LOOK: Duration = Duration::from_millis(250);

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

/// A page on which a key changes a number: what the browser and the machine need by themselves.
const NUMBER: &str = "
    const shown = document.body.appendChild(document.createElement('main'));
    addEventListener('keydown', () => { shown.textContent = Number(shown.textContent) + 1; });";
/// How long the key took there.
const TOOK: &str = "window.shown.pop() - window.pressed.pop()";

/// The step that is shown: its address follows later.
const SHOWN: &str = "Number(document.querySelector('#stage input[type=range]').value)";

/// Waits until it has been seen.
const FRAME_IS_MADE: &str = "requestAnimationFrame(() => setTimeout(arguments[0]))";

/// When the parts of a step had been loaded, if they are.
fn loaded(step: &str) -> String {
    format!(
        "(() => {{
            const of = new URL(location.href);
            of.searchParams.set('step', {step});
            of.searchParams.set('parts', 'true');
            const times = performance.getEntriesByName(of.href, 'resource').map((it) => it.responseEnd);
            return Math.max(0, ...times);
        }})()"
    )
}

pub(crate) async fn report(app: &TestApp, browser: &Browser, page: &str) {
    let last = events(app, page).await;
    println!("\nKey press to next board, {last} events, until the frame with it was made");
    let alone = number_alone(app, browser, last).await;
    print("a number on an empty page", &alone);
    for rhythm in [Rhythm::Looking, Rhythm::Loaded, Rhythm::Held] {
        let url = app.running.url(&format!("{page}?step={FIRST}"));
        browser.open(&url).await;
        browser.run(WATCH, Vec::new()).await;
        let (mut whole, mut beyond) = (Vec::new(), Vec::new());
        for step in FIRST + 1..last {
            if step > FIRST + 1 {
                rhythm.wait(browser).await;
            }
            browser.press(Key::Right).await;
            browser.until(&format!("{SHOWN} === {step}")).await;
            browser.wait(FRAME_IS_MADE, Vec::new()).await;
            if let Some((took, rest)) = took(browser).await {
                whole.push(took);
                beyond.push(rest);
            }
        }
        let name = rhythm.name();
        print(&format!("{name}, {} boards changed", whole.len()), &whole);
        print("  beyond the fetch", &beyond);
    }
}

impl Rhythm {
    const fn name(self) -> &'static str {
        match self {
            Rhythm::Looking => "four keys a second",
            Rhythm::Loaded => "each next step loaded",
            Rhythm::Held => "one key after the other",
        }
    }

    /// Waits for the moment to press the key.
    async fn wait(self, browser: &Browser) {
        match self {
            Rhythm::Looking => sleep(LOOK).await,
            Rhythm::Loaded => {
                let next = loaded(&format!("{SHOWN} + 1"));
                browser.until(&format!("{next} > 0")).await;
            }
            Rhythm::Held => {}
        }
    }
}

/// Milliseconds from the key to another number on a page with nothing else, so many times.
async fn number_alone(app: &TestApp, browser: &Browser, times: u64) -> Vec<f64> {
    browser.open(&app.running.url(EMPTY)).await;
    browser.run(NUMBER, Vec::new()).await;
    browser.run(WATCH, Vec::new()).await;
    let mut took = Vec::new();
    for _ in 0..times {
        browser.press(Key::Right).await;
        browser.wait(FRAME_IS_MADE, Vec::new()).await;
        took.push(number(&browser.value(TOOK).await));
    }
    took
}

/// Milliseconds from the key to the board, and how many of them were no waiting for the server;
/// nothing if the board stayed as it was.
async fn took(browser: &Browser) -> Option<(f64, f64)> {
    let measured = format!(
        "(() => {{ const loaded = {}, from = window.pressed.pop(), to = window.shown.pop();
            return from && [to - from, to - Math.max(from, loaded)] }})()",
        loaded(SHOWN)
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
