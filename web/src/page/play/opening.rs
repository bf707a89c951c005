//! A form that opens a match in which a person plays against bots.

use domain::{GameId, bots::Bot, facts::word};
use maud::{Markup, html};

use super::super::{Address, Chip, Head, OPENING, PLAY, PLAYING_STYLE, document, games};

/// What the form is about.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game to play.
    pub game: GameId,
    /// Its name in addresses.
    pub name: String,
    /// Links to the forms of all games.
    pub games: Vec<Chip>,
    /// What a host may choose.
    pub choices: Vec<Choice>,
}

/// An option of a game.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name, as programs have it.
    pub name: String,
    /// What it is called.
    pub heading: String,
    /// What it means.
    pub meaning: String,
    /// What may be chosen, the default first.
    pub values: Vec<Value>,
}

/// A value of an option.
#[derive(Clone, Debug)]
pub struct Value {
    /// The value as JSON.
    pub json: String,
    /// What it is called.
    pub name: String,
}

/// The title, the way back to where one played last, and another link.
pub(super) fn head(title: &str, link: &Markup) -> Markup {
    html! {
        div class="head" {
            h1 { (title) }
            p class="s" {
                a id="last" href="/play" hidden { "Go on where you played last" } " " (link)
            }
        }
    }
}

pub(super) fn without_script() -> Markup {
    html! {
        noscript { p class="panel" { "Playing needs JavaScript. Watching does not: see " a href="/" { "the matches" } "." } }
    }
}

pub(super) fn own_name() -> Markup {
    html! {
        label { "Your name" input name="name" required maxlength="80" autocomplete="nickname"; }
    }
}

/// The bot that takes every other seat.
pub(super) fn others() -> Markup {
    html! {
        label { "The others are"
            select name="bot" {
                @for bot in Bot::ALL.iter().rev() {
                    option value=(word(bot)) { (games::name(*bot)) }
                }
            }
        }
    }
}

/// What went wrong, and the button.
pub(super) fn sit_down() -> Markup {
    html! {
        p id="trouble" role="alert" {}
        button class="btn pri" { "Sit down" }
        p class="s" { "Your right to the seat is kept in this browser only." }
    }
}

/// As many are usual at a table, if the game allows it.
const USUAL: u8 = 3;

impl Opening {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let title = format!("Play {}", self.game.info().title);
        let head = Head {
            title: &title,
            under: Some(PLAY),
            style: Some(PLAYING_STYLE),
            script: Some(&OPENING),
        };
        document(address, &head, &self.main(&title))
    }

    fn main(&self, title: &str) -> Markup {
        let rules = html! { a href={ "/games/" (self.name) } { "The game and its rules" } };
        html! {
            (head(title, &rules))
            ul class="chips" aria-label="Game" {
                @for chip in &self.games {
                    li {
                        a class="chip" href=(chip.address) aria-current=[chip.is_chosen.then_some("true")] { (chip.name) }
                    }
                }
            }
            (without_script())
            form id="opening" class="panel" data-game=(self.name) hidden { (self.fields()) }
        }
    }

    fn fields(&self) -> Markup {
        let players = self.game.info().players;
        let (least, most) = (*players.start(), *players.end());
        html! {
            div class="fields" {
                (own_name())
                label { "Seats at the table"
                    input type="number" name="seats" required min=(least) max=(most) value=(USUAL.clamp(least, most));
                }
                (others())
            }
            @if !self.choices.is_empty() { (self.variants()) }
            (sit_down())
        }
    }

    fn variants(&self) -> Markup {
        html! {
            details {
                summary { "Variants" }
                div class="variants" {
                    @for choice in &self.choices {
                        label {
                            span { (choice.heading) }
                            select data-option=(choice.name) {
                                @for value in &choice.values { option value=(value.json) { (value.name) } }
                            }
                        }
                        p class="s" { (choice.meaning) }
                    }
                }
            }
        }
    }
}
