//! Makes room on the disk behind the archive, on a thread of its own: the index is written anew
//! once it takes far more than it holds, and segments of the journal go that hold little that is
//! live.

use std::{sync::Arc, thread::JoinHandle};

use store_log::{
    Position, StoreError,
    checkpoint::{Checkpoint, Moves},
    embedded::Embedded,
    step_aside_to_follow, threads,
};
use tokio::sync::watch;

/// What is looked at, and after whom.
pub(crate) struct Compacting {
    pub(crate) log: Arc<Embedded>,
    /// How far the lists and counts have read the log.
    pub(crate) counted: Vec<Checkpoint>,
    /// Up to where every match that has ended was moved to the archive.
    pub(crate) moved: Moves,
    /// Whether segments of the journal go.
    pub(crate) clears: bool,
}

impl Compacting {
    /// Looks at the start, and each time that matches were moved, until `closing` is said.
    pub(crate) fn follow(
        self,
        closing: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, StoreError> {
        threads::spawn("compact", |runtime| {
            step_aside_to_follow();
            runtime.block_on(self.run(closing));
        })
    }

    async fn run(mut self, closing: watch::Receiver<bool>) {
        let mut said = closing.clone();
        // Whoever waits for the lists goes first.
        let mut may_go_on = tokio::select! {
            opened = Checkpoint::all_at_least(&self.counted, Position::START) => opened.is_ok(),
            _ = said.wait_for(|closing| *closing) => false,
        };
        while may_go_on {
            self.compact(&closing).await;
            // One does not wait for many of the other.
            while self.clears && !*closing.borrow() && self.has_cleared().await {
                self.compact(&closing).await;
            }
            may_go_on = tokio::select! {
                moved = self.moved.next() => moved.is_ok(),
                _ = said.wait_for(|closing| *closing) => false,
            };
        }
    }

    /// Writes the index anew, if it is worth it. If it cannot be, it stays as it is.
    async fn compact(&self, closing: &watch::Receiver<bool>) {
        let may_go_on = || !*closing.borrow();
        if let Err(error) = self.log.compact_index(&may_go_on).await {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(error, "the index is not written anew");
        }
    }

    /// Whether a segment of the journal has gone. If one cannot go, all are kept.
    async fn has_cleared(&self) -> bool {
        let cleared = self.log.clear_segment().await;
        if let Err(error) = &cleared {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "a segment of the journal stays");
        }
        cleared.unwrap_or(false)
    }
}
