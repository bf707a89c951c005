//! What is asked of a database: by the log in PostgreSQL, or by tests of one that they simulate.

use std::{error::Error, fmt, future::Future, io};

use store_log::{Hash, Shard, StoreError, StreamId, record::Tip};

use crate::{
    group::{Group, Key},
    shard::{Claim, Taken},
};

/// Where sessions are opened.
pub(crate) trait Database: Clone + fmt::Debug + Send + Sync + 'static {
    /// What is opened.
    type Session: Session;

    /// Opens a session with the server that writes.
    fn open(&self) -> impl Future<Output = Answer<Self::Session>> + Send;
}

/// A connection to a database whose tables are there. Whether an answer can be relied on,
/// [`has_warned`](Session::has_warned) says.
pub(crate) trait Session: fmt::Debug + Send + Sync + 'static {
    /// Whether the server ever warned. What it answered then may not be replicated.
    fn has_warned(&self) -> bool;

    /// Whether nothing can be asked any more.
    fn is_closed(&self) -> bool;

    /// Takes the shard and raises its epoch. None if another has it.
    fn take(&self, claim: &Claim) -> impl Future<Output = Answer<Option<Taken>>> + Send;

    /// Raises the epoch of one's own shard. None if another has it.
    fn barrier(&self, claim: &Claim) -> impl Future<Output = Answer<Option<Taken>>> + Send;

    /// Keeps one's own shard, and tells its epoch. None if another has it.
    fn keep(&self, claim: &Claim) -> impl Future<Output = Answer<Option<i64>>> + Send;

    /// Promises that nothing of one's own shard is written up to a number any more, if one has it under
    /// this epoch, and tells whether one does. It may be lost.
    fn promise(
        &self,
        claim: &Claim,
        epoch: i64,
        up_to: i64,
    ) -> impl Future<Output = Answer<bool>> + Send;

    /// Makes a commit that changes nothing of a shard. Only a server that was not replaced can confirm
    /// it.
    fn confirm(&self, shard: Shard) -> impl Future<Output = Answer<()>> + Send;

    /// Lets go of one's own shard.
    fn release(&self, claim: &Claim) -> impl Future<Output = Answer<()>> + Send;

    /// Writes a group, and tells how many rows that were: all, or none.
    fn append(
        &self,
        claim: &Claim,
        group: &Group,
        taken: &Taken,
    ) -> impl Future<Output = Answer<u64>> + Send;

    /// Where streams end, those that are there.
    fn tips(&self, of: &[StreamId]) -> impl Future<Output = Answer<Vec<(StreamId, Tip)>>> + Send;

    /// What was written in a shard under keys since a day, the latest last.
    fn keys(
        &self,
        shard: Shard,
        of: &[Key],
        since: u16,
    ) -> impl Future<Output = Answer<Vec<Used>>> + Send;

    /// The commits of a stream from a version on, up to a position.
    fn read(&self, of: StreamId, from: i64, head: i64) -> impl Future<Output = Texts> + Send;

    /// Where a stream ends, up to a position.
    fn tip(&self, of: StreamId, head: i64) -> impl Future<Output = Answer<Option<Tip>>> + Send;

    /// The commits of some shards after a position, up to another.
    fn scan(&self, of: &[Shard], after: i64, up_to: i64) -> impl Future<Output = Texts> + Send;

    /// What was written last under a key since a day, up to a position.
    fn seen(
        &self,
        of: &[Shard],
        key: Key,
        since: u16,
        head: i64,
    ) -> impl Future<Output = Answer<Option<Used>>> + Send;

    /// The names of the streams of a kind, up to a position.
    fn streams(&self, letter: char, head: i64) -> impl Future<Output = Answer<Vec<String>>> + Send;

    /// Up to where the shards have come.
    fn marks(&self) -> impl Future<Output = Answer<Marks>> + Send;

    /// The epoch of a shard, as far as this server knows.
    fn epoch(&self, shard: Shard) -> impl Future<Output = Answer<i64>> + Send;

    /// Of the shards in their order, where the owner of each is reached. None if it has lapsed.
    fn owners(&self) -> impl Future<Output = Answer<Vec<Option<String>>>> + Send;
}

/// What a database answers, if it does.
pub(crate) type Answer<T> = Result<T, Failure>;

/// The texts of commits.
type Texts = Answer<Vec<String>>;

/// A commit that was made under a key.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    pub(crate) key: Key,
    /// The hash of the request.
    pub(crate) fingerprint: Hash,
    /// The commit.
    pub(crate) text: String,
}

/// Up to where shards have come, as a server tells it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// All may be followed up to here: it is replicated, and nothing will come before it any more.
    pub(crate) least: i64,
    /// One has come as far as this.
    pub(crate) furthest: i64,
    /// Nobody has one of them; so it is for ever on a server that was replaced.
    pub(crate) has_lapsed: bool,
}

/// Lines that are to be written.
#[derive(Clone, Debug)]
pub(crate) struct Addition {
    pub(crate) name: String,
    /// All that are there go.
    pub(crate) replaces: bool,
    /// The number of the first.
    pub(crate) first: i64,
    pub(crate) lines: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The database has no room.
    pub(crate) is_full: bool,
    pub(crate) why: String,
}

impl Failure {
    /// The server may have been replaced by another one, and not know that yet.
    pub(crate) fn replaced() -> Failure {
        Failure {
            is_full: false,
            why: "another server may have taken its place: what it knows is not what was confirmed"
                .to_owned(),
        }
    }

    /// The server answered, and warned that no standby has what it wrote.
    pub(crate) fn unconfirmed() -> Failure {
        Failure {
            is_full: false,
            why: "no standby has confirmed it".to_owned(),
        }
    }

    /// No answer came in time.
    pub(crate) fn late() -> Failure {
        Failure {
            is_full: false,
            why: "no answer came in time".to_owned(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl Error for Failure {}

/// Turns what a database says into an error of ours; `what` completes "cannot ...".
pub(crate) fn failed<E>(what: &'static str) -> impl FnOnce(E) -> StoreError
where
    E: Into<Box<dyn Error + Send + Sync>>,
{
    move |error| StoreError::io(what)(io::Error::other(error))
}
