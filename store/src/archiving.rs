//! Moves matches to the archive: each once it is over and every list and count has it. Then
//! segments of an embedded journal go that hold little else.

use std::thread::JoinHandle;

use domain::matches::EventKind;
use store_log::{
    MatchId, Position, StoreError, StreamId,
    checkpoint::Checkpoint,
    error::DISK_FULL_PAUSE,
    log::{Span, Wanted, leave_alone},
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
    /// Whether segments of the journal go.
    pub(crate) clears: bool,
}

impl Archiving {
    /// Follows the log on a thread of its own until `closing` is said.
    pub(crate) fn follow(
        self,
        closing: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, StoreError> {
        let (log, moved) = (self.engine.own(), self.moved.clone());
        moved.follow("archive", log, self.run(closing))
    }

    async fn run(self, mut closing: watch::Receiver<bool>) -> Result<(), StoreError> {
        let was_opening = self.counted.iter().any(Checkpoint::is_opening);
        // Whoever waits for the lists goes first.
        tokio::select! {
            biased;
            _ = closing.wait_for(|closing| *closing) => return Ok(()),
            opened = self.counted_to(Position::START) => opened?,
        }
        if let Some(log) = self.engine.embedded().filter(|_| was_opening) {
            log.keep_reserve();
        }
        self.compact(&closing).await;
        loop {
            let after = self.moved.position();
            let up_to = tokio::select! {
                up_to = self.counted_behind(after) => up_to?,
                _ = closing.wait_for(|closing| *closing) => return Ok(()),
            };
            match self.move_between(after, up_to).await {
                Ok(()) => {}
                Err(StoreError::Database(why)) => {
                    tracing::warn!(why, "matches are moved to the archive later");
                    leave_alone(&mut closing).await;
                }
                // Nothing is asked of a log that is being closed.
                Err(StoreError::Stopped) if *closing.borrow() => return Ok(()),
                Err(error) => return Err(error),
            }
            self.compact(&closing).await;
            // One does not wait for many of the other.
            while self.clears && !*closing.borrow() && self.has_cleared().await {
                self.compact(&closing).await;
            }
        }
    }

    /// Whether a segment of the journal has gone. If one cannot go, all are kept.
    async fn has_cleared(&self) -> bool {
        let Some(log) = self.engine.embedded() else {
            return false;
        };
        let cleared = log.clear_segment().await;
        if let Err(error) = &cleared {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "a segment of the journal stays");
        }
        cleared.unwrap_or(false)
    }

    /// Writes the index anew, if it is worth it. If it cannot be, it stays as it is.
    async fn compact(&self, closing: &watch::Receiver<bool>) {
        let Some(log) = self.engine.embedded() else {
            return;
        };
        let may_go_on = || !*closing.borrow();
        if let Err(error) = log.compact_index(&may_go_on).await {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(error, "the index is not written anew");
        }
    }

    async fn counted_to(&self, up_to: Position) -> Result<(), StoreError> {
        for checkpoint in &self.counted {
            checkpoint.at_least(up_to).await?;
        }
        Ok(())
    }

    /// Waits until there is more to move, and room for it: up to where.
    async fn counted_behind(&self, after: Position) -> Result<Position, StoreError> {
        let mut head = self.engine.own().head();
        let grown = head.wait_for(|head| *head > after).await;
        let up_to = *grown.map_err(|_| StoreError::Stopped)?;
        self.counted_to(up_to).await?;
        while self.engine.is_full() {
            tokio::time::sleep(DISK_FULL_PAUSE).await;
        }
        Ok(up_to)
    }

    /// Moves what ends between two positions, as far as it is looked at at once.
    async fn move_between(&self, after: Position, up_to: Position) -> Result<(), StoreError> {
        let span = Span {
            up_to,
            wanted: Wanted::Of(ENDS),
            ..Span::new(after, COMMITS)
        };
        let found = self.engine.own().scan(span).await?;
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
