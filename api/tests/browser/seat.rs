//! The page of a seat, as a person sees it who plays there.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use serde_json::{Value, json};

use crate::{
    browser::Browser,
    helpers::{TestApp, spawn_app},
};

/// What a person is called.
pub(crate) const NAME: &str = "Ann";

/// The number of the decision that is asked for, once it is another than the one before; true if
/// the match is over. The one before, if nothing has come of it for so many milliseconds: what is
/// pressed while a page renews itself may be lost, and a person would press again.
const ASKED: &str = "const [before, again, done] = arguments;
    const from = performance.now();
    const look = () => {
        if (before && performance.now() - from > again) return done(before);
        const play = document.querySelector('#play');
        if (play && 'over' in play.dataset) return done(true);
        const { decision } = play?.dataset ?? {};
        const isNew = decision !== undefined && decision !== before;
        return isNew && document.querySelector('#count b') ? done(decision) : requestAnimationFrame(look);
    };
    look();";

/// So long a person waits before pressing again, in milliseconds.
const AGAIN_MS: u32 = 15_000;
/// No match needs so many decisions, even if some are made again.
const MOST_DECISIONS: usize = 400;

/// How many commands fit, as the page says.
const COUNT: &str = "Number(document.querySelector('#count b').textContent)";
const SAYS: &str = "document.querySelector('#count').textContent";

/// Whether a command is chosen, so that it can be put.
pub(crate) const CAN_PUT: &str = "document.querySelector('#put')?.disabled === false";

/// The rule that the refusal names, which a page of the server shows.
const RULE: &str = "(() => {
        const box = document.querySelector('#refusal:not([hidden])');
        return box?.querySelector('a')?.getAttribute('href') ?? '';
    })()";

/// A person at a table, with bots on the other seats.
pub(crate) struct Person {
    pub(crate) browser: Browser,
    pub(crate) game: &'static str,
    /// What a person tries besides playing, and has seen work.
    pub(crate) seen: Seen,
    app: TestApp,
}

/// What is seen once a match.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// A choice was refused, with the rule.
    pub(crate) refusal: bool,
    /// What fits became less by a mark, and as much again without it.
    pub(crate) undo: bool,
    /// So many decisions were made.
    pub(crate) decisions: usize,
}

impl Person {
    /// Somebody who looks at the form of a game, on a screen of this width.
    pub(crate) async fn at(game: &'static str, width: u32) -> Person {
        let app = spawn_app().await;
        let browser = Browser::start().await;
        browser.has_width(width).await;
        let form = app.running.url(&format!("/play/{game}"));
        browser.open(&form).await;
        Person {
            browser,
            game,
            seen: Seen::default(),
            app,
        }
    }

    /// Waits for another question than this, or for a reason to answer it again. None once the
    /// match is over.
    pub(crate) async fn asked(&self, before: Option<&str>) -> Option<String> {
        assert!(
            self.seen.decisions < MOST_DECISIONS,
            "{}: no end",
            self.game
        );
        if before.is_none() {
            self.browser
                .until_on_any_page("!!document.querySelector('#play')")
                .await;
        }
        let asked = vec![json!(before), json!(AGAIN_MS)];
        let asked = self.browser.wait(ASKED, asked).await;
        asked.as_str().map(str::to_owned)
    }

    /// How many commands fit what is marked.
    pub(crate) async fn count(&self) -> Value {
        self.browser.value(COUNT).await
    }

    /// Whether the count says what it counts.
    pub(crate) async fn counts_what_is_marked(&self) -> bool {
        let says = self.browser.value(SAYS).await;
        says.as_str().unwrap().ends_with("what you marked")
    }

    /// Waits for the answer to a choice that may be refused. Whether it was, by a rule that can
    /// be read.
    pub(crate) async fn is_refused(&self) -> bool {
        self.browser
            .until("!document.querySelector('#refusal').hidden")
            .await;
        let rule = self.browser.value(RULE).await;
        let rule = rule.as_str().unwrap();
        let is_ruled = rule.contains("/rules#");
        if is_ruled {
            let (page, _) = rule.split_once('#').unwrap();
            assert_eq!(self.app.get(page, None).await.status, 200, "{rule}");
        }
        is_ruled
    }

    /// The match was played to its end, everything was seen, and nothing went wrong.
    pub(crate) async fn leaves(self) {
        let game = self.game;
        let at = self.browser.value("location.pathname").await;
        let at = at.as_str().unwrap().replacen("/play/", "/v1/", 1);
        let played = self.app.get(&at, None).await.json();
        assert_eq!(played["status"], "finished", "{game}: {played}");
        let title = self
            .browser
            .value("document.querySelector('h1').textContent");
        let title = title.await.as_str().unwrap().to_owned();
        assert!(
            title.contains(" won") || title.contains(" scored "),
            "{game}: {title}"
        );
        assert!(
            self.seen.refusal,
            "{game}: no choice was refused with its rule"
        );
        assert!(self.seen.undo, "{game}: no mark was taken back");
        let mut troubles = self.browser.troubles(&self.app.running.url("")).await;
        // What a person tries may be refused: the browser notes each such answer.
        troubles.retain(|it| !(it.contains("/dry-run") && it.contains("422")));
        self.browser.quit().await;
        assert!(troubles.is_empty(), "{game}: {troubles:#?}");
    }
}
