//! A match as one file, which plays it in any browser without a server and checks its record.

mod deltas;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::{Seat, Seats};
use flate2::{Compression, write::GzEncoder};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use self::deltas::{Deltas, Pieces};
use super::{
    super::STYLE, Course, Happening, Mark, PLAYER_STYLE, Player, Point, Position, Seated, Stands,
    Table, Viewer,
};

const SCRIPT: &str = include_str!("replay.js");

/// One step of a match.
#[derive(Debug)]
pub struct Step {
    /// What happened, in words.
    pub text: String,
    /// Whether that only says whose turn it is.
    pub asks: bool,
    /// When it was recorded, as RFC 3339 has it.
    pub recorded_at: String,
    /// Where in the match that is. None before it has begun.
    pub position: Option<Position>,
    /// Whether it is worth jumping to.
    pub is_landmark: bool,
    /// The seats that owe a decision.
    pub due: Seats,
    /// The table, if this changed it.
    pub table: Option<Table>,
}

/// A match that is being written as a file, step by step from the first event on.
#[derive(Debug)]
pub struct ReplayFile<'a> {
    /// At the last step so far.
    player: Player<'a>,
    pieces: Pieces,
    boards: Deltas,
    sheets: Deltas,
    says: Vec<String>,
    /// What happened at the steps worth jumping to.
    landmarks: Vec<(u32, String)>,
    /// What was done last.
    done: Option<String>,
    positions: Vec<Option<Position>>,
}

/// What the script reads.
#[derive(Serialize)]
struct Data<'a> {
    pieces: &'a [String],
    boards: &'a [Vec<i32>],
    sheets: &'a [Vec<i32>],
    says: &'a [String],
    places: &'a [String],
    record: &'a str,
}

/// The only script that a file may run is its own, and it may ask nobody for anything.
pub fn policy() -> String {
    let script = STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; \
         img-src data:; base-uri 'none'; form-action 'none'"
    )
}

impl<'a> ReplayFile<'a> {
    /// A file of a match of so many steps of a game, played in some manner, in which nothing has
    /// happened yet.
    pub fn new(
        (game, manner): (&'a str, Option<String>),
        seats: Vec<Seated>,
        last: u32,
    ) -> ReplayFile<'a> {
        let curves = vec![Vec::new(); seats.len()];
        let player = Player {
            id: "",
            game,
            manner,
            seats,
            step: 0,
            last,
            is_live: false,
            viewer: Viewer::Spectator,
            is_open: false,
            happening: None,
            table: None,
            course: Course {
                curves,
                ..Course::default()
            },
            decision: None,
            ended: Vec::new(),
            origin: None,
            stands: Stands::InFile,
        };
        let mut file = ReplayFile {
            player,
            pieces: Pieces::default(),
            boards: Deltas::default(),
            sheets: Deltas::default(),
            says: Vec::new(),
            landmarks: Vec::new(),
            done: None,
            positions: Vec::new(),
        };
        file.shown("Nothing has happened yet.".to_owned(), None);
        file
    }

    /// Adds what the next event led to.
    pub fn add(&mut self, step: Step) {
        let player = &mut self.player;
        player.step += 1;
        for (seat, it) in (0..).map(Seat).zip(&mut player.seats) {
            it.is_due = step.due.contains(seat);
        }
        if step.is_landmark {
            self.landmarks.push((player.step, step.text.clone()));
        }
        player.course.recorded_at = Some(step.recorded_at);
        player.table = step.table.or(player.table.take());
        self.note_points();
        let text = match &self.done {
            Some(done) if step.asks => format!("{done} {}", step.text),
            Some(_) | None => step.text.clone(),
        };
        if !step.asks {
            self.done = Some(step.text);
        }
        self.shown(text, step.position);
    }

    /// Notes the points that are others than before.
    fn note_points(&mut self) {
        let sheets = self
            .player
            .table
            .iter()
            .flat_map(|table| table.sheets.iter());
        for ((_, sheet), curve) in sheets.zip(&mut self.player.course.curves) {
            let now = Point {
                step: self.player.step,
                scored: sheet.banked.total(),
                worth: sheet.if_now.total(),
            };
            let points = |it: &Point| (it.scored, it.worth);
            if curve.last().map(points) != Some(points(&now)) {
                curve.push(now);
            }
        }
    }

    fn shown(&mut self, text: String, position: Option<Position>) {
        let player = &self.player;
        let (boards, sheet) = (player.boards(|plate| player.board(plate)), player.sheet());
        self.boards.add(&mut self.pieces, &boards.into_string());
        self.sheets.add(&mut self.pieces, &sheet.into_string());
        self.says.push(text);
        self.positions.push(position);
    }

    /// The file. The lines are those of the record, as far as everybody may read them.
    pub fn page(mut self, record: &str) -> String {
        let placed = (0..).zip(&self.positions);
        let placed = placed.filter_map(|(step, at)| Some((step, at.clone()?)));
        self.player.course.stages = Course::stages(placed);
        self.player.course.landmarks = Mark::all(&self.landmarks);
        let places = self.places();
        // Where no scripts run, this is all that is told.
        self.player.happening = self.says.last().map(|text| Happening {
            text: text.clone(),
            done: None,
        });
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy());
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    title { (self.player.title()) }
                    link rel="icon" href="data:,";
                    style { (PreEscaped(STYLE.as_str())) (PreEscaped(PLAYER_STYLE)) }
                }
                body {
                    main class="wrap" { (self.player.main()) (keys()) }
                    script type="text/plain" id="match" { (self.packed(&places, record)) }
                    script type="module" { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string()
    }

    /// Where in the match each step is, in words.
    fn places(&mut self) -> Vec<String> {
        let mut places = Vec::new();
        for (step, at) in (0..).zip(&self.positions) {
            self.player.course.position.clone_from(at);
            places.push(self.player.course.place(step).unwrap_or_default());
        }
        places
    }

    /// Everything that the script reads, compressed, as text.
    fn packed(&self, places: &[String], record: &str) -> String {
        let data = Data {
            pieces: self.pieces.texts(),
            boards: self.boards.steps(),
            sheets: self.sheets.steps(),
            says: &self.says,
            places,
            record,
        };
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        serde_json::to_writer(&mut packed, &data).expect("texts and numbers are JSON");
        STANDARD.encode(packed.finish().expect("memory takes all"))
    }
}

fn keys() -> Markup {
    html! {
        p class="s" {
            "This file needs no server: it holds every step of the match, and its record. "
            a id="record" { "Save the record" } " to check every decision with " code { "cartulary verify" } ". "
            "Keys: left and right for a step, up and down to the next landmark, Home, End, space to play."
        }
    }
}
