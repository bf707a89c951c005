//! The tables of projections in a directory, and when they are checked: with the log or, if they
//! are large, once somebody follows it.
//!
//! A start waits for what is read whole before anybody is answered. Matches are played and read
//! without any table, so they need not wait for large ones.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use tokio::sync::watch;

use super::{
    probe::{self, Checked, Depth},
    rows::dir_of,
};
use crate::{error::StoreError, id::Position};

/// Where tables are, and what must be known to open one.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    dir: PathBuf,
    /// What runs a check; a thread if it is empty.
    check: Vec<OsString>,
    /// Those that have yet to be checked.
    late: BTreeSet<PathBuf>,
    /// The end of the log when it was opened: no table has read more of it.
    head: Position,
}

impl Tables {
    /// The tables in a directory, each of which is opened at once: a log that ends at `head` has
    /// checked them.
    pub fn checked(dir: &Path, head: Position) -> Tables {
        Tables {
            dir: dir.to_owned(),
            head,
            ..Tables::default()
        }
    }

    /// The same tables, of which these have yet to be checked.
    pub(super) fn but(self, late: BTreeSet<PathBuf>, check: &[OsString]) -> Tables {
        Tables {
            late,
            check: check.to_owned(),
            ..self
        }
    }

    /// The directory of a table. Those of its other versions are removed: this one is built anew.
    ///
    /// # Errors
    ///
    /// If that cannot be removed.
    pub fn dir_of(&self, name: &str, version: u32) -> Result<PathBuf, StoreError> {
        dir_of(&self.dir, name, version)
    }

    /// Whether a table is to be opened by whoever follows the log with it: [`Tables::check`] comes
    /// before that.
    pub fn is_late(&self, dir: &Path) -> bool {
        self.late.contains(dir)
    }

    /// The end of the log when it was opened.
    pub const fn head(&self) -> Position {
        self.head
    }

    /// Reads a table whole, and removes it if it is damaged: it is built anew. Where it is.
    ///
    /// # Errors
    ///
    /// If another process has it, if it cannot be removed, or if `closing` was said meanwhile.
    pub fn check(
        &self,
        name: &str,
        version: u32,
        closing: &watch::Receiver<bool>,
    ) -> Result<PathBuf, StoreError> {
        /// Others play meanwhile, and it steps aside for them.
        const PATIENCE: Duration = Duration::from_hours(1);
        let dir = self.dir_of(name, version)?;
        let start = Instant::now();
        let is_wanted = || !*closing.borrow() && start.elapsed() < PATIENCE;
        match probe::run_check(&self.check, &dir, Depth::All, &is_wanted)? {
            Some(Checked::Whole(_)) => Ok(dir),
            Some(Checked::Damaged(why)) => remove(&dir, &why).map(|()| dir),
            None if *closing.borrow() => Err(StoreError::Stopped),
            None => remove(&dir, probe::NO_ANSWER).map(|()| dir),
        }
    }
}

/// Removes a table that is damaged.
pub(super) fn remove(dir: &Path, why: &str) -> Result<(), StoreError> {
    tracing::warn!(dir = %dir.display(), why, "rebuilding a projection");
    fs::remove_dir_all(dir).map_err(StoreError::io("remove a projection"))
}
