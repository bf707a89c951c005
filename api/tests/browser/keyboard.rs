//! A match is stepped through by keys alone.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::json;
use thirtyfour::Key;

use crate::{browser::Browser, stand::Stand};

/// The sentence that the page shows.
const SENTENCE: &str = "document.querySelector('.say').textContent.trim()";

/// The sentence of the step in the address, as the server has it, and the names of the parts of
/// the page that look otherwise there.
const WRITTEN: &str = "const done = arguments[0];
    fetch(location.href).then((answer) => answer.text()).then((text) => {
        const page = new DOMParser().parseFromString(text, 'text/html');
        const parts = [...page.querySelectorAll('[data-part]')];
        const here = (part) => document.querySelector(`[data-part='${part.dataset.part}']`);
        const others = parts.filter((part) => !here(part)?.isEqualNode(part));
        const names = others.map((part) => part.dataset.part);
        if (document.querySelectorAll('[data-part]').length !== parts.length) names.push('more');
        done([page.querySelector('.say').textContent.trim(), names]);
    })";

#[tokio::test(flavor = "multi_thread")]
async fn keys_step_through_a_match_and_address_and_sentence_follow() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    for id in stand.over() {
        let match_info = stand
            .app
            .get(&format!("/v1/matches/{id}"), None)
            .await
            .json();
        let last = match_info["version"].as_u64().unwrap();
        let page = format!("/matches/{id}?step=5");
        browser.open(&stand.url(&page)).await;
        let mut said = vec![browser.value(SENTENCE).await];
        for (key, step) in [
            (Key::Right, 6),
            (Key::Right, 7),
            (Key::Left, 6),
            // What was found out for the next step is out of date once the reader was elsewhere.
            (Key::Right, 7),
            (Key::Left, 6),
            (Key::Right, 7),
            (Key::Right, 8),
            (Key::End, last),
            (Key::Left, last - 1),
            (Key::Home, 0),
            (Key::Right, 1),
        ] {
            browser.press(key).await;
            let there = format!("new URL(location.href).searchParams.get('step') === '{step}'");
            browser.until(&there).await;
            let shown = browser.value(SENTENCE).await;
            let written = browser.wait(WRITTEN, Vec::new()).await;
            assert_eq!(shown, written[0], "{page}, step {step}");
            assert_eq!(written[1], json!([]), "{page}, step {step}");
            let slider = browser.value("document.querySelector('input[type=range]').value");
            assert_eq!(slider.await, step.to_string(), "{page}");
            said.push(shown);
        }
        // Forth and back is where it was; the first and the last step are no others.
        assert_eq!(said[1], said[3], "{page}");
        assert_ne!(said[8], said[10], "{page}");
        assert_eq!(said[10], "Nothing has happened yet.", "{page}");
    }
    let troubles = browser.troubles(&stand.url("")).await;
    browser.quit().await;
    assert!(troubles.is_empty(), "{troubles:#?}");
}

/// Presses the right and left arrow by turns, a hundred times, each once the one before it was
/// seen. Gives how often the address was changed, and in how many milliseconds.
const FORTH_AND_BACK: &str = "const done = arguments[0];
    const [change, began] = [history.replaceState.bind(history), performance.now()];
    let changed = 0;
    history.replaceState = (...to) => { changed += 1; change(...to); };
    const press = (left) => {
        if (!left) return done([changed, performance.now() - began]);
        const key = left % 2 ? 'ArrowLeft' : 'ArrowRight';
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        requestAnimationFrame(() => setTimeout(() => setTimeout(() => press(left - 1))));
    };
    press(100)";

/// A browser lets a page change its address two hundred times in ten seconds, and no more.
#[tokio::test(flavor = "multi_thread")]
async fn however_long_a_key_is_held_the_address_can_follow() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    let id = stand.over().next().unwrap();
    let page = format!("/matches/{id}?step=5");
    browser.open(&stand.url(&page)).await;
    let pressed = browser.wait(FORTH_AND_BACK, Vec::new()).await;
    let [changed, took_ms] = [0, 1].map(|nth| pressed[nth].as_f64().unwrap());
    assert!(changed <= 1.0 + took_ms / 50.0, "{pressed}");
    let there = "new URL(location.href).searchParams.get('step')
        === document.querySelector('input[type=range]').value";
    browser.until(there).await;
    let troubles = browser.troubles(&stand.url("")).await;
    browser.quit().await;
    assert!(troubles.is_empty(), "{troubles:#?}");
}

/// Waits until what the page does when it is idle is done, and puts other nodes in the place of its
/// texts, as a browser does that translates it.
const TRANSLATE: &str = "const done = arguments[0];
    const translate = () => {
        const texts = document.createTreeWalker(document.querySelector('.say'), NodeFilter.SHOW_TEXT);
        const found = [];
        while (texts.nextNode()) found.push(texts.currentNode);
        for (const text of found) {
            const font = document.createElement('font');
            text.replaceWith(font);
            font.append(text.nodeValue);
        }
        done(found.length);
    };
    const rest = (left) => (left ? requestIdleCallback(() => rest(left - 1)) : translate());
    rest(20)";

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_a_browser_translates_shows_the_sentence_of_each_step() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    let id = stand.over().next().unwrap();
    browser
        .open(&stand.url(&format!("/matches/{id}?step=5")))
        .await;
    for step in 6..12 {
        assert_ne!(browser.wait(TRANSLATE, Vec::new()).await, json!(0));
        browser.press(Key::Right).await;
        let there = format!("new URL(location.href).searchParams.get('step') === '{step}'");
        browser.until(&there).await;
        let written = browser.wait(WRITTEN, Vec::new()).await;
        assert_eq!(browser.value(SENTENCE).await, written[0], "step {step}");
    }
    browser.quit().await;
}
