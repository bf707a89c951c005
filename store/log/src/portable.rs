//! The log in portable form: one commit a line, in the order of positions.

use std::{
    collections::{BTreeSet, HashMap, hash_map},
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;

use crate::{
    config::Config,
    embedded::{
        Embedded, Entry,
        archive::Archive,
        files, identity,
        index::Index,
        layout,
        opening::{self, Opened},
        read_journal,
    },
    error::StoreError,
    hash::Hash,
    id::{Position, StreamId},
    log::wait_for,
    record::{Line, RecordError, Tip},
};

/// A player's stream as it is exported, if that is not as it stands in the log.
pub type Withheld = fn(&[Line]) -> Result<Option<Vec<Line>>, RecordError>;

/// Where a log that was checked ends, and what was found wrong with it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The last position of the log.
    pub position: Position,
    /// The hash over the journal.
    pub hash: Hash,
    /// What was found wrong, a sentence each.
    pub problems: Vec<String>,
    /// Copies of a damaged index that were set aside when it was rebuilt.
    pub set_aside: Vec<PathBuf>,
}

// Few enough lines to hold in memory, whatever the length of the log.
const PAGE: usize = 1000;

/// Writes every commit of a store that nobody has open; returns how many. If the store
/// does not open and its index is whole, what that holds.
///
/// # Errors
///
/// If the store cannot be read or the writer written.
pub fn export(dir: &Path, to: &mut dyn Write, withheld: Withheld) -> Result<u64, StoreError> {
    let config = Config::new(dir);
    let opened = identity::store_id(dir).and_then(|_| opening::open(&config));
    let error = match opened {
        Ok(opened) => {
            let commits = export_index(&opened.index, to, withheld)?;
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
        "the store cannot be opened: exporting what its index contains"
    );
    export_index(&index, to, withheld)
}

/// Passes a directory that holds a store.
///
/// # Errors
///
/// If there is none.
pub fn ensure_store(dir: &Path) -> Result<(), StoreError> {
    identity::store_id(dir).map(|_| ())
}

fn export_index(index: &Index, to: &mut dyn Write, withheld: Withheld) -> Result<u64, StoreError> {
    let (mut position, mut commits) = (Position::START, 0);
    let mut anew = HashMap::new();
    loop {
        let lines = index.after(position, PAGE)?;
        let Some(last) = lines.last() else { break };
        position = last.position;
        for line in lines {
            let line = told(index, line, withheld, &mut anew)?;
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
    withheld: Withheld,
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
///
/// Players need new tokens: the key they are derived with is not exported, nor are
/// idempotency keys. Each line is checked first by `check`, which says what is wrong.
///
/// # Errors
///
/// If the directory is not empty, or the first line that is not as it must be. The
/// directory is left empty then.
pub fn import(
    dir: &Path,
    from: &mut dyn BufRead,
    check: &mut dyn FnMut(&Line) -> Result<(), String>,
) -> Result<u64, StoreError> {
    files::make_new(dir, "import into a new directory")?;
    let imported = fill(dir, from, check);
    if imported.is_err() {
        // It was empty before: half an import must not look like a store.
        files::empty(dir)?;
    }
    imported
}

fn fill(
    dir: &Path,
    from: &mut dyn BufRead,
    check: &mut dyn FnMut(&Line) -> Result<(), String>,
) -> Result<u64, StoreError> {
    let mut opened = opening::open(&Config::new(dir))?;
    let mut tips: HashMap<StreamId, Tip> = HashMap::new();
    let mut entries = Vec::new();
    let mut number = 0;
    for text in from.lines() {
        number += 1;
        let refuse = |why: String| StoreError::Import { line: number, why };
        let text = text.map_err(|error| refuse(error.to_string()))?;
        let line = importable(text, number).map_err(refuse)?;
        check(&line).map_err(refuse)?;
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

/// A line that may stand at this position.
fn importable(text: String, number: u64) -> Result<Line, String> {
    let line = Line::parse(text).map_err(|error| error.to_string())?;
    let found = line.position.number();
    if found == number {
        Ok(line)
    } else {
        Err(format!("its position is {found}, not {number}"))
    }
}

/// Looks at the archive of a log that nobody has open.
///
/// # Errors
///
/// If it cannot be opened, or what `look` says.
pub fn archive<T>(
    dir: &Path,
    look: impl FnOnce(&Archive) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let store_id = identity::store_id(dir)?;
    let mut lock = opening::lock(dir)?;
    let found = look(&opening::archive(dir, store_id)?);
    // Else it still has to be found out how far the log was read.
    if let Some(at) = lock.closed_at().filter(|_| lock.is_as_closed()) {
        lock.stopped(at)?;
    }
    found
}

/// What was made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Compacted {
    /// How many segments of the journal went.
    pub segments_removed: u64,
    /// The bytes of the index on the disk before,
    pub index_bytes_before: u64,
    /// and now.
    pub index_bytes: u64,
}

/// Makes a log smaller that nobody has open: the index is written anew if it takes far more than it
/// holds, and the first segments of the journal go, of which the archive holds nearly all.
///
/// # Errors
///
/// If the store cannot be opened, or the disk be written. Nothing is lost then.
pub fn compact(dir: &Path) -> Result<Compacted, StoreError> {
    identity::store_id(dir)?;
    let index_bytes = || files::bytes_in(&layout::index_dir(dir));
    let index_bytes_before = index_bytes();
    let log = Embedded::open(&Config {
        compact_bytes: 0,
        // What goes need not be compressed.
        compress_journal: false,
        ..Config::new(dir)
    })?;
    wait_for(log.compact_index(&|| true))?;
    let mut segments_removed = 0;
    while wait_for(log.clear_segment())? {
        segments_removed += 1;
    }
    log.close()?;
    Ok(Compacted {
        segments_removed,
        index_bytes_before,
        index_bytes: index_bytes(),
    })
}

/// Checks a log that nobody has open: the journal and the archive whole, and the index against
/// the journal. `stream`
/// is given the lines of each stream, and says what is wrong with them.
///
/// # Errors
///
/// If it cannot be read at all.
pub fn check(
    dir: &Path,
    stream: &mut dyn FnMut(StreamId, Vec<Line>) -> Option<String>,
) -> Result<Checked, StoreError> {
    let store_id = identity::store_id(dir)?;
    let opened = opening::open(&Config {
        trusts_sum: false,
        ..Config::new(dir)
    })?;
    let mut problems = opened.archive.verify()?.problems;
    let mut streams = BTreeSet::new();
    let end = read_journal(&layout::journal_dir(dir), store_id, &mut |entries, _| {
        for Entry { line, .. } in entries {
            match opened.index.line(line.stream, line.after.version) {
                Ok(Some(indexed)) if is_same(&line, &indexed) => {}
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
    // The journal need not hold what the archive holds.
    let archived = opened.archive.rows()?.into_iter();
    streams.extend(archived.map(|row| row.of.stream));
    for id in streams {
        match opened.index.read(id, Tip::START) {
            Ok(lines) => problems.extend(stream(id, lines)),
            Err(error) => problems.push(format!("{id}: {error}")),
        }
    }
    Ok(Checked {
        position: end.position,
        hash: end.hash,
        problems,
        set_aside: opening::set_aside(dir)?,
    })
}

/// Whether the index has a commit as the journal has it. A text is dropped in the journal where it
/// stands twice.
fn is_same(written: &Line, indexed: &Line) -> bool {
    written == indexed || written.text == indexed.without_erasable()
}

/// The lines of a record.
///
/// # Errors
///
/// If it cannot be read at all.
pub fn lines(
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
