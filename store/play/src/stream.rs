//! The streams of players, batches and tournaments: read and appended in one way.

use std::{marker::PhantomData, time::Duration};

use store_log::{
    cause::{By, Cause, Tries},
    error::{AppendError, DISK_FULL_PAUSE, StoreError},
    id::{self, StreamId},
    log::{Appended, IdempotencyKey, NewCommit, Pending, SharedLog},
    record::{Commit, Draft, Erasable, Line, StreamEvent, Tip},
    timekeeper::Timekeeper,
};

/// How long a full queue is left alone.
// Longer than bots beside players wait (2 ms): what is planned has time.
pub(crate) const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// The streams of one kind of event.
#[derive(Clone, Debug)]
pub(crate) struct Stream<E> {
    log: SharedLog,
    /// Who tells the time.
    time: Timekeeper,
    event: PhantomData<fn() -> E>,
}

impl<E: StreamEvent> Stream<E> {
    /// Those of a log.
    pub(crate) const fn of(log: SharedLog, time: Timekeeper) -> Stream<E> {
        Stream {
            log,
            time,
            event: PhantomData,
        }
    }

    /// The commits of a stream.
    pub(crate) async fn read(&self, stream: StreamId) -> Result<Vec<Commit<E>>, StoreError> {
        let lines = self.log.read(stream, Tip::START).await?;
        let commits = lines.into_iter().map(Line::decode);
        Ok(commits.collect::<Result<_, _>>()?)
    }

    /// Appends an event to a stream that ends at `after`.
    pub(crate) fn append(
        &self,
        (stream, after): (StreamId, Tip),
        by: By,
        event: E,
        erasable: Option<&Erasable>,
        key: Option<IdempotencyKey>,
    ) -> Pending<'static, Appended, AppendError> {
        let now = self.time.now();
        let draft = Draft {
            cause: Cause::of(by, now),
            rules: 0,
            recorded_at: now,
            request: None,
            tries: Tries::new(),
            events: &[event],
            salt: id::random(),
            erasable,
        };
        self.log.append(NewCommit {
            key,
            ..NewCommit::of(draft.seal(stream, after))
        })
    }

    /// Appends an event, as soon as there is room for it.
    ///
    /// # Errors
    ///
    /// If it cannot be written at all, or nobody knows whether it was.
    pub(crate) async fn append_in_time(
        &self,
        at: (StreamId, Tip),
        by: &By,
        event: &E,
    ) -> Result<Appended, AppendError>
    where
        E: Clone,
    {
        loop {
            let appended = self.append(at, by.clone(), event.clone(), None, None);
            match appended.await {
                Err(AppendError::Busy) => tokio::time::sleep(BUSY_PAUSE).await,
                Err(AppendError::DiskFull) => tokio::time::sleep(DISK_FULL_PAUSE).await,
                done => return done,
            }
        }
    }
}
