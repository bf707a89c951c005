//! The embedded log: a journal that makes commits durable, and an index that
//! everything is read from. The index is derived: it can be thrown away.

pub mod archive;
mod archived;
mod backing_up;
pub mod backup;
mod check;
mod clearing;
mod compacting;
mod compressed;
mod compressing;
mod copies;
mod disk_space;
pub(crate) mod files;
mod group;
pub(crate) mod identity;
pub mod index;
mod index_dirs;
mod journal;
mod keys;
mod lately;
pub(crate) mod layout;
mod lines;
mod lock;
pub(crate) mod opening;
mod packing;
mod pauses;
mod probe;
pub mod queue;
mod rebuilding;
mod recent;
pub mod redo;
mod reserve;
pub mod rows;
mod scan;
mod segment;
mod sums;
mod table;
mod tables;
#[cfg(test)]
mod tests;
pub mod texts;
mod together;
mod walk;
mod writer;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::{
    config::Config,
    error::{AppendError, StoreError},
    id::{MatchId, Position, StreamId, StreamKind},
    lines::Found,
    log::{Appended, IdempotencyKey, Log, NewCommit, Pending, Scanned, Span, Wanted},
    record::{Chain, Line, Tip},
    time::Timestamp,
    timekeeper::Timekeeper,
};
use archive::Archive;
use clearing::Clearing;
use compacting::Compacting;
use disk_space::DiskSpace;
use group::Filed;
use index::Index;
use lock::Lock;
use opening::Opened;
use reserve::Reserve;
use sums::Sum;
use writer::{Published, Writer};

pub use backing_up::back_up;
pub use clearing::Kept;
pub use files::make_dir;
pub(crate) use group::Entry;
pub use lines::lines;
pub use opening::tables_of;
pub use pauses::Pauses;
pub use probe::{Depth, check_index};
pub use tables::Tables;
pub use together::Together;
pub(crate) use walk::read_all as read_journal;
pub use writer::Written;

/// The embedded log.
#[derive(Debug)]
pub struct Embedded {
    dir: PathBuf,
    store_id: [u8; 16],
    secret: [u8; 32],
    index: Arc<Index>,
    archive: Archive,
    tables: Tables,
    writer: Writer,
    disk_space: DiskSpace,
    published: Published,
    /// What the journal could not mend, and why: it is read whole to find out, which
    /// must not happen at every request.
    quarantined: tokio::sync::Mutex<BTreeMap<StreamId, String>>,
    /// Whoever holds it keeps segments of the journal from going.
    clearing: tokio::sync::RwLock<Clearing>,
    compresses_journal: bool,
    compacting: Compacting,
    /// Told where in its work on files it has come.
    reached: fn(&'static str),
    /// Dropped once the index is: sums it up if it was closed in good order.
    sum: Mutex<Sum>,
    /// Dropped last: the directory is free once nothing of it is open.
    lock: Mutex<Lock>,
    reserve: Reserve,
    pauses: Pauses,
    time: Timekeeper,
}

impl Embedded {
    /// Opens the log in a directory, or makes one there.
    ///
    /// # Errors
    ///
    /// Why it cannot be, and what to do.
    pub fn open(config: &Config) -> Result<Embedded, StoreError> {
        Embedded::start(opening::open(config)?, config)
    }

    /// The tables of whatever is built by following the log.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    fn start(opened: Opened, config: &Config) -> Result<Embedded, StoreError> {
        let end = opened.journal.end();
        let published = Published {
            head: watch::Sender::new(end.position),
            synced: watch::Sender::new(opened.journal.synced()),
            failed: watch::Sender::new(false),
        };
        let index = Arc::new(opened.index);
        let before = Position::of_number(end.position.number().saturating_sub(1));
        // If it is damaged, whoever reads it is told.
        let last = index.after(before, 1).unwrap_or_default();
        let last = last.first().map(|line| line.recorded_at);
        let pauses = Pauses::begin(&config.dir, config.time.now(), last);
        let disk_space = DiskSpace::of(config);
        disk_space.tell();
        let writer = Writer::start(
            opened.journal,
            Arc::clone(&index),
            config.queue,
            disk_space.clone(),
            published.clone(),
        )?;
        Ok(Embedded {
            dir: config.dir.clone(),
            store_id: opened.store_id,
            secret: opened.secret,
            index,
            archive: opened.archive,
            tables: opened.tables,
            writer,
            disk_space,
            published,
            quarantined: tokio::sync::Mutex::default(),
            clearing: tokio::sync::RwLock::default(),
            compresses_journal: config.compress_journal,
            compacting: Compacting::of(config),
            reached: config.reached,
            sum: Mutex::new(opened.sum),
            lock: Mutex::new(opened.lock),
            reserve: opened.reserve,
            pauses,
            time: config.time.clone(),
        })
    }

    /// Keeps bytes of the disk back for the next time it is opened, once everything is open.
    pub fn keep_reserve(&self) {
        self.reserve.keep();
    }

    /// Finishes what waits and stops writing.
    ///
    /// # Errors
    ///
    /// If the index cannot be flushed; nothing is lost then.
    pub fn close(&self) -> Result<(), StoreError> {
        self.writer.stop();
        self.reserve.give_half_back();
        self.index.write_held(Position::END)?;
        self.index.flush()?;
        self.pauses.end(&self.dir, self.time.now());
        let mut lock = self.lock.lock();
        lock.stopped(self.written())?;
        self.sum.lock().is_wanted = self.is_sound();
        self.reserve.keep();
        Ok(())
    }

    /// Whether all that was asked of the index could be read.
    fn is_sound(&self) -> bool {
        let is_whole = self.quarantined.try_lock().is_ok_and(|all| all.is_empty());
        let has_failed = *self.published.failed.borrow();
        is_whole && !has_failed && !self.index.is_doubted()
    }

    /// What the index has of a stretch. Of a group that is half applied nothing is shown:
    /// its commits may be there before their streams reach them.
    fn look(&self, span: Span) -> Result<Scanned, StoreError> {
        let end = span.up_to.min(*self.published.head.borrow());
        let left = end.number().saturating_sub(span.after.number());
        let left = usize::try_from(left).unwrap_or(span.limit);
        let limit = span.limit.min(left);
        let (lines, last) = match span.wanted {
            Wanted::Of(kinds) => self.index.with_kinds(kinds, span.after, limit)?,
            Wanted::Shown(kinds) => self.index.shown(kinds, span.after, limit)?,
            Wanted::All => {
                let lines = self.index.after(span.after, limit)?;
                let last = lines.last().map_or(span.after, |line| line.position);
                (lines, last)
            }
        };
        Ok(Scanned {
            lines,
            last,
            is_full: left >= span.limit,
        })
    }

    async fn read_or_mend(&self, stream: StreamId, after: Tip) -> Result<Vec<Line>, StoreError> {
        let error = match self.index.read(stream, after) {
            Ok(lines) => return Ok(lines),
            Err(error) => error,
        };
        let mut quarantined = self.quarantined.lock().await;
        if let Some(why) = quarantined.get(&stream) {
            return Err(quarantine(stream, why.clone()));
        }
        tracing::error!(%stream, error = &error as &dyn std::error::Error, "mending a stream");
        let _kept = self.keep_segments().await;
        let mended = self
            .mend(stream)
            .and_then(|()| self.index.read(stream, after));
        mended.map_err(|error| {
            quarantined.insert(stream, error.to_string());
            quarantine(stream, error.to_string())
        })
    }

    /// Moves matches that have ended to the archive, those that are not there yet, and returns how
    /// many. They are read as before, and may even go on.
    ///
    /// # Errors
    ///
    /// If the archive cannot be written. Nothing is lost then. A match that cannot be read is left
    /// where it is.
    pub fn archive(&self, matches: &[MatchId]) -> Result<usize, StoreError> {
        let mut read = Vec::new();
        for stream in matches.iter().copied().map(StreamId::Match) {
            if self.index.is_archived(stream)? {
                continue;
            }
            match self.index.read(stream, Tip::START) {
                Ok(lines) => read.push(lines),
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(%stream, error, "a match is not archived");
                }
            }
        }
        let rows = self.archive.add(&read)?;
        (self.reached)("archive: the frames are there");
        let moved = rows.into_iter().zip(read);
        let moved: Vec<_> = moved
            .filter_map(|(row, lines)| Some((row?, lines)))
            .collect();
        self.index.take_out(&moved)?;
        (self.reached)("archive: what they hold is taken out");
        Ok(moved.len())
    }

    /// Up to where every match that has ended was moved to the archive.
    ///
    /// # Errors
    ///
    /// If the index is damaged.
    pub fn archived_to(&self) -> Result<Position, StoreError> {
        self.index.noted(self.index.archived_to())
    }

    /// Notes up to where every match that has ended was moved.
    ///
    /// # Errors
    ///
    /// If the index cannot be written.
    pub fn note_archived_to(&self, position: Position) -> Result<(), StoreError> {
        self.index.note_archived_to(position)
    }

    /// The bytes on the disk by part, each a folder. One that is not there has none.
    pub fn bytes_by_part(&self) -> [(&'static str, u64); 4] {
        bytes_by_part(&self.dir)
    }

    /// The lines under a name, and those that are there.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn lines(&self, name: &str) -> Result<Found, StoreError> {
        lines(&self.dir, name)
    }

    /// When no server had the directory.
    pub const fn pauses(&self) -> &Pauses {
        &self.pauses
    }

    /// How many commits there are.
    pub fn commits(&self) -> u64 {
        self.published.head.borrow().number()
    }

    /// How many commits there are after a position.
    pub fn commits_after(&self, position: Position) -> u64 {
        self.commits().saturating_sub(position.number())
    }

    /// The key that tokens are derived with. Never leaves the server.
    pub const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// Whether the disk is so full that nothing is written.
    pub fn is_full(&self) -> bool {
        self.disk_space.is_scarce()
    }

    /// What was written last.
    pub fn written(&self) -> Written {
        self.published.synced.borrow().written
    }

    /// Reads what the journal has of a stream and puts it back into the index.
    fn mend(&self, stream: StreamId) -> Result<(), StoreError> {
        let mut found = BTreeMap::new();
        read_journal(
            &layout::journal_dir(&self.dir),
            self.store_id,
            &mut |entries, _| {
                let of_stream = entries.into_iter().filter(|it| it.line.stream == stream);
                // A copy stands behind what it is a copy of, which may be about to go.
                found.extend(of_stream.map(|entry| (entry.line.after.version, entry)));
                Ok(())
            },
        )?;
        let found: Vec<Entry> = found.into_values().collect();
        let first = found.first().map_or(Tip::START, |first| first.line.after);
        let mut chain = Chain::from(first);
        found.iter().try_for_each(|entry| chain.link(&entry.line))?;
        self.index.mend(&found)
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.writer.stop();
    }
}

impl Log for Embedded {
    fn append(&self, commit: NewCommit) -> Pending<'static, Appended, AppendError> {
        let answer = self.writer.append(commit);
        // A writer that breaks down says nothing: it may have come as far as the disk.
        Box::pin(async { answer.await.unwrap_or(Err(AppendError::Unknown)) })
    }

    fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>> {
        Box::pin(self.read_or_mend(stream, after))
    }

    fn scan(&self, span: Span) -> Pending<'_, Scanned> {
        Box::pin(async move { self.index.noted(self.look(span)) })
    }

    fn head(&self) -> watch::Receiver<Position> {
        self.published.head.subscribe()
    }

    fn seen(&self, key: IdempotencyKey) -> Pending<'_, Option<Line>, AppendError> {
        let day = Timestamp::now().day();
        Box::pin(async move { self.index.seen(Filed { day, key }) })
    }

    fn tip(&self, stream: StreamId) -> Pending<'_, Tip> {
        Box::pin(async move { self.index.tip(stream) })
    }

    fn streams(&self, kind: StreamKind) -> Pending<'_, Vec<StreamId>> {
        Box::pin(async move { self.index.noted(self.index.streams(kind)) })
    }

    fn failed(&self) -> &watch::Sender<bool> {
        &self.published.failed
    }
}

/// The bytes on the disk by part, each a folder of a directory. One that is not there has none.
pub fn bytes_by_part(dir: &Path) -> [(&'static str, u64); 4] {
    let folders = [
        ("journal", layout::journal_dir(dir)),
        ("index", layout::index_dir(dir)),
        ("archive", layout::archive_dir(dir)),
        ("projections", layout::projections_dir(dir)),
    ];
    folders.map(|(part, folder)| (part, files::bytes_in(&folder)))
}

fn quarantine(stream: StreamId, why: String) -> StoreError {
    StoreError::Quarantined { stream, why }
}
