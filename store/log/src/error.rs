//! What can go wrong: our faults, and what a caller of the store must tell apart.

use std::{error::Error, io, iter, path::PathBuf, time::Duration};

use domain::{Refused, Rejection};

use crate::{
    id::StreamId,
    record::{RecordError, TextTooLong},
};

/// How long the server's own bots and batches leave a full disk alone.
pub const DISK_FULL_PAUSE: Duration = Duration::from_secs(1);

/// How long whatever goes on by itself leaves a database alone that did not answer.
pub const DATABASE_PAUSE: Duration = Duration::from_secs(5);

/// An error in one line, with what caused it.
pub fn with_causes(error: &dyn Error) -> String {
    let causes = iter::successors(error.source(), |&cause| cause.source());
    causes.fold(error.to_string(), |told, cause| format!("{told}: {cause}"))
}

/// Ours to fix, never the player's: logged, and never shown to one.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused.
    #[error("cannot {what}")]
    Io {
        /// What was tried.
        what: String,
        /// What it said.
        source: io::Error,
    },
    /// Another process has the directory, or something in it.
    #[error("{} is in use by {holder}: stop that process, or use another directory", path.display())]
    Locked {
        /// The directory, or what in it.
        path: PathBuf,
        /// The process, as far as it told.
        holder: String,
    },
    /// The directory is not one this program can work in.
    #[error("{}: {why}", path.display())]
    Unusable {
        /// The file or directory.
        path: PathBuf,
        /// Why, and what to do.
        why: String,
    },
    /// The journal lost or changed something that was acknowledged.
    #[error(
        "the journal is damaged at {}, byte {offset}: {why}. Nothing was changed. Restore the \
         directory from a backup, or save what the index holds with `cartulary export` and \
         `cartulary import` it into a new directory", segment.display()
    )]
    JournalDamaged {
        /// The segment.
        segment: PathBuf,
        /// Where the first bad group begins.
        offset: u64,
        /// What is wrong with it.
        why: String,
    },
    /// The index failed.
    #[error("the index failed")]
    Index(#[from] sled::Error),
    /// The index broke down while it was read.
    #[error("the index is damaged: {0}. Restart: it will be rebuilt from the journal")]
    IndexDamaged(String),
    /// The database cannot be used.
    #[error("the database cannot be used: {0}")]
    Database(String),
    /// Another server that shares the database has its log.
    #[error("it is the turn of another server that shares the database")]
    NotOurTurn,
    /// One stream cannot be read; the others can.
    #[error("{stream} is quarantined: {why}")]
    Quarantined {
        /// Which.
        stream: StreamId,
        /// What is wrong with its record.
        why: String,
    },
    /// A line of the record is not what it should be.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A line of an import is not what it should be.
    #[error("line {line}: {why}")]
    Import {
        /// Counted from one.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// A large projection is yet to be read; it will be soon.
    #[error("a projection is being opened")]
    Opening,
    /// A projection stopped before it had read as far as somebody waits for, because of
    /// an error that was logged or because the store was closed.
    #[error("a projection has stopped")]
    Behind,
    /// Our code broke down on what it read.
    #[error("it panicked")]
    Panicked,
    /// The writer stopped, because of an error that was logged or because the
    /// store was closed. Nothing more is written.
    #[error("the store has stopped writing")]
    Stopped,
    /// Whether something was written is not known: an answer of the log was lost.
    #[error("it is not known whether the commit was written")]
    OutcomeUnknown,
}

/// Why a commit was not appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The stream does not end where the commit says.
    #[error("the stream has grown")]
    Conflict,
    /// The idempotency key was used for something else.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// Too many commits wait. Try again soon.
    #[error("too many commits wait to be written")]
    Busy,
    /// The disk has no more room than it keeps free. Nothing is written until it has.
    #[error("the disk is nearly full: nothing is written")]
    DiskFull,
    /// The commit may have been written, or may yet be. The stream is read again before
    /// anything more is decided in it.
    #[error("it is not known whether the commit was written")]
    Unknown,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The rules refuse it.
    #[error("{}", .0.reason)]
    Rejected(Rejection),
    /// There is no such match or player.
    #[error("not found")]
    Unknown,
    /// A text is longer than any that is kept.
    #[error(transparent)]
    TextTooLong(#[from] TextTooLong),
    /// Another player has the name.
    #[error("{0}")]
    NameTaken(&'static str),
    /// As many batches run as may at once.
    #[error("{0}")]
    TooManyBatches(String),
    /// As many tournaments run as may at once.
    #[error("{0}")]
    TooManyTournaments(String),
    /// Entrants that cannot play a tournament, or that cannot play as many rounds.
    #[error("{0}")]
    InvalidEntrants(String),
    /// A batch of no tables, or of tables that cannot play the same deals.
    #[error(
        "a batch has at least one line-up and one deal, and line-ups have the same number of \
         seats, or they could not play the same deals"
    )]
    InvalidLineUps,
    /// Whoever asks is in no line-up of the batch.
    #[error("only players of its line-ups may accept or refuse a batch")]
    NotInvited,
    /// The batch was stopped: nobody can accept it any more.
    #[error("the batch was stopped: its host has to plan another")]
    BatchStopped,
    /// Whoever asks is no entrant of the tournament.
    #[error("only entrants may accept or refuse a tournament")]
    NotEntered,
    /// The tournament was stopped, or the entrant is out of it: nobody can accept it any more.
    #[error("the tournament was stopped, or you are out of it: its host has to plan another")]
    TournamentStopped,
    /// The batch or tournament would have more matches than it may.
    #[error("that would be {matches} matches; at most {most}")]
    TooManyMatches {
        /// How many matches it would have.
        matches: u64,
        /// How many it may have.
        most: u64,
    },
    /// The sequential test of a batch says nothing that can be tested.
    #[error("{0}")]
    TestNotDecidable(&'static str),
    /// A record that is not what happened, or not complete.
    #[error("{0}")]
    BadRecord(String),
    /// The match is here already, and its record is another.
    #[error("{0}")]
    MatchExists(&'static str),
    /// The idempotency key was used for something else.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// Too many requests wait. Try again soon.
    #[error("too many requests wait to be written")]
    Busy,
    /// The disk has no more room than it keeps free. Nothing is written until it has.
    #[error("the disk is nearly full: nothing is written")]
    DiskFull,
    /// What the player's matches and batches may write in a day is written.
    #[error("the quota of the day is used up")]
    OverQuota {
        /// How many seconds the day has left.
        wait_s: u64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

impl RequestError {
    /// Whether a database did not answer, so that what was asked for may do later.
    pub fn is_outage(&self) -> bool {
        let RequestError::Store(error) = self else {
            return false;
        };
        matches!(error, StoreError::OutcomeUnknown | StoreError::Database(_))
    }
}

impl StoreError {
    /// Turns an error of the operating system into ours; `what` completes "cannot ...".
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> StoreError {
        let what = what.into();
        move |source| StoreError::Io { what, source }
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> RequestError {
        RequestError::Store(error)
    }
}

impl From<Rejection> for RequestError {
    fn from(rejection: Rejection) -> RequestError {
        RequestError::Rejected(rejection)
    }
}

impl From<Refused> for RequestError {
    fn from(cause: Refused) -> RequestError {
        RequestError::Rejected(cause.into())
    }
}

impl From<AppendError> for RequestError {
    fn from(error: AppendError) -> RequestError {
        match error {
            // Only another writer could have come between: the lock excludes it.
            AppendError::Conflict | AppendError::Busy => RequestError::Busy,
            AppendError::KeyReused => RequestError::KeyReused,
            AppendError::DiskFull => RequestError::DiskFull,
            AppendError::Unknown => RequestError::Store(StoreError::OutcomeUnknown),
            AppendError::Store(error) => RequestError::Store(error),
        }
    }
}
