//! Bytes kept back on the disk, so that a store can be opened and closed where nothing else
//! is free: an index writes a little then, even if nobody writes to it.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use rustix::fs::{FallocateFlags, fallocate};

use super::{files, layout};
use crate::{config::Config, error::StoreError};

/// The file that holds them.
const NAME: &str = "reserve";
/// What part of a disk is left that has too little for it: the index has yet to write.
const LEFT: u64 = 8;

/// What is kept back of the disk of a store.
#[derive(Clone, Debug)]
pub(crate) struct Reserve {
    dir: PathBuf,
    least_bytes: u64,
}

impl Reserve {
    pub(crate) fn of(config: &Config) -> Reserve {
        Reserve {
            dir: config.dir.clone(),
            least_bytes: config.segment_bytes / 2,
        }
    }

    /// Gives the bytes back if fewer are free: the store is about to be opened.
    pub(crate) fn give_back(&self) {
        told(self.leave(|_| 0));
    }

    /// Gives half of the bytes back if fewer are free: the store is about to be closed.
    /// Whatever fills the disk may take them at once, and the store is to be opened again.
    pub(crate) fn give_half_back(&self) {
        told(self.leave(|bytes| bytes / 2));
    }

    /// Leaves so many of its bytes where fewer are free than are needed.
    fn leave(&self, left: impl FnOnce(u64) -> u64) -> Result<(), StoreError> {
        let bytes = self.bytes();
        if bytes > 0 && files::free_bytes(&self.dir)? < self.needed()? {
            tracing::warn!(path = %self.path().display(), "reserved space is released");
            let file = File::options().write(true).open(self.path());
            let given = file.and_then(|file| file.set_len(left(bytes)));
            given.map_err(StoreError::io("give the reserve back"))?;
        }
        Ok(())
    }

    /// Keeps as many bytes back as are needed: where they are not free, most of what is.
    pub(crate) fn keep(&self) {
        let kept = self.needed().and_then(|needed| {
            let has = self.bytes();
            let free = files::free_bytes(&self.dir)?;
            let bytes = needed.min(has.saturating_add(free - free / LEFT));
            if bytes > has {
                grow(&self.path(), bytes).map_err(StoreError::io("keep a reserve"))?;
            }
            Ok(())
        });
        told(kept);
    }

    /// How many it keeps back.
    fn bytes(&self) -> u64 {
        fs::metadata(self.path()).map_or(0, |file| file.len())
    }

    fn path(&self) -> PathBuf {
        self.dir.join(NAME)
    }

    /// Opening an index may write its snapshot anew, beside the old one.
    fn needed(&self) -> Result<u64, StoreError> {
        let mut dirs = files::paths_in(&layout::projections_dir(&self.dir))?;
        dirs.push(layout::index_dir(&self.dir));
        let snapshots = dirs.iter().map(|dir| snapshot_bytes(dir));
        let snapshots = snapshots.sum::<Result<u64, StoreError>>()?;
        Ok(self.least_bytes.saturating_add(2 * snapshots))
    }
}

/// The bytes of the snapshots in the directory of an index.
fn snapshot_bytes(dir: &Path) -> Result<u64, StoreError> {
    let is_snapshot = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("snap.")
    };
    let files = files::paths_in(dir)?;
    // One that is gone by now takes no room.
    let bytes = |path: &PathBuf| fs::metadata(path).map_or(0, |file| file.len());
    Ok(files.iter().filter(is_snapshot).map(bytes).sum())
}

/// Makes a file so long that it takes these bytes from the disk.
fn grow(path: &Path, bytes: u64) -> io::Result<()> {
    let mut options = File::options();
    let options = options.write(true).create(true).truncate(false).mode(0o600);
    let file = options.open(path)?;
    Ok(fallocate(&file, FallocateFlags::empty(), 0, bytes)?)
}

/// Without a reserve the store works as well, until the disk is full.
fn told(outcome: Result<(), StoreError>) {
    if let Err(error) = outcome {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "no disk space could be reserved");
    }
}
