//! Where the index lies: in `events`. The next one is written beside it, in `events.1`. Once that is
//! whole the first goes, and at the next start the other gets its name. A second one before that is
//! `events.2`, and so on: of those that are whole the one with the lowest number is the index.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
};

use sled::Db;

use super::{
    files,
    index::{guarded, open_sled},
};
use crate::error::StoreError;

const NAME: &str = "events";
/// The file in the directory of an index that is not whole.
const HALF: &str = "half";

/// An index that is being written.
pub(super) struct Half {
    pub(super) dir: PathBuf,
    pub(super) db: Db,
}

/// The directory of the index.
pub(super) fn current(dir: &Path) -> PathBuf {
    let first = dir.join(NAME);
    if first.exists() {
        return first;
    }
    let whole = numbered(dir).unwrap_or_default().into_values();
    let mut whole = whole.filter(|path| !path.join(HALF).exists());
    whole.next().unwrap_or(first)
}

/// Ends what a kill interrupted: there is one index at most then, and it is called `events`.
///
/// # Errors
///
/// If files cannot be moved or removed.
pub(super) fn restore(dir: &Path) -> Result<(), StoreError> {
    let first = dir.join(NAME);
    // A program of before this moved the first one away before it moved the next one there.
    let [new, old] = ["new", "old"].map(|ending| first.with_extension(ending));
    let current = current(dir);
    if current != first {
        put_in_place(&current, &first)?;
    } else if old.exists() && !first.exists() {
        put_in_place(&old, &first)?;
    }
    let others = numbered(dir)?.into_values().chain([new, old]);
    others
        .into_iter()
        .try_for_each(|other| files::remove_dir(&other))
}

/// The indexes beside the first one, by number.
fn numbered(dir: &Path) -> Result<BTreeMap<u32, PathBuf>, StoreError> {
    let number = |path: &Path| match path.file_stem() {
        Some(stem) if stem == NAME => path.extension()?.to_str()?.parse().ok(),
        _ => None,
    };
    let paths = files::paths_in(dir)?.into_iter();
    Ok(paths.filter_map(|it| Some((number(&it)?, it))).collect())
}

/// Takes an index out of the way: from now on it is none.
pub(super) fn set_aside(path: &Path) -> Result<(), StoreError> {
    let old = path.with_extension("old");
    files::remove_dir(&old)?;
    put_in_place(path, &old)
}

/// Gives an index the name of another that is gone.
pub(super) fn put_in_place(from: &Path, to: &Path) -> Result<(), StoreError> {
    fs::rename(from, to).map_err(StoreError::io("put an index in its place"))?;
    files::sync_dir(to.parent().unwrap_or(to))
}

impl Half {
    pub(super) fn begin(data: &Path, cache_bytes: u64) -> Result<Half, StoreError> {
        let last = numbered(data)?.into_keys().last().unwrap_or_default();
        let dir = data.join(NAME).with_extension((last + 1).to_string());
        files::make_dir(&dir)?;
        let marked = files::write_private(&dir.join(HALF), b"");
        marked.map_err(StoreError::io("begin an index"))?;
        files::sync_dir(&dir)?;
        let db = open_sled(&dir, cache_bytes)?;
        Ok(Half { dir, db })
    }

    /// Makes it durable, and says that it is whole: where it is.
    pub(super) fn whole(&self) -> Result<PathBuf, StoreError> {
        guarded(|| Ok(self.db.flush()?))?;
        // sled leaves it to the system when that reaches the disk.
        let files = [&self.dir, &self.dir.join("blobs")].map(|dir| files::paths_in(dir));
        for path in files.into_iter().collect::<Result<Vec<_>, _>>()?.concat() {
            let synced = File::open(&path).and_then(|file| file.sync_all());
            synced.map_err(StoreError::io("sync an index"))?;
        }
        fs::remove_file(self.dir.join(HALF)).map_err(StoreError::io("end an index"))?;
        files::sync_dir(&self.dir)?;
        Ok(self.dir.clone())
    }

    pub(super) fn give_up(self) -> Result<(), StoreError> {
        drop(self.db);
        files::remove_dir(&self.dir)
    }
}
