//! Projections: tables built by following the log.
//!
//! Rows and checkpoint are written as one, so after a crash a projection
//! goes on exactly where it stopped. A projection never calls the rules. Each has
//! a database of its own, which may be deleted: it is built again.

use std::{
    collections::HashMap,
    fmt,
    marker::PhantomData,
    path::Path,
    sync::{Arc, OnceLock},
    thread::JoinHandle,
    time::Duration,
};

use domain::{GameId, matches::MatchEvent};
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::watch;

use crate::{
    checkpoint::Checkpoint,
    embedded::{
        Tables,
        index::guarded,
        redo::Redo,
        rows::{Rows, StoredCheckpoint, decode},
    },
    error::StoreError,
    id::{Position, StreamId, StreamKind},
    log::{Log, SharedLog, Span, Wanted},
    record::{Kinds, Line},
};

/// What a projection makes of the log.
pub trait Projection: Send + Sync + 'static {
    /// The name of its directory.
    const NAME: &'static str;
    /// Another version is built from the first commit on.
    const VERSION: u32;
    /// The kinds of events that it shows something of.
    const SHOWS: Kinds;

    /// Rows like those it will have: what a row shares with these takes little room.
    fn samples() -> Vec<u8>;

    /// Notes a commit of a match. Its events are decoded, and given, only if one of them
    /// is of a kind that is shown. Where none is, the commit may be left out if another of the
    /// match follows: it tells how far the match has come, and no more.
    fn apply(line: &Line, events: &[MatchEvent], rows: &mut Rows<'_>) -> Result<(), StoreError>;
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page begins. None on the last one.
    pub next: Option<Position>,
    /// Up to which position the list has read the log.
    pub as_of_position: Position,
}

impl<T> Page<T> {
    /// The same page with something else made of each row.
    pub fn map<U>(self, of_row: impl FnMut(T) -> U) -> Page<U> {
        Page {
            rows: self.rows.into_iter().map(of_row).collect(),
            next: self.next,
            as_of_position: self.as_of_position,
        }
    }
}

/// The table of a projection.
pub struct ProjectionTable<P> {
    // A large one is opened by whoever follows the log.
    redo: Arc<OnceLock<Redo>>,
    tables: Tables,
    /// How far the log was read.
    pub checkpoint: Checkpoint,
    projection: PhantomData<fn() -> P>,
}

/// A list examines no more rows than this for one page.
// A filter that few rows pass must not read a whole list for one page.
const EXAMINED: usize = 5_000;

impl<P> Clone for ProjectionTable<P> {
    fn clone(&self) -> ProjectionTable<P> {
        ProjectionTable {
            redo: Arc::clone(&self.redo),
            tables: self.tables.clone(),
            checkpoint: self.checkpoint.clone(),
            projection: PhantomData,
        }
    }
}

impl<P> fmt::Debug for ProjectionTable<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProjectionTable")
            .field("checkpoint", &self.checkpoint)
            .finish_non_exhaustive()
    }
}

impl<P: Projection> ProjectionTable<P> {
    /// The table. A large one is opened once it follows the log.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has read more of the log than there is.
    pub fn open(tables: &Tables) -> Result<ProjectionTable<P>, StoreError> {
        let table = ProjectionTable {
            redo: Arc::default(),
            tables: tables.clone(),
            checkpoint: Checkpoint::opening(),
            projection: PhantomData,
        };
        let dir = tables.dir_of(P::NAME, P::VERSION)?;
        if !tables.is_late(&dir) {
            table.open_in(&dir)?;
        }
        Ok(table)
    }

    fn open_in(&self, dir: &Path) -> Result<(), StoreError> {
        // Rows are small and read in order of their keys; what a page needs is together.
        const CACHE_BYTES: u64 = 16 << 20;
        let redo = Redo::open(dir, CACHE_BYTES, &P::samples())?;
        let checkpoint = guarded(|| StoredCheckpoint::read(redo.tree()))?;
        checkpoint.is_within(dir, self.tables.head())?;
        self.redo.get_or_init(|| redo);
        self.checkpoint.open_at(checkpoint.position);
        Ok(())
    }

    /// Follows the log on a thread of its own until `closing` is said.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub fn follow(
        &self,
        log: SharedLog,
        closing: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, StoreError> {
        let (table, read) = (self.clone(), Arc::clone(&log));
        let run = async move { table.run(&*read, closing).await };
        self.checkpoint.follow(P::NAME, log, run)
    }

    async fn run(
        &self,
        log: &dyn Log,
        mut closing: watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        // Rows of so many commits are one note: a rebuild notes seldom, and holds little in
        // memory.
        const PAGE: usize = 512;
        // Under load, what gathers meanwhile is written at once; else every group of
        // the journal wakes each projection, on the cores that answer requests.
        const REST: Duration = Duration::from_millis(5);
        if self.checkpoint.is_opening() {
            self.open_in(&self.tables.check(P::NAME, P::VERSION, &closing)?)?;
        }
        let mut head = log.head();
        while !*closing.borrow() {
            let here = self.checkpoint.position();
            if *head.borrow_and_update() > here {
                let span = Span {
                    wanted: Wanted::Shown(P::SHOWS),
                    ..Span::new(here, PAGE)
                };
                let scanned = log.scan(span).await?;
                self.apply(scanned.lines, scanned.last)?;
                if !scanned.is_full {
                    tokio::time::sleep(REST).await;
                }
                continue;
            }
            tokio::select! {
                grown = head.changed() => if grown.is_err() { break },
                closed = closing.changed() => if closed.is_err() { break },
            }
        }
        let tree = self.redo()?.tree();
        guarded(|| Ok(tree.flush().map(|_| ())?))
    }

    fn apply(&self, lines: Vec<Line>, position: Position) -> Result<(), StoreError> {
        let mut rows = Rows::new(self.redo()?);
        let last: HashMap<StreamId, Position> =
            lines.iter().map(|it| (it.stream, it.position)).collect();
        for line in lines {
            if line.stream.kind() != StreamKind::Match {
                continue;
            }
            // Where the kinds cannot be read, decoding tells what is wrong.
            if line.holds(P::SHOWS).is_ok_and(|holds| !holds) {
                if last[&line.stream] == line.position {
                    P::apply(&line, &[], &mut rows)?;
                }
                continue;
            }
            let stream = line.stream;
            match line.decode::<MatchEvent>() {
                Ok(commit) => P::apply(&commit.line, &commit.events, &mut rows)?,
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(%stream, error, "a commit cannot be listed");
                }
            }
        }
        rows.write(position)?;
        self.checkpoint.move_to(position);
        Ok(())
    }
}

impl<P> ProjectionTable<P> {
    /// What it is kept in, if that is open.
    fn redo(&self) -> Result<&Redo, StoreError> {
        self.redo.get().ok_or(StoreError::Opening)
    }

    /// A row.
    pub fn get<T: DeserializeOwned>(&self, key: &[u8]) -> Result<Option<T>, StoreError> {
        let redo = self.redo()?;
        guarded(|| {
            let value = redo.tree().get(key)?;
            value.map(|value| decode(&redo.unpack(&value)?)).transpose()
        })
    }

    /// The positions under a prefix, the latest first, behind `after`; of each
    /// what `row` makes of it.
    pub fn page<T>(
        &self,
        prefix: &[u8],
        after: Option<Position>,
        limit: usize,
        row: impl Fn(Position) -> Result<Option<T>, StoreError>,
    ) -> Result<Page<T>, StoreError> {
        let redo = self.redo()?;
        let as_of_position = self.checkpoint.position();
        let range = keyed(prefix, Position::START)..keyed(prefix, after.unwrap_or(Position::END));
        let mut page = Page {
            rows: Vec::new(),
            next: None,
            as_of_position,
        };
        guarded(|| {
            let keys = redo.tree().range(range).keys();
            for (examined, key) in keys.rev().enumerate() {
                let position = position_of(&key?);
                page.rows.extend(row(position)?);
                if page.rows.len() >= limit || examined >= EXAMINED {
                    page.next = Some(position);
                    break;
                }
            }
            Ok(())
        })?;
        Ok(page)
    }

    /// Behind which position to read on, the latest first, so that nothing comes that is too late.
    /// What comes after a row that is too late must be so, too: then few rows are looked at.
    pub fn behind(
        &self,
        prefix: &[u8],
        is_late: impl Fn(Position) -> Result<bool, StoreError>,
    ) -> Result<Position, StoreError> {
        let redo = self.redo()?;
        let at = |number| keyed(prefix, Position::of_number(number));
        // Nothing before the first is too late, and all from the second on is.
        let (mut early, mut late) = (0, self.checkpoint.position().number().saturating_add(1));
        guarded(|| {
            while early < late {
                let middle = early.midpoint(late);
                let first = redo.tree().range(at(middle)..at(late)).keys().next();
                let first = first.transpose()?.map(|key| position_of(&key));
                match first {
                    Some(position) if !is_late(position)? => early = position.number() + 1,
                    Some(_) | None => late = middle,
                }
            }
            Ok(Position::of_number(late))
        })
    }
}

/// A sample of each game, for [`Projection::samples`].
pub fn sample_of_each<T: Serialize>(row: impl Fn(GameId) -> T) -> Vec<u8> {
    let row = |&game: &GameId| serde_json::to_vec(&row(game)).expect("a row is JSON");
    GameId::ALL.iter().flat_map(row).collect()
}

/// A prefix and a position, as a key that sorts.
pub fn keyed(prefix: &[u8], position: Position) -> Vec<u8> {
    [prefix, &position.key()].concat()
}

fn position_of(key: &[u8]) -> Position {
    let position = key.last_chunk().expect("keys end with a position");
    Position::of_key(*position)
}
