//! Moves matches to the archive: each once it is over and every list and count has it.

use std::thread::JoinHandle;

use domain::matches::EventKind;
use store_log::{
    MatchId, Position, StoreError, StreamId,
    checkpoint::Checkpoint,
    error::DISK_FULL_PAUSE,
    log::{Scanned, Span, Wanted, leave_alone},
    record::Kinds,
};
use tokio::sync::watch;

use crate::engine::Engine;

/// What a match ends with.
const ENDS: Kinds = Kinds::of(&[EventKind::Ended, EventKind::Abandoned, EventKind::Agreed]);
/// How many commits are looked at at a time: the matches that end in so many are held in memory.
const COMMITS: usize = 2048;

/// What is moved, and after whom.
pub(crate) struct Archiving {
    pub(crate) engine: Engine,
    /// How far the lists and counts have read the log.
    pub(crate) counted: Vec<Checkpoint>,
    /// Up to where every match that has ended was moved.
    pub(crate) moved: Checkpoint,
}

impl Archiving {
    /// Follows the log on a thread of its own until `closing` is said.
    pub(crate) fn follow(
        self,
        closing: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, StoreError> {
        let (log, moved) = (self.engine.own(), self.moved.clone());
        moved.follow_closely("archive", log, self.run(closing))
    }

    async fn run(self, mut closing: watch::Receiver<bool>) -> Result<(), StoreError> {
        let was_opening = self.counted.iter().any(Checkpoint::is_opening);
        // Whoever waits for the lists goes first.
        tokio::select! {
            biased;
            _ = closing.wait_for(|closing| *closing) => return Ok(()),
            opened = Checkpoint::all_at_least(&self.counted, Position::START) => opened?,
        }
        if let Some(log) = self.engine.embedded().filter(|_| was_opening) {
            log.keep_reserve();
        }
        loop {
            let found = tokio::select! {
                biased;
                _ = closing.wait_for(|closing| *closing) => return Ok(()),
                found = self.ended_behind(self.moved.position()) => found,
            };
            let moved = match found {
                Ok(found) => self.move_ended(&found).await,
                Err(error) => Err(error),
            };
            match moved {
                Ok(()) => {}
                Err(StoreError::Database(why)) => {
                    tracing::warn!(why, "matches are moved to the archive later");
                    leave_alone(&mut closing).await;
                }
                // Nothing is asked of a log that is being closed.
                Err(StoreError::Stopped) if *closing.borrow() => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// What ends behind a position, as far as it is looked at at once. Waits until there is more,
    /// all of it is listed and counted, and there is room for it.
    async fn ended_behind(&self, after: Position) -> Result<Scanned, StoreError> {
        let mut head = self.engine.own().head();
        let grown = head.wait_for(|head| *head > after).await;
        let span = Span {
            up_to: *grown.map_err(|_| StoreError::Stopped)?,
            wanted: Wanted::Of(ENDS),
            ..Span::new(after, COMMITS)
        };
        let found = self.engine.own().scan(span).await?;
        Checkpoint::all_at_least(&self.counted, found.last).await?;
        while self.engine.is_full() {
            tokio::time::sleep(DISK_FULL_PAUSE).await;
        }
        Ok(found)
    }

    /// Moves what was found.
    async fn move_ended(&self, found: &Scanned) -> Result<(), StoreError> {
        let ended = found.lines.iter().filter_map(|line| match line.stream {
            StreamId::Match(id) => Some(id),
            StreamId::Player(_) | StreamId::Batch(_) | StreamId::Tournament(_) => None,
        });
        let ended: Vec<MatchId> = ended.collect();
        self.engine.archive(&ended).await?;
        self.engine
            .note_archived_to(found.last, !ended.is_empty())?;
        self.moved.move_to(found.last);
        Ok(())
    }
}
