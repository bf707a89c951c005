//! All files of the archive: matches are added to the last one, and read from any.

use std::{
    fs::{self, File},
    io, mem,
    path::{Path, PathBuf},
};

use domain::cast;
use parking_lot::Mutex;
use serde::Serialize;

use super::{
    file::{self, Held, Row, Stopped},
    reading::{Reading, damaged},
    writing::Writing,
};
use crate::{cores, embedded::files, error::StoreError, hash::Hash, record::Line};

/// The archive, open.
#[derive(Debug)]
pub struct Archive {
    dir: PathBuf,
    reading: Reading,
    store_id: [u8; 16],
    file_bytes: u64,
    last: Mutex<Last>,
}

/// The last file.
#[derive(Debug)]
enum Last {
    /// There is none yet.
    None,
    /// Matches are added to it.
    Open(Writing),
    /// A write or a sync failed: what the disk holds is not known.
    Failed,
}

/// How much room the archive takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// How many files there are.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// How many matches they hold.
    pub matches: u64,
    /// How many events these have.
    pub events: u64,
}

/// What a look at the whole archive came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// How many matches are whole.
    pub matches: u64,
    /// How many of them could not be written without what can be derived.
    pub not_derived: u64,
    /// What is wrong, a sentence each.
    pub problems: Vec<String>,
}

impl Archive {
    /// Opens the archive in a directory, which is made when a match is added. What a kill
    /// left half written is cut off.
    ///
    /// # Errors
    ///
    /// If the last file is damaged, or a file is missing.
    pub fn open(dir: &Path, store_id: [u8; 16], file_bytes: u64) -> Result<Archive, StoreError> {
        let archive = Archive {
            dir: dir.to_owned(),
            reading: Reading::of(dir),
            store_id,
            file_bytes,
            last: Mutex::new(Last::None),
        };
        if let Some(&last) = archive.reading.numbers()?.last() {
            *archive.last.lock() = Last::Open(archive.go_on(last)?);
        }
        Ok(archive)
    }

    /// Adds matches, durably: where each stands, or none if it is no whole match.
    ///
    /// # Errors
    ///
    /// If they cannot be written. Then nothing more is, until the archive is opened again.
    pub fn add(&self, matches: &[Vec<Line>]) -> Result<Vec<Option<Row>>, StoreError> {
        let mut open = self.last.lock();
        let mut last = match mem::replace(&mut *open, Last::Failed) {
            Last::Failed => {
                return Err(self.failed());
            }
            Last::None => Writing::begin(&self.dir, self.store_id, 0, Hash::ZERO)?,
            Last::Open(last) if last.end >= self.file_bytes && !last.rows.is_empty() => {
                self.close(last)?
            }
            Last::Open(last) => last,
        };
        let rows: io::Result<Vec<_>> = matches.iter().map(|lines| last.add(lines)).collect();
        let durable = rows.and_then(|rows| last.sync().map(|()| rows));
        let rows = durable.map_err(StoreError::io("write the archive"))?;
        *open = Last::Open(last);
        Ok(rows)
    }

    fn failed(&self) -> StoreError {
        files::unusable(&self.dir, "a write failed: restart to go on")
    }

    /// Closes the last file and begins the next.
    fn close(&self, mut last: Writing) -> Result<Writing, StoreError> {
        let closed = last.close().and_then(|()| last.sync());
        closed.map_err(StoreError::io("close a file of the archive"))?;
        let hash = Hash::of(self.reading.bytes_of(last.number)?);
        Writing::begin(&self.dir, self.store_id, last.number + 1, hash)
    }

    /// What is read of it.
    pub const fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Where each match stands, as footers say, and of the last file its frames.
    ///
    /// # Errors
    ///
    /// If a footer or the last file is damaged.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        self.rows_from(0)
    }

    /// The same, of a file and those behind it.
    ///
    /// # Errors
    ///
    /// If a footer or the last file is damaged.
    pub(crate) fn rows_from(&self, first: u64) -> Result<Vec<Row>, StoreError> {
        let last = match &*self.last.lock() {
            Last::Open(last) => Some((last.number, last.rows.clone())),
            Last::None | Last::Failed => None,
        };
        let mut rows = Vec::new();
        let numbers = self.reading.numbers()?.into_iter();
        for number in numbers.filter(|number| *number >= first) {
            match &last {
                Some((open, held)) if *open == number => rows.extend(held),
                Some(_) | None => rows.extend(self.reading.footer(number)?),
            }
        }
        Ok(rows)
    }

    /// The numbers of its files, and of the last one, which is still added to, how many bytes
    /// are durable.
    pub(crate) fn durable(&self) -> Result<Vec<(u64, Option<u64>)>, StoreError> {
        let last = self.last.lock();
        let open = match &*last {
            Last::Open(last) => Some((last.number, last.end)),
            Last::None => None,
            Last::Failed => return Err(self.failed()),
        };
        let numbers = self.reading.numbers()?.into_iter();
        let end = |number| open.filter(|(last, _)| *last == number).map(|(_, end)| end);
        Ok(numbers.map(|number| (number, end(number))).collect())
    }

    /// How much room it takes.
    ///
    /// # Errors
    ///
    /// If it cannot be looked at.
    pub fn sizes(&self) -> Result<Sizes, StoreError> {
        let mut sizes = Sizes::default();
        for number in self.reading.numbers()? {
            let metadata = fs::metadata(file::path(&self.dir, number));
            sizes.bytes += metadata
                .map_err(StoreError::io("look at the archive"))?
                .len();
            sizes.files += 1;
        }
        for row in self.rows()? {
            sizes.matches += 1;
            sizes.events += u64::from(row.of.events);
        }
        Ok(sizes)
    }

    /// Reads everything: each frame, each match, and that the files are chained.
    ///
    /// # Errors
    ///
    /// If a file cannot be read at all.
    pub fn verify(&self) -> Result<Verified, StoreError> {
        let mut verified = Verified::default();
        let mut before = Hash::ZERO;
        let (numbers, open) = {
            let last = self.last.lock();
            let open = match &*last {
                Last::Open(last) => Some((last.number, last.end)),
                Last::None | Last::Failed => None,
            };
            (self.reading.numbers()?, open)
        };
        for &number in &numbers {
            let mut bytes = self.reading.bytes_of(number)?;
            // What is being added behind that is not there yet.
            if let Some((_, end)) = open.filter(|(last, _)| *last == number) {
                bytes.truncate(cast(end));
            }
            let path = file::path(&self.dir, number);
            let mut problem = |why: &str| {
                verified.problems.push(format!("{}: {why}", path.display()));
            };
            match file::read_header(&bytes, self.store_id, number) {
                Ok(hash) if hash == before => {}
                Ok(_) => problem("the file before it is another"),
                Err(why) => problem(why),
            }
            before = Hash::of(&bytes);
            let held = match file::walk(&bytes, number) {
                Ok(held) => held,
                Err(Stopped { at, .. }) => {
                    problem(&format!("it is damaged at byte {at}"));
                    continue;
                }
            };
            if !held.is_closed && Some(&number) != numbers.last() {
                problem("it was not closed");
            }
            verified.not_derived += held.not_derived;
            self.verify_rows(&held.rows, &mut verified);
        }
        Ok(verified)
    }

    fn verify_rows(&self, rows: &[Row], verified: &mut Verified) {
        let read = |row: &Row| self.reading.read(row).map(drop);
        let mut note = |read: Result<(), StoreError>| match read {
            Ok(()) => verified.matches += 1,
            Err(error) => verified.problems.push(error.to_string()),
        };
        cores::map_large_then(rows.iter().collect(), read, &mut note);
    }

    /// The last file, to be gone on with. If a kill came between its end and the beginning
    /// of the next one, that is the next one.
    fn go_on(&self, number: u64) -> Result<Writing, StoreError> {
        let path = file::path(&self.dir, number);
        let bytes = self.reading.bytes_of(number)?;
        let before = file::read_header(&bytes, self.store_id, number);
        before.map_err(|why| damaged(&path, why))?;
        let held = match file::walk(&bytes, number) {
            Err(Stopped { at, is_torn: true }) => file::walk(&bytes[..at], number),
            held => held,
        };
        let held = held.map_err(|Stopped { at, .. }| damaged(&path, format!("byte {at}")))?;
        if held.is_closed {
            let hash = Hash::of(&bytes);
            return Writing::begin(&self.dir, self.store_id, number + 1, hash);
        }
        let file = File::options().read(true).write(true).open(&path);
        let file = file.map_err(StoreError::io(format!("open {}", path.display())))?;
        let end = cast::<u64>(held.end);
        if held.end < bytes.len() {
            tracing::warn!(file = %path.display(), end, "cutting a match that was half archived");
            let cut = file.set_len(end).and_then(|()| file.sync_all());
            cut.map_err(StoreError::io("cut a torn frame of the archive"))?;
        }
        let Held {
            rows,
            dictionaries_at,
            ..
        } = held;
        let mut writing = Writing::at(file, number, end, rows);
        for at in dictionaries_at {
            let (game, dictionary) = self.reading.dictionary(number, at)?;
            writing.dictionaries.insert(game, (at, dictionary));
        }
        Ok(writing)
    }
}
