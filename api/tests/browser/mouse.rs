//! A whole match of each game is played with a mouse, or with a finger on a phone.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::json;
use thirtyfour::Key;

use crate::{
    seat::{CAN_PUT, NAME, Person},
    sound::{DESK, PHONE},
};

/// Whether nothing lies on an element: only then can it be clicked on.
macro_rules! is_seen {
    () => {
        "const isSeen = (it) => {
            it.scrollIntoView({ block: 'center' });
            const { x, y, width, height } = it.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2) === it;
        };"
    };
}

/// What a person who sees the page would click on next: places of the board that fit what is
/// marked, then a chip, then a row of the list. The argument is for variety.
const NEXT: &str = concat!(
    is_seen!(),
    "const [nth] = arguments;
    const all = (selector) => [...document.querySelectorAll(selector)];
    const some = (found) => found[nth * 7 % found.length];
    const marked = all('[aria-selected=true], [aria-pressed=true]').length;
    if (marked < 2) {
        const places = all('[data-at].may:not([aria-selected=true])').filter(isSeen);
        if (places.length) return some(places);
        const chips = all('.chips:not(:has([aria-pressed=true])) [data-mark]');
        if (chips.length) return some(chips);
    }
    return some(all('#list label'));"
);

/// A place of the board that can be chosen, and one that cannot: of those on which nothing lies.
const PLACE: &str = concat!(
    is_seen!(),
    "return [...document.querySelectorAll('[data-at].may')].find(isSeen)"
);
const ELSEWHERE: &str = concat!(
    is_seen!(),
    "const [nth] = arguments;
    const found = [...document.querySelectorAll('[data-at]:not(.may)')].filter(isSeen);
    return found[nth * 7 % found.length]"
);

/// So many places and chips are clicked on before a row of the list.
const MARKS: usize = 2;

/// What is marked.
const MARKED: &str = "[...document.querySelectorAll('[aria-selected=true], [aria-pressed=true]')]
    .map((it) => it.dataset.at ?? it.dataset.mark).join()";

/// An element by its selector.
const ONE: &str = "return document.querySelector(arguments[0])";

impl Person {
    async fn clicks(&self, selector: &str) {
        let is_there = self.browser.click(ONE, vec![json!(selector)]).await;
        assert!(is_there, "{}: {selector}", self.game);
    }

    /// Fills in the form of a game and sits down.
    async fn sits_down(&self, fewer: usize) {
        self.clicks("[name=name]").await;
        self.browser.types(NAME).await;
        self.clicks("[name=seats]").await;
        for _ in 0..fewer {
            self.browser.press(Key::Down).await;
        }
        self.clicks("[value=random]").await;
        self.clicks("#opening button").await;
    }

    /// Clicks where nothing can be chosen.
    async fn tries_elsewhere(&self, nth: usize) -> bool {
        let is_tried = self.browser.click(ELSEWHERE, vec![json!(nth)]).await;
        is_tried && self.is_refused().await
    }

    /// Marks a place and takes the mark back.
    async fn marks_and_undoes(&self) -> bool {
        let before = self.count().await;
        if !self.browser.click(PLACE, Vec::new()).await {
            return false;
        }
        let marked = self.count().await;
        assert!(self.counts_what_is_marked().await, "{}", self.game);
        self.clicks("#undo").await;
        assert_eq!(self.count().await, before, "{}", self.game);
        marked.as_u64() < before.as_u64()
    }

    async fn decides(&mut self) {
        let nth = self.seen.decisions;
        self.seen.decisions += 1;
        if !self.seen.refusal {
            self.seen.refusal = self.tries_elsewhere(nth).await;
        }
        if !self.seen.undo {
            self.seen.undo = self.marks_and_undoes().await;
        }
        for _ in 0..=MARKS {
            if self.browser.value(CAN_PUT).await == true {
                break;
            }
            assert!(self.browser.click(NEXT, vec![json!(nth)]).await);
        }
        let marked = self.browser.value(MARKED).await;
        let can_put = self.browser.value(CAN_PUT).await;
        assert_eq!(can_put, true, "{}: {marked}", self.game);
        self.clicks("#put").await;
    }
}

async fn assert_played(game: &'static str, fewer: usize, width: u32) {
    let mut person = Person::at(game, width).await;
    person.sits_down(fewer).await;
    let mut asked = person.asked(None).await;
    while let Some(decision) = asked {
        person.decides().await;
        asked = person.asked(Some(&decision)).await;
    }
    person.leaves().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_cartographers_is_played_by_mouse() {
    assert_played("cartographers", 1, DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_bunny_kingdom_is_played_by_mouse() {
    assert_played("bunny_kingdom", 1, DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_builders_and_biomes_is_played_by_mouse() {
    assert_played("builders_biomes", 1, DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_big_monster_is_played_on_a_phone() {
    assert_played("big_monster", 1, PHONE).await;
}
