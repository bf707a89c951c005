//! Pictures come with the frame after the first, and move nothing.

use serde_json::json;

use crate::{browser::Browser, stand::Stand};

/// Widths of a desktop and of a phone.
const WIDTHS: [u32; 2] = [1280, 390];
/// How the addresses of pages begin whose pictures come later.
const LATER: [&str; 4] = ["/matches/", "/stats", "/?", "/games"];
/// Whether the frame after the first was made.
const HAVE_COME: &str = "document.getAnimations().every((it) => it.playState === 'finished')";
/// The pictures that are not drawn although the page is there.
const HIDDEN: &str = "[...document.querySelectorAll('svg, .picture, .thumb')]
    .filter((it) => getComputedStyle(it).contentVisibility === 'hidden').length";
/// How many boards there are, how many of them come later, and what lies elsewhere once they have
/// come.
const MOVED: &str = "
    const all = [...document.querySelectorAll('body :not(svg *, details:not([open]) *)')];
    for (const it of all) it.style.animation = 'none';
    const places = (pictures) => {
        document.body.style.setProperty('--pictures', pictures);
        return all.map((it) => JSON.stringify(it.getBoundingClientRect()));
    };
    const before = places('hidden');
    const boards = [...document.querySelectorAll('.boards svg.board')];
    const later = boards.filter((it) => getComputedStyle(it).contentVisibility === 'hidden').length;
    const after = places('visible');
    const moved = all.filter((_, nth) => before[nth] !== after[nth]);
    return [boards.length, later, moved.map((it) => it.outerHTML.slice(0, 80))];";

#[tokio::test(flavor = "multi_thread")]
async fn pictures_that_come_later_are_all_there_and_move_nothing() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    let mut boards = 0;
    for width in WIDTHS {
        browser.has_width(width).await;
        for page in stand.pages() {
            if !LATER.iter().any(|it| page.starts_with(it)) {
                continue;
            }
            stand.open(&browser, &page).await;
            browser.until(HAVE_COME).await;
            assert_eq!(browser.value(HIDDEN).await, json!(0), "{page} at {width}");
            let moved = browser.run(MOVED, Vec::new()).await;
            assert_eq!(moved[0], moved[1], "boards of {page} come later");
            assert_eq!(moved[2], json!([]), "{page} at {width}");
            boards += moved[0].as_u64().unwrap();
        }
    }
    browser.quit().await;
    assert!(boards > 0);
}
