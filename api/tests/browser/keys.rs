//! A whole match of each game is played by keys: nothing else is sent to the browser.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::{Value, json};
use thirtyfour::Key;

use crate::{
    seat::{CAN_PUT, NAME, Person},
    sound::DESK,
};

/// How many times Tab leads from the focus to an element; backwards if negative. None where there
/// is no such element.
const TABS: &str = "const target = document.querySelector(arguments[0]);
    if (!target) return null;
    const inputs = 'a[href], button:enabled, input, select, summary, [tabindex=\"0\"]';
    const isStop = (it) => it.checkVisibility() && it.tabIndex >= 0
        && (it.type !== 'radio' || it.checked || it === document.querySelector('#list input'));
    const stops = [...document.querySelectorAll(inputs)].filter(isStop);
    return stops.indexOf(target) - stops.indexOf(document.activeElement)";

/// Which arrow leads from the focused place of the board to the nearest one that a selector
/// means, or to one that is so many farther; none if it is focused. With the focused place.
const ARROW: &str = "const [places, farther] = arguments;
    const at = document.activeElement;
    if (!at.matches('[data-at]')) return null;
    if (at.matches(places)) return ['', at.dataset.at];
    const middle = (it) => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const [x, y] = middle(at);
    const ways = [...document.querySelectorAll('[data-at]')].filter((it) => it.matches(places))
        .map((it) => [middle(it)[0] - x, middle(it)[1] - y]);
    const length = ([right, down]) => Math.abs(right) + Math.abs(down);
    const way = ways.sort((one, other) => length(one) - length(other))[farther];
    if (!way) return null;
    const [right, down] = way;
    const isAlong = Math.abs(right) > Math.abs(down);
    return [isAlong ? (right < 0 ? 'left' : 'right') : (down < 0 ? 'up' : 'down'), at.dataset.at];";

/// Places of the board that fit what is marked, and those that do not.
const MAY: &str = ".may:not([aria-selected=true])";
const MAY_NOT: &str = ":not(.may)";
/// The place of the board that Tab leads to.
const BOARD: &str = "[data-at][tabindex='0']";

/// So often the way to an element is counted anew: a page that has just been shown may not have
/// the focus yet.
const TRIES: usize = 5;
/// So many arrows are pressed to get to a place.
const FAR: usize = 24;
/// So many places are marked before a command is chosen in the list.
const MARKS: usize = 2;

impl Person {
    /// Tabs to an element. Whether it is there.
    async fn tabs_to(&self, selector: &str) -> bool {
        for _ in 0..TRIES {
            let tabs = self.browser.run(TABS, vec![json!(selector)]).await;
            let Some(tabs) = tabs.as_i64() else {
                return false;
            };
            let is_there = format!("document.activeElement.matches(`{selector}`)");
            if self.browser.value(&is_there).await == true {
                return true;
            }
            for _ in tabs..0 {
                self.browser.press_with(Key::Shift, Key::Tab).await;
            }
            let tabs: String = (0..tabs).map(|_| char::from(Key::Tab)).collect();
            self.browser.types(tabs).await;
        }
        let at = self.browser.value("document.activeElement.outerHTML").await;
        panic!("{}: {selector}: {at}", self.game);
    }

    /// Fills in the form of a game and sits down.
    async fn sits_down_by_keys(&self, fewer: usize) {
        self.tabs_to("[name=name]").await;
        self.browser.types(NAME).await;
        self.tabs_to("[name=seats]").await;
        for _ in 0..fewer {
            self.browser.press(Key::Down).await;
        }
        self.tabs_to("[name=bot]").await;
        self.browser.types("random").await;
        self.tabs_to("#opening button").await;
        self.browser.press(Key::Enter).await;
    }

    /// Moves by arrows to one of these places of the board. Whether that was reached.
    async fn moves_to(&self, places: &str) -> bool {
        let (mut farther, mut last) = (0, Value::Null);
        for _ in 0..FAR {
            let way = self.browser.run(ARROW, vec![json!(places), json!(farther)]);
            let way = way.await;
            let arrow = match way[0].as_str() {
                None => return false,
                Some("") => return true,
                Some("left") => Key::Left,
                Some("right") => Key::Right,
                Some("up") => Key::Up,
                Some(_) => Key::Down,
            };
            // Nothing is on that way.
            if way[1] == last {
                farther += 1;
            }
            last = way[1].clone();
            self.browser.press(arrow).await;
        }
        false
    }

    /// Presses Enter where nothing can be chosen.
    async fn tries_elsewhere_by_keys(&self) -> bool {
        if !self.moves_to(MAY_NOT).await {
            return false;
        }
        self.browser.press(Key::Enter).await;
        self.is_refused().await
    }

    /// Marks a place and takes the mark back.
    async fn marks_and_undoes_by_keys(&self) -> bool {
        if !self.moves_to(MAY).await {
            return false;
        }
        let before = self.count().await;
        self.browser.press(Key::Enter).await;
        let marked = self.count().await;
        assert!(self.counts_what_is_marked().await, "{}", self.game);
        self.browser.press(Key::Backspace).await;
        assert_eq!(self.count().await, before, "{}", self.game);
        marked.as_u64() < before.as_u64()
    }

    async fn can_put(&self) -> bool {
        self.browser.value(CAN_PUT).await == true
    }

    async fn marks_on_the_board(&mut self) {
        if !self.seen.refusal {
            self.seen.refusal = self.tries_elsewhere_by_keys().await;
        }
        if !self.seen.undo {
            self.seen.undo = self.marks_and_undoes_by_keys().await;
        }
        for _ in 0..MARKS {
            if self.can_put().await || !self.moves_to(MAY).await {
                break;
            }
            self.browser.press(Key::Enter).await;
        }
    }

    async fn decides_by_keys(&mut self) {
        self.seen.decisions += 1;
        if self.tabs_to(BOARD).await {
            self.marks_on_the_board().await;
        } else if self.tabs_to("#chips [aria-pressed=false]").await {
            self.browser.press(Key::Space).await;
        }
        if !self.can_put().await {
            self.tabs_to("#list input").await;
            self.browser.press(Key::Space).await;
        }
        self.browser.press_with(Key::Control, Key::Enter).await;
    }
}

async fn assert_played(game: &'static str, fewer: usize) {
    let mut person = Person::at(game, DESK).await;
    person.sits_down_by_keys(fewer).await;
    let mut asked = person.asked(None).await;
    while let Some(decision) = asked {
        person.decides_by_keys().await;
        asked = person.asked(Some(&decision)).await;
    }
    person.leaves().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_cartographers_is_played_by_keys() {
    assert_played("cartographers", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_bunny_kingdom_is_played_by_keys() {
    assert_played("bunny_kingdom", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_builders_and_biomes_is_played_by_keys() {
    assert_played("builders_biomes", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_big_monster_is_played_by_keys() {
    assert_played("big_monster", 1).await;
}
