//! An index that is made anew from the journal and the archive, where the journal's first segments
//! are gone.

use std::{fs, path::Path};

use super::{check, files, group::End, index::Index};
use crate::{error::StoreError, id::Position};

/// The index in a directory. One that does not reach to where the journal begins is of no use: what
/// it lacks is told by copies in the journal, and by the archive.
pub(super) fn index_from(
    dir: &Path,
    begins: Position,
    cache_bytes: u64,
) -> Result<Index, StoreError> {
    let index = Index::open(dir, cache_bytes)?;
    if index.applied()?.position >= begins {
        return Ok(index);
    }
    tracing::warn!("making the index anew: the journal begins behind its end");
    drop(index);
    remove(dir)?;
    Index::open(dir, cache_bytes)
}

/// An index that was made anew, if it has every position up to where the journal ends.
pub(super) fn ensure_complete(index: Index, dir: &Path, end: End) -> Result<Index, StoreError> {
    // There may be no group behind the beginning.
    index.apply(&[], end)?;
    let Err(error) = check::check(&index) else {
        return Ok(index);
    };
    // What is half there must not look like an index at the next start.
    drop(index);
    remove(dir)?;
    let why = format!(
        "the journal and the archive do not hold every commit ({error}): restore the directory \
         from a backup"
    );
    Err(files::unusable(dir, why))
}

fn remove(dir: &Path) -> Result<(), StoreError> {
    fs::remove_dir_all(dir).map_err(StoreError::io("remove an index"))
}
