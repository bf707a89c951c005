//! The store in portable form: one commit a line, in the order of positions.

use std::{
    collections::{BTreeSet, HashMap, hash_map},
    fs,
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
};

use domain::{Dice, GameId, matches::MatchEvent};
use serde::{Deserialize, Serialize};

use crate::{
    batches::BatchEvent,
    cause::{Asked, Cause, Tries},
    config::Config,
    draft::Draft,
    edition,
    embedded::{
        Entry,
        index::Index,
        opening::{self, Opened},
        read_journal,
    },
    error::StoreError,
    hash::Hash,
    id::{Position, StreamId},
    players::{PlayerEvent, withheld::withheld},
    record::{Chain, Commit, Line, RecordError, Tip},
    verify::{self, Verdict},
};

/// What checking a whole store came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The last position.
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

const PAGE: usize = 1000;

/// Writes every commit of a store that nobody has open; returns how many. If the store
/// does not open and its index is whole, what that holds.
///
/// # Errors
///
/// If the store cannot be read or the writer written.
pub fn export(dir: &Path, to: &mut dyn Write) -> Result<u64, StoreError> {
    let config = Config::new(dir);
    let opened = opening::store_id(dir).and_then(|_| opening::open(&config));
    let error = match opened {
        Ok(opened) => {
            let commits = export_index(&opened.index, to)?;
            opened.close()?;
            return Ok(commits);
        }
        Err(error @ StoreError::Locked { .. }) => return Err(error),
        Err(error) => error,
    };
    let Some((_lock, index)) = opening::open_index(&config)? else {
        return Err(error);
    };
    let why = &error as &dyn std::error::Error;
    tracing::warn!(
        why,
        "the store does not open: exporting what its index holds"
    );
    export_index(&index, to)
}

fn export_index(index: &Index, to: &mut dyn Write) -> Result<u64, StoreError> {
    let (mut position, mut commits) = (Position::START, 0);
    let mut anew = HashMap::new();
    loop {
        let lines = index.after(position, PAGE)?;
        let Some(last) = lines.last() else { break };
        position = last.position;
        for line in lines {
            let line = told(index, line, &mut anew)?;
            writeln!(to, "{line}").map_err(StoreError::io("write the export"))?;
            commits += 1;
        }
    }
    to.flush().map_err(StoreError::io("write the export"))?;
    Ok(commits)
}

/// A line as it is exported: without a name that its player dropped.
fn told(
    index: &Index,
    line: Line,
    anew: &mut HashMap<StreamId, Option<Vec<Line>>>,
) -> Result<Line, StoreError> {
    let StreamId::Player(_) = line.stream else {
        return Ok(line);
    };
    let known = match anew.entry(line.stream) {
        hash_map::Entry::Occupied(known) => known.into_mut(),
        hash_map::Entry::Vacant(new) => {
            new.insert(withheld(&index.read(line.stream, Tip::START)?)?)
        }
    };
    let mut lines = known.iter().flatten();
    let told = lines.find(|told| told.position == line.position);
    Ok(told.cloned().unwrap_or(line))
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
    let mut entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(_) => {
            fs::create_dir_all(dir).map_err(StoreError::io("make the directory"))?;
            fs::read_dir(dir).map_err(StoreError::io("read the directory"))?
        }
    };
    if entries.next().is_some() {
        return Err(StoreError::Unusable {
            path: dir.to_owned(),
            why: "it is not empty: import into a new directory".to_owned(),
        });
    }
    let imported = fill(dir, from);
    if imported.is_err() {
        // It was empty before: half an import must not look like a store.
        fs::remove_dir_all(dir)
            .and_then(|()| fs::create_dir(dir))
            .map_err(StoreError::io("empty the directory"))?;
    }
    imported
}

fn fill(dir: &Path, from: &mut dyn BufRead) -> Result<u64, StoreError> {
    let mut opened = opening::open(&Config::new(dir))?;
    let mut tips: HashMap<StreamId, Tip> = HashMap::new();
    let mut games: HashMap<StreamId, GameId> = HashMap::new();
    let mut entries = Vec::new();
    let mut number = 0;
    for text in from.lines() {
        number += 1;
        let refuse = |why: String| StoreError::Import { line: number, why };
        let text = text.map_err(|error| refuse(error.to_string()))?;
        let line = importable(text, number, &mut games).map_err(refuse)?;
        let tip = tips.entry(line.stream).or_insert(Tip::START);
        if *tip != line.after {
            return Err(refuse(format!("it does not follow {}", line.stream)));
        }
        *tip = line.tip();
        entries.push(Entry::new(line, None));
        if entries.len() == PAGE {
            write(&mut opened, &mut entries)?;
        }
    }
    write(&mut opened, &mut entries)?;
    opened.close()?;
    Ok(number)
}

fn write(opened: &mut Opened, entries: &mut Vec<Entry>) -> Result<(), StoreError> {
    if !entries.is_empty() {
        let end = opened.journal.append(entries)?;
        opened.index.apply(entries, end)?;
        entries.clear();
    }
    Ok(())
}

/// A line that may be imported as the commit of this number. Which game is played in
/// which match is known from the commits that opened them.
fn importable(
    text: String,
    number: u64,
    games: &mut HashMap<StreamId, GameId>,
) -> Result<Line, String> {
    let line = Line::parse(text).map_err(|error| error.to_string())?;
    let found = line.position.number();
    if found != number {
        return Err(format!("its position is {found}, not {number}"));
    }
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
    };
    match whole {
        Ok(true) => Ok(line),
        Ok(false) => Err("its private part was withheld".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Checks everything in a store that nobody has open: the journal whole, the index
/// against it, and every match from its record.
///
/// # Errors
///
/// If it cannot be read at all.
pub fn verify_store(dir: &Path) -> Result<Report, StoreError> {
    let store_id = opening::store_id(dir)?;
    let opened = opening::open(&Config::new(dir))?;
    let mut problems = Vec::new();
    let mut streams = BTreeSet::new();
    let end = read_journal(&opening::journal_dir(dir), store_id, &mut |entries, _| {
        for Entry { line, .. } in entries {
            match opened.index.line(line.stream, line.after.version) {
                Ok(indexed) if indexed.as_ref() == Some(&line) => {}
                Ok(_) => problems.push(format!(
                    "the index lacks position {}",
                    line.position.number()
                )),
                Err(error) => {
                    problems.push(format!("position {}: {error}", line.position.number()));
                }
            }
            streams.insert(line.stream);
        }
        Ok(())
    })?;
    let (mut matches, mut of_other_boxes) = (0, 0);
    for stream in streams {
        let lines = match opened.index.read(stream, Tip::START) {
            Ok(lines) => lines,
            Err(error) => {
                problems.push(format!("{stream}: {error}"));
                continue;
            }
        };
        if let StreamId::Match(_) = stream {
            matches += 1;
            let verdict = verify::verify(lines.into_iter().map(Ok));
            of_other_boxes += u64::from(verdict.other_box.is_some());
            problems.extend(
                verdict
                    .divergence
                    .map(|found| format!("{stream}: {found:?}")),
            );
        }
    }
    Ok(Report {
        position: end.position,
        hash: end.hash,
        matches,
        of_other_boxes,
        problems,
        set_aside: opening::set_aside(dir)?,
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
        return Err(RecordError::Unreadable("it holds no commits".into()).into());
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
    let decision = match asked {
        Asked::Decide { decision, .. } => Some(*decision),
        Asked::Open { .. }
        | Asked::Join { .. }
        | Asked::Leave { .. }
        | Asked::Start
        | Asked::CloseWindow => None,
    };
    let draft = Draft {
        cause: Cause {
            decision,
            note: None,
            ..commit.cause.clone()
        },
        rules: commit.rules,
        recorded_at: commit.line.recorded_at,
        request: Some(asked),
        tries: Tries::new(),
        events,
        salt: dice.derive("salt", after.tip().version),
        erasable: None,
    };
    let sealed = draft.seal(after.stream, after.tip());
    sealed.at(commit.line.position)
}

/// The lines of a record.
pub(crate) fn lines(
    from: &mut dyn BufRead,
) -> io::Result<impl Iterator<Item = Result<Line, RecordError>>> {
    let read: io::Result<Vec<Vec<u8>>> = from.split(b'\n').collect();
    let line = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes);
        let text = text.map_err(|error| RecordError::Unreadable(error.to_string()))?;
        Line::parse(text)
    };
    Ok(read?.into_iter().map(line))
}
