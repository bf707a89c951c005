//! Watching how far a batch has come.

use std::sync::Arc;

use tokio::sync::watch;

use super::{Batch, BatchId, BatchState, Batches, Progress, tally::Tally};
use crate::{id::Position, statistics::Statistics};

/// Someone who watches a batch.
#[derive(Debug)]
pub struct Watching {
    now: watch::Receiver<Arc<Batch>>,
    counted: watch::Receiver<Position>,
    statistics: Statistics,
    tally: Tally,
    told: Option<(BatchState, Progress)>,
}

impl Batches {
    /// How far a batch has come.
    pub fn progress(&self, batch: &Batch) -> Progress {
        let mut tally = Tally::of(batch);
        tally.read_on(batch, &self.0.statistics);
        tally.progress(batch)
    }

    /// Watches a batch until it ends, if there is one. Takes long if it is large: all that
    /// was counted of it is read here.
    pub fn watch(&self, id: BatchId) -> Option<Watching> {
        let known = self.0.known(id)?;
        let batch = known.now();
        let mut tally = Tally::of(&batch);
        tally.read_on(&batch, &self.0.statistics);
        Some(Watching {
            now: known.now.subscribe(),
            counted: self.0.statistics.position(),
            statistics: self.0.statistics.clone(),
            tally,
            told: None,
        })
    }
}

impl Watching {
    /// How far the batch has come, each time that changes. None once its end was told.
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<(Arc<Batch>, Progress)> {
        loop {
            if self.told.is_some_and(|(state, _)| state.is_over()) {
                return None;
            }
            let batch = Arc::clone(&self.now.borrow_and_update());
            self.counted.mark_unchanged();
            self.tally.read_on(&batch, &self.statistics);
            let (state, progress) = (batch.state(), self.tally.progress(&batch));
            if self.told != Some((state, progress)) {
                self.told = Some((state, progress));
                return Some((batch, progress));
            }
            let changed = tokio::select! {
                changed = self.now.changed() => changed,
                changed = self.counted.changed() => changed,
            };
            changed.ok()?;
        }
    }
}
