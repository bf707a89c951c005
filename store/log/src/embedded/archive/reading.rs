//! What is read of the files of the archive, whoever writes them.

use std::{
    collections::HashMap,
    fs::{self, File},
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use domain::{GameId, cast};
use parking_lot::Mutex;

use super::{
    file::{self, Row},
    frame::{self, Kind},
    packed::{self, Dictionary, Packed},
};
use crate::{embedded::files, error::StoreError, record::Line};

/// The files of the archive, to be read.
#[derive(Debug)]
pub struct Reading {
    dir: PathBuf,
    /// By file and byte: what was read of them lately.
    dictionaries: Mutex<HashMap<(u64, u64), OfGame>>,
}

/// A game, and its dictionary.
type OfGame = (GameId, Arc<Dictionary>);

/// More than are read by turns: one of each game, in two files.
const DICTIONARIES: usize = 8;

impl Reading {
    /// What there is in a directory.
    pub(crate) fn of(dir: &Path) -> Reading {
        Reading {
            dir: dir.to_owned(),
            dictionaries: Mutex::default(),
        }
    }

    /// A match.
    ///
    /// # Errors
    ///
    /// [`StoreError::Quarantined`] if it is not what was written.
    pub fn read(&self, row: &Row) -> Result<Vec<Line>, StoreError> {
        let bytes = self.frame_at(row.file, row.at)?;
        let quarantined = |why: &str| quarantined(row, why);
        let frame = frame::read(&bytes).map_err(|_| quarantined("its frame is damaged"))?;
        let Kind::Match(codec) = frame.kind else {
            return Err(quarantined("another frame stands there"));
        };
        if frame.of != Some(row.of) {
            return Err(quarantined("another match stands there"));
        }
        let dictionary = match frame.dictionary_at {
            0 => None,
            at => Some(self.dictionary(row.file, at)?.1),
        };
        let packed = Packed {
            codec,
            expanded_bytes: frame.expanded_bytes,
            body: frame.body.to_vec(),
        };
        let lines = packed::unpack(
            row.of.stream,
            row.of.last_hash,
            &packed,
            dictionary.as_deref(),
        );
        lines.map_err(|error| quarantined(&error.to_string()))
    }

    /// The error that says where a match is damaged that is nowhere else.
    pub(crate) fn damaged(&self, row: &Row, error: &StoreError) -> StoreError {
        damaged(&file::path(&self.dir, row.file), error.to_string())
    }

    /// The matches of a closed file. Only its end is read.
    pub(super) fn footer(&self, number: u64) -> Result<Vec<Row>, StoreError> {
        let path = file::path(&self.dir, number);
        let read = || {
            let file = File::open(&path)?;
            let bytes = file.metadata()?.len();
            let length = bytes.min(file::TRAILER_BYTES);
            let mut trailer = vec![0; cast(length)];
            file.read_exact_at(&mut trailer, bytes - length)?;
            let at = file::footer_at(&trailer).filter(|at| *at < bytes);
            let mut end = vec![0; cast(bytes - at.unwrap_or(bytes))];
            file.read_exact_at(&mut end, at.unwrap_or(bytes))?;
            Ok((at.unwrap_or(bytes), end))
        };
        let (at, end) = read().map_err(StoreError::io(format!("read {}", path.display())))?;
        file::footer(&end, at, number).ok_or_else(|| damaged(&path, "its footer"))
    }

    /// The dictionary that begins at a byte of a file, and its game.
    pub(super) fn dictionary(&self, number: u64, at: u64) -> Result<OfGame, StoreError> {
        let mut known = self.dictionaries.lock();
        if let Some(known) = known.get(&(number, at)) {
            return Ok(known.clone());
        }
        let path = file::path(&self.dir, number);
        let bytes = self.frame_at(number, at)?;
        let frame = frame::read(&bytes)
            .ok()
            .filter(|it| it.kind == Kind::Dictionary);
        let read = frame.and_then(|frame| Dictionary::unpack(frame.body));
        let (game, dictionary) = read.ok_or_else(|| damaged(&path, "a dictionary"))?;
        if known.len() >= DICTIONARIES {
            known.clear();
        }
        let read = (game, Arc::new(dictionary));
        known.insert((number, at), read.clone());
        Ok(read)
    }

    /// The bytes of the frame that begins at a byte of a file; some of them, if it is damaged.
    fn frame_at(&self, number: u64, at: u64) -> Result<Vec<u8>, StoreError> {
        let path = file::path(&self.dir, number);
        let read = || {
            let file = File::open(&path)?;
            let left = file.metadata()?.len().saturating_sub(at);
            let mut bytes = vec![0; frame::HEADER_BYTES.min(cast(left))];
            file.read_exact_at(&mut bytes, at)?;
            let claimed = frame::claimed_bytes(&bytes).unwrap_or(0);
            bytes.resize(claimed.min(cast(left)), 0);
            file.read_exact_at(&mut bytes, at)?;
            Ok(bytes)
        };
        read().map_err(StoreError::io(format!("read {}", path.display())))
    }

    pub(super) fn bytes_of(&self, number: u64) -> Result<Vec<u8>, StoreError> {
        let path = file::path(&self.dir, number);
        fs::read(&path).map_err(StoreError::io(format!("read {}", path.display())))
    }

    /// The numbers of the files, ascending.
    pub(super) fn numbers(&self) -> Result<Vec<u64>, StoreError> {
        let paths = files::paths_in(&self.dir)?;
        let number = |path: &PathBuf| file::number(path);
        let mut numbers: Vec<u64> = paths.iter().filter_map(number).collect();
        numbers.sort_unstable();
        match (0..)
            .zip(&numbers)
            .find(|(expected, number)| expected != *number)
        {
            None => Ok(numbers),
            Some((missing, _)) => Err(damaged(&file::path(&self.dir, missing), "it is missing")),
        }
    }
}

fn quarantined(row: &Row, why: &str) -> StoreError {
    StoreError::Quarantined {
        stream: row.of.stream,
        why: format!("in the archive, {why}"),
    }
}

pub(super) fn damaged(path: &Path, why: impl Into<String>) -> StoreError {
    let why = why.into();
    files::unusable(
        path,
        format!("the archive is damaged ({why}): restore this file from a backup"),
    )
}
