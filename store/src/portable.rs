//! The store in portable form: one commit a line, in the order of positions.

use std::{
    io::{BufRead, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};

use crate::{
    error::StoreError,
    hash::Hash,
    id::Position,
    record::{Line, RecordError},
    verify::{self, Verdict},
};

/// What checking a whole store came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The last position.
    pub position: Position,
    /// The hash over the journal.
    pub journal: Hash,
    /// How many matches were checked.
    pub matches: u64,
    /// What was found wrong, a sentence each.
    pub problems: Vec<String>,
}

/// Writes every commit.
///
/// # Errors
///
/// If the store cannot be read or the writer written.
pub fn export(dir: &Path, to: &mut dyn Write) -> Result<u64, StoreError> {
    let _ = (dir, to);
    Err(StoreError::Stopped)
}

/// Fills an empty directory with what was exported.
///
/// # Errors
///
/// If the directory is not empty, or the first line that is not as it must be.
pub fn import(dir: &Path, from: &mut dyn BufRead) -> Result<u64, StoreError> {
    let _ = (dir, from);
    Err(StoreError::Stopped)
}

/// Checks everything in a store that nobody has open.
///
/// # Errors
///
/// If it cannot be read at all.
pub fn verify_store(dir: &Path) -> Result<Report, StoreError> {
    let _ = dir;
    Err(StoreError::Stopped)
}

/// Checks the record of one match, far from any store.
///
/// # Errors
///
/// If it cannot be read at all, or holds more than one match.
pub fn verify_record(from: &mut dyn BufRead) -> Result<Verdict, StoreError> {
    let mut lines = Vec::new();
    for line in from.lines() {
        let line = line.map_err(StoreError::io("read the record"))?;
        lines.push(Line::parse(line)?);
    }
    if verify::one_stream(&lines).is_none() {
        return Err(RecordError::Unreadable("it is not the record of one match".into()).into());
    }
    Ok(verify::verify(&lines))
}
