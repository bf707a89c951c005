//! The store in portable form: what its lines say, checked before they are taken in, and
//! records of single matches.

use std::{
    collections::HashMap,
    fs,
    io::{BufRead, Write},
    path::{Path, PathBuf},
};

use domain::{Dice, GameId, matches::MatchEvent};
use serde::{Deserialize, Serialize};
use store_log::{
    Hash, Position, StoreError, StreamId,
    cause::{Asked, Cause},
    portable::{self, Checked, lines},
    record::{Chain, Commit, Draft, Line, RecordError},
};

pub use store_log::portable::{archive, compact};

use crate::{
    batches::BatchEvent,
    edition,
    players::{PlayerEvent, withheld::withheld},
    tournaments::TournamentEvent,
    verify::{self, Verdict},
};

/// The result of checking a whole store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The last position of the log.
    pub position: Position,
    /// The hash over the journal.
    pub hash: Hash,
    /// How many matches were checked.
    pub matches: u64,
    /// How many of them were played with another box than the one in use, so that
    /// nothing in them was decided again.
    pub of_other_boxes: u64,
    /// What was found wrong, a sentence each.
    pub problems: Vec<String>,
    /// Copies of a damaged index that were set aside when it was rebuilt. Nothing needs
    /// them.
    #[serde(default)]
    pub set_aside: Vec<PathBuf>,
}

/// Writes every commit of a store that no process has open; returns how many. If the store cannot
/// be opened and its index is sound, writes what the index contains.
///
/// # Errors
///
/// If the store cannot be read or the writer written.
pub fn export(dir: &Path, to: &mut dyn Write) -> Result<u64, StoreError> {
    portable::export(dir, to, withheld)
}

/// Fills an empty directory with what was exported; returns how many commits.
/// Players need new tokens: the key they are derived with is not exported, nor are
/// idempotency keys.
///
/// # Errors
///
/// If the directory is not empty, or the first line that is not as it must be. The
/// directory is left empty then.
pub fn import(dir: &Path, from: &mut dyn BufRead) -> Result<u64, StoreError> {
    let mut games = HashMap::new();
    portable::import(dir, from, &mut |line| check_line(line, &mut games))
}

/// Passes a line that may be imported. Which game is played in which match is known from
/// the commits that opened them.
fn check_line(line: &Line, games: &mut HashMap<StreamId, GameId>) -> Result<(), String> {
    let whole = match line.stream {
        StreamId::Match(_) => {
            let commit = line.clone().decode::<MatchEvent>();
            let commit = commit.map_err(|error| error.to_string())?;
            games.extend(edition::game(&commit).map(|game| (line.stream, game)));
            let game = games.get(&line.stream);
            if let Some(why) = game.and_then(|game| edition::unknown(*game, &commit)) {
                return Err(why);
            }
            Ok(commit.is_whole())
        }
        StreamId::Player(_) => line.clone().decode::<PlayerEvent>().map(|c| c.is_whole()),
        StreamId::Batch(_) => line.clone().decode::<BatchEvent>().map(|c| c.is_whole()),
        StreamId::Tournament(_) => line
            .clone()
            .decode::<TournamentEvent>()
            .map(|c| c.is_whole()),
    };
    match whole {
        Ok(true) => Ok(()),
        Ok(false) => Err("the private part was withheld".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Checks everything in a store that no process has open: the journal, the index against it, and
/// every match from its record.
///
/// # Errors
///
/// If it cannot be read at all.
pub fn verify_store(dir: &Path) -> Result<Report, StoreError> {
    let (mut matches, mut of_other_boxes) = (0, 0);
    let checked = portable::check(dir, &mut |stream, lines| {
        let StreamId::Match(_) = stream else {
            return None;
        };
        matches += 1;
        let verdict = verify::verify(lines.into_iter().map(Ok));
        of_other_boxes += u64::from(verdict.other_box.is_some());
        let found = verdict.divergence?;
        Some(format!("{stream}: {found:?}"))
    })?;
    let Checked {
        position,
        hash,
        problems,
        set_aside,
    } = checked;
    Ok(Report {
        position,
        hash,
        matches,
        of_other_boxes,
        problems,
        set_aside,
    })
}

/// Removes the copies of a damaged index that a report names.
///
/// # Errors
///
/// If one cannot be removed.
pub fn remove_set_aside(report: &Report) -> Result<(), StoreError> {
    for copy in &report.set_aside {
        let what = format!("remove {}", copy.display());
        fs::remove_dir_all(copy).map_err(StoreError::io(what))?;
    }
    Ok(())
}

/// Checks the record of one match, far from any store.
///
/// # Errors
///
/// If it cannot be read at all, or is empty.
pub fn verify_record(from: &mut dyn BufRead) -> Result<Verdict, StoreError> {
    let mut lines = lines(from)
        .map_err(StoreError::io("read the record"))?
        .peekable();
    if lines.peek().is_none() {
        return Err(RecordError::Unreadable("the record has no commits".into()).into());
    }
    Ok(verify::verify(lines))
}

/// Reads the record of one match. Its hashes and its chain are checked, its decisions
/// are not.
///
/// # Errors
///
/// The first line that cannot be read or does not follow.
pub fn read_record(from: &mut dyn BufRead) -> Result<Vec<Commit<MatchEvent>>, StoreError> {
    let mut chain = Chain::from_start();
    let mut commits = Vec::new();
    for line in lines(from).map_err(StoreError::io("read the record"))? {
        let line = line?;
        chain.link(&line)?;
        commits.push(line.decode()?);
    }
    Ok(commits)
}

/// A decision of a record written once more, after another commit than it followed there:
/// what was asked, and what happened because of it, may be others.
pub fn rewritten(
    commit: &Commit<MatchEvent>,
    after: &Line,
    dice: &Dice,
    asked: &Asked,
    events: &[MatchEvent],
) -> Line {
    let decision = asked.decision().map(|(_, decision)| decision);
    let draft = Draft {
        cause: Cause {
            decision,
            note: None,
            ..commit.cause.clone()
        },
        rules: commit.rules,
        recorded_at: commit.line.recorded_at,
        request: Some(asked),
        tries: commit.tries().unwrap_or_default(),
        events,
        salt: dice.derive("salt", after.tip().version),
        erasable: None,
    };
    let sealed = draft.seal(after.stream, after.tip());
    sealed.at(commit.line.position)
}
