//! What is made of a log that nobody writes: whoever follows it stays close to the others, so that
//! an archived match is expanded once for all of them.

use std::sync::Arc;

use tokio::sync::watch;

use super::Embedded;
use crate::{
    checkpoint::Checkpoint,
    error::{AppendError, StoreError},
    id::{Position, StreamId, StreamKind},
    log::{Appended, IdempotencyKey, Log, NewCommit, Pending, Scanned, Span},
    record::{Line, Tip},
};

/// A log that shows no more than those who follow it can read side by side.
#[derive(Debug)]
pub struct Together {
    log: Arc<Embedded>,
    head: watch::Sender<Position>,
    ahead: u64,
}

impl Together {
    /// The log, with nothing shown of it yet. The first who follows it is then so many commits ahead
    /// of the last at most.
    pub fn new(log: Arc<Embedded>, ahead: u64) -> Together {
        let head = watch::Sender::new(Position::START);
        Together { log, head, ahead }
    }

    /// Leads all of them to the end.
    ///
    /// # Errors
    ///
    /// If one of them stops before.
    pub async fn lead(&self, followers: &[Checkpoint]) -> Result<(), StoreError> {
        let end = *self.log.head().borrow();
        loop {
            let positions = followers.iter().map(|it| (it.position(), it));
            let Some((at, last)) = positions.min_by_key(|(at, _)| *at) else {
                return Ok(());
            };
            if at >= end {
                return Ok(());
            }
            let behind = |by| Position::of_number(at.number() + by);
            self.head.send_replace(end.min(behind(self.ahead)));
            last.at_least(behind(1)).await?;
        }
    }
}

impl Log for Together {
    fn append(&self, commit: NewCommit) -> Pending<'static, Appended, AppendError> {
        self.log.append(commit)
    }

    fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>> {
        self.log.read(stream, after)
    }

    fn scan(&self, span: Span) -> Pending<'_, Scanned> {
        let up_to = span.up_to.min(*self.head.borrow());
        self.log.scan(Span { up_to, ..span })
    }

    fn head(&self) -> watch::Receiver<Position> {
        self.head.subscribe()
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

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::{config::Config, conformance::commit, id::MatchId};

    #[tokio::test]
    async fn a_follower_may_come_to_the_end_at_any_moment() {
        let dir = tempfile::tempdir().unwrap();
        let log = Arc::new(Embedded::open(&Config::new(dir.path())).unwrap());
        let stream = StreamId::Match(MatchId::of_bytes([1; 16]));
        log.append(commit(stream, Tip::START, 1)).await.unwrap();
        let end = *log.head().borrow();
        for _ in 0..2000 {
            let together = Together::new(Arc::clone(&log), 8);
            let follower = Checkpoint::new(Position::START);
            let moving = follower.clone();
            let moved = thread::spawn(move || moving.move_to(end));
            together.lead(&[follower]).await.unwrap();
            moved.join().unwrap();
        }
        log.close().unwrap();
    }
}
