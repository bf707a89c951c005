//! Watching how far a batch has come.

use std::sync::Arc;

use tokio::sync::watch;

use super::{
    Batch, BatchId, BatchProgress, BatchState, Batches, Inner,
    known::Now,
    tally::{Counted, Tally},
};
use store_log::error::StoreError;

/// A subscriber to the progress of a batch.
#[derive(Debug)]
pub struct Watching {
    now: watch::Receiver<Now>,
    /// Until its runner reports progress.
    counted: Counted,
    told: Option<(BatchState, BatchProgress)>,
}

impl Batches {
    /// The progress of a batch. Takes long if the batch is large and not running.
    pub fn progress(&self, batch: &Batch) -> BatchProgress {
        let known = self.0.known(batch.id);
        let counted = known.and_then(|known| known.counted());
        let counted = counted.unwrap_or_else(|| self.0.counted(batch));
        counted.progress(batch)
    }

    /// Watches a batch until it ends, if it exists. Takes long if the batch is large and not
    /// running.
    pub fn watch(&self, id: BatchId) -> Option<Watching> {
        let known = self.0.known(id)?;
        let counted = known.counted();
        Some(Watching {
            now: known.watch(),
            counted: counted.unwrap_or_else(|| self.0.counted(&known.batch())),
            told: None,
        })
    }
}

impl Inner {
    /// What was counted of a batch.
    fn counted(&self, batch: &Batch) -> Counted {
        let mut tally = Tally::of(batch);
        tally.read_on(batch, &*self.counting);
        if batch.ended_at.is_some() {
            tally.leave_out_missing(batch);
        }
        tally.counted()
    }
}

impl Watching {
    /// The progress of the batch, each time it changes. None after its end was reported. Dropping
    /// the future loses nothing.
    ///
    /// # Errors
    ///
    /// If it will come no further before the next start.
    pub async fn next(&mut self) -> Result<Option<(Arc<Batch>, BatchProgress)>, StoreError> {
        loop {
            let now = self.now.borrow_and_update().clone();
            let state = now.batch.state();
            let progress = now.counted.unwrap_or(self.counted).progress(&now.batch);
            if self.told != Some((state, progress)) {
                self.told = Some((state, progress));
                return Ok(Some((now.batch, progress)));
            }
            if state.is_over() {
                return Ok(None);
            }
            if now.abandoned {
                return Err(StoreError::Behind);
            }
            // It fails only if the store is gone.
            let changed = self.now.changed().await;
            changed.map_err(|_| StoreError::Stopped)?;
        }
    }
}
