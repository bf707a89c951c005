//! Files of facts and of records, made when they are asked for and kept for a while, so that
//! whoever reads one in parts reads one file.

mod columns;
mod disk_quota;
mod licence;
mod parts;
mod text;

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read as _, Seek as _},
    sync::Arc,
    time::{Duration, Instant},
};

use domain::facts::Kind;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use store::{
    Position, RecordFile, Statistics, Store,
    statistics::{ExportTable, Slice},
};
use tokio::sync::Semaphore;

use disk_quota::{Bounded, DiskQuota, ExportError, Reservation};
pub(crate) use parts::{RECORDS, reply, tag};

use crate::config::facts_licence::FactsLicence;

/// So long a file is good, though matches have ended since.
pub(crate) const FRESH_FOR: Duration = Duration::from_secs(60);

/// What a file is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FileForm {
    Csv,
    Ndjson,
    Parquet,
}

/// The files there are.
#[derive(Debug)]
pub(crate) struct Exports {
    /// By what is in them.
    slots: Mutex<HashMap<FileKey, Slot>>,
    /// The task that writes a file holds a permit.
    writing: Semaphore,
    /// Whoever waits for one that is written or will be holds a permit, and no more may.
    places: Arc<Semaphore>,
    quota: Arc<DiskQuota>,
    licence: Option<FactsLicence>,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum FileKey {
    /// Of which seats, canonical, so that two slices that mean the same are equal; what; and how.
    Facts(Slice, ExportTable, FileForm),
    /// The records of a name.
    Records(String),
}

/// One maker at a time for each file.
#[derive(Clone, Debug)]
struct Slot {
    // Of tokio, because it is held while the file is written, and others wait for that file.
    export: Arc<tokio::sync::Mutex<Option<Arc<Export>>>>,
    requested_at: Instant,
}

/// More files are not kept. Each is asked for by name until its minute is over.
pub(crate) const FILES: usize = 32;

/// More files are not written at once: each may take as much room as all facts do.
pub(crate) const AT_ONCE: usize = 2;

/// More questions for files do not wait, even if nobody waits for their answers any more.
pub(crate) const WAITING: usize = 64;

/// All files together take no more bytes, those included that are being written or read:
/// enough for ten million seats as CSV, and little enough for a small server's disk.
pub(crate) const BYTES: u64 = 4_000_000_000;

/// So long a file of records is good that was made: longer than it takes to read one.
const RECORDS_FOR: Duration = Duration::from_secs(60 * 60);

/// A file of facts or records. It has no name, so nothing is left of it.
#[derive(Debug)]
pub(crate) struct Export {
    file: File,
    reservation: Reservation,
    as_of_position: Position,
    made: Instant,
    media_type: &'static str,
    sha256: String,
    licence: Option<FactsLicence>,
}

/// The columns of a file: their names and kinds.
type Columns = Vec<(String, Kind)>;

impl Exports {
    /// No files yet. Each will name the licence.
    pub(crate) fn new(licence: Option<FactsLicence>) -> Exports {
        Exports {
            licence,
            ..Exports::with_quota(BYTES)
        }
    }

    fn with_quota(bytes: u64) -> Exports {
        Exports {
            slots: Mutex::default(),
            writing: Semaphore::new(AT_ONCE),
            places: Arc::new(Semaphore::new(WAITING)),
            quota: DiskQuota::of(bytes),
            licence: None,
        }
    }

    /// The file of a slice: the one there is if it is young or nothing happened since, and
    /// it has seen `at_least`; else a new one.
    pub(crate) async fn get(
        self: &Arc<Exports>,
        statistics: Statistics,
        slice: Slice,
        (table, form): (ExportTable, FileForm),
        at_least: Option<Position>,
    ) -> Result<Arc<Export>, ExportError> {
        let key = FileKey::Facts(slice.canonical(), table, form);
        let counted = statistics.clone();
        let is_good = move |kept: &Export| kept.is_fresh(counted.as_of_position(), at_least);
        let make = move |this: &Exports| this.facts(&statistics, &slice, table, form);
        self.kept_or_made(key, is_good, make).await
    }

    /// A file of records: the one there is, or the same made once more.
    pub(crate) async fn records(
        self: &Arc<Exports>,
        store: Store,
        file: Arc<RecordFile>,
    ) -> Result<Arc<Export>, ExportError> {
        let key = FileKey::Records(file.name());
        let is_good = |kept: &Export| kept.made.elapsed() < RECORDS_FOR;
        let make = move |this: &Exports| {
            let mut same = false;
            let export = this.written(RECORDS, file.last, |to| {
                same = store.write_record_file(&file, to)?;
                Ok(())
            })?;
            same.then_some(export).ok_or(ExportError::Withdrawn)
        };
        self.kept_or_made(key, is_good, make).await
    }

    /// The file there is if it is good, else one that is made.
    async fn kept_or_made(
        self: &Arc<Exports>,
        key: FileKey,
        is_good: impl Fn(&Export) -> bool + Send + 'static,
        make: impl FnOnce(&Exports) -> Result<Export, ExportError> + Send + 'static,
    ) -> Result<Arc<Export>, ExportError> {
        let export = self.slot(key);
        let this = Arc::clone(self);
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| ExportError::Full)?;
        // A task of its own: who asked may give up, and the file is still made once.
        let making = tokio::spawn(async move {
            let _place = place;
            let mut export = export.lock().await;
            if let Some(kept) = export.as_ref().filter(|kept| is_good(kept)) {
                return Ok(Arc::clone(kept));
            }
            *export = None;
            let _permit = this.writing.acquire().await.map_err(io::Error::other)?;
            let exports = Arc::clone(&this);
            let made = tokio::task::spawn_blocking(move || make(&exports)).await;
            let made = Arc::new(made.map_err(io::Error::other)??);
            *export = Some(Arc::clone(&made));
            Ok(made)
        });
        making.await.map_err(io::Error::other)?
    }

    fn facts(
        &self,
        statistics: &Statistics,
        slice: &Slice,
        table: ExportTable,
        form: FileForm,
    ) -> Result<Export, ExportError> {
        let exported = statistics.export(slice, table);
        let (as_of_position, batches) = exported.map_err(io::Error::other)?;
        let mut columns = table.columns(slice.game);
        let licence = self.licence.as_ref();
        columns.extend(licence.map(|_| licence::column()));
        let batches = batches.map(|it| licence::named(it, licence));
        self.written(form.media_type(), as_of_position, |to| match form {
            FileForm::Csv => text::csv(to, &columns, batches),
            FileForm::Ndjson => text::ndjson(to, batches),
            FileForm::Parquet => columns::parquet(to, &columns, batches),
        })
    }

    /// A file of what is written.
    fn written(
        &self,
        media_type: &'static str,
        as_of_position: Position,
        write: impl FnOnce(&mut Bounded<'_>) -> io::Result<()>,
    ) -> Result<Export, ExportError> {
        let mut file = tempfile::tempfile()?;
        let mut reservation = self.quota.reservation();
        let mut bounded = Bounded {
            file: &file,
            reservation: &mut reservation,
            clear: &|| self.clear(),
            refused: None,
        };
        let written = write(&mut bounded);
        if let Some(refused) = bounded.refused {
            return Err(refused);
        }
        written?;
        Ok(Export {
            sha256: sha256(&mut file)?,
            file,
            reservation,
            as_of_position,
            made: Instant::now(),
            media_type,
            licence: self.licence.clone(),
        })
    }

    /// Removes the least recently requested file that nobody is reading; false if there is none.
    fn clear(&self) -> bool {
        let slots = self.slots.lock();
        let mut slots: Vec<&Slot> = slots.values().collect();
        slots.sort_by_key(|slot| slot.requested_at);
        slots.into_iter().any(Slot::clear)
    }

    /// Where a file is or will be. The one asked for longest ago makes room.
    fn slot(&self, key: FileKey) -> Arc<tokio::sync::Mutex<Option<Arc<Export>>>> {
        let mut slots = self.slots.lock();
        if slots.len() >= FILES && !slots.contains_key(&key) {
            let oldest = slots.iter().min_by_key(|(_, slot)| slot.requested_at);
            let oldest = oldest.map(|(key, _)| key.clone());
            oldest.and_then(|oldest| slots.remove(&oldest));
        }
        let slot = slots.entry(key).or_insert_with(|| Slot {
            export: Arc::default(),
            requested_at: Instant::now(),
        });
        slot.requested_at = Instant::now();
        Arc::clone(&slot.export)
    }
}

impl Slot {
    /// Removes its file, if it has one that nobody is reading.
    fn clear(&self) -> bool {
        let Ok(mut export) = self.export.try_lock() else {
            return false;
        };
        let unused = export.take_if(|export| Arc::strong_count(export) == 1);
        unused.is_some()
    }
}

impl Export {
    fn is_fresh(&self, now: Position, at_least: Option<Position>) -> bool {
        let has_seen = at_least.is_none_or(|position| position <= self.as_of_position);
        has_seen && (self.as_of_position == now || self.made.elapsed() < FRESH_FOR)
    }
}

fn sha256(file: &mut File) -> io::Result<String> {
    let (mut digest, mut piece) = (Sha256::new(), vec![0; 64 << 10]);
    file.rewind()?;
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hex::encode(digest.finalize())),
            read => digest.update(&piece[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::GameId;
    use store::{Config, Store, statistics::Filter};

    use super::*;
    use crate::http::error::ApiError;

    fn slice(seat: &str) -> Slice {
        Slice {
            game: GameId::Cartographers,
            filters: vec![Filter::is_in("seat", &[seat])],
            with_private: store::Visibility::Public,
            still_closed: Vec::new(),
        }
    }

    /// Nothing but the line of names.
    async fn csv(exports: &Arc<Exports>, store: &Store, seat: &str) -> Result<Arc<Export>, String> {
        let (statistics, form) = (store.statistics.clone(), FileForm::Csv);
        let got = exports.get(statistics, slice(seat), (ExportTable::Seats, form), None);
        got.await
            .map_err(|error| ApiError::from(error).problem().code)
    }

    #[tokio::test]
    async fn files_take_no_more_bytes_than_there_is_room_for() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&Config::new(dir.path())).unwrap();
        let exports = Arc::new(Exports::new(None));
        let bytes = csv(&exports, &store, "0").await.unwrap().reservation.bytes;
        assert!(bytes > 100);
        let none = Arc::new(Exports::with_quota(bytes - 1));
        let refused = csv(&none, &store, "0").await;
        assert_eq!(refused.unwrap_err(), "export_too_large");
        let two = Arc::new(Exports::with_quota(2 * bytes));
        let first = csv(&two, &store, "0").await.unwrap();
        let tag = |export: &Arc<Export>| export.made;
        let made = [tag(&first), tag(&csv(&two, &store, "1").await.unwrap())];
        // The first is being read, so the second makes room.
        let third = csv(&two, &store, "2").await.unwrap();
        assert_eq!(tag(&csv(&two, &store, "0").await.unwrap()), made[0]);
        let busy = csv(&two, &store, "1").await;
        assert_eq!(busy.unwrap_err(), "busy");
        drop((first, third));
        // The third was asked for longest ago.
        assert_ne!(tag(&csv(&two, &store, "1").await.unwrap()), made[1]);
        assert_eq!(tag(&csv(&two, &store, "0").await.unwrap()), made[0]);
        store.close().await.unwrap();
    }
}
