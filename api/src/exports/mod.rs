//! Files of facts, made when they are asked for and kept for a while, so that whoever
//! reads one in parts reads one file.

mod columns;
mod parts;
mod text;

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read as _, Seek as _},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::facts::Kind;
use sha2::{Digest as _, Sha256};
use store::{
    Position, Statistics,
    statistics::{Slice, Table},
};
use tokio::sync::Semaphore;

pub(crate) use parts::reply;

/// So long a file is good, though matches have ended since.
const KEPT: Duration = Duration::from_secs(60);

/// What a file is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FileForm {
    Csv,
    Ndjson,
    Parquet,
}

/// The files there are.
#[derive(Debug)]
pub(crate) struct Exports {
    /// By what is in them.
    slots: Mutex<BTreeMap<Wanted, Slot>>,
    /// Whoever writes one holds a permit.
    writing: Arc<Semaphore>,
}

/// Of which seats, in the one way in which equal slices are written; what; and how.
type Wanted = (String, Table, FileForm);

/// One maker at a time for each file.
#[derive(Clone, Debug)]
struct Slot {
    export: Arc<tokio::sync::Mutex<Option<Arc<Export>>>>,
    asked: Instant,
}

/// More files are not kept. Each is asked for by name until its minute is over.
const FILES: usize = 32;

/// More files are not written at once: each may take as much room as all facts do.
const AT_ONCE: usize = 2;

/// A file of facts. It has no name, so nothing is left of it.
#[derive(Debug)]
pub(crate) struct Export {
    file: File,
    bytes: u64,
    as_of_position: Position,
    made: Instant,
    form: FileForm,
    sha256: String,
}

/// The columns of a file: their names and kinds.
type Columns = Vec<(String, Kind)>;

impl Default for Exports {
    fn default() -> Exports {
        Exports {
            slots: Mutex::default(),
            writing: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl Exports {
    /// The file of a slice: the one there is if it is young or nothing happened since,
    /// else a new one.
    pub(crate) async fn get(
        &self,
        statistics: Statistics,
        slice: Slice,
        table: Table,
        form: FileForm,
    ) -> io::Result<Arc<Export>> {
        let export = self.slot((format!("{:?}", slice.canonical()), table, form));
        let writing = Arc::clone(&self.writing);
        // A task of its own: who asked may give up, and the file is still made once.
        let making = tokio::spawn(async move {
            let mut export = export.lock().await;
            let now = statistics.progress().as_of_position;
            if let Some(kept) = export.as_ref().filter(|kept| kept.is_good(now)) {
                return Ok(Arc::clone(kept));
            }
            let _permit = writing.acquire().await.map_err(io::Error::other)?;
            let make = move || Export::make(&statistics, &slice, table, form);
            let made = tokio::task::spawn_blocking(make).await;
            let made = Arc::new(made.map_err(io::Error::other)??);
            *export = Some(Arc::clone(&made));
            Ok(made)
        });
        making.await.map_err(io::Error::other)?
    }

    /// Where a file is or will be. The one asked for longest ago makes room.
    fn slot(&self, wanted: Wanted) -> Arc<tokio::sync::Mutex<Option<Arc<Export>>>> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= FILES && !slots.contains_key(&wanted) {
            let oldest = slots.iter().min_by_key(|(_, slot)| slot.asked);
            let oldest = oldest.map(|(wanted, _)| wanted.clone());
            oldest.and_then(|oldest| slots.remove(&oldest));
        }
        let slot = slots.entry(wanted).or_insert_with(|| Slot {
            export: Arc::default(),
            asked: Instant::now(),
        });
        slot.asked = Instant::now();
        Arc::clone(&slot.export)
    }
}

impl Export {
    fn is_good(&self, now: Position) -> bool {
        self.as_of_position == now || self.made.elapsed() < KEPT
    }

    fn make(
        statistics: &Statistics,
        slice: &Slice,
        table: Table,
        form: FileForm,
    ) -> io::Result<Export> {
        let as_of_position = statistics.progress().as_of_position;
        let batches = statistics.export(slice, table).map_err(io::Error::other)?;
        let (mut file, columns) = (tempfile::tempfile()?, table.columns(slice.game));
        match form {
            FileForm::Csv => text::csv(&file, &columns, batches),
            FileForm::Ndjson => text::ndjson(&file, batches),
            FileForm::Parquet => columns::parquet(&file, &columns, batches),
        }?;
        Ok(Export {
            bytes: file.metadata()?.len(),
            sha256: sha256(&mut file)?,
            file,
            as_of_position,
            made: Instant::now(),
            form,
        })
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
