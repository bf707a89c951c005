//! A match written as one page, from its record.

use std::{fs, path::Path};

use domain::{
    Viewer,
    matches::{Match, Occupant},
};
use store::portable;

use super::{Outcome, file::WITHHELD};
use crate::{cli::record_file::open_record, routes::replay_file};

/// Writes the match of a record into a file.
pub(super) fn write(record: &Path, page: &Path) -> Outcome<()> {
    let commits = portable::read_record(&mut open_record(record)?)?;
    if !commits.iter().all(store::Commit::is_whole) {
        return Err(WITHHELD.into());
    }
    let game = Match::fold(commits.iter().flat_map(|commit| &commit.events));
    let game = game.filter(Match::is_over);
    let game = game.ok_or("the match is not over: only then is it made into a page")?;
    let names = replay_file::occupants(&game, |seat, occupant| match occupant {
        Occupant::Player { .. } => format!("Seat {}", seat.0 + 1),
        Occupant::Bot { bot } => web::page::name(*bot).to_owned(),
    });
    let commits: Vec<_> = commits.iter().collect();
    let written = replay_file::written(&commits, Viewer::Referee, &names, &|| true);
    let named = |error| format!("{}: {error}", page.display());
    Ok(fs::write(page, written).map_err(named)?)
}
