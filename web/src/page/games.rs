//! The games that can be played: all of them, and each with its board, its signs and its rules.

use domain::{GameId, bots::Bot};
use maud::{Markup, html};

use super::{
    Address, COMPONENTS, GAMES, Head, Listed, Preview, components, document, linkable,
    preview_address,
};
use crate::board;

/// A board that was really played.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// The match.
    pub listed: Listed,
    /// The scoring line that is lit, if one counts cells.
    pub lit: Option<Lit>,
}

/// A scoring line of a seat, and the cells it counted.
#[derive(Clone, Debug)]
pub struct Lit {
    /// The seat.
    pub seat: u8,
    /// How much it paid whom, in words.
    pub says: String,
    /// What scored, as score lines have it.
    pub source: String,
    /// The cells, as a picture is asked for them.
    pub cells: String,
}

/// A chapter or paragraph of the rules, by its anchor.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its anchor.
    pub anchor: String,
    /// Its heading.
    pub heading: String,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The game.
    pub game: GameId,
    /// Its name in addresses.
    pub name: String,
    /// A board of the game. None until a match of it is over.
    pub exhibit: Option<Exhibit>,
}

/// An option that the host of a match may choose.
#[derive(Clone, Debug)]
pub struct Selectable {
    /// Its name, as programs have it.
    pub name: String,
    /// What it is called.
    pub heading: String,
    /// What it means.
    pub meaning: String,
}

/// What the page of a game shows.
#[derive(Clone, Debug)]
pub struct GamePage {
    /// The game.
    pub offered: Offered,
    /// The chapters of its rules.
    pub chapters: Vec<Chapter>,
    /// How many records of the box have each level of confidence, in words.
    pub provenance: String,
    /// The options that the host may choose.
    pub options: Vec<Selectable>,
    /// The beginning of this server's addresses, for previews of links.
    pub origin: String,
}

/// All games, each with the board of a match if one is over.
pub fn games(address: Address<'_>, games: &[Offered]) -> String {
    let head = head("Games");
    let main = html! {
        div class="head" { h1 { "Games" } }
        (cards(games))
        (disclaimer())
    };
    document(address, &head, &main)
}

/// A card for each game.
pub(super) fn cards(games: &[Offered]) -> Markup {
    html! {
        ul class="cards" {
            @for it in games {
                li class="panel" {
                    @if let Some(exhibit) = &it.exhibit {
                        div class="picture" { img class="small" src=(exhibit.picture(None)) alt="" loading="lazy"; }
                    }
                    h2 { a href={ "/games/" (it.name) } { (it.game.info().title) } }
                    p class="s" { (seats(it.game)) }
                }
            }
        }
    }
}

impl GamePage {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            style: Some(COMPONENTS),
            ..head(self.game().info().title)
        };
        linkable(address, &head, self.preview().as_ref(), &self.main())
    }

    fn game(&self) -> GameId {
        self.offered.game
    }

    fn preview(&self) -> Option<Preview> {
        let exhibit = self.offered.exhibit.as_ref()?;
        Some(Preview {
            page: format!("{}/games/{}", self.origin, self.offered.name),
            picture: preview_address(&self.origin, &exhibit.listed.id, exhibit.listed.last),
            description: format!(
                "{}: boards, rules and matches. {}",
                self.game().info().title,
                seats(self.game())
            ),
        })
    }

    /// Where programs read of the game.
    fn data(&self) -> String {
        format!("/v1/games/{}", self.offered.name)
    }

    fn main(&self) -> Markup {
        html! {
            div class="head" {
                h1 { (self.game().info().title) }
                p class="ctl" {
                    a class="btn do" href={ "/play/" (self.offered.name) } { "Play it" }
                    a class="btn" href={ "/stats?game=" (self.offered.name) } { "Statistics" }
                    a class="btn" href={ "/?game=" (self.offered.name) } { "Matches" }
                }
            }
            p { (seats(self.game())) " Bots: " (bots()) "." }
            (disclaimer())
            div class="beside" {
                (self.board())
                div {
                    @if let Some(key) = board::key(self.game()) {
                        section class="panel" { h2 { "How to read the board" } (key) }
                    }
                    (self.rules())
                }
            }
            (components::kinds(self.game(), &self.offered.name))
            (self.choices())
        }
    }

    fn board(&self) -> Markup {
        html! {
            section class="panel" {
                @if let Some(exhibit) = &self.offered.exhibit {
                    h2 { "A board that was played" }
                    @let lit = exhibit.lit.as_ref();
                    img class="shown" src=(exhibit.picture(lit)) alt={ "The board of " (exhibit.listed.headline()) };
                    p {
                        @if let Some(lit) = lit {
                            "Lit: " (lit.says) ", " (components::paid(self.game(), &self.offered.name, &lit.source)) ". "
                        }
                        a href={ "/matches/" (exhibit.listed.id) } { (exhibit.listed.headline()) } "."
                    }
                } @else {
                    h2 { "No board yet" }
                    p { "The last board of the newest match stands here once a match is over." }
                }
            }
        }
    }

    fn rules(&self) -> Markup {
        let rules = format!("{}/rules", self.data());
        html! {
            section class="panel" {
                h2 { "Rules" }
                p { "Edition " (self.game().info().rules) ". A refusal names the paragraph that forbids a command." }
                ol class="chapters" {
                    @for it in &self.chapters {
                        li { a href={ (rules) "#" (it.anchor) } { (it.heading) } }
                    }
                }
                p class="s" { (self.provenance) }
            }
        }
    }

    fn choices(&self) -> Markup {
        html! {
            @if !self.options.is_empty() {
                section class="panel" {
                    h2 { "What a host may choose" }
                    dl {
                        @for it in &self.options {
                            dt { strong { (it.heading) } " " code class="s" { (it.name) } }
                            dd { (it.meaning) }
                        }
                    }
                }
            }
        }
    }
}

impl Exhibit {
    /// Where its last board is drawn, with what is lit.
    fn picture(&self, lit: Option<&Lit>) -> String {
        match lit {
            Some(lit) => format!("{}&of={}&mark={}", self.listed.board(), lit.seat, lit.cells),
            None => self.listed.picture(),
        }
    }
}

fn head(title: &str) -> Head<'_> {
    Head {
        title,
        under: Some(GAMES),
        style: None,
        script: None,
    }
}

fn seats(game: GameId) -> String {
    let players = game.info().players;
    format!("{} to {} seats.", players.start(), players.end())
}

/// The bots of the server, each linked to its page.
fn bots() -> Markup {
    html! {
        @for (nth, bot) in Bot::ALL.iter().enumerate() {
            @if nth > 0 { ", " }
            a href={ "/bots/" (domain::facts::word(bot)) } { (name(*bot)) }
        }
    }
}

/// What a bot is called on pages.
pub const fn name(bot: Bot) -> &'static str {
    match bot {
        Bot::Random => "Random",
        Bot::Greedy => "Greedy",
    }
}

/// How a bot decides, in a sentence.
pub const fn decides(bot: Bot) -> &'static str {
    match bot {
        Bot::Random => "Plays any legal command, each equally likely.",
        Bot::Greedy => {
            "Plays the command that gains most if the game scored at once; ties are broken by chance."
        }
    }
}

fn disclaimer() -> Markup {
    html! {
        p class="s" { "An unofficial engine: the names of the games belong to their owners, the drawings are our own." }
    }
}
