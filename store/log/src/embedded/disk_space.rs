//! The room on the disk, some of which stays free: for what reading writes, and for what
//! else is on it.

use std::path::{Path, PathBuf};

use super::files;
use crate::{config::Config, error::StoreError};

/// The disk of a directory.
#[derive(Clone, Debug)]
pub(crate) struct DiskSpace {
    dir: PathBuf,
    floor_bytes: u64,
}

impl DiskSpace {
    /// The journal's next segments must always fit.
    pub(crate) fn of(config: &Config) -> DiskSpace {
        let segments = config.segment_bytes.saturating_mul(2);
        DiskSpace {
            dir: config.dir.clone(),
            floor_bytes: config.bounds.free_floor_bytes.max(segments),
        }
    }

    /// Whether so little is free that nothing may be written. A disk that does not say is
    /// written to.
    pub(crate) fn is_scarce(&self) -> bool {
        files::free_bytes(&self.dir).is_ok_and(|free| free < self.floor_bytes)
    }

    /// Whether twice as many bytes are free beside those that stay free.
    pub(super) fn has_twice(&self, bytes: u64) -> bool {
        let free = files::free_bytes(&self.dir);
        free.is_ok_and(|free| free.saturating_sub(self.floor_bytes) / 2 >= bytes)
    }

    /// Warns of a disk on which nothing will be written.
    pub(super) fn tell(&self) {
        if self.is_scarce() {
            let (dir, floor) = (self.dir.display(), self.floor_bytes);
            tracing::warn!(%dir, floor, "the disk is nearly full: nothing can be written");
        }
    }

    /// Refuses to make a store where there is no room for one.
    pub(super) fn for_new(&self) -> Result<(), StoreError> {
        let free = files::free_bytes(&self.dir)?;
        if free >= self.floor_bytes {
            return Ok(());
        }
        let why = format!(
            "{free} bytes are free, and {} stay free always: make room, then start again",
            self.floor_bytes
        );
        Err(files::unusable(&self.dir, why))
    }
}

/// Whether a disk has twice as many bytes free.
pub(super) fn has_twice(dir: &Path, bytes: u64) -> bool {
    files::free_bytes(dir).is_ok_and(|free| free / 2 >= bytes)
}
