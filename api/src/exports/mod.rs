//! Files of facts, made when they are asked for and kept for a while, so that whoever
//! reads one in parts reads one file.

mod columns;
mod parts;
mod text;

use std::{
    collections::BTreeMap,
    fs::File,
    io,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use domain::{GameId, facts::Kind};
use store::{
    Position, Statistics, Visibility,
    statistics::{self, Slice},
};

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
#[derive(Debug, Default)]
pub(crate) struct Exports(Mutex<BTreeMap<(GameId, FileForm), Slot>>);

/// One maker at a time for each file.
type Slot = Arc<tokio::sync::Mutex<Option<Arc<Export>>>>;

/// A file of facts. It has no name, so nothing is left of it.
#[derive(Debug)]
pub(crate) struct Export {
    file: File,
    bytes: u64,
    as_of_position: Position,
    made: Instant,
    form: FileForm,
}

/// The columns of a file: their names and kinds.
type Columns = Vec<(String, Kind)>;

impl Exports {
    /// The file of a game: the one there is if it is young or nothing happened since,
    /// else a new one.
    pub(crate) async fn get(
        &self,
        statistics: Statistics,
        game: GameId,
        form: FileForm,
    ) -> io::Result<Arc<Export>> {
        let slot = {
            let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry((game, form)).or_default())
        };
        // A task of its own: who asked may give up, and the file is still made once.
        let making = tokio::spawn(async move {
            let mut slot = slot.lock().await;
            let now = statistics.progress().as_of_position;
            if let Some(kept) = slot.as_ref().filter(|kept| kept.is_good(now)) {
                return Ok(Arc::clone(kept));
            }
            let make = move || Export::make(&statistics, game, form);
            let made = tokio::task::spawn_blocking(make).await;
            let made = Arc::new(made.map_err(io::Error::other)??);
            *slot = Some(Arc::clone(&made));
            Ok(made)
        });
        making.await.map_err(io::Error::other)?
    }
}

impl Export {
    fn is_good(&self, now: Position) -> bool {
        self.as_of_position == now || self.made.elapsed() < KEPT
    }

    fn make(statistics: &Statistics, game: GameId, form: FileForm) -> io::Result<Export> {
        let slice = Slice {
            game,
            filters: Vec::new(),
            with_private: Visibility::Public,
        };
        let as_of_position = statistics.progress().as_of_position;
        let batches = statistics.export(&slice).map_err(io::Error::other)?;
        let (file, columns) = (tempfile::tempfile()?, columns_of(game));
        match form {
            FileForm::Csv => text::csv(&file, &columns, batches),
            FileForm::Ndjson => text::ndjson(&file, batches),
            FileForm::Parquet => columns::parquet(&file, &columns, batches),
        }?;
        Ok(Export {
            bytes: file.metadata()?.len(),
            file,
            as_of_position,
            made: Instant::now(),
            form,
        })
    }
}

/// The columns of a batch, of which there may be none.
fn columns_of(game: GameId) -> Columns {
    let metrics = statistics::metrics(game).filter(|metric| metric.kind != Kind::Choice);
    let metrics = metrics.map(|metric| (metric.id.clone(), metric.kind));
    [("match".to_owned(), Kind::Dimension)]
        .into_iter()
        .chain(metrics)
        .collect()
}
