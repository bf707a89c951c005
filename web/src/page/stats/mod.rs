//! Statistics: questions, and their answers as charts and tables.

mod crosstable;
mod form;
mod grid;
mod ranking;
mod verdict;

use maud::{Markup, html};

pub use crosstable::{Crosstable, Encounter};
pub use form::{Form, Picked};
pub use grid::{Cell, Grid};
pub use ranking::{Ranking, Row, Sorted};
pub use verdict::{Compared, verdict};

use super::{Address, Chip, Head, STATS, Script, document, time};
use crate::chart::{Heat, Histogram, Lines};

/// How the form is called.
const ASK: &str = "Ask something else";
/// The part of the page with the form.
pub const FORM: &str = "ask";

/// What is counted.
pub const STATISTICS: &str = "Statistics";

/// A page of statistics.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The question.
    pub title: String,
    /// What was counted, in sentences.
    pub counted: Vec<String>,
    /// Links to the same of each game.
    pub games: Vec<Chip>,
    /// Links to what can be asked of the game.
    pub questions: Vec<Chip>,
    /// What could not be understood, in a sentence.
    pub trouble: Option<String>,
    /// The answers.
    pub panels: Vec<Panel>,
    /// Where something else can be asked.
    pub asking: Option<Asking>,
    /// Whether the answer changes while somebody looks at it.
    pub is_live: bool,
}

/// Where something else can be asked.
#[derive(Clone, Debug)]
pub enum Asking {
    /// Here.
    Here(Form),
    /// On the page with this address.
    At(String),
}

/// An answer with its title.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Its title.
    pub title: String,
    /// What must be known to read it, in sentences.
    pub notes: Vec<String>,
    /// Links to the same answer in other forms: name, address.
    pub links: Vec<(String, String)>,
    /// Whether it has the whole width.
    pub is_wide: bool,
    /// The answer.
    pub shown: Shown,
}

/// The form of an answer.
#[derive(Clone, Debug)]
pub enum Shown {
    /// Groups with their intervals.
    Ranking(Ranking),
    /// How often each value occurs.
    Histogram(Histogram),
    /// How a number went on.
    Lines(Lines),
    /// How often each cell is filled.
    Heat(Heat),
    /// Texts and links in a table.
    Grid(Grid),
    /// What everybody has against everybody else.
    Crosstable(Crosstable),
    /// Sentences, the first of them the loudest.
    Words(Vec<String>),
    /// Links to more.
    Links(Vec<Link>),
}

/// A link to something that was or is being made.
#[derive(Clone, Debug)]
pub struct Link {
    /// What it is.
    pub name: String,
    /// Where it is.
    pub address: String,
    /// How it stands.
    pub state: String,
    /// When it was begun, as RFC 3339 has it.
    pub at: String,
}

impl Statistics {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let script: Option<&'static Script> = self.is_live.then_some(&super::HOME);
        let head = Head {
            title: &self.title,
            under: Some(STATISTICS),
            style: Some(STATS),
            script,
        };
        document(address, &head, &self.main())
    }

    fn main(&self) -> Markup {
        let (wide, narrow): (Vec<&Panel>, Vec<&Panel>) =
            self.panels.iter().partition(|panel| panel.is_wide);
        let heat = self.panels.iter().find_map(|panel| match &panel.shown {
            Shown::Heat(heat) => Some(heat),
            Shown::Ranking(_)
            | Shown::Histogram(_)
            | Shown::Lines(_)
            | Shown::Grid(_)
            | Shown::Crosstable(_)
            | Shown::Words(_)
            | Shown::Links(_) => None,
        });
        html! {
            div class="head" { h1 { (self.title) } }
            (chips(&self.games, "Games"))
            (chips(&self.questions, "Questions"))
            @if let Some(trouble) = &self.trouble { p role="alert" { (trouble) } }
            div data-list {
                @if !self.counted.is_empty() {
                    p class="s" { (self.counted.join(" ")) }
                }
                @if let Some(heat) = heat { (heat.common()) }
                @for panel in wide { (panel.section()) }
                @if !narrow.is_empty() {
                    div class="columns" { @for panel in narrow { (panel.section()) } }
                }
            }
            @match &self.asking {
                Some(Asking::Here(form)) => (form.section()),
                Some(Asking::At(address)) => p { a class="btn" href=(address) { (ASK) } },
                None => {}
            }
        }
    }
}

impl Panel {
    fn section(&self) -> Markup {
        html! {
            section class="panel" {
                div class="head" {
                    h2 { (self.title) }
                    @if !self.links.is_empty() {
                        p class="s" {
                            @for (nth, (name, to)) in self.links.iter().enumerate() {
                                @if nth > 0 { " · " }
                                a href=(to) { (name) }
                            }
                        }
                    }
                }
                (self.shown.draw(&self.title))
                @if !self.notes.is_empty() { p class="s" { (self.notes.join(" ")) } }
                @if let Some(table) = self.shown.table() {
                    details {
                        summary { "As a table" }
                        div class="scroll" tabindex="0" role="region" aria-label={ (self.title) ", as a table" } { (table) }
                    }
                }
            }
        }
    }
}

impl Shown {
    fn draw(&self, title: &str) -> Markup {
        match self {
            Shown::Ranking(ranking) => ranking.table(title),
            Shown::Histogram(histogram) => histogram.draw(),
            Shown::Lines(lines) => lines.draw(),
            Shown::Heat(heat) => heat.draw(),
            Shown::Grid(grid) => grid.table(title),
            Shown::Crosstable(cross) => cross.table(title),
            Shown::Words(words) => html! {
                @for (nth, words) in words.iter().enumerate() {
                    p class=[(nth == 0).then_some("say")] { (words) }
                }
            },
            Shown::Links(links) => html! {
                ul class="rows" {
                    @for it in links {
                        li {
                            a href=(it.address) { (it.name) }
                            span class="s" { (it.state) }
                            (time(&it.at))
                        }
                    }
                }
            },
        }
    }

    fn table(&self) -> Option<Markup> {
        match self {
            Shown::Histogram(histogram) => Some(histogram.table()),
            Shown::Lines(lines) => Some(lines.table()),
            Shown::Heat(heat) => Some(heat.table()),
            Shown::Ranking(_)
            | Shown::Grid(_)
            | Shown::Crosstable(_)
            | Shown::Words(_)
            | Shown::Links(_) => None,
        }
    }
}

fn chips(chips: &[Chip], name: &str) -> Markup {
    html! {
        @if !chips.is_empty() {
            nav aria-label=(name) {
                ul class="chips" {
                    @for it in chips {
                        li { a class="chip" href=(it.address) aria-current=[it.is_chosen.then_some("true")] { (it.name) } }
                    }
                }
            }
        }
    }
}
