//! A match read from its record, far from any server.

use std::{fmt::Write as _, io::BufRead, path::Path};

use domain::{
    BySeat, Score, ScoreSheet, Seat, Viewer, cast,
    matches::{Match, MatchEvent},
};
use store::portable;

use super::{Book, Outcome, Page};
use crate::cli::record_file::open_record;

/// Why a record of a match that still runs cannot be looked at.
pub(super) const WITHHELD: &str =
    "the private parts are withheld: fetch the record once the match is over";

/// A match read from its record.
pub(super) struct FromFile {
    events: Vec<(MatchEvent, Option<Seat>)>,
    landmarks: Vec<u32>,
}

impl FromFile {
    pub(super) fn open(path: &Path) -> Outcome<FromFile> {
        FromFile::read(&mut open_record(path)?)
    }

    fn read(from: &mut dyn BufRead) -> Outcome<FromFile> {
        let commits = portable::read_record(from)?;
        if !commits.iter().all(store::Commit::is_whole) {
            return Err(WITHHELD.into());
        }
        let events: Vec<(MatchEvent, Option<Seat>)> = commits
            .into_iter()
            .flat_map(|commit| {
                let seat = commit.cause.seat;
                commit.events.into_iter().map(move |event| (event, seat))
            })
            .collect();
        let marks = (1..).zip(&events);
        let marks = marks.filter(|(_, (event, _))| event.landmark().is_some());
        Ok(FromFile {
            landmarks: marks.map(|(step, _)| step).collect(),
            events,
        })
    }
}

impl Book for FromFile {
    fn last(&self) -> u32 {
        cast::<u32>(self.events.len())
    }

    fn landmarks(&self) -> &[u32] {
        &self.landmarks
    }

    fn page(&mut self, step: u32) -> Outcome<Page> {
        let mut title = format!("step {step}/{}", self.last());
        let steps = cast::<usize>(step);
        let events = self.events[..steps].iter();
        let Some(game) = Match::fold(events.map(|(event, _)| event)) else {
            return Ok(Page {
                title,
                board: String::new(),
                scores: String::new(),
            });
        };
        let (event, seat) = &self.events[steps - 1];
        write!(title, " · {}", event.name())?;
        if let Some(Seat(seat)) = seat {
            write!(title, " · seat {seat} decided")?;
        }
        let Some(table) = game.table() else {
            return Ok(Page {
                title,
                board: "The match has not started.".to_owned(),
                scores: String::new(),
            });
        };
        let moment = table.state.moment();
        let (stage, round, turn) = (moment.stage, moment.round, moment.turn);
        write!(title, " · {stage}, round {round}, turn {turn}")?;
        let view = table.state.view(Viewer::Referee);
        Ok(Page {
            title,
            board: view.to_string(),
            scores: written(&view.scores()),
        })
    }

    fn refresh(&mut self) -> Outcome<()> {
        Ok(()) // What is in the file is all there is.
    }
}

/// Score sheets as text, a line a line.
pub(super) fn written(sheets: &BySeat<ScoreSheet>) -> String {
    let mut text = String::new();
    for (Seat(seat), sheet) in sheets.iter() {
        let (banked, if_now) = (sheet.banked.total(), sheet.if_now.total());
        writeln!(
            text,
            "seat {seat}: {banked} banked, {if_now} if it scored now"
        )
        .expect("a string takes all");
        for (name, Score(lines)) in [("banked", &sheet.banked), ("if now", &sheet.if_now)] {
            for line in lines {
                writeln!(text, "  {name} {:>4}  {}", line.points, line.source)
                    .expect("a string takes all");
            }
        }
    }
    text
}
