//! The first page: what is being played, what has finished, and where to read on.

use maud::{Markup, html};

use super::{Address, HOME, Head, MATCHES, Seated, document, seated, time};

/// What the first page shows.
#[derive(Clone, Debug)]
pub struct Home {
    /// Matches that run, the newest first.
    pub running: Vec<Listed>,
    /// Matches that are over, the latest first.
    pub finished: Vec<Listed>,
}

/// A match in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The match.
    pub id: String,
    /// The title of its game.
    pub game: String,
    /// Who sits there. A running match has no ranks.
    pub seats: Vec<Seated>,
    /// When its last event happened, as RFC 3339 has it.
    pub at: String,
}

/// Where to read on: addresses and what is there.
const LINKS: [(&str, &str); 9] = [
    ("/docs/", "The API: read it and try it"),
    ("/openapi.json", "The OpenAPI document"),
    ("/docs/problems", "Problems: what each code means"),
    ("/docs/replay", "Replay: what the numbers mean"),
    ("/docs/statistics", "Statistics: what the numbers mean"),
    ("/docs/chance", "Chance: how to recompute a deal"),
    ("/docs/stability", "Stability: what may change, and when"),
    ("/version", "Version"),
    ("/integrity", "Head of the log"),
];

impl Home {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            title: "Cartulary",
            under: Some(MATCHES),
            style: None,
            script: Some(&HOME),
        };
        document(address, &head, &self.main())
    }

    fn main(&self) -> Markup {
        html! {
            div class="head" {
                h1 { "Board games: played, replayed, counted" }
            }
            section class="panel" data-list {
                h2 { "Running now" }
                (list(&self.running, "No match is running."))
            }
            section class="panel" data-list {
                h2 { "Finished" }
                (list(&self.finished, "No match is finished yet."))
                p class="s" {
                    a href="/v1/matches" { "All matches as data" } " · "
                    a href="/v1/results" { "all results as data" }
                }
            }
            section class="panel" {
                h2 { "Read on" }
                ul class="links" {
                    @for (address, what) in LINKS {
                        li { a href=(address) { (what) } }
                    }
                    li { a href="/v1/games" { "The games" } }
                }
            }
        }
    }
}

fn list(matches: &[Listed], none: &str) -> Markup {
    html! {
        @if matches.is_empty() {
            p { (none) }
        } @else {
            ul class="matches" {
                @for it in matches {
                    li {
                        a href={ "/matches/" (it.id) } { (seated::headline(&it.game, &it.seats)) }
                        span class="s" { (it.game) ": " (names(&it.seats)) }
                        (time(&it.at))
                    }
                }
            }
        }
    }
}

fn names(seats: &[Seated]) -> String {
    const SHOWN: usize = 6;
    let one = |it: &Seated| match it.total {
        Some(_) => format!("{} {}", it.name, seated::points(it.total)),
        None => it.name.clone(),
    };
    let shown: Vec<String> = seats.iter().take(SHOWN).map(one).collect();
    let shown = shown.join(", ");
    match seats.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
