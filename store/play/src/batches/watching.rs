//! Watching how far a batch has come.

use std::sync::Arc;

use tokio::sync::watch;

use super::{
    Batch, BatchId, BatchProgress, BatchState, Batches, Inner,
    known::Now,
    tally::{Counted, Tally},
};
use store_log::error::StoreError;

/// Someone who watches a batch.
#[derive(Debug)]
pub struct Watching {
    now: watch::Receiver<Now>,
    /// Until its runner tells.
    counted: Counted,
    told: Option<(BatchState, BatchProgress)>,
}

impl Batches {
    /// How far a batch has come. Takes long if it is large and nobody runs it.
    pub fn progress(&self, batch: &Batch) -> BatchProgress {
        let known = self.0.known(batch.id);
        let counted = known.and_then(|known| known.counted());
        let counted = counted.unwrap_or_else(|| self.0.counted(batch));
        counted.progress(batch)
    }

    /// Watches a batch until it ends, if there is one. Takes long if it is large and
    /// nobody runs it.
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
        tally.counted()
    }
}

impl Watching {
    /// How far the batch has come, each time that changes. None once its end was told.
    /// Dropping the future loses nothing.
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
