//! The projection: it follows the log, folds each match that ends, and adds its facts.
//!
//! Matches are folded on all cores and added in the order they ended, so live, rebuilt
//! and interrupted tables are the same to the byte. What a batch adds is written with
//! the checkpoint.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{Arc, OnceLock},
    thread::JoinHandle,
    time::Duration,
};

use domain::{GameId, matches::EventKind};
use parking_lot::{Mutex, RwLock};
use tokio::sync::watch;

use crate::facts::{
    finished::Finished,
    fold::fold,
    game::GameFacts,
    table::{Games, Table},
};
use store_log::{
    checkpoint::Checkpoint,
    cores,
    embedded::{Tables, index::guarded, rows::Rows},
    error::StoreError,
    hash::Hash,
    id::Position,
    log::{Log, SharedLog, Span, Wanted, leave_alone},
    record::Kinds,
};
use store_play::InHand;

/// The table of facts. Their chunks stand on disk; what must be known to read them is in memory.
#[derive(Debug)]
pub(crate) struct Facts {
    // A large table is opened by whoever follows the log.
    table: OnceLock<Table>,
    tables: Tables,
    chunk_rows: usize,
    // Questions read side by side; whoever follows the log writes a page of it at a time.
    games: RwLock<Games>,
    pub(crate) checkpoint: Checkpoint,
    /// Held while a batch is written, so that what is on disk can be read between two.
    writing: Mutex<()>,
}

/// The name of its directory.
const NAME: &str = "facts";
/// Another version is built from the first commit on.
const VERSION: u32 = 10;
/// One that was abandoned or agreed to end has no standings, so no facts.
const COUNTED: Kinds = Kinds::of(&[EventKind::Ended]);

impl Facts {
    /// The table. A large one is opened once it follows the log.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or has read more of the log than there is.
    pub(crate) fn open(tables: &Tables, chunk_rows: usize) -> Result<Facts, StoreError> {
        let facts = Facts {
            table: OnceLock::new(),
            tables: tables.clone(),
            chunk_rows,
            games: RwLock::default(),
            checkpoint: Checkpoint::opening(),
            writing: Mutex::new(()),
        };
        let dir = tables.dir_of(NAME, VERSION)?;
        if !tables.is_late(&dir) {
            facts.open_in(&dir)?;
        }
        Ok(facts)
    }

    fn open_in(&self, dir: &Path) -> Result<(), StoreError> {
        let (table, games, position) = Table::open(dir, self.tables.head())?;
        *self.games.write() = games;
        self.table.get_or_init(|| table);
        self.checkpoint.open_at(position);
        Ok(())
    }

    fn table(&self) -> Result<&Table, StoreError> {
        self.table.get().ok_or(StoreError::Opening)
    }

    /// Up to which position it has read the log.
    pub(crate) fn position(&self) -> Position {
        self.checkpoint.position()
    }

    /// How many seats a chunk has.
    pub(crate) const fn chunk_rows(&self) -> usize {
        self.chunk_rows
    }

    /// The facts of a game as they stand at a position.
    pub(crate) fn read<T>(&self, game: GameId, read: impl FnOnce(&GameFacts, Position) -> T) -> T {
        let games = self.games.read();
        match games.get(&game) {
            Some(facts) => read(facts, self.position()),
            None => read(&GameFacts::default(), self.position()),
        }
    }

    /// The position, how many seats there are facts of, and how many bytes they take.
    pub(crate) fn size(&self) -> (Position, usize, usize) {
        let games = self.games.read();
        let chunks = games.values().flat_map(GameFacts::chunks);
        let (seats, bytes) = chunks.fold((0, 0), |(seats, bytes), chunk| {
            (seats + chunk.rows, bytes + chunk.bytes())
        });
        (self.position(), seats, bytes)
    }

    /// Follows the log on a thread of its own until `closing` is said.
    pub(crate) fn follow(
        self: &Arc<Self>,
        log: SharedLog,
        in_hand: InHand,
        mut closing: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, StoreError> {
        let (facts, read) = (Arc::clone(self), Arc::clone(&log));
        let run = async move { facts.run(&*read, &in_hand, &mut closing).await };
        self.checkpoint.follow(NAME, log, run)
    }

    pub(crate) async fn run(
        &self,
        log: &dyn Log,
        in_hand: &InHand,
        closing: &mut watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        // What gathers meanwhile is written at once.
        const REST: Duration = Duration::from_millis(20);
        if self.checkpoint.is_opening() {
            self.open_in(&self.tables.check(NAME, VERSION, closing)?)?;
        }
        let mut head = log.head();
        while !*closing.borrow() {
            if *head.borrow_and_update() > self.position() {
                match self.read_on(log, in_hand, Position::END).await {
                    Ok(true) => {}
                    Ok(false) => tokio::time::sleep(REST).await,
                    // Nothing of the page was counted. Whoever reads a match waits for a database only
                    // so long; whoever counts has time.
                    Err(StoreError::Database(why)) => {
                        tracing::warn!(why, "matches are counted later");
                        leave_alone(closing).await;
                    }
                    Err(error) => return Err(error),
                }
                continue;
            }
            tokio::select! {
                grown = head.changed() => if grown.is_err() { break },
                closed = closing.changed() => if closed.is_err() { break },
            }
        }
        let tree = self.table()?.redo.tree();
        guarded(|| Ok(tree.flush().map(|_| ())?))
    }

    /// Reads the log up to a position, and no further.
    pub(crate) async fn read_up_to(
        &self,
        log: &dyn Log,
        position: Position,
        mut progress: impl FnMut(Position),
    ) -> Result<(), StoreError> {
        while self.position() < position {
            self.read_on(log, &InHand::default(), position).await?;
            progress(self.position());
        }
        Ok(())
    }

    /// Reads a page of the log, none of it after `up_to`; tells whether it was full.
    async fn read_on(
        &self,
        log: &dyn Log,
        in_hand: &InHand,
        up_to: Position,
    ) -> Result<bool, StoreError> {
        // In so many commits end enough matches to keep every core busy, and what is shown of them is
        // made once.
        let most = 1024 * cores::count();
        let here = self.position();
        let span = Span {
            up_to,
            wanted: Wanted::Of(COUNTED),
            ..Span::new(here, most)
        };
        let ended = log.scan(span).await?;
        if ended.last > here {
            self.write(&fold(log, in_hand, &ended.lines)?, ended.last)?;
        }
        Ok(ended.is_full)
    }

    pub(crate) fn write(
        &self,
        finished: &[Finished],
        position: Position,
    ) -> Result<(), StoreError> {
        let _writing = self.writing.lock();
        let mut games = self.games.write();
        let add = || self.add(&mut games, finished, position);
        let added = catch_unwind(AssertUnwindSafe(add)).unwrap_or(Err(StoreError::Panicked));
        match added {
            Ok(()) => self.checkpoint.move_to(position),
            // Half of it may be in memory.
            Err(_) => *games = self.table()?.load()?,
        }
        added
    }

    fn add(
        &self,
        games: &mut Games,
        finished: &[Finished],
        position: Position,
    ) -> Result<(), StoreError> {
        let Table { redo, chunks } = self.table()?;
        let mut rows = Rows::new(redo);
        for finished in finished {
            let game = finished.facts.game;
            let facts = games.entry(game).or_default();
            facts.add(game, finished, self.chunk_rows, &mut rows, chunks)?;
        }
        rows.write(position)?;
        for (game, facts) in games.iter_mut() {
            if finished.iter().any(|finished| finished.facts.game == *game) {
                facts.settle();
            }
        }
        Ok(())
    }

    /// While this is held, nothing is counted.
    #[cfg(test)]
    pub(crate) fn hold(&self) -> parking_lot::MutexGuard<'_, ()> {
        self.writing.lock()
    }

    /// The position on disk, and the hash over every row of the table there and every chunk.
    pub(crate) fn digest(&self) -> Result<(Position, Hash), StoreError> {
        let _writing = self.writing.lock();
        Ok((self.position(), self.table()?.digest()?))
    }
}
