//! The log as a server reads it that does not write it: all shards, in one order, up to the least of
//! their marks.
//!
//! What a database shows may be taken back by a fail-over, and only whoever wrote it knows when
//! that is over. It notes how far with the next group, or soon after: the mark, which promises that
//! nothing comes before it, too. Marks and all before them are true wherever they are read, on a
//! server that was replaced, too; so long as both are read from the same one.

use std::{sync::Arc, time::Duration};

use store_log::{
    AppendError, Position, Shards, StoreError, StreamId, StreamKind,
    log::{Appended, IdempotencyKey, Log, NewCommit, Pending, Scanned, Span},
    record::{Line, Tip},
};
use tokio::{runtime::Handle, sync::watch, time::sleep};

use crate::{
    address::Address,
    reader::{Needs, Reader},
    session::Database,
    shard::Reads,
};

/// The log of a database as others write it; clones are the same.
#[derive(Clone, Debug)]
pub struct Following(Marked<Address>);

/// What can be read of a log up to its mark; clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Marked<D: Database> {
    reader: Reader<D>,
    head: watch::Sender<Position>,
    failed: watch::Sender<bool>,
}

/// How often it is looked how far the mark has come.
const LOOK: Duration = Duration::from_millis(50);
/// The same where somebody has to take a shard first: another server is asked each time.
const LAPSED: Duration = Duration::from_millis(500);

impl Following {
    /// Follows a log from now on.
    pub(crate) async fn begin(
        shards: Shards,
        database: Address,
        runtime: &Handle,
        patience: Duration,
    ) -> Result<Following, StoreError> {
        let marked = Marked::new(shards, database, runtime.clone(), patience);
        marked.look().await?;
        runtime.spawn(marked.clone().run());
        Ok(Following(marked))
    }

    /// Whoever waits for a database that does not answer waits no more.
    pub fn close(&self) {
        self.0.reader.close();
    }
}

impl<D: Database> Marked<D> {
    pub(crate) fn new(
        shards: Shards,
        database: D,
        runtime: Handle,
        patience: Duration,
    ) -> Marked<D> {
        let (needs, failed) = (Needs::Mark(Arc::default()), watch::Sender::new(false));
        let reads = Reads { shards, one: None };
        Marked {
            reader: Reader::new(
                reads,
                database,
                runtime,
                patience,
                needs,
                failed.subscribe(),
            ),
            head: watch::Sender::new(Position::START),
            failed,
        }
    }

    /// Looks how far the mark has come, and how long that may be left alone.
    pub(crate) async fn look(&self) -> Result<Duration, StoreError> {
        let (mark, has_lapsed) = self.reader.mark().await?;
        self.head.send_if_modified(|head| {
            let has_grown = mark > *head;
            *head = mark.max(*head);
            has_grown
        });
        Ok(if has_lapsed { LAPSED } else { LOOK })
    }

    /// Looks again and again until it is closed.
    async fn run(self) {
        let mut rest = LOOK;
        while !self.reader.is_closed() {
            sleep(rest).await;
            rest = self.look().await.unwrap_or_else(|error| {
                tracing::debug!(%error, "it is not known how far the log may be followed");
                LAPSED
            });
        }
    }

    /// The commits of a stretch, none after the mark.
    pub(crate) async fn scan(&self, span: Span) -> Result<Scanned, StoreError> {
        self.reader.scan(span, self.head_now()).await
    }

    fn head_now(&self) -> Position {
        *self.head.borrow()
    }
}

impl Log for Following {
    fn append(&self, _commit: NewCommit) -> Pending<'static, Appended, AppendError> {
        Box::pin(async { Err(StoreError::NotOurTurn.into()) })
    }

    fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>> {
        Box::pin(async move { self.0.reader.read(stream, after, self.0.head_now()).await })
    }

    fn scan(&self, span: Span) -> Pending<'_, Scanned> {
        Box::pin(self.0.scan(span))
    }

    fn head(&self) -> watch::Receiver<Position> {
        self.0.head.subscribe()
    }

    fn seen(&self, key: IdempotencyKey) -> Pending<'_, Option<Line>, AppendError> {
        Box::pin(async move { self.0.reader.seen(key, self.0.head_now()).await })
    }

    fn tip(&self, stream: StreamId) -> Pending<'_, Tip> {
        Box::pin(async move { self.0.reader.tip(stream, self.0.head_now()).await })
    }

    fn streams(&self, kind: StreamKind) -> Pending<'_, Vec<StreamId>> {
        Box::pin(async move { self.0.reader.streams(kind, self.0.head_now()).await })
    }

    fn failed(&self) -> &watch::Sender<bool> {
        &self.0.failed
    }
}
