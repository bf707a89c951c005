//! The replay player: a match at one of its steps, and the ways to all others.

mod boards;
mod controls;
mod course;
mod curve;
mod decision;
pub mod file;
mod help;
mod landmarks;
mod legal;
mod origin;
mod sheet;
mod step;

use domain::{BySeat, GameId, ScoreSheet, Seat, Viewer, facts::word};
use maud::{Markup, PreEscaped, html};

use super::{
    Address, Head, MATCHES, PLAYER, PLAYER_STYLE, Preview, Seated, framed, linkable,
    preview_address, seated, time,
};
use crate::{
    Due, Plates,
    svg::{seats, tokens},
};

pub use course::{Course, Point, Position, Stage};
pub use decision::Decision;
pub use landmarks::Mark;
pub use legal::{LegalCommand, LegalPage};
pub use origin::{Origin, Part};
pub use sheet::COLUMNS;

/// How a page is laid out on which all play on one board: what happened, and what the seats hold,
/// stand beside it.
const BESIDE: &str = "beside";

/// A match at one of its steps, as a viewer may know it.
#[derive(Debug)]
pub struct Player<'a> {
    /// The match.
    pub id: &'a str,
    /// The title of its game.
    pub game: &'a str,
    /// How it is played, where hosts choose.
    pub manner: Option<String>,
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
    /// Whether all may look through the eyes of every seat.
    pub is_open: bool,
    /// What led to this step. None at the beginning.
    pub happening: Option<Happening>,
    /// The table. None before the match has begun.
    pub table: Option<Table>,
    /// The match as a whole.
    pub course: Course,
    /// The decision that led to this step, held against what else was legal, if there is one that
    /// the viewer may know.
    pub decision: Option<Decision>,
    /// Why the match did not end as the rules have it, or what decided a tie, in sentences.
    pub ended: Vec<String>,
    /// Where the points of a seat came from, if that was asked for.
    pub origin: Option<Origin>,
    /// What is around it.
    pub stands: Stands,
}

/// Where a player stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stands {
    /// On this site. With the beginning of its addresses, for previews of links; none if not
    /// everybody may see the match.
    OnSite(Option<String>),
    /// In a page of somebody else.
    InFrame,
    /// In a file, without a server.
    InFile,
}

/// An event.
#[derive(Clone, Debug)]
pub struct Happening {
    /// What happened, in a sentence.
    pub text: String,
    /// What was done last, in a sentence, if this only says whose turn it is.
    pub done: Option<String>,
}

/// What is on the table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game, which names the lines of its sheets.
    pub game: GameId,
    /// The pictures of its boards.
    pub plates: Plates,
    /// The score sheets as they stand, by seat.
    pub sheets: BySeat<ScoreSheet>,
    /// The sources of the lines that this step scored. They are shown at tables with at most
    /// [`COLUMNS`] seats.
    pub scored_now: Vec<String>,
    /// What scores next, where only some lines do.
    pub due: Option<Due>,
}

impl Player<'_> {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            title: &self.title(),
            under: Some(MATCHES),
            style: Some(PLAYER_STYLE),
            script: Some(&PLAYER),
        };
        match &self.stands {
            Stands::OnSite(origin) => {
                let preview = origin.as_ref().map(|origin| self.preview(origin));
                linkable(address, &head, preview.as_ref(), &self.main())
            }
            Stands::InFrame | Stands::InFile => framed(address, &head, &self.main()),
        }
    }

    fn preview(&self, origin: &str) -> Preview {
        let scores = self.seats.iter().map(|it| match it.total {
            Some(total) => format!("{} {}", it.name, seated::points(Some(total))),
            None => it.name.clone(),
        });
        let scores = scores.collect::<Vec<_>>().join(", ");
        Preview {
            page: format!("{origin}/matches/{}", self.id),
            picture: preview_address(origin, self.id, self.step),
            description: format!("{}: {scores}.", self.game),
        }
    }

    fn title(&self) -> String {
        seated::headline(self.game, &self.seats)
    }

    fn main(&self) -> Markup {
        html! {
            style { (PreEscaped(tokens::on_root(&tokens::SEATS))) }
            div class="head" {
                div {
                    h1 data-part="title" { (self.title()) }
                    p class="s" data-part="about" { (self.about()) }
                    p class="s" data-part="ways" { (self.ways()) }
                }
                div data-part="who" { (self.who()) }
            }
            div data-part="look" { (self.look()) }
            section id="stage" class=(self.layout()) data-step=(self.step) data-last=(self.last) data-live=[self.is_live.then_some("")]
                data-landmarks=(self.course.landmark_steps()) data-decisions=(self.course.decision_steps())
                data-events={ "/v1/matches/" (self.id) "/events" } {
                div class="boards" data-part="boards" { (self.boards(|plate| self.board(plate))) }
                (self.timeline())
                div class="columns" {
                    div data-part="sheet" { (self.sheet()) }
                    div data-part="curve" { (self.curve()) }
                    @if self.stands != Stands::InFile {
                        div data-part="decision" { (self.origin_and_decision()) }
                    }
                }
            }
            @if self.stands != Stands::InFile { (help::dialog()) }
        }
    }

    /// How the pictures look, and the signs in them.
    fn look(&self) -> Markup {
        html! { @if let Some(table) = &self.table { (PreEscaped(&table.plates.look)) } }
    }

    /// Where points came from, if that was asked for, and the decision held against others.
    fn origin_and_decision(&self) -> Markup {
        html! { (self.origin()) (self.decided()) }
    }

    fn about(&self) -> Markup {
        let seats = domain::words::count(self.seats.len(), "seat");
        html! {
            (self.game)
            @if !self.seats.is_empty() { " · " (seats) }
            @if let Some(manner) = &self.manner { " · " (manner) }
            @if let Some(at) = &self.course.recorded_at { " · " (time(at)) }
        }
    }

    /// Where else the match can be had.
    fn ways(&self) -> Markup {
        html! {
            @match self.stands {
                Stands::OnSite(_) => {
                    a href={ "/v1/matches/" (self.id) "/verify" } { "Check the record" } " · "
                    @if !self.is_live {
                        a href={ "/v1/matches/" (self.id) "/replay.html" } download={ (self.id) ".html" } { "as a file" } " · "
                    }
                    a href={ "/v1/matches/" (self.id) } { "as data" }
                    @if let Some(table) = &self.table {
                        " · " a href={ "/games/" (word(&table.game)) } { "what the signs mean" }
                    }
                }
                Stands::InFrame => a href={ "/matches/" (self.id) "?step=" (self.step) } target="_blank" { "Open in Cartulary" },
                Stands::InFile => span id="verdict" role="status" { "Not verified here: this browser does not run the script of this file." },
            }
        }
    }

    /// Who plays; once the match is over, the best first and with their points.
    fn who(&self) -> Markup {
        let mut seats: Vec<(Seat, &Seated)> = (0..).map(Seat).zip(&self.seats).collect();
        seats.sort_by_key(|(_, it)| it.rank);
        let is_short = seats.len() <= boards::FIRST;
        html! {
            @if is_short && !seats.is_empty() {
                @if !self.is_live && !self.is_at_the_end() { span class="s" { "Final score" } }
                ol class="who" aria-label="Seats" {
                    @for (seat, it) in seats {
                        li {
                            (self.sign(seat))
                            span { (it.linked()) }
                            @if it.total.is_some() { b { (seated::points(it.total)) } }
                            (it.clock())
                        }
                    }
                }
            }
            @for sentence in &self.ended { p class="s" { (sentence) } }
        }
    }

    /// Where what happened and the boards stand.
    fn layout(&self) -> &'static str {
        let plates = self.table.iter().flat_map(|table| &table.plates.boards);
        let mut are_shared = plates.map(|plate| plate.of.is_none());
        match (are_shared.next(), are_shared.next()) {
            (Some(true), Some(false)) => BESIDE,
            (Some(true), _) => "over",
            _ => "below",
        }
    }

    /// What a seat is called.
    fn name(&self, seat: Seat) -> &str {
        let seated = self.seats.get(usize::from(seat.0));
        seated.map_or("A seat", |it| it.name.as_str())
    }

    /// The sign of a seat. At a table with more seats than signs, all go by their names.
    fn sign(&self, seat: Seat) -> Markup {
        html! { @if self.seats.len() <= COLUMNS { (seats::sign(seat)) } }
    }

    /// Whether what was decided goes on to have effects at this step.
    fn is_between_decisions(&self) -> bool {
        self.table.is_some()
            && self.stands != Stands::InFile
            && !self.is_at_the_end()
            && self.seats.iter().all(|seat| !seat.is_due)
    }

    /// Whether all that was scored is told by the steps that made it: once a match was played out.
    fn is_attributed(&self) -> bool {
        !self.is_live
            && self.stands != Stands::InFile
            && self.seats.iter().any(|seat| seat.total.is_some())
    }

    /// Whether this is the end of a match that is over.
    fn is_at_the_end(&self) -> bool {
        !self.is_live && self.step == self.last
    }

    /// The address of a step, seen through the same eyes.
    fn address(&self, step: u32) -> String {
        let seat = match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Referee => None,
        };
        self.seen_by(step, seat)
    }

    fn seen_by(&self, step: u32, seat: Option<Seat>) -> String {
        let seat = seat.map_or_else(String::new, |seat| format!("&seat={}", seat.0));
        match self.stands {
            Stands::OnSite(_) => format!("/matches/{}?step={step}{seat}", self.id),
            Stands::InFrame => format!("/embed/matches/{}?step={step}{seat}", self.id),
            Stands::InFile => format!("#{step}"),
        }
    }
}
