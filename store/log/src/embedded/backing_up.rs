//! A log backed up, while it is written or while nobody has it; and checked once it is restored.

use std::path::Path;

use super::{
    Embedded,
    backup::{Folder, How, Made, Source, make},
    identity, opening,
};
use crate::{
    config::Config,
    error::StoreError,
    id::{StreamId, StreamKind},
    log::wait_for,
    record::Tip,
};

/// Makes a backup of a log that nobody has open.
///
/// # Errors
///
/// If there is none, another process has it, or something cannot be read or written.
pub fn back_up(dir: &Path, folder: &Folder, how: How<'_>) -> Result<Made, StoreError> {
    identity::store_id(dir)?;
    let opened = opening::open(&Config::new(dir))?;
    let synced = opened.journal.synced();
    let source = Source {
        dir,
        store_id: opened.store_id,
        archive: &opened.archive,
        synced: &|| synced,
    };
    let made = make(&source, folder, how);
    opened.close()?;
    made
}

impl Embedded {
    /// Makes a backup up to where the log is durable, while it may be written.
    ///
    /// # Errors
    ///
    /// If something cannot be read or written. There is no backup then.
    pub fn back_up(&self, folder: &Folder, how: How<'_>) -> Result<Made, StoreError> {
        let _kept = wait_for(async { Ok(self.keep_segments().await) })?;
        let source = Source {
            dir: &self.dir,
            store_id: self.store_id,
            archive: &self.archive,
            synced: &|| *self.published.synced.borrow(),
        };
        let How {
            link,
            floor_bytes,
            may_go_on,
        } = how;
        let how = How {
            link,
            floor_bytes,
            may_go_on: &mut |name| {
                (self.reached)("backup: something is copied next");
                may_go_on(name)
            },
        };
        let made = make(&source, folder, how);
        (self.reached)("backup: it is made");
        made
    }

    /// Reads the whole archive, and every stream along its chain: what is wrong, a sentence each.
    ///
    /// # Errors
    ///
    /// If something cannot be read at all.
    pub fn verify(&self) -> Result<Vec<String>, StoreError> {
        let mut problems = self.archive.verify()?.problems;
        for kind in StreamKind::ALL {
            for stream in self.index.streams(kind)? {
                problems.extend(self.problem_of(stream)?);
            }
        }
        Ok(problems)
    }

    fn problem_of(&self, stream: StreamId) -> Result<Option<String>, StoreError> {
        if self.index.is_whole_in_archive(stream)? {
            return Ok(None);
        }
        let read = self.index.read(stream, Tip::START);
        Ok(read.err().map(|error| format!("{stream}: {error}")))
    }
}
