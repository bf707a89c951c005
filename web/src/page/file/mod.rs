//! A match as one file, which plays it in any browser without a server and checks its record.

mod curve;
mod deltas;
mod scores;

use std::io::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::{BySeat, Landmark, Moment, ScoreSheet, Seat};
use flate2::{Compression, write::GzEncoder};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use self::{
    curve::Curve,
    deltas::{Deltas, Pieces},
};
use super::{STYLE, Seated, seated};
use crate::{
    svg::{seats, tokens},
    words,
};

const SCRIPT: &str = include_str!("replay.js");

const FILE_STYLE: &str = include_str!("replay.css");

/// The only script that a file may run is its own, and it may ask nobody for anything.
pub fn policy() -> String {
    let script = STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; \
         img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// More seats have no list above the board: it names them.
const LISTED: usize = 6;

/// What a file says of a match beside its steps.
#[derive(Clone, Debug)]
pub struct Cover<'a> {
    /// The title of its game.
    pub game: &'a str,
    /// When it began, as RFC 3339 has it.
    pub began: &'a str,
}

/// One step of a match.
#[derive(Clone, Debug)]
pub struct Step {
    /// What happened, in words.
    pub text: String,
    /// Where in the match that is. None before it has begun.
    pub moment: Option<Moment>,
    /// What makes it worth jumping to, if anything does.
    pub landmark: Option<Landmark>,
    /// The table. None before the match has begun.
    pub table: Option<Table>,
}

/// What is on the table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The picture, as SVG.
    pub picture: String,
    /// The score sheets as they stand, by seat.
    pub sheets: BySeat<ScoreSheet>,
}

/// A match that is being written as a file, step by step from the first event on.
#[derive(Debug)]
pub struct ReplayFile {
    seats: Vec<Seated>,
    pieces: Pieces,
    who: Deltas,
    boards: Deltas,
    sheets: Deltas,
    says: Vec<String>,
    places: Vec<String>,
    /// The steps worth jumping to.
    marks: Vec<u32>,
    curve: Curve,
    last: Shown,
}

/// What a step shows, as HTML.
#[derive(Debug, Default)]
struct Shown {
    who: String,
    board: String,
    sheet: String,
}

/// What the script reads.
#[derive(Serialize)]
struct Data<'a> {
    pieces: &'a [String],
    who: &'a [Vec<i32>],
    boards: &'a [Vec<i32>],
    sheets: &'a [Vec<i32>],
    says: &'a [String],
    places: &'a [String],
    marks: &'a [u32],
    record: &'a str,
}

impl ReplayFile {
    /// A file of a match that these play. It shows a table on which nothing lies yet.
    pub fn new(seats: Vec<Seated>) -> ReplayFile {
        let mut file = ReplayFile {
            seats,
            pieces: Pieces::default(),
            who: Deltas::default(),
            boards: Deltas::default(),
            sheets: Deltas::default(),
            says: Vec::new(),
            places: Vec::new(),
            marks: Vec::new(),
            curve: Curve::default(),
            last: Shown::default(),
        };
        file.add(&Step {
            text: "Nothing has happened yet.".to_owned(),
            moment: None,
            landmark: None,
            table: None,
        });
        file
    }

    /// Adds what the next event led to.
    pub fn add(&mut self, step: &Step) {
        let sheets = step.table.as_ref().map(|table| &table.sheets);
        let number = domain::cast::<u32>(self.says.len());
        self.last = Shown {
            who: scores::line(&self.seats, sheets).into_string(),
            board: step
                .table
                .as_ref()
                .map_or_else(crate::not_begun, |table| table.picture.clone()),
            sheet: sheets.map_or_else(String::new, |sheets| {
                scores::table(&self.seats, sheets).into_string()
            }),
        };
        if let Some(sheets) = sheets {
            self.curve.add(number, step.moment, sheets);
        }
        self.who.add(&mut self.pieces, &self.last.who);
        self.boards.add(&mut self.pieces, &self.last.board);
        self.sheets.add(&mut self.pieces, &self.last.sheet);
        self.says.push(step.text.clone());
        self.places
            .push(step.moment.map_or_else(String::new, place));
        self.marks.extend(step.landmark.map(|_| number));
    }

    /// The file. The lines are those of the record, as far as everybody may read them.
    pub fn page(&self, cover: &Cover<'_>, record: &str) -> String {
        let title = seated::headline(cover.game, &self.seats);
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy());
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    title { (title) }
                    link rel="icon" href="data:,";
                    style { (PreEscaped(STYLE.text)) (PreEscaped(FILE_STYLE)) (PreEscaped(tokens::on_root(&tokens::SEATS))) }
                }
                body {
                    main class="wrap" {
                        (self.head(cover, &title))
                        (self.stage())
                    }
                    script type="text/plain" id="match" { (PreEscaped(self.packed(record))) }
                    script type="module" { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string()
    }

    fn head(&self, cover: &Cover<'_>, title: &str) -> Markup {
        let day = cover.began.get(..10).unwrap_or(cover.began);
        html! {
            div class="head" {
                h1 { (title) }
                p class="s" {
                    (cover.game) ", " (words::count(self.seats.len(), "seat")) ". Played "
                    time datetime=(cover.began) { (day) } ". "
                    span id="verdict" role="status" { "Not verified here: no script has run." }
                }
            }
        }
    }

    fn stage(&self) -> Markup {
        let last = self.says.len() - 1;
        html! {
            div id="who" { (PreEscaped(&self.last.who)) }
            section class="table" id="board" tabindex="0" aria-label="Table" { (PreEscaped(&self.last.board)) }
            section class="panel" aria-label="Timeline" {
                p class="say" id="say" aria-live="polite" { (self.says[last]) }
                (self.curve.bands(last))
                input type="range" id="step" aria-label="Step" min="0" max=(last) value=(last);
                p class="ctl" {
                    button class="btn" data-key="Home" aria-label="Start" { (PreEscaped(START)) }
                    button class="btn" data-key="ArrowLeft" aria-label="Back" { (PreEscaped(BACK)) }
                    button class="btn play" data-key=" " aria-pressed="false" { "Play" }
                    button class="btn" data-key="ArrowRight" aria-label="Forward" { (PreEscaped(FORWARD)) }
                    button class="btn" data-key="End" aria-label="End" { (PreEscaped(END)) }
                    span class="s" { "Step " span id="at" { (last) } " of " (last) span id="place" { (self.places[last]) } }
                    span class="speeds" {
                        @for speed in ["1", "2", "4"] {
                            button class="chip" data-speed=(speed) aria-pressed=(if speed == "1" { "true" } else { "false" }) { (speed) "×" }
                        }
                    }
                }
            }
            div class="beside" {
                section class="panel scroll" tabindex="0" aria-label="Score sheet" {
                    h2 { "Score sheet" }
                    div id="sheet" { (PreEscaped(&self.last.sheet)) }
                }
                (self.curve.panel(&self.seats, last))
            }
            p class="s" {
                "This file needs no server. It holds every step and the record of the match: "
                a id="record" { "save the record" } " and check every decision with " code { "cartulary verify" } ". "
                "Keys: left and right for a step, up and down to what matters, Home, End, space to play."
            }
        }
    }

    /// Everything that the script reads, compressed, as text.
    fn packed(&self, record: &str) -> String {
        let data = Data {
            pieces: self.pieces.texts(),
            who: self.who.steps(),
            boards: self.boards.steps(),
            sheets: self.sheets.steps(),
            says: &self.says,
            places: &self.places,
            marks: &self.marks,
            record,
        };
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        serde_json::to_writer(&mut packed, &data).expect("texts and numbers are JSON");
        packed.flush().expect("memory takes all");
        STANDARD.encode(packed.finish().expect("memory takes all"))
    }
}

/// Where in a match a step is: "summer, turn 2".
fn place(moment: Moment) -> String {
    let stage = moment.stage.replace('_', " ");
    match moment.turn {
        0 => format!(" · {stage}"),
        turn => format!(" · {stage}, turn {turn}"),
    }
}

/// The seat's sign and name.
fn name(seat: Seat, it: &Seated) -> Markup {
    html! { (seats::sign(seat)) " " (it.name) }
}

const START: &str = r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 5h2.5v14H6zM19 5v14l-9.5-7z"/></svg>"#;
const BACK: &str =
    r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M16 5v14l-9.5-7z"/></svg>"#;
const FORWARD: &str =
    r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5v14l9.5-7z"/></svg>"#;
const END: &str = r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15.5 5H18v14h-2.5zM5 5v14l9.5-7z"/></svg>"#;
