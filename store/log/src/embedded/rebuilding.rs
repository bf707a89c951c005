//! An index that is made anew from the journal and the archive, where the journal's first segments
//! are gone.

use std::{fs, path::Path};

use super::{
    check, files,
    group::End,
    index::{Index, framed, guarded},
};
use crate::{error::StoreError, id::Position};

/// The mark of an index that is being made anew: it may lack what should be in it.
const MADE_ANEW: &str = "made_anew";

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
    let index = Index::open(dir, cache_bytes)?;
    index.note_made_anew(true)?;
    Ok(index)
}

/// An index that was made anew, if it has every position up to where the journal ends.
pub(super) fn ensure_complete(index: Index, dir: &Path, end: End) -> Result<Index, StoreError> {
    // There may be no group behind the beginning.
    index.apply(&[], end)?;
    let Err(error) = check::check(&index) else {
        index.note_made_anew(false)?;
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

impl Index {
    /// Whether it is being made anew, and was not checked yet.
    pub(super) fn is_made_anew(&self) -> Result<bool, StoreError> {
        guarded(|| Ok(self.meta.contains_key(MADE_ANEW)?))
    }

    fn note_made_anew(&self, made_anew: bool) -> Result<(), StoreError> {
        guarded(|| {
            match made_anew {
                true => self.meta.insert(MADE_ANEW, framed(b""))?,
                false => self.meta.remove(MADE_ANEW)?,
            };
            Ok(())
        })
    }
}
