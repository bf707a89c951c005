//! The replay player: a match at one of its steps, and the ways to all others.

use domain::{BySeat, ScoreSheet, Seat, Viewer};
use maud::{Markup, PreEscaped, html};

use super::{Address, Head, MATCHES, PLAYER, Preview, Seated, framed, linkable, seated, time};
use crate::svg::{seats, tokens};

/// A match at one of its steps, as a viewer may know it.
#[derive(Debug)]
pub struct Player {
    /// The match.
    pub id: String,
    /// The title of its game.
    pub game: &'static str,
    /// Who sits where, by seat. Empty before the match has begun.
    pub seats: Vec<Seated>,
    /// The step that is shown.
    pub step: u32,
    /// The last step so far.
    pub last: u32,
    /// Whether more may happen.
    pub is_live: bool,
    /// The seat through whose eyes it is shown, if somebody's.
    pub viewer: Viewer,
    /// What led to this step. None at the beginning.
    pub happening: Option<Happening>,
    /// The table. None before the match has begun.
    pub board: Option<Board>,
    /// The beginning of this server's addresses, for previews of links. None if few may see it.
    pub origin: Option<String>,
    /// Whether it stands in a page of somebody else, without the site around it.
    pub is_framed: bool,
}

/// An event.
#[derive(Clone, Debug)]
pub struct Happening {
    /// What happened, in a sentence.
    pub text: String,
    /// When it was recorded, as RFC 3339 has it.
    pub recorded_at: String,
}

/// What is on the table.
#[derive(Clone, Debug)]
pub struct Board {
    /// The picture, as SVG.
    pub picture: String,
    /// The score sheets as they stand, by seat.
    pub sheets: BySeat<ScoreSheet>,
}

impl Player {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            title: &self.title(),
            under: Some(MATCHES),
            style: None,
            script: Some(&PLAYER),
        };
        if self.is_framed {
            framed(address, &head, &self.main())
        } else {
            linkable(address, &head, self.preview().as_ref(), &self.main())
        }
    }

    fn preview(&self) -> Option<Preview> {
        let origin = self.origin.as_deref()?;
        let scores = self.seats.iter().map(|it| match it.total {
            Some(total) => format!("{} {}", it.name, seated::points(Some(total))),
            None => it.name.clone(),
        });
        let scores = scores.collect::<Vec<_>>().join(", ");
        Some(Preview {
            page: format!("{origin}/matches/{}", self.id),
            picture: format!(
                "{origin}/v1/matches/{}/steps/{}/board.png?width=1200",
                self.id, self.step
            ),
            description: format!("{}: {scores}.", self.game),
        })
    }

    fn title(&self) -> String {
        seated::headline(self.game, &self.seats)
    }

    fn main(&self) -> Markup {
        html! {
            div class="head" {
                h1 { (self.title()) }
                p class="s" {
                    (self.game) " · "
                    @if self.is_framed {
                        a href={ "/matches/" (self.id) "?step=" (self.step) } target="_blank" { "Open in Cartulary" }
                    } @else {
                        a href={ "/v1/matches/" (self.id) } { "the match as data" }
                        @if !self.is_live {
                            " · " a href={ "/v1/matches/" (self.id) "/replay.html" } download={ (self.id) ".html" } { "as a file" }
                        }
                    }
                }
            }
            section id="stage" data-step=(self.step) data-last=(self.last) data-live=[self.is_live.then_some("")]
                data-events={ "/v1/matches/" (self.id) "/events" } {
                (self.who())
                @if let Some(board) = &self.board {
                    section class="table" tabindex="0" aria-label="Table" { (PreEscaped(&board.picture)) }
                }
                (self.timeline())
                @if let Some(board) = &self.board {
                    (self.sheets(&board.sheets))
                }
            }
        }
    }

    fn who(&self) -> Markup {
        html! {
            @if !self.seats.is_empty() {
                style { (PreEscaped(tokens::on_root(&tokens::SEATS))) }
                ol class="who" aria-label="Seats" {
                    @for (seat, it) in (0..).map(Seat).zip(&self.seats) {
                        li {
                            (seats::sign(seat))
                            span { (it.name) }
                            @if let Some(total) = it.total.filter(|_| self.step == self.last) {
                                b { (seated::points(Some(total))) }
                            }
                            @if it.is_due { span class="s" { "decides" } }
                        }
                    }
                }
            }
        }
    }

    fn timeline(&self) -> Markup {
        let to = |step: u32| self.address(step);
        let (back, forward) = (self.step.saturating_sub(1), self.last.min(self.step + 1));
        html! {
            section class="panel" aria-label="Timeline" {
                p class="say" aria-live="polite" {
                    @match &self.happening {
                        Some(it) => (it.text),
                        None => "Nothing has happened yet.",
                    }
                }
                input type="range" aria-label="Step" min="0" max=(self.last) value=(self.step)
                    aria-valuetext={ "Step " (self.step) " of " (self.last) };
                p class="ctl" {
                    a class="btn" href=(to(0)) data-key="Home" { "Start" }
                    a class="btn" href=(to(back)) data-key="ArrowLeft" rel="prev" { "Back" }
                    a class="btn" href=(to(forward)) data-key="ArrowRight" rel="next" { "Forward" }
                    a class="btn" href=(to(self.last)) data-key="End" { "End" }
                    span class="s" {
                        "Step " (self.step) " of " (self.last)
                        @if let Some(it) = &self.happening { " · " (time(&it.recorded_at)) }
                        @if self.is_live { " · " span class="live" { "live" } }
                    }
                }
            }
        }
    }

    fn address(&self, step: u32) -> String {
        let seat = match self.viewer {
            Viewer::Seat(Seat(seat)) => format!("&seat={seat}"),
            Viewer::Spectator | Viewer::Referee => String::new(),
        };
        let frame = if self.is_framed { "/embed" } else { "" };
        format!("{frame}/matches/{}?step={step}{seat}", self.id)
    }

    fn sheets(&self, sheets: &BySeat<ScoreSheet>) -> Markup {
        let rows = rows(sheets);
        html! {
            section class="panel scroll" tabindex="0" aria-label="Score sheet" {
                h2 { "Score sheet" }
                table {
                    thead { tr {
                        th scope="col" { "If it scored now" }
                        @for (seat, it) in (0..).map(Seat).zip(&self.seats) {
                            th scope="col" { (seats::sign(seat)) " " (it.name) }
                        }
                    } }
                    tbody {
                        @for row in &rows {
                            tr {
                                th scope="row" { (row.name) }
                                @for points in &row.points { td { (seated::points(*points)) } }
                            }
                        }
                    }
                    tfoot { tr {
                        th scope="row" { "Already scored" }
                        @for (_, sheet) in sheets.iter() { td { (seated::points(Some(sheet.banked.total()))) } }
                    } }
                }
            }
        }
    }
}

/// What one source pays each seat.
struct Row {
    name: String,
    points: Vec<Option<i16>>,
}

/// A row for each source that pays somebody if it scored now, in the order of the sheets.
fn rows(sheets: &BySeat<ScoreSheet>) -> Vec<Row> {
    let mut sources: Vec<&str> = Vec::new();
    for (_, sheet) in sheets.iter() {
        for line in &sheet.if_now.0 {
            if !sources.contains(&line.source.as_str()) {
                sources.push(&line.source);
            }
        }
    }
    let paid = |sheet: &ScoreSheet, source: &str| {
        let mut lines = sheet.if_now.0.iter().filter(|line| line.source == source);
        lines.next().map(|line| line.points)
    };
    let row = |source: &str| Row {
        name: source.replace(['.', '_'], " "),
        points: sheets
            .iter()
            .map(|(_, sheet)| paid(sheet, source))
            .collect(),
    };
    sources.into_iter().map(row).collect()
}
