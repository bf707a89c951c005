//! How far a projection has read the log, told to whoever waits for it; and the thread
//! that it reads on.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::JoinHandle,
};

use tokio::sync::watch;

use crate::{
    error::StoreError, id::Position, log::SharedLog, priority::step_aside_to_follow, threads,
};

/// How far a projection has read the log.
#[derive(Clone, Debug)]
pub struct Checkpoint(Arc<watch::Sender<At>>);

#[derive(Clone, Copy, Debug)]
struct At {
    position: Position,
    /// Nothing can be read of what it keeps yet.
    is_opening: bool,
    /// It reads no further before the next start.
    has_stopped: bool,
}

/// Someone who hears of each move of a projection.
#[derive(Debug)]
pub struct Moves(watch::Receiver<At>);

impl Checkpoint {
    /// One that has read the log up to a position.
    pub fn new(position: Position) -> Checkpoint {
        Checkpoint::at(position, false)
    }

    /// One of a table that is yet to be opened: how far it has read the log is not known.
    pub fn opening() -> Checkpoint {
        Checkpoint::at(Position::START, true)
    }

    fn at(position: Position, is_opening: bool) -> Checkpoint {
        Checkpoint(Arc::new(watch::Sender::new(At {
            position,
            is_opening,
            has_stopped: false,
        })))
    }

    /// Whether its table is yet to be opened.
    pub fn is_opening(&self) -> bool {
        self.0.borrow().is_opening
    }

    /// Tells that its table was opened, and how far that has read the log.
    pub fn open_at(&self, position: Position) {
        self.0.send_modify(|at| {
            at.position = position;
            at.is_opening = false;
        });
    }

    /// Up to where the log was read.
    pub fn position(&self) -> Position {
        self.0.borrow().position
    }

    /// Whether it reads no further before the next start.
    pub fn has_stopped(&self) -> bool {
        self.0.borrow().has_stopped
    }

    /// Tells that the log was read up to a position.
    pub fn move_to(&self, position: Position) {
        self.0.send_modify(|at| at.position = position);
    }

    /// Hears of each move from now on.
    pub fn moves(&self) -> Moves {
        Moves(self.0.subscribe())
    }

    /// Waits until the log was read up to a position, and its table is open.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        let mut moves = self.moves();
        while self.is_opening() || self.position() < position {
            moves.next().await?;
        }
        Ok(())
    }

    /// Waits until all of them have read the log up to a position, and their tables are open.
    pub async fn all_at_least(all: &[Checkpoint], position: Position) -> Result<(), StoreError> {
        for checkpoint in all {
            checkpoint.at_least(position).await?;
        }
        Ok(())
    }

    /// Runs a projection on a thread of its own, which steps aside for play. However that ends,
    /// whoever waits hears of it.
    pub fn follow(
        &self,
        name: &'static str,
        log: SharedLog,
        run: impl Future<Output = Result<(), StoreError>> + Send + 'static,
    ) -> Result<JoinHandle<()>, StoreError> {
        let run = async {
            step_aside_to_follow();
            run.await
        };
        self.follow_closely(name, log, run)
    }

    /// The same on a thread that steps aside for nobody.
    pub fn follow_closely(
        &self,
        name: &'static str,
        log: SharedLog,
        run: impl Future<Output = Result<(), StoreError>> + Send + 'static,
    ) -> Result<JoinHandle<()>, StoreError> {
        let checkpoint = self.clone();
        threads::spawn(name, move |runtime| {
            let ran = catch_unwind(AssertUnwindSafe(|| runtime.block_on(run)));
            checkpoint.0.send_modify(|at| at.has_stopped = true);
            let Err(error) = ran.unwrap_or(Err(StoreError::Panicked)) else {
                return;
            };
            let is_opening = checkpoint.is_opening();
            if is_opening && matches!(error, StoreError::Stopped) {
                return;
            }
            let is_damaged = matches!(error, StoreError::IndexDamaged(_) | StoreError::Index(_));
            if is_damaged || is_opening {
                log.failed().send_replace(true); // a restart mends it, or says what to do
            }
            let error = &error as &dyn std::error::Error;
            tracing::error!(projection = name, error, "a projection has stopped");
        })
    }
}

impl Moves {
    /// Up to where the log was read.
    pub fn position(&self) -> Position {
        self.0.borrow().position
    }

    /// Waits until more was read than was heard of, and tells up to where. Dropping the
    /// future loses nothing.
    ///
    /// # Errors
    ///
    /// If no more will be.
    pub async fn next(&mut self) -> Result<Position, StoreError> {
        if !self.0.borrow().has_stopped {
            // It fails only if the sender is gone: then nothing moves either.
            let changed = self.0.changed().await;
            changed.map_err(|_| StoreError::Behind)?;
        }
        let at = *self.0.borrow_and_update();
        if at.has_stopped {
            return Err(StoreError::Behind);
        }
        Ok(at.position)
    }
}
