//! A store in a directory that is filled with the commits of another, as they are.

use std::path::Path;

use crate::{
    config::Config,
    embedded::{
        Entry, identity,
        opening::{self, Opened},
    },
    error::StoreError,
    id::Position,
    record::Line,
};

/// A store that is being filled. No process may have it open.
#[derive(Debug)]
pub struct Filling(Opened);

impl Filling {
    /// Makes a store in a new directory, or goes on with one that was begun.
    ///
    /// # Errors
    ///
    /// If the directory holds something else, or cannot be written.
    pub fn open(dir: &Path, secret: &[u8; 32]) -> Result<Filling, StoreError> {
        let opened = opening::open(&Config::new(dir))?;
        if opened.journal.end().position == Position::START {
            identity::keep_secret(dir, secret)?;
        }
        Ok(Filling(opened))
    }

    /// The last position it has.
    pub fn position(&self) -> Position {
        self.0.journal.end().position
    }

    /// The first commits it has after a position.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        self.0.index.after(position, limit)
    }

    /// Adds commits that follow its last one.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write(&mut self, lines: &[Line]) -> Result<(), StoreError> {
        let entries = lines.iter().cloned().map(|line| Entry::new(line, None));
        let mut entries: Vec<Entry> = entries.collect();
        let end = self.0.journal.append(&mut entries)?;
        self.0.index.apply(&entries, end)
    }

    /// Closes it in good order.
    ///
    /// # Errors
    ///
    /// If it cannot be flushed.
    pub fn close(self) -> Result<(), StoreError> {
        self.0.close()
    }
}
