//! Backups: made of a store, restored, and tried out by restoring them beside it.

use std::{path::Path, sync::Arc};

use store_log::{
    Config, StoreError, Timestamp,
    embedded::{
        Embedded, Together, Written,
        backup::{Folder, How, Made, Manifest, Tried, put_back},
    },
    error::with_causes,
    log::{SharedLog, wait_for},
};
use tokio::sync::watch;

use crate::{reading::Reading, store::Store};

/// A store that is only tried needs little memory: what it reads, it reads once.
const CACHE_BYTES: u64 = 32 << 20;
/// So many commits the first who reads a restored log is ahead of the last: matches that were
/// expanded for one of them are kept long enough for all.
const AHEAD: u64 = 1 << 14;
/// How often the bytes of a backup a try takes at most: its files, and the index, lists and
/// statistics that are made of them.
const TRYING_TAKES: u64 = 4;

/// Makes a backup of a store that no process has open.
///
/// # Errors
///
/// If there is no store, a process has it, or something cannot be read or written. The folder has
/// no more backups than before then.
pub fn back_up(dir: &Path, to: &Path, link: bool) -> Result<Made, StoreError> {
    let how = How {
        link,
        floor_bytes: Config::new(dir).bounds.free_floor_bytes,
        may_go_on: &mut |_| Ok(()),
    };
    store_log::embedded::back_up(dir, &Folder::open_or_make(to)?, how)
}

/// Restores a backup, the latest if none is named, into a directory that is new or empty, and
/// checks all of it: every file, every chain, the archive, and that the log ends where it did.
///
/// # Errors
///
/// If a file is missing or changed, the directory is left empty. If something else is wrong, the
/// files stay there to be looked at.
pub fn restore(from: &Path, name: Option<&str>, to: &Config) -> Result<Manifest, StoreError> {
    let folder = Folder::open(from)?;
    let manifest = folder.find(name)?;
    put_back(&folder, &manifest, &to.dir)?;
    (to.reached)("restore: the files are there");
    rebuild(&manifest, to)?;
    (to.reached)("restore: all is built");
    Ok(manifest)
}

/// Restores a backup, the latest if none is named, beside the others to see whether that can be
/// done, and notes what came of it. `like` says how its store is opened.
///
/// # Errors
///
/// If the backup is not found, there is no room to restore it, or the outcome cannot be noted. What
/// is wrong with the backup is no error but the outcome.
pub fn try_out(
    from: &Path,
    name: Option<&str>,
    like: &Config,
) -> Result<(Manifest, Tried), StoreError> {
    let folder = Folder::open(from)?;
    let manifest = folder.find(name)?;
    let floor_bytes = like.bounds.free_floor_bytes;
    let takes = manifest.bytes().saturating_mul(TRYING_TAKES);
    folder.ensure_room(takes.saturating_add(floor_bytes))?;
    let config = Config {
        dir: folder.place_to_try()?,
        index_cache_bytes: CACHE_BYTES,
        // It is removed again.
        compress_journal: false,
        ..like.clone()
    };
    let restored = put_back(&folder, &manifest, &config.dir);
    let restored = restored.and_then(|()| rebuild(&manifest, &config));
    let removed = folder.place_to_try();
    let tried = Tried {
        at: like.time.now(),
        problem: restored.err().map(|error| with_causes(&error)),
    };
    folder.note_tried(&manifest.name, &tried)?;
    removed?;
    Ok((manifest, tried))
}

/// What is known of the backups in a folder.
#[derive(Debug)]
pub struct Last {
    /// When the last one was made.
    pub made_at: Option<Timestamp>,
    /// The last one that could be restored, by name, and when that was tried.
    pub good: Option<(String, Tried)>,
}

/// When the last backup was made, and which one could be restored last, and when that was tried.
/// What a kill left of a try is removed.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn last(from: &Path) -> Result<Last, StoreError> {
    if !from.exists() {
        let (made_at, good) = (None, None);
        return Ok(Last { made_at, good });
    }
    let folder = Folder::open(from)?;
    folder.place_to_try()?;
    let made_at = folder.latest()?.map(|manifest| manifest.made_at);
    let good = folder.last_good()?;
    Ok(Last { made_at, good })
}

/// Removes all backups but the given number of the latest and the last that could be restored.
///
/// # Errors
///
/// If a manifest cannot be read or a file not be removed.
pub fn keep(from: &Path, latest: usize) -> Result<Vec<String>, StoreError> {
    Folder::open(from)?.keep(latest)
}

impl Store {
    /// Makes a backup while the store is used. It ends early once the store is closed.
    ///
    /// # Errors
    ///
    /// If something cannot be read or written. The folder has no more backups than before then.
    pub fn back_up(&self, to: &Path, link: bool) -> Result<Made, StoreError> {
        let may_go_on = &mut |_: &str| match self.is_closing() {
            true => Err(StoreError::Stopped),
            false => Ok(()),
        };
        let how = How {
            link,
            floor_bytes: self.bounds().free_floor_bytes,
            may_go_on,
        };
        let in_database = || {
            let why = "a store in it is backed up by its own means";
            StoreError::Database(why.to_owned())
        };
        let log = self.log_on_disk().ok_or_else(in_database)?;
        log.back_up(&Folder::open_or_make(to)?, how)
    }
}

/// Opens a store that was restored, checks it, and builds what is made from the log.
fn rebuild(manifest: &Manifest, config: &Config) -> Result<(), StoreError> {
    let log = Arc::new(Embedded::open(config)?);
    let checked = check(&log, manifest, config).and_then(|()| build(&log, config));
    let closed = log.close();
    checked.and(closed)
}

fn check(log: &Embedded, manifest: &Manifest, config: &Config) -> Result<(), StoreError> {
    let unusable = |why: String| StoreError::Unusable {
        path: config.dir.clone(),
        why,
    };
    let Written { position, hash } = log.written();
    if (position, hash) != (manifest.position, manifest.hash) {
        return Err(unusable(format!(
            "its log ends at {position} with {hash}, and not at {} with {}, where it was backed up",
            manifest.position, manifest.hash
        )));
    }
    match &log.verify()?[..] {
        [] => Ok(()),
        [first, others @ ..] => Err(unusable(format!("{first}; and {} more", others.len()))),
    }
}

/// Builds the lists and the statistics. Nothing is played meanwhile, so the log stays as it is.
fn build(log: &Arc<Embedded>, config: &Config) -> Result<(), StoreError> {
    let together = Arc::new(Together::new(Arc::clone(log), AHEAD));
    let shared: SharedLog = Arc::<Together>::clone(&together);
    let reading = Reading::open(&shared, log.tables(), config)?;
    let (closing, said) = watch::channel(false);
    let following = reading.follow(&shared, &said)?;
    let built = wait_for(together.lead(&reading.checkpoints()));
    closing.send_replace(true);
    for follower in following {
        // If it panicked, the panic was told already.
        let _ = follower.join();
    }
    built
}
