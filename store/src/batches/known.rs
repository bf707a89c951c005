//! A batch in memory, and what is written of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::{Batch, BatchEvent, BatchId, BatchState, Inner, WhyStopped, running};
use crate::{
    cause::{Asker, By, Cause},
    error::{AppendError, RequestError, StoreError},
    log::{Appended, IdempotencyKey, Log as _, NewCommit},
    record::{Draft, Tip},
    time::Timestamp,
};

/// One batch in memory.
#[derive(Debug)]
pub(crate) struct Known {
    pub(super) id: BatchId,
    pub(super) now: watch::Sender<Arc<Batch>>,
    begun: Mutex<Begun>,
    /// It is known which deals were begun before the server was started.
    pub(super) resumed: watch::Sender<bool>,
    /// Held while a commit is written.
    pub(super) turn: tokio::sync::Mutex<()>,
}

/// Which deals are played.
#[derive(Clone, Copy, Debug)]
struct Begun {
    /// How many deals were begun.
    deals: u32,
    /// How many may be.
    most: u32,
}

impl Known {
    pub(super) fn of(batch: Batch) -> Arc<Known> {
        let begun = Begun {
            deals: 0,
            most: batch.deals(),
        };
        Arc::new(Known {
            id: batch.id,
            now: watch::Sender::new(Arc::new(batch)),
            begun: Mutex::new(begun),
            resumed: watch::Sender::new(false),
            turn: tokio::sync::Mutex::default(),
        })
    }

    pub(super) fn now(&self) -> Arc<Batch> {
        Arc::clone(&self.now.borrow())
    }

    fn begun(&self) -> MutexGuard<'_, Begun> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a deal, unless it was decided meanwhile that no more are.
    pub(super) fn begins(&self, deal: u32) -> bool {
        let mut begun = self.begun();
        let may = deal < begun.most;
        if may {
            begun.deals = begun.deals.max(deal + 1);
        }
        may
    }
}

impl Inner {
    pub(super) async fn stop(
        &self,
        known: &Known,
        why: WhyStopped,
        by: &Asker,
    ) -> Result<Arc<Batch>, RequestError> {
        let mut resumed = known.resumed.subscribe();
        // It fails only if the sender is gone, which `known` holds.
        let _ = resumed.wait_for(|resumed| *resumed).await;
        let _turn = known.turn.lock().await;
        let now = known.now();
        if now.state() != BatchState::Running {
            return Ok(now);
        }
        let (deals, most) = {
            let mut begun = known.begun();
            let most = begun.most;
            begun.most = begun.deals;
            (begun.deals, most)
        };
        let stopped = self
            .add(known, by, BatchEvent::Stopped { why, deals })
            .await;
        if stopped.is_err() {
            known.begun().most = most;
        }
        stopped
    }

    /// Writes what happened to a batch. Under its turn.
    pub(super) async fn add(
        &self,
        known: &Known,
        by: &Asker,
        event: BatchEvent,
    ) -> Result<Arc<Batch>, RequestError> {
        let mut batch = Batch::clone(&known.now());
        let appended = loop {
            match self
                .append(batch.id, batch.tip, by, event.clone(), None)
                .await
            {
                Err(AppendError::Busy) => tokio::time::sleep(running::BUSY_PAUSE).await,
                done => break done?,
            }
        };
        batch.apply(&appended.line.decode().map_err(StoreError::from)?);
        let batch = Arc::new(batch);
        known.now.send_replace(Arc::clone(&batch));
        Ok(batch)
    }

    pub(super) fn append(
        &self,
        id: BatchId,
        after: Tip,
        by: &Asker,
        event: BatchEvent,
        key: Option<IdempotencyKey>,
    ) -> impl Future<Output = Result<Appended, AppendError>> + Send + 'static {
        let now = Timestamp::now();
        let by: By = by.by(&self.matches.0.server);
        let draft = Draft {
            cause: Cause::of(by, now),
            rules: 0,
            recorded_at: now,
            request: None,
            events: &[event],
            salt: crate::id::random(),
        };
        let sealed = draft.seal(id.into(), after);
        self.log.append(NewCommit { sealed, key })
    }
}
