//! Matches that ended, folded on all cores.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
};

use domain::matches::MatchEvent;
use tokio::runtime::Handle;

use crate::facts::finished::Finished;
use store_log::{
    cores,
    error::StoreError,
    id::{MatchId, StreamId},
    log::Log,
    record::{Line, Tip},
};
use store_play::{InHand, Record};

/// The matches that end with these commits, in that order, folded on all cores. Those that are
/// not in hand are read.
pub(crate) fn fold(
    log: &dyn Log,
    in_hand: &InHand,
    ended: &[Line],
) -> Result<Vec<Finished>, StoreError> {
    let share = ended.len().div_ceil(cores::count()).max(1);
    let records = Records {
        log,
        in_hand,
        runtime: Handle::current(),
    };
    let records = &records;
    let folded = thread::scope(|scope| {
        let shares = ended.chunks(share);
        let shares = shares.map(|lines| scope.spawn(move || fold_each(records, lines)));
        let shares: Vec<_> = shares.collect();
        let joined = shares.into_iter().map(thread::ScopedJoinHandle::join);
        let joined = joined.map(|share| share.unwrap_or(Err(StoreError::Panicked)));
        joined.collect::<Result<Vec<_>, StoreError>>()
    })?;
    Ok(folded.into_iter().flatten().collect())
}

/// Where records of matches are.
struct Records<'a> {
    log: &'a dyn Log,
    in_hand: &'a InHand,
    runtime: Handle,
}

fn fold_each(records: &Records<'_>, ended: &[Line]) -> Result<Vec<Finished>, StoreError> {
    let folded = ended.iter().map(|line| fold_one(records, line));
    let folded = folded.filter_map(Result::transpose);
    folded.collect()
}

fn fold_one(records: &Records<'_>, last: &Line) -> Result<Option<Finished>, StoreError> {
    let StreamId::Match(id) = last.stream else {
        return Ok(None);
    };
    let fold = || Finished::of(id, &records.read(id, last)?);
    match catch_unwind(AssertUnwindSafe(fold)).unwrap_or(Err(StoreError::Panicked)) {
        // Of this match alone: all others are counted.
        Err(
            error @ (StoreError::Quarantined { .. } | StoreError::Record(_) | StoreError::Panicked),
        ) => {
            let error = &error as &dyn std::error::Error;
            tracing::error!(%id, error, "a match cannot be counted");
            Ok(None)
        }
        finished => finished,
    }
}

impl Records<'_> {
    /// The record of a match up to its last commit.
    fn read(&self, id: MatchId, last: &Line) -> Result<Record, StoreError> {
        if let Some(record) = self.in_hand.take(id, last.tip()) {
            return Ok(record);
        }
        let lines = self
            .runtime
            .block_on(self.log.read(last.stream, Tip::START))?;
        let version = last.tip().version;
        let lines = lines
            .into_iter()
            .take_while(|line| line.tip().version <= version);
        let record = lines.map(|line| line.decode::<MatchEvent>().map(Arc::new));
        let record = record.collect::<Result<Record, _>>()?;
        match record.last() {
            Some(commit) if commit.line.tip() == last.tip() => Ok(record),
            Some(_) | None => Err(StoreError::IndexDamaged(format!(
                "the end of {id} is missing"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use serde::{Deserialize, Serialize};
    use tokio::sync::watch;

    use super::*;
    use crate::facts::projection::Facts;
    use store_log::{
        Position, SharedLog, StreamKind, Timestamp,
        cause::{By, Cause, Tries},
        embedded::Tables,
        error::AppendError,
        log::{Appended, IdempotencyKey, NewCommit, Pending, Scanned, Span},
        memory::Memory,
        record::{Draft, StreamEvent},
    };
    use store_play::MatchLists;

    /// No end that a match can have.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Never {
        Ended { never: bool },
    }

    impl StreamEvent for Never {
        fn public(self) -> Never {
            self
        }
    }

    /// A log whose streams cannot be read for a while.
    #[derive(Debug, Default)]
    struct Away {
        log: Memory,
        reads_to_fail: AtomicU32,
    }

    impl Log for Away {
        fn append(&self, commit: NewCommit) -> Pending<'static, Appended, AppendError> {
            self.log.append(commit)
        }

        fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>> {
            let fails = |left: u32| left.checked_sub(1);
            match self.reads_to_fail.fetch_update(SeqCst, SeqCst, fails) {
                Ok(_) => Box::pin(async { Err(StoreError::Database("it is away".to_owned())) }),
                Err(_) => self.log.read(stream, after),
            }
        }

        fn scan(&self, span: Span) -> Pending<'_, Scanned> {
            self.log.scan(span)
        }

        fn head(&self) -> watch::Receiver<Position> {
            self.log.head()
        }

        fn seen(&self, key: IdempotencyKey) -> Pending<'_, Option<Line>, AppendError> {
            self.log.seen(key)
        }

        fn tip(&self, stream: StreamId) -> Pending<'_, Tip> {
            self.log.tip(stream)
        }

        fn streams(&self, kind: StreamKind) -> Pending<'_, Vec<StreamId>> {
            self.log.streams(kind)
        }

        fn failed(&self) -> &watch::Sender<bool> {
            self.log.failed()
        }
    }

    /// Appends an end that no match can have: where it stands.
    async fn append_never(log: &dyn Log) -> Position {
        let (now, server) = (Timestamp::now(), "test".to_owned());
        let draft = Draft {
            cause: Cause::of(By::Server { server }, now),
            rules: 0,
            recorded_at: now,
            request: None,
            tries: Tries::new(),
            events: &[Never::Ended { never: true }],
            salt: [2; 32],
            erasable: None,
        };
        let sealed = draft.seal(StreamId::Match(MatchId::of_bytes([1; 16])), Tip::START);
        let appended = log.append(NewCommit::of(sealed)).await;
        appended.unwrap().line.position
    }

    #[tokio::test(start_paused = true)]
    async fn a_database_that_is_away_for_long_is_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let log = Away::default();
        log.reads_to_fail.store(30, SeqCst);
        let end = append_never(&log).await;
        let facts = Facts::open(&Tables::checked(dir.path(), end), 16).unwrap();
        let (_closing, mut said) = watch::channel(false);
        let in_hand = InHand::default();
        tokio::select! {
            ended = facts.run(&log, &in_hand, &mut said) => panic!("it ended: {ended:?}"),
            read = facts.checkpoint.at_least(end) => read.unwrap(),
        }
        assert_eq!(log.reads_to_fail.load(SeqCst), 0);
    }

    #[tokio::test]
    async fn a_commit_that_cannot_be_read_is_left_out_and_what_follows_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let log: SharedLog = Arc::new(Memory::default());
        let end = append_never(&*log).await;
        let tables = |name| Tables::checked(&dir.path().join(name), end);
        let facts = Arc::new(Facts::open(&tables("facts"), 16).unwrap());
        let lists = MatchLists::open(&tables("lists")).unwrap();
        let (closing, said) = watch::channel(false);
        let mut threads = lists.follow(&log, &said).unwrap();
        threads.push(
            facts
                .follow(Arc::clone(&log), InHand::default(), said)
                .unwrap(),
        );
        for checkpoint in [&facts.checkpoint].into_iter().chain(lists.checkpoints()) {
            checkpoint.at_least(end).await.unwrap();
        }
        closing.send_replace(true);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(facts.size(), (end, 0, 0));
    }
}
