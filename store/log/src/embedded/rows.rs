//! The rows of a projection's table, and its checkpoint.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    path::{Path, PathBuf},
};

use bytes::Buf as _;
use serde::{Serialize, de::DeserializeOwned};
use sled::Tree;

use super::{
    files::{self, unusable},
    index::{framed, guarded, unframed},
    packing,
    redo::{Changes, Redo},
};
use crate::{error::StoreError, id::Position};

/// The rows of a table while commits are applied.
#[derive(Debug)]
pub struct Rows<'a> {
    redo: &'a Redo,
    touched: BTreeMap<Vec<u8>, Touched>,
}

#[derive(Debug)]
struct Touched {
    existed: bool,
    value: Option<Vec<u8>>,
}

/// How far a table has read the log, and how many rows it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredCheckpoint {
    /// Up to where the log was read.
    pub position: Position,
    rows: u64,
}

const CHECKPOINT: &[u8] = b"\0checkpoint";

/// The directory of a table. Those of its other versions are removed: this one is built anew.
///
/// # Errors
///
/// If that cannot be removed.
pub(super) fn dir_of(projections: &Path, name: &str, version: u32) -> Result<PathBuf, StoreError> {
    let dir = projections.join(format!("{name}-v{version}"));
    let of_name = |path: &Path| {
        let called = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let version = called
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix("-v"));
        version.is_some_and(|version| version.parse::<u32>().is_ok())
    };
    for other in files::paths_in(projections)? {
        if of_name(&other) && other != dir {
            tracing::info!(dir = %other.display(), "removing a projection of another version");
            files::remove_dir(&other)?;
        }
    }
    Ok(dir)
}

impl<'a> Rows<'a> {
    /// The rows of a tree, none of them touched.
    pub const fn new(redo: &'a Redo) -> Rows<'a> {
        Rows {
            redo,
            touched: BTreeMap::new(),
        }
    }

    /// A row, as it stands now.
    pub fn get<T: DeserializeOwned>(&mut self, key: &[u8]) -> Result<Option<T>, StoreError> {
        self.touch(key)?.value.as_deref().map(decode).transpose()
    }

    /// Writes a row.
    pub fn put(&mut self, key: &[u8], row: &impl Serialize) -> Result<(), StoreError> {
        let row = serde_json::to_vec(row).expect("a row is JSON");
        self.put_bytes(key, row)
    }

    /// Writes a row that is no JSON.
    pub fn put_bytes(&mut self, key: &[u8], row: Vec<u8>) -> Result<(), StoreError> {
        self.touch(key)?.value = Some(row);
        Ok(())
    }

    /// Removes a row.
    pub fn remove(&mut self, key: &[u8]) -> Result<(), StoreError> {
        self.touch(key)?.value = None;
        Ok(())
    }

    fn touch(&mut self, key: &[u8]) -> Result<&mut Touched, StoreError> {
        if !self.touched.contains_key(key) {
            let known = guarded(|| Ok(self.redo.tree().get(key)?))?;
            let value = known.map(|known| self.redo.unpack(&known)).transpose()?;
            let existed = value.is_some();
            self.touched
                .insert(key.to_vec(), Touched { existed, value });
        }
        Ok(self.touched.get_mut(key).expect("it was put there"))
    }

    /// Writes what was touched, and up to which position the log was read, at once.
    ///
    /// # Errors
    ///
    /// If the index fails.
    pub fn write(self, position: Position) -> Result<(), StoreError> {
        guarded(|| {
            let mut checkpoint = StoredCheckpoint::read(self.redo.tree())?;
            let mut changes = Changes::new();
            for (key, row) in self.touched {
                checkpoint.rows += u64::from(row.value.is_some());
                checkpoint.rows -= u64::from(row.existed);
                changes.insert(key, row.value.map(|value| self.redo.pack(&value)));
            }
            checkpoint.position = position;
            let checkpoint = framed(&checkpoint.to_bytes());
            changes.insert(CHECKPOINT.to_vec(), Some(checkpoint));
            self.redo.write(&changes)
        })
    }
}

impl StoredCheckpoint {
    /// The checkpoint of a tree; that of an empty one if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(tree: &Tree) -> Result<StoredCheckpoint, StoreError> {
        let Some(value) = tree.get(CHECKPOINT)? else {
            return Ok(StoredCheckpoint::default());
        };
        let numbers = || {
            let mut numbers = unframed(&value).ok()?;
            Some(StoredCheckpoint {
                position: Position::of_number(numbers.try_get_u64().ok()?),
                rows: numbers.try_get_u64().ok()?,
            })
            .filter(|_| numbers.is_empty())
        };
        numbers().ok_or_else(|| damaged("the checkpoint is damaged"))
    }

    /// Passes unless more was read of the log than there is: then the log has lost what
    /// it acknowledged.
    pub fn is_within(&self, dir: &Path, head: Position) -> Result<(), StoreError> {
        if self.position <= head {
            return Ok(());
        }
        let (read, end) = (self.position.number(), head.number());
        let why = format!(
            "it has read the log up to position {read}, but the log ends at {end}: restore the \
             whole directory from a backup; or, if this is not from there, delete it"
        );
        Err(unusable(dir, why))
    }

    fn to_bytes(self) -> Vec<u8> {
        [self.position.key(), self.rows.to_be_bytes()].concat()
    }
}

/// Up to which position a table has read the log. The rest of it is not looked at.
///
/// # Errors
///
/// If that cannot be read.
pub(super) fn how_far(dir: &Path, cache_bytes: u64) -> Result<Position, StoreError> {
    let redo = Redo::open(dir, cache_bytes, b"")?;
    guarded(|| Ok(StoredCheckpoint::read(redo.tree())?.position))
}

/// Reads a whole table; tells up to which position it has read the log.
///
/// # Errors
///
/// If a row is damaged or missing.
pub(crate) fn check(dir: &Path, cache_bytes: u64) -> Result<Position, StoreError> {
    let redo = Redo::open(dir, cache_bytes, b"")?;
    guarded(|| {
        let checkpoint = StoredCheckpoint::read(redo.tree())?;
        let (mut rows, mut is_tried) = (0, false);
        for row in redo.tree().iter() {
            let (key, value) = row?;
            let is_packed = packing::is_packed(unframed(&value)?);
            if key == CHECKPOINT {
                continue;
            }
            rows += 1;
            // The dictionary may be missing, too.
            if is_packed && !is_tried {
                redo.unpack(&value)?;
                is_tried = true;
            }
        }
        if rows == checkpoint.rows {
            Ok(checkpoint.position)
        } else {
            Err(damaged("rows are missing"))
        }
    })
}

/// A row from its bytes.
///
/// # Errors
///
/// If they are no such row.
pub fn decode<T: DeserializeOwned>(row: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(row).map_err(|error| damaged(error.to_string()))
}

fn damaged(why: impl Into<String>) -> StoreError {
    StoreError::IndexDamaged(why.into())
}
