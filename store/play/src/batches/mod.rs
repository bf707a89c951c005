//! Batches: many matches of the server's own bots and of players who accept, planned once and
//! played to the end.
//!
//! The plan is a commit of the log; what the matches came to is in their own records
//! and nowhere else. The id of each match is derived from the batch, so after any crash
//! the plan alone says which matches there are and which are still to be opened.

mod accepting;
mod counting;
mod event;
mod known;
mod line_up;
mod plan;
mod running;
mod sequential;
mod tally;
mod watching;

use std::{collections::BTreeMap, sync::Arc};

use domain::{GameId, Secret, Seed, matches::PlayerId};
use parking_lot::RwLock;
use tokio::sync::mpsc;

use crate::{completion::RunToCompletion, matches::Matches, scheduled, stream::Stream};
use known::Known;
use store_log::{
    Bounds,
    cause::Asker,
    checkpoint::Checkpoint,
    error::{RequestError, StoreError},
    id::{self, Position, StreamId, StreamKind},
    log::{IdempotencyKey, SharedLog, wait_for},
    projection::Page,
    record::Tip,
};

pub use counting::{Counting, SeatOfBatch, WIN_INDEX_PARTS};
pub use event::{Batch, BatchEvent, BatchState, StopReason, Stopped};
pub use line_up::{Contestant, LineUpSeat};
pub(crate) use plan::rotations;
pub use plan::{Dealing, Plan};
pub(crate) use running::drive;
pub use running::{AHEAD, AT_ONCE};
pub use sequential::{
    LEAST_OBSERVATIONS, Observed, SequentialState, SequentialTest, SequentialVerdict,
};
pub use store_log::BatchId;
pub use tally::BatchProgress;
pub use watching::Watching;

/// Every batch there is.
#[derive(Clone, Debug)]
pub struct Batches(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    log: SharedLog,
    stream: Stream<BatchEvent>,
    matches: Matches,
    counting: Arc<dyn Counting>,
    /// Up to where every match that has ended was moved to the archive.
    archived: Checkpoint,
    bounds: Bounds,
    /// By the position they were planned at.
    // Every question about batches reads it; only a new batch writes.
    known: RwLock<BTreeMap<Position, Arc<Known>>>,
    /// One is planned at a time: how many run is counted first.
    planning: tokio::sync::Mutex<()>,
    to_run: mpsc::UnboundedSender<Arc<Known>>,
}

/// What came of planning a batch.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The batch.
    pub batch: Arc<Batch>,
    /// It was planned before, under the same key.
    pub replayed: bool,
}

impl Batches {
    /// Every batch of the log. Those that have not ended wait in the queue to be played.
    pub(crate) fn open(
        log: SharedLog,
        (matches, bounds): (Matches, Bounds),
        (counting, archived): (Arc<dyn Counting>, Checkpoint),
        to_run: mpsc::UnboundedSender<Arc<Known>>,
    ) -> Result<Batches, StoreError> {
        let batches = Batches(Arc::new(Inner {
            stream: Stream::of(Arc::clone(&log), matches.0.time.clone()),
            log,
            matches,
            counting,
            archived,
            bounds,
            known: RwLock::default(),
            planning: tokio::sync::Mutex::default(),
            to_run,
        }));
        wait_for(batches.0.take_up_all())?;
        Ok(batches)
    }

    /// Plans a batch, which is played at once. With a key seen before, the batch of that
    /// time.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub async fn plan(
        &self,
        by: &Asker,
        plan: Plan,
        seed: Option<Seed>,
        key: Option<IdempotencyKey>,
    ) -> Result<Planned, RequestError> {
        let (batches, by) = (self.clone(), by.clone());
        let work = async move { batches.plan_one(&by, plan, seed, key).await };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }

    async fn plan_one(
        &self,
        by: &Asker,
        plan: Plan,
        seed: Option<Seed>,
        key: Option<IdempotencyKey>,
    ) -> Result<Planned, RequestError> {
        let _alone = self.0.planning.lock().await;
        if let Some(key) = key
            && let Some(line) = self.0.log.seen(key).await?
        {
            return self.planned_before(line.stream).await;
        }
        plan.check()?;
        let host = by.player().cloned().unwrap_or_else(id::nobody);
        self.check_room(&host)?;
        self.0.matches.0.usage.check(Some(&host))?;
        let event = BatchEvent::Planned {
            host,
            components: plan.options.game().components_sha256().to_owned(),
            plan: Box::new(plan),
            seed_known: seed.is_some(),
            seed: Secret::Known(seed.unwrap_or_else(|| Seed(store_log::id::random()))),
            shards: self.0.matches.0.part.shards,
        };
        let id = BatchId::random();
        self.0.append((id, Tip::START), by, event, key).await?;
        let known = self.0.take_up(id).await?.ok_or(RequestError::Unknown)?;
        let (batch, replayed) = (known.batch(), false);
        Ok(Planned { batch, replayed })
    }

    async fn planned_before(&self, stream: StreamId) -> Result<Planned, RequestError> {
        let StreamId::Batch(id) = stream else {
            return Err(RequestError::KeyReused);
        };
        let known = match self.0.known(id) {
            // Whoever planned it may not have heard that it was written.
            None => self.0.take_up(id).await?.ok_or(RequestError::Unknown)?,
            Some(known) => known,
        };
        Ok(Planned {
            batch: Arc::new(known.batch().as_planned()),
            replayed: true,
        })
    }

    /// Passes if this player may run one more.
    fn check_room(&self, host: &PlayerId) -> Result<(), RequestError> {
        let all = self.0.known.read();
        let running = all.values().map(|known| known.batch());
        let running: Vec<_> = running.filter(|it| it.ended_at.is_none()).collect();
        let hosts = (host, running.iter().map(|it| &it.host));
        scheduled::check_room(&self.0.bounds, hosts, "batches")
            .map_err(RequestError::TooManyBatches)
    }

    /// A batch, if there is one.
    pub fn get(&self, id: BatchId) -> Option<Arc<Batch>> {
        self.0.known(id).map(|known| known.batch())
    }

    /// Those that run with closed deals.
    pub fn still_closed(&self) -> Vec<BatchId> {
        let all = self.0.known.read();
        let batches = all.values().map(|known| known.batch());
        let closed = batches.filter(|it| it.plan.deal_closed() && !it.is_told());
        closed.map(|it| it.id).collect()
    }

    /// At most `limit` batches, of one game or of any, the newest first, after a page's `next`.
    pub fn list(
        &self,
        game: Option<GameId>,
        after: Option<Position>,
        limit: usize,
    ) -> Page<Arc<Batch>> {
        let all = self.0.known.read();
        let older = all.range(..after.unwrap_or(Position::END)).rev();
        let older = older.map(|(_, known)| known.batch());
        let of_game = older.filter(|it| game.is_none_or(|game| game == it.plan.options.game()));
        let head = *self.0.log.head().borrow();
        scheduled::page(of_game, limit, (|it: &Arc<_>| it.position, head))
    }

    /// Begins no further deal of a batch. Deals that have begun are played to their end. A batch
    /// that is already ending is left as it is.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be written.
    pub async fn stop(&self, id: BatchId, by: &Asker) -> Result<Arc<Batch>, RequestError> {
        let known = self.0.known(id).ok_or(RequestError::Unknown)?;
        let (batches, by) = (self.clone(), by.clone());
        let work = async move { batches.0.stop(&known, (StopReason::Asked, None), &by).await };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }
}

impl Inner {
    fn known(&self, id: BatchId) -> Option<Arc<Known>> {
        let all = self.known.read();
        all.values().find(|known| known.id == id).cloned()
    }

    /// Takes up every batch of the log.
    async fn take_up_all(&self) -> Result<(), StoreError> {
        for stream in self.log.streams(StreamKind::Batch).await? {
            if !self.matches.0.part.has(stream) {
                continue;
            }
            let StreamId::Batch(id) = stream else {
                continue;
            };
            if let Err(error) = self.take_up(id).await {
                let error = &error as &dyn std::error::Error;
                tracing::error!(%stream, error, "a batch cannot be read");
            }
        }
        Ok(())
    }

    /// Reads a batch, and lets it wait to be played unless it has ended. None if there is
    /// no such batch.
    async fn take_up(&self, id: BatchId) -> Result<Option<Arc<Known>>, StoreError> {
        let Some(batch) = self.read(id).await? else {
            return Ok(None);
        };
        let has_ended = batch.ended_at.is_some();
        let deals = if has_ended {
            batch.deals()
        } else {
            known::deals_begun(&*self.log, &batch).await?
        };
        let position = batch.position;
        let known = Known::of(batch, deals);
        let mut all = self.known.write();
        all.insert(position, Arc::clone(&known));
        if !has_ended {
            // Nobody listens once the store is closing: it is played when it opens again.
            let _ = self.to_run.send(Arc::clone(&known));
        }
        Ok(Some(known))
    }

    /// A batch as the log has it.
    async fn read(&self, id: BatchId) -> Result<Option<Batch>, StoreError> {
        Ok(Batch::fold(id, &self.stream.read(id.into()).await?))
    }
}
