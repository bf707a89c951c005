//! A batch in memory, and what is written of it.

use std::sync::Arc;

use domain::matches::PlayerId;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use super::{Batch, BatchEvent, BatchId, Inner, StopReason, running::AT_ONCE, tally::Counted};
use store_log::{
    cause::Asker,
    error::{AppendError, RequestError, StoreError},
    log::{Appended, IdempotencyKey, Log, Pending},
    record::Tip,
};

/// One batch in memory.
#[derive(Debug)]
pub(crate) struct Known {
    pub(super) id: BatchId,
    now: watch::Sender<Now>,
    // Read and moved on as one, by the runner and by whoever stops the batch.
    begun: Mutex<Begun>,
    /// Held while a commit is written.
    pub(super) turn: tokio::sync::Mutex<()>,
}

/// A batch as it stands.
#[derive(Clone, Debug)]
pub(super) struct Now {
    pub(super) batch: Arc<Batch>,
    /// What was counted so far, as its runner reports. None if it is not running.
    pub(super) counted: Option<Counted>,
    /// Nobody plays it on before the next start, though it has not ended.
    pub(super) abandoned: bool,
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
    /// A batch and the number of its deals that were begun.
    pub(super) fn of(batch: Batch, deals: u32) -> Arc<Known> {
        let most = batch.deals();
        Arc::new(Known {
            id: batch.id,
            now: watch::Sender::new(Now {
                batch: Arc::new(batch),
                counted: None,
                abandoned: false,
            }),
            begun: Mutex::new(Begun { deals, most }),
            turn: tokio::sync::Mutex::default(),
        })
    }

    pub(super) fn batch(&self) -> Arc<Batch> {
        Arc::clone(&self.now.borrow().batch)
    }

    pub(super) fn counted(&self) -> Option<Counted> {
        self.now.borrow().counted
    }

    /// The batch as it stands, each time that changes.
    pub(super) fn watch(&self) -> watch::Receiver<Now> {
        self.now.subscribe()
    }

    pub(super) fn tell(&self, counted: Counted) {
        self.now.send_if_modified(|now| {
            let before = now.counted.replace(counted);
            before != now.counted
        });
    }

    pub(super) fn leave(&self) {
        self.now.send_modify(|now| now.abandoned = true);
    }

    fn begun(&self) -> MutexGuard<'_, Begun> {
        self.begun.lock()
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

/// How many deals of a batch were begun, as the log tells. Matches begin in the order of
/// their numbers, and of those that were not over at most [`AT_ONCE`] may be missing: where
/// so many in a row are, there is none behind them.
pub(super) async fn deals_begun(log: &dyn Log, batch: &Batch) -> Result<u32, StoreError> {
    let per_deal = batch.plan.schedule().per_deal;
    let planned = batch.plan.deals * per_deal;
    let (mut least, mut most) = (0, planned);
    while least < most {
        let middle = least.midpoint(most);
        if is_any_open(log, batch, middle..planned.min(middle + AT_ONCE)).await? {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    Ok(least.div_ceil(per_deal))
}

async fn is_any_open(
    log: &dyn Log,
    batch: &Batch,
    numbers: std::ops::Range<u32>,
) -> Result<bool, StoreError> {
    for number in numbers {
        if log.tip(batch.match_id(number).into()).await? != Tip::START {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Inner {
    pub(super) async fn stop(
        &self,
        known: &Known,
        (why, player): (StopReason, Option<PlayerId>),
        by: &Asker,
    ) -> Result<Arc<Batch>, RequestError> {
        let _turn = known.turn.lock().await;
        let now = known.batch();
        if now.stopped.is_some() || now.ended_at.is_some() {
            return Ok(now);
        }
        let (deals, most) = {
            let mut begun = known.begun();
            let most = begun.most;
            begun.most = begun.deals;
            (begun.deals, most)
        };
        let event = BatchEvent::Stopped { why, deals, player };
        let stopped = self.add(known, by, event).await;
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
        let mut batch = Batch::clone(&known.batch());
        let by = by.by(&self.matches.0.server);
        let at = (batch.id.into(), batch.tip);
        let appended = match self.stream.append_in_time(at, &by, &event).await {
            Err(AppendError::Unknown) => {
                if let Some(batch) = self.read(batch.id).await? {
                    known.now.send_modify(|now| now.batch = Arc::new(batch));
                }
                return Err(StoreError::OutcomeUnknown.into());
            }
            done => done?,
        };
        batch.apply(&appended.line.decode().map_err(StoreError::from)?);
        let batch = Arc::new(batch);
        let written = Arc::clone(&batch);
        known.now.send_modify(|now| now.batch = written);
        Ok(batch)
    }

    pub(super) fn append(
        &self,
        (id, after): (BatchId, Tip),
        by: &Asker,
        event: BatchEvent,
        key: Option<IdempotencyKey>,
    ) -> Pending<'static, Appended, AppendError> {
        let by = by.by(&self.matches.0.server);
        self.stream.append((id.into(), after), by, event, None, key)
    }
}
