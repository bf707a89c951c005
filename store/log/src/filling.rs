//! A store in a directory that is filled with the commits of another, as they are.

use std::path::{Path, PathBuf};

use crate::{
    config::Config,
    embedded::{
        self, Entry, identity,
        opening::{self, Opened},
    },
    error::StoreError,
    id::Position,
    record::Line,
};

/// A store that is being filled. No process may have it open.
#[derive(Debug)]
pub struct Filling {
    opened: Opened,
    dir: PathBuf,
}

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
        Ok(Filling {
            opened,
            dir: dir.to_owned(),
        })
    }

    /// The last position it has.
    pub fn position(&self) -> Position {
        self.opened.journal.end().position
    }

    /// The first commits it has after a position.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        self.opened.index.after(position, limit)
    }

    /// Adds commits that follow its last one.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write(&mut self, lines: &[Line]) -> Result<(), StoreError> {
        let entries = lines.iter().cloned().map(|line| Entry::new(line, None));
        let mut entries: Vec<Entry> = entries.collect();
        let end = self.opened.journal.append(&mut entries)?;
        self.opened.index.apply(&entries, end)
    }

    /// Keeps lines under a name, in place of those that are there.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn keep(&self, name: &str, lines: &[String]) -> Result<(), StoreError> {
        let (mut kept, _) = embedded::lines(&self.dir, name)?;
        let written = kept.rewrite(lines);
        written.map_err(StoreError::io("write what is kept beside the log"))
    }

    /// Closes it in good order.
    ///
    /// # Errors
    ///
    /// If it cannot be flushed.
    pub fn close(self) -> Result<(), StoreError> {
        self.opened.close()
    }
}
