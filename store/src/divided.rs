//! The log of a shard beside those of all others: what is written here is read at once, the rest as
//! far as it may be followed.

use std::sync::Arc;

use store_log::{
    AppendError, Position, SharedLog, StreamId, StreamKind,
    id::Part,
    log::{Appended, IdempotencyKey, Log, NewCommit, Pending, Scanned, Span},
    record::{Line, Tip},
};
use store_postgres::Postgres;
use tokio::sync::watch;

/// One shard that is written, and all that are read.
#[derive(Debug)]
pub(crate) struct Divided {
    pub(crate) own: Arc<Postgres>,
    pub(crate) all: SharedLog,
    pub(crate) part: Part,
}

impl Divided {
    /// The log that has the whole of a stream.
    fn log_of(&self, stream: StreamId) -> &dyn Log {
        if self.part.has(stream) {
            &*self.own
        } else {
            &*self.all
        }
    }
}

impl Log for Divided {
    fn append(&self, commit: NewCommit) -> Pending<'static, Appended, AppendError> {
        self.own.append(commit)
    }

    fn read(&self, stream: StreamId, after: Tip) -> Pending<'_, Vec<Line>> {
        self.log_of(stream).read(stream, after)
    }

    fn scan(&self, span: Span) -> Pending<'_, Scanned> {
        self.all.scan(span)
    }

    fn head(&self) -> watch::Receiver<Position> {
        self.own.head()
    }

    fn seen(&self, key: IdempotencyKey) -> Pending<'_, Option<Line>, AppendError> {
        self.own.seen(key)
    }

    fn tip(&self, stream: StreamId) -> Pending<'_, Tip> {
        self.log_of(stream).tip(stream)
    }

    fn streams(&self, kind: StreamKind) -> Pending<'_, Vec<StreamId>> {
        // Players and plans are all in one shard.
        if kind != StreamKind::Match && self.part.has_plans() {
            self.own.streams(kind)
        } else {
            self.all.streams(kind)
        }
    }

    fn failed(&self) -> &watch::Sender<bool> {
        self.own.failed()
    }

    fn is_current(&self) -> bool {
        self.own.is_current()
    }
}
