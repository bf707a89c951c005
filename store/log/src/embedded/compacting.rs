//! Writes the index anew when it takes far more of the disk than it holds: sled gives no room back.

use std::{
    fs,
    path::{Path, PathBuf},
};

use domain::cast;
use sled::Db;

use super::{
    disk_space::has_twice,
    files,
    index::{guarded, open_sled},
};
use crate::error::StoreError;

/// It is written anew if it takes more than so many times what it holds.
const TIMES: u64 = 4;

/// Undoes what a kill left half done.
///
/// # Errors
///
/// If files cannot be moved.
pub(super) fn restore(dir: &Path) -> Result<(), StoreError> {
    let (new, old) = (beside(dir, "new"), beside(dir, "old"));
    if old.exists() && !dir.exists() {
        renamed(&old, dir)?;
    }
    files::remove_dir(&new)?;
    files::remove_dir(&old)
}

/// Writes the index in a directory anew if it is worth it. Nobody may have it open, and it was
/// checked.
///
/// # Errors
///
/// If it cannot be read or written. It stays as it is then.
pub(super) fn compact(dir: &Path, least_bytes: u64, cache_bytes: u64) -> Result<(), StoreError> {
    let (new, old) = (beside(dir, "new"), beside(dir, "old"));
    let taken = files::bytes_in(dir);
    if taken < least_bytes.max(1) {
        return Ok(());
    }
    let from = open_sled(dir, cache_bytes)?;
    let held = bytes_held(&from)?;
    if held.saturating_mul(TIMES) > taken || !has_twice(dir, held) {
        return Ok(());
    }
    tracing::info!(
        taken,
        held,
        "writing the index anew, which takes far more than it holds"
    );
    write(&from, &new, cache_bytes)?;
    drop(from);
    renamed(dir, &old)?;
    renamed(&new, dir)?;
    files::remove_dir(&old)
}

/// Another index beside one.
fn beside(dir: &Path, ending: &str) -> PathBuf {
    dir.with_extension(ending)
}

fn bytes_held(db: &Db) -> Result<u64, StoreError> {
    guarded(|| {
        let mut bytes = 0;
        for name in db.tree_names() {
            for entry in &db.open_tree(name)? {
                let (key, value) = entry?;
                bytes += cast::<u64>(key.len() + value.len());
            }
        }
        Ok(bytes)
    })
}

/// Writes what an index holds into a new one.
fn write(from: &Db, new: &Path, cache_bytes: u64) -> Result<(), StoreError> {
    let to = open_sled(new, cache_bytes)?;
    guarded(|| {
        for name in from.tree_names() {
            let tree = to.open_tree(&name)?;
            for entry in &from.open_tree(&name)? {
                let (key, value) = entry?;
                tree.insert(key, value)?;
            }
        }
        to.flush()?;
        Ok(())
    })?;
    files::sync_dir(new)
}

fn renamed(from: &Path, to: &Path) -> Result<(), StoreError> {
    fs::rename(from, to).map_err(StoreError::io("put an index in its place"))?;
    files::sync_dir(to.parent().unwrap_or(to))
}
