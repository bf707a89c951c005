//! Opening a directory: one process at a time, a format this program knows, and
//! an index that fits its journal.
//!
//! The index is read whole before it is trusted, by a short-lived process if one is
//! configured, because sled can take down the process that opens a damaged one.
//! What fails is set aside and rebuilt from the journal. Only an index that has the
//! very bytes it was closed with is trusted at once: sled may lose a page and say
//! nothing, and a sample would not notice that a match is gone.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    thread,
};

use super::{
    archive::Archive,
    files,
    identity::{Identity, identify},
    index::Index,
    index_dirs,
    journal::{Journal, Known},
    layout::{archive_dir, index_dir, journal_dir, projections_dir},
    lock::{Lock, once_let_go},
    probe::{self, Checked, Depth},
    rebuilding,
    reserve::Reserve,
    segment,
    sums::Sum,
    tables::{self, Tables},
};
use crate::{config::Config, cores, error::StoreError, id::Position, time::Timestamp};

/// A directory, opened.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) index: Index,
    pub(crate) archive: Archive,
    pub(crate) journal: Journal,
    pub(crate) tables: Tables,
    pub(crate) secret: [u8; 32],
    pub(crate) store_id: [u8; 16],
    pub(crate) sum: Sum,
    pub(crate) lock: Lock,
    pub(crate) reserve: Reserve,
}

impl Opened {
    /// Closes it in good order.
    pub(crate) fn close(mut self) -> Result<(), StoreError> {
        self.reserve.give_half_back();
        self.index.flush()?;
        self.lock.stopped(self.journal.end().into())?;
        self.sum.is_wanted = true;
        self.reserve.keep();
        Ok(())
    }
}

/// A file of the archive is closed once it has so many bytes: it is read whole to be
/// checked, and ten thousand matches fit in.
const ARCHIVE_FILE_BYTES: u64 = 64 << 20;

/// The archive of a directory that this process has.
pub(crate) fn archive(dir: &Path, store_id: [u8; 16]) -> Result<Archive, StoreError> {
    Archive::open(&archive_dir(dir), store_id, ARCHIVE_FILE_BYTES)
}

/// The right to a directory, for those who open only a part of it.
pub(crate) fn lock(dir: &Path) -> Result<Lock, StoreError> {
    Lock::take(dir)
}

/// Opens a directory, and repairs what can be. Nothing in it is renamed or removed
/// before it is certain that nobody else has it.
pub(crate) fn open(config: &Config) -> Result<Opened, StoreError> {
    let dir = &config.dir;
    files::make_dir(dir)?;
    let lock = Lock::take(dir)?;
    let reserve = Reserve::of(config);
    reserve.give_back();
    let (Identity { store_id, first }, secret) = identify(config)?;
    // Whoever has it while the directory is ours is about to let go: a process that was being started
    // had what was open until it became another program.
    let claim = || Journal::claim(&journal_dir(dir), first.number);
    let claimed = once_let_go(claim, |error| matches!(error, StoreError::Locked { .. }))?;
    segment::remove_before(&journal_dir(dir), first.number)?;
    files::make_private(&journal_dir(dir))?;
    let cache_bytes = config.index_cache_bytes;
    index_dirs::restore(dir)?;
    let Found { sum, read, late } = check_sleds(config, lock.is_as_closed())?;
    let index = rebuilding::index_from(&index_dir(dir), first.after, cache_bytes)?;
    index.recent.keep(config.held_bytes);
    let archived = (index.archived_to()?, "the archive".to_owned());
    let known = Known {
        applied: index.applied()?,
        closed_at: lock.closed_at(),
        read: read.max(Some(archived)),
    };
    let mut replayed = 0;
    let mut journal = Journal::open(
        claimed,
        store_id,
        config.segment_bytes,
        &known,
        &mut |entries, end| {
            replayed += entries.len();
            index.replay(entries, end)
        },
    )?;
    index.drop_texts()?;
    let archive = archive(dir, store_id)?;
    index.take_out_rest(&archive)?;
    let index = match index.is_made_anew()? {
        true => rebuilding::ensure_complete(index, &index_dir(dir), journal.end())?,
        false => index,
    };
    if config.compress_journal {
        journal.compress(index.texts());
    }
    if replayed > 0 {
        tracing::info!(commits = replayed, "replayed the journal into the index");
    }
    index.expire(Timestamp::now().day())?;
    let tables = Tables::checked(&projections_dir(dir), journal.end().position);
    Ok(Opened {
        index,
        archive,
        tables: tables.but(late, &config.index_check),
        journal,
        secret,
        store_id,
        sum,
        lock,
        reserve,
    })
}

/// Opens the index alone, to save what it holds when the journal or the format is damaged
/// or gone. None if there is none, or it is damaged, too.
pub(crate) fn open_index(config: &Config) -> Result<Option<(Lock, Index)>, StoreError> {
    if !index_dir(&config.dir).exists() {
        return Ok(None);
    }
    let lock = Lock::take(&config.dir)?;
    Reserve::of(config).give_back();
    index_dirs::restore(&config.dir)?;
    let dir = index_dir(&config.dir);
    let held = probe::hold(&dir)?;
    remove_half_snapshots(&dir)?;
    drop(held);
    match probe::check_now(&config.index_check, &dir, Depth::All)? {
        Checked::Whole(_) => {
            let index = Index::open_alone(&dir, config.index_cache_bytes)?;
            Ok(Some((lock, index)))
        }
        Checked::Damaged(_) => Ok(None),
    }
}

/// The copies of a damaged index that were set aside.
pub(crate) fn set_aside(dir: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let is_index = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("events.damaged-")
    };
    let found = files::paths_in(dir)?.into_iter();
    Ok(found.filter(is_index).collect())
}

/// The tables in a directory that holds no log, which ends at `head`. The small ones are checked;
/// those that fail are removed, so that they are built anew.
///
/// # Errors
///
/// If another process has one, or one that fails cannot be removed.
pub fn tables_of(config: &Config, head: Position) -> Result<Tables, StoreError> {
    let Found { late, .. } = check_sleds(config, true)?;
    let tables = Tables::checked(&projections_dir(&config.dir), head);
    Ok(tables.but(late, &config.index_check))
}

/// What was found of the databases in a directory.
struct Found {
    sum: Sum,
    /// How far the projection has read the log that has read most of it, of those checked.
    read: Option<(Position, String)>,
    /// The projections that are too large to be checked now.
    late: BTreeSet<PathBuf>,
}

/// Checks the index, unless its sum is trusted, and every small projection; sets aside what fails.
/// Where the log was not closed in good order, it asks the large ones how far they have read it.
fn check_sleds(config: &Config, is_as_closed: bool) -> Result<Found, StoreError> {
    let mut dirs = vec![index_dir(&config.dir)];
    dirs.extend(files::paths_in(&projections_dir(&config.dir))?);
    dirs.retain(|dir| dir.exists());
    let held = dirs.iter().map(|dir| probe::hold(dir));
    let held = held.collect::<Result<Vec<_>, StoreError>>()?;
    let (sum, has_same_bytes) = Sum::of(&config.dir, Timestamp::now().day())?;
    let trusts_index = has_same_bytes && config.trusts_sum;
    dirs.iter().try_for_each(|dir| remove_half_snapshots(dir))?;
    drop(held);
    dirs.retain(|dir| !trusts_index || *dir != index_dir(&config.dir));
    let is_late = |dir: &Path| {
        dir != index_dir(&config.dir) && files::bytes_in(dir) > config.late_table_bytes
    };
    let mut late: BTreeSet<_> = dirs.iter().filter(|dir| is_late(dir)).cloned().collect();
    dirs.retain(|dir| !is_as_closed || !late.contains(dir));
    let depth = |dir| match late.contains(dir) {
        true => Depth::HowFar,
        false => Depth::All,
    };
    let looks: Vec<_> = dirs.iter().map(|dir| (dir.as_path(), depth(dir))).collect();
    let checked = looks
        .chunks(cores::count())
        .map(|looks| checked(config, looks));
    let checked = checked.collect::<Result<Vec<_>, StoreError>>()?;
    let mut furthest = None;
    for (dir, checked) in dirs.iter().zip(checked.into_iter().flatten()) {
        let why = match checked {
            Checked::Whole(read) => {
                let name = dir.file_name().unwrap_or_default().to_string_lossy();
                furthest = furthest.max(read.map(|read| (read, name.into_owned())));
                continue;
            }
            Checked::Damaged(why) => why,
        };
        if *dir == index_dir(&config.dir) {
            let aside = dir.with_extension(format!("damaged-{}", Timestamp::now().unix_ms()));
            let (from, to) = (dir.display(), aside.display());
            tracing::error!(%from, %to, why, "the index is damaged: rebuilding it from the journal");
            fs::rename(dir, &aside).map_err(StoreError::io("set the index aside"))?;
        } else {
            tables::remove(dir, &why)?;
            late.remove(dir);
        }
    }
    Ok(Found {
        sum,
        read: furthest,
        late,
    })
}

/// What checking some databases side by side came to: a start waits for all of them.
fn checked(config: &Config, looks: &[(&Path, Depth)]) -> Result<Vec<Checked>, StoreError> {
    thread::scope(|scope| {
        let check =
            |&(dir, depth)| scope.spawn(move || probe::check_now(&config.index_check, dir, depth));
        let checks: Vec<_> = looks.iter().map(check).collect();
        let checked = checks.into_iter().map(thread::ScopedJoinHandle::join);
        let checked = checked.map(|it| it.unwrap_or(Err(StoreError::Panicked)));
        checked.collect()
    })
}

/// A process killed while opening leaves these, and sled then refuses to open.
fn remove_half_snapshots(dir: &Path) -> Result<(), StoreError> {
    let entries = fs::read_dir(dir).map_err(StoreError::io(format!("read {}", dir.display())))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("snap.") && name.ends_with(".generating") {
            fs::remove_file(entry.path()).map_err(StoreError::io("remove half a snapshot"))?;
        }
    }
    Ok(())
}
