//! The log: all streams, in one order.

use std::{collections::VecDeque, fmt, pin::Pin, sync::Arc};

use sha2::{Digest as _, Sha256};
use tokio::{sync::watch, time::timeout};

use crate::{
    error::{AppendError, DATABASE_PAUSE, StoreError},
    hash::Hash,
    id::{Position, StreamId, StreamKind},
    record::{Kinds, Line, Sealed, Tip},
};

/// For how many days a key is kept after the one it was used on.
pub const KEY_DAYS: u16 = 1;

/// Names a request, so that asking again gives the same answer. Kept for a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Whose it is and how it was named, as a hash.
    pub key: [u8; 16],
    /// The hash of the request it was used for.
    pub fingerprint: Hash,
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

/// A stretch of the log.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// It begins after this position,
    pub after: Position,
    /// and ends at this one or before.
    pub up_to: Position,
    /// At most so many commits are looked at.
    pub limit: usize,
    /// Which of these are given.
    pub wanted: Wanted,
}

/// Which commits of a stretch are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    All,
    /// Those of matches with an event of such a kind.
    Of(Kinds),
    /// At least the same, and the last commit of each match: of one that was archived, the others are
    /// left out.
    Shown(Kinds),
}

/// What was found in a stretch of the log.
#[derive(Debug, PartialEq, Eq)]
pub struct Scanned {
    /// The commits that were wanted.
    pub lines: Vec<Line>,
    /// The position of the last commit that was looked at, wanted or not.
    pub last: Position,
    /// As many commits were looked at as were allowed.
    pub is_full: bool,
}

/// What a log answers, once it can.
pub type Pending<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// The log as everything above it holds it.
///
/// An object, not a type parameter: a parameter would be compiled once more in each crate
/// above, and an append costs a sync of the disk, beside which a boxed future is nothing.
pub type SharedLog = Arc<dyn Log>;

/// All streams, in one order. Whatever stands on the log knows no more of it than this;
/// one suite (`conformance.rs`) holds every implementation to it.
///
/// * **A position is opaque.** Positions are ordered as commits are, and can be stored.
///   Between two of them there may be gaps, and how many commits lie there only the log
///   knows: nobody else counts with them.
/// * **An outcome may be unknown** ([`AppendError::Unknown`]): the commit may be durable
///   now, or later, or never. Whoever appended it must read the stream again before they
///   decide anew. If it appears only after that, what was decided meanwhile is a
///   [conflict](AppendError::Conflict); under the same key it is found, not written twice.
/// * **What is shown is durable.** Nothing is answered, read, scanned or shown by
///   [`head`](Log::head) that a crash could take back; up to the head, all can be read.
/// * **What was archived is read like the rest.** Old commits may be kept elsewhere, and
///   take longer; whoever reads cannot tell.
///
/// Futures may be polled on any runtime or none of tokio's: an implementation that needs
/// one brings its own.
pub trait Log: fmt::Debug + Send + Sync + 'static {
    /// Appends a commit where its stream ends, durably. It is handed in when this
    /// is called, in the order of the calls; the future only waits.
    fn append(&self, commit: NewCommit) -> Pending<'static, Appended, AppendError>;

    /// The commits of a stream behind `after`, where it ended once; their chain is
    /// checked from there to where it ends now.
    fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>>;

    /// The first commits of a stretch, none after the head.
    fn scan(&self, span: Span) -> Pending<'_, Scanned>;

    /// The position of the last commit, as it grows. What it shows can be read.
    fn head(&self) -> watch::Receiver<Position>;

    /// The commit that was made under a key, if it was within the days keys are kept.
    fn seen(&self, key: IdempotencyKey) -> Pending<'_, Option<Line>, AppendError>;

    /// Where a stream ends; at its start if there is none.
    fn tip(&self, stream: StreamId) -> Pending<'_, Tip>;

    /// Every stream of a kind, in the order of their ids.
    fn streams(&self, kind: StreamKind) -> Pending<'_, Vec<StreamId>>;

    /// True once only a restart can mend something. The log says so where it had to stop
    /// writing, and whoever follows it, where their own tables are damaged.
    fn failed(&self) -> &watch::Sender<bool>;

    /// Whether all that was ever acknowledged is known here. A log that servers share may have
    /// been taken by another one, which has written since, before its last owner hears of it.
    fn is_current(&self) -> bool {
        true
    }
}

/// Someone who reads the log as it grows.
#[derive(Debug)]
pub struct Follower<'a> {
    log: &'a dyn Log,
    head: watch::Receiver<Position>,
    after: Position,
    read: VecDeque<Line>,
}

/// All commits of a log after a position, and those to come.
pub fn follow(log: &dyn Log, after: Position) -> Follower<'_> {
    Follower {
        head: log.head(),
        log,
        after,
        read: VecDeque::new(),
    }
}

/// Leaves a database alone that did not answer: for some seconds, or until `closing` is said.
pub async fn leave_alone(closing: &mut watch::Receiver<bool>) {
    let closed = closing.wait_for(|closing| *closing);
    // It goes on when the pause is over.
    let _ = timeout(DATABASE_PAUSE, closed).await;
}

/// Hands on all commits of a log after a position, and those to come, until `closing` is said.
///
/// # Errors
///
/// If the log cannot be read.
pub async fn each(
    log: &dyn Log,
    after: Position,
    mut closing: watch::Receiver<bool>,
    mut hand_on: impl FnMut(Line),
) -> Result<(), StoreError> {
    let mut lines = follow(log, after);
    while !*closing.borrow() {
        tokio::select! {
            line = lines.next() => match line? {
                Some(line) => hand_on(line),
                None => break,
            },
            closed = closing.changed() => if closed.is_err() { break },
        }
    }
    Ok(())
}

/// Waits for a log where the caller cannot: a store is opened by a plain function, and a
/// thread of a runtime may not run another, so the work is done on a thread of its own.
///
/// # Errors
///
/// What the work fails with, or that it panicked.
pub fn wait_for<T: Send>(
    work: impl Future<Output = Result<T, StoreError>> + Send,
) -> Result<T, StoreError> {
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime
            .map_err(StoreError::io("wait for the log"))?
            .block_on(work)
    };
    let done = std::thread::scope(|scope| scope.spawn(work).join());
    done.unwrap_or(Err(StoreError::Panicked))
}

impl Span {
    /// The first `limit` commits after a position.
    pub const fn new(after: Position, limit: usize) -> Span {
        Span {
            after,
            up_to: Position::END,
            limit,
            wanted: Wanted::All,
        }
    }
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

impl Follower<'_> {
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
                let span = Span::new(self.after, PAGE);
                let scanned = self.log.scan(span).await?;
                if scanned.lines.is_empty() {
                    // Between the commits of one shard are those of others.
                    self.after = scanned.last;
                }
                self.read = scanned.lines.into();
            } else if self.head.changed().await.is_err() {
                return Ok(None);
            }
        }
    }
}
