//! The log: all streams, in one order.

use std::{collections::VecDeque, future::Future};

use sha2::{Digest as _, Sha256};
use tokio::sync::watch;

use crate::{
    error::{AppendError, StoreError},
    hash::Hash,
    id::{Position, StreamId},
    record::{Line, Sealed, Tip},
};

/// For how many days a key is kept after the one it was used on.
pub const KEY_DAYS: u16 = 1;

/// Names a request, so that asking again gives the same answer. Kept for a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    pub(crate) key: [u8; 16],
    pub(crate) fingerprint: Hash,
}

/// A commit to append.
#[derive(Clone, Debug)]
pub struct NewCommit {
    /// The commit, chained to where its stream ends.
    pub sealed: Sealed,
    /// The key it was asked under.
    pub key: Option<IdempotencyKey>,
    /// Nobody waits for it: whatever somebody waits for is written before it.
    pub aside: bool,
}

/// A commit that is durable.
#[derive(Clone, Debug)]
pub struct Appended {
    /// The commit.
    pub line: Line,
    /// It was there before: its key was seen.
    pub replayed: bool,
}

/// All streams. Narrow on purpose: one suite tests every implementation.
pub trait Log: Send + Sync + 'static {
    /// Appends a commit where its stream ends, durably. It is handed in when this
    /// is called, in the order of the calls; the future only waits.
    fn append(
        &self,
        commit: NewCommit,
    ) -> impl Future<Output = Result<Appended, AppendError>> + Send + 'static;

    /// The commits of a stream behind `after`, where it ended once; their chain is
    /// checked from there to where it ends now.
    fn read(
        &self,
        stream: StreamId,
        after: Tip,
    ) -> impl Future<Output = Result<Vec<Line>, StoreError>> + Send;

    /// The first `limit` commits behind a position.
    fn after(
        &self,
        position: Position,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Line>, StoreError>> + Send;

    /// The position of the last commit, as it grows. What it shows can be read.
    fn head(&self) -> watch::Receiver<Position>;

    /// All commits behind a position, and those to come.
    fn follow(&self, after: Position) -> Follower<'_, Self>
    where
        Self: Sized,
    {
        Follower {
            log: self,
            head: self.head(),
            after,
            read: VecDeque::new(),
        }
    }
}

/// Someone who reads the log as it grows.
#[derive(Debug)]
pub struct Follower<'a, L> {
    log: &'a L,
    head: watch::Receiver<Position>,
    after: Position,
    read: VecDeque<Line>,
}

impl NewCommit {
    /// A commit that is asked for under no key, and that somebody waits for.
    #[must_use]
    pub const fn of(sealed: Sealed) -> NewCommit {
        NewCommit {
            sealed,
            key: None,
            aside: false,
        }
    }
}

impl IdempotencyKey {
    /// A key of someone's (`scope`), for one request and no other: `request` is all
    /// that makes it that request, where it was sent as well as what it said.
    pub fn new(scope: &str, key: &str, request: &[u8]) -> IdempotencyKey {
        let digest = Sha256::new()
            .chain_update(Sha256::digest(scope))
            .chain_update(key)
            .finalize();
        let (key, _) = digest.split_first_chunk().expect("32 bytes hold 16");
        IdempotencyKey {
            key: *key,
            fingerprint: Hash::of(request),
        }
    }
}

impl<L: Log> Follower<'_, L> {
    /// The next commit; waits for it if need be. None once the log is closed.
    ///
    /// # Errors
    ///
    /// If the log cannot be read.
    pub async fn next(&mut self) -> Result<Option<Line>, StoreError> {
        // Few enough lines to hold in memory, and enough that a whole log takes few reads.
        const PAGE: usize = 256;
        loop {
            if let Some(line) = self.read.pop_front() {
                self.after = line.position;
                return Ok(Some(line));
            }
            if *self.head.borrow_and_update() > self.after {
                self.read = self.log.after(self.after, PAGE).await?.into();
            } else if self.head.changed().await.is_err() {
                return Ok(None);
            }
        }
    }
}
