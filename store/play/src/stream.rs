//! The streams of players and of batches: read and appended in one way.

use std::marker::PhantomData;

use store_log::{
    cause::{By, Cause, Tries},
    error::{AppendError, StoreError},
    id::{self, StreamId},
    log::{Appended, IdempotencyKey, NewCommit, Pending, SharedLog},
    record::{Commit, Draft, Erasable, Line, StreamEvent, Tip},
    timekeeper::Timekeeper,
};

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
}
