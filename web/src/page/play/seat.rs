//! The page of a seat: its board, what it is asked, and what happened since it last decided.

use std::collections::BTreeSet;

use domain::{BySeat, Cell, ScoreLine, Seat, View};
use maud::{Markup, PreEscaped, html};

use super::{
    super::{Address, Head, PLAY, PLAYING, PLAYING_STYLE, Seated, document, seated},
    asked, card,
};
use crate::{
    Focus,
    board::{self, card as cards},
    svg::{seats, tokens},
};

/// A match as it is played from one seat.
#[derive(Debug)]
pub struct SeatPage {
    /// The match.
    pub id: String,
    /// The title of its game.
    pub game: &'static str,
    /// Who sits where, by seat.
    pub seats: Vec<Seated>,
    /// The seat of whoever plays here. None for somebody who only looks on.
    pub own: Option<Seat>,
    /// How many events have happened.
    pub version: u32,
    /// The moment of the match, in words.
    pub moment: String,
    /// Whether the match is over.
    pub is_over: bool,
    /// What the seat is asked, if it owes a decision.
    pub asked: Option<Asked>,
    /// What the seat sees. None before the match has begun.
    pub view: Option<View>,
    /// What happened since the seat last decided, in sentences.
    pub happened: Vec<String>,
    /// Why the match did not end as the rules have it, in sentences.
    pub ended: Vec<String>,
    /// The number of the decision that the seat owes, if the match does not tell what is legal.
    pub unlisted: Option<Unlisted>,
}

/// A decision for which the player writes the command.
#[derive(Clone, Debug)]
pub struct Unlisted {
    /// Its number.
    pub decision: u32,
    /// The game, as commands name it.
    pub game: String,
}

/// A decision that is owed.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its number.
    pub decision: u32,
    /// The kinds of commands that are legal, each once.
    pub kinds: Vec<String>,
    /// The cells that they name.
    pub open: BTreeSet<Cell>,
    /// The words in them, of which some are ids of components.
    pub named: BTreeSet<String>,
}

impl SeatPage {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let title = self.title();
        let head = Head {
            title: &format!("{title}: {}", self.game),
            under: Some(PLAY),
            style: Some(PLAYING_STYLE),
            script: Some(&PLAYING),
        };
        document(address, &head, &self.main(&title))
    }

    fn title(&self) -> String {
        match &self.asked {
            _ if self.is_over => seated::headline(self.game, &self.seats),
            Some(asked) => asked::title(&asked.kinds).to_owned(),
            None if self.unlisted.is_some() => "Your decision".to_owned(),
            None => self.waiting(),
        }
    }

    /// Whom all wait for.
    fn waiting(&self) -> String {
        let due = self.seats.iter().filter(|it| it.is_due);
        let due: Vec<&str> = due.map(|it| it.name.as_str()).collect();
        match due[..] {
            [] => "Waiting".to_owned(),
            [name] => format!("{name} decides"),
            _ => format!("{} seats decide", due.len()),
        }
    }

    fn main(&self, title: &str) -> Markup {
        let unlisted = self.unlisted.as_ref().map(|it| it.decision);
        let decision = self.asked.as_ref().map(|asked| asked.decision).or(unlisted);
        html! {
            noscript { p class="panel" { "Playing needs JavaScript. Watching does not: see "
                a href={ "/matches/" (self.id) } { "the match" } "." } }
            p id="status" class="s" role="status" {}
            div id="play" data-match=(self.id) data-version=(self.version) data-decision=[decision]
                data-over=[self.is_over.then_some("")] {
                div class="head" {
                    h1 { (title) }
                    p class="s" {
                        (self.game) " · " (self.moment) " · "
                        a href={ "/matches/" (self.id) } target="_blank" { "All boards" }
                    }
                }
                (self.who())
                div class="playing" {
                    (self.boards())
                    div class="side" { (self.side()) }
                    div class="side below" { (self.news()) (self.sheet()) }
                }
            }
        }
    }

    /// The board that is drawn on, and what is everybody's.
    fn boards(&self) -> Markup {
        let Some(view) = &self.view else {
            return html! { section class="seen" aria-label="Board" { (PreEscaped(crate::not_begun())) } };
        };
        let of = card::drawn_on(view).or(self.own);
        let open = self.asked.as_ref().map(|asked| asked.open.clone());
        let open = open.unwrap_or_default();
        let marks = [of, None].map(|of| Focus {
            of,
            open: open.clone(),
            ..Focus::default()
        });
        let plates = board::plates_of(view, &marks, of);
        html! {
            (PreEscaped(plates.look))
            section class="seen" aria-label="Board" {
                @for plate in plates.boards {
                    div class={ "framed" @if plate.of.is_none() { " shared" } } { (PreEscaped(plate.picture)) }
                }
            }
        }
    }

    /// The points each seat has scored so far, by seat.
    fn scored(&self) -> Vec<i16> {
        let sheets = self.view.as_ref().map(View::scores);
        let sheets = sheets.iter().flat_map(BySeat::iter);
        sheets.map(|(_, sheet)| sheet.banked.total()).collect()
    }

    fn who(&self) -> Markup {
        html! {
            style { (PreEscaped(tokens::on_root(&tokens::SEATS))) }
            ol class="who" aria-label="Seats" {
                @for ((seat, it), scored) in (0..).map(Seat).zip(&self.seats).zip(self.scored()) {
                    li {
                        (seats::sign(seat))
                        span data-seat=(seat.0) { (if self.own == Some(seat) { "You" } else { it.name.as_str() }) }
                        b { (seated::points(Some(it.total.unwrap_or(scored)))) }
                        span class="s" {
                            (if it.total.is_some() { "in all" } else { "scored" })
                            @if it.is_due { (if self.own == Some(seat) { ", your turn" } else { ", decides" }) }
                        }
                        (it.clock())
                    }
                }
            }
        }
    }

    fn side(&self) -> Markup {
        html! {
            @if self.is_over {
                section class="panel" {
                    p class="say" { "The match is over." }
                    @for sentence in &self.ended { p { (sentence) } }
                    p class="doing" {
                        a class="btn pri" href={ "/matches/" (self.id) @if let Some(Seat(seat)) = self.own { "?seat=" (seat) } } { "See it step by step" }
                        a class="btn" href="/play" { "Play another" }
                    }
                }
            } @else if let Some(unlisted) = &self.unlisted {
                (by_hand(unlisted))
            } @else {
                (self.question())
            }
        }
    }

    fn question(&self) -> Markup {
        html! {
            section class="panel" {
                @match &self.asked {
                    Some(asked) => p class="say" { (self.asks(asked)) },
                    None if self.own.is_none() => p class="say" {
                        "This browser holds no seat of this match. "
                        a href={ "/matches/" (self.id) } { "Watch it" } "."
                    },
                    None => p class="say" { "The others decide. The page goes on by itself." },
                }
                @if let Some(view) = &self.view { @if let Some(open) = card::open(view) { (open) } }
                div id="chips" {}
            }
            @if let Some(asked) = &self.asked {
                section class="panel" aria-labelledby="count" {
                    div class="counted" {
                        p id="count" role="status" {}
                        button type="button" class="chip" id="clear" { "Clear marks" }
                    }
                    div id="list" role="radiogroup" aria-labelledby="count" {}
                    p id="more" class="s" {}
                }
                p id="refusal" class="panel" role="alert" hidden {}
                div class="doing" {
                    button type="button" class="btn" id="undo" { "Undo" }
                    button type="button" class="btn pri" id="put" { (asked.kinds.first().map_or_else(String::new, |kind| asked::verb(kind))) }
                }
                (self.words(asked))
            }
        }
    }

    /// What the script calls the parts of commands, and how it shows cards.
    fn words(&self, asked: &Asked) -> Markup {
        html! {
            div hidden {
                @for kind in &asked.kinds {
                    data data-kind=(kind) value=(asked::verb(kind)) { (asked::name(kind)) }
                }
                @for (part, called) in asked::PARTS { data data-part=(part) value=(called) {} }
                @if let Some(view) = &self.view { (cards::cards(view.game(), asked.named.iter())) }
            }
        }
    }

    /// What to do, in a sentence.
    fn asks(&self, asked: &Asked) -> String {
        let on = self.view.as_ref().and_then(card::drawn_on);
        let other = on.filter(|on| self.own != Some(*on));
        match other.and_then(|on| self.seats.get(usize::from(on.0))) {
            Some(other) => format!("Draw what the card shows on the map of {}.", other.name),
            None => asked::sentence(&asked.kinds).to_owned(),
        }
    }

    fn news(&self) -> Markup {
        html! {
            @if !self.happened.is_empty() {
                section class="panel" {
                    h2 { "What happened" }
                    ul class="news" { @for sentence in &self.happened { li { (sentence) } } }
                }
            }
        }
    }

    /// What the seat's sheet is worth as it stands.
    fn sheet(&self) -> Markup {
        let of = self.view.as_ref().zip(self.own);
        let sheet = of.map(|(view, seat)| view.sheet(seat));
        let name = |line: &ScoreLine| {
            let game = self.view.as_ref().map(View::game);
            let place = game.and_then(|game| board::place(game, line));
            place.or_else(|| Some(game?.line_name(&line.source)))
        };
        let lines = sheet.into_iter().flat_map(|sheet| sheet.if_now.0);
        let lines: Vec<_> = lines.filter(|line| line.points != 0).collect();
        html! {
            @if !lines.is_empty() && !self.is_over {
                section class="panel" {
                    h2 { "Worth as it stands" }
                    table { tbody {
                        @for line in &lines {
                            tr {
                                th scope="row" { (name(line).unwrap_or_default()) }
                                td { (seated::points(Some(line.points))) }
                            }
                        }
                    } }
                }
            }
        }
    }
}

/// The form for a command that the player writes, because the match lists none.
fn by_hand(Unlisted { decision, game }: &Unlisted) -> Markup {
    html! {
        form class="panel" id="by-hand" data-decision=(decision) data-game=(game) {
            p class="say" { "In this match the server does not say what is legal." }
            p {
                label for="command" { "Write your command, as JSON" }
                textarea id="command" name="command" rows="4" required spellcheck="false" autocapitalize="off"
                    placeholder="{\"type\": …}" aria-describedby="by-hand-help" {}
            }
            p class="s" id="by-hand-help" {
                "Its fields are in " a href="/docs/" target="_blank" { "the documentation of the API" }
                ", under putDecision. What the rules refuse is told here, and may count as a try."
            }
            p id="refusal" role="alert" hidden {}
            div class="doing" { button class="btn pri" id="put-by-hand" { "Put it" } }
        }
    }
}
