//! The embedded log: a journal that makes commits durable, and an index that
//! everything is read from. The index is derived: it can be thrown away.

mod check;
mod files;
mod group;
pub(crate) mod index;
mod journal;
mod lock;
pub(crate) mod opening;
mod probe;
mod segment;
mod walk;
mod writer;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::watch;

use crate::{
    config::Config,
    error::{AppendError, StoreError},
    id::{Position, StreamId, Version},
    log::{Appended, IdempotencyKey, Log, NewCommit},
    record::{Chain, Line},
    time::Timestamp,
};
use group::Filed;
use index::Index;
use lock::Lock;
use writer::{Published, Writer};

pub(crate) use group::Entry;
pub(crate) use walk::read_all as read_journal;
pub(crate) use writer::Written;

/// The embedded log.
#[derive(Debug)]
pub struct Embedded {
    dir: PathBuf,
    store_id: [u8; 16],
    secret: [u8; 32],
    index: Arc<Index>,
    writer: Writer,
    published: Published,
    /// Dropped last: the directory is free once nothing of it is open.
    lock: Mutex<Lock>,
}

impl Embedded {
    /// Opens the log in a directory, or makes one there.
    ///
    /// # Errors
    ///
    /// Why it cannot be, and what to do.
    pub fn open(config: &Config) -> Result<Embedded, StoreError> {
        let opened = opening::open(config)?;
        let end = opened.journal.end();
        let published = Published {
            head: watch::Sender::new(end.position),
            written: watch::Sender::new(Written {
                position: end.position,
                hash: end.hash,
            }),
            failed: watch::Sender::new(false),
        };
        let index = Arc::new(opened.index);
        let writer = Writer::start(
            opened.journal,
            Arc::clone(&index),
            config.queue,
            published.clone(),
        )?;
        Ok(Embedded {
            dir: config.dir.clone(),
            store_id: opened.store_id,
            secret: opened.secret,
            index,
            writer,
            published,
            lock: Mutex::new(opened.lock),
        })
    }

    /// Finishes what waits and stops writing.
    ///
    /// # Errors
    ///
    /// If the index cannot be flushed; nothing is lost then.
    pub fn close(&self) -> Result<(), StoreError> {
        self.writer.stop();
        self.index.flush()?;
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        lock.stopped()
    }

    /// The commit that was made under a key.
    pub(crate) fn seen(&self, key: IdempotencyKey) -> Result<Option<Line>, AppendError> {
        let day = Timestamp::now().day();
        self.index.seen(Filed { day, key })
    }

    pub(crate) const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// What was written last.
    pub(crate) fn written(&self) -> Written {
        *self.published.written.borrow()
    }

    /// Whether writing had to stop.
    pub(crate) fn failed(&self) -> watch::Receiver<bool> {
        self.published.failed.subscribe()
    }

    /// Reads a stream from the journal and puts it back into the index.
    fn mend(&self, stream: StreamId) -> Result<(), StoreError> {
        let mut lines = Vec::new();
        let mut chain = Chain::from_start();
        read_journal(
            &opening::journal_dir(&self.dir),
            self.store_id,
            &mut |entries, _| {
                for entry in entries.into_iter().filter(|e| e.line.stream == stream) {
                    chain.link(&entry.line)?;
                    lines.push(entry.line);
                }
                Ok(())
            },
        )?;
        self.index.mend(&lines)
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.writer.stop();
    }
}

impl Log for Embedded {
    fn append(
        &self,
        commit: NewCommit,
    ) -> impl Future<Output = Result<Appended, AppendError>> + Send + 'static {
        let answer = self.writer.append(commit);
        async { answer.await.unwrap_or(Err(StoreError::Stopped.into())) }
    }

    async fn read(&self, stream: StreamId, from: Version) -> Result<Vec<Line>, StoreError> {
        let error = match self.index.read(stream, from) {
            Ok(lines) => return Ok(lines),
            Err(error) => error,
        };
        tracing::error!(%stream, error = &error as &dyn std::error::Error, "mending a stream");
        let mended = self
            .mend(stream)
            .and_then(|()| self.index.read(stream, from));
        mended.map_err(|error| StoreError::Quarantined {
            stream,
            why: error.to_string(),
        })
    }

    async fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        self.index.after(position, limit)
    }

    fn head(&self) -> watch::Receiver<Position> {
        self.published.head.subscribe()
    }
}

/// Opens an index and reads all of it: the work of the short-lived process that
/// [`Config::index_check`](crate::Config::index_check) names.
pub fn check_index(dir: &Path) -> ExitCode {
    match probe::check_dir(dir) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cause::{By, Cause},
        hash::Hash,
        players::PlayerEvent,
        record::{Draft, Tip},
    };

    fn commit(stream: StreamId, after: Tip) -> NewCommit {
        let now = Timestamp::now();
        let token_hash = domain::Secret::Known(Hash([1; 32]));
        let server = "test".to_owned();
        let draft = Draft {
            cause: Cause {
                by: By::Server { server },
                seat: None,
                decision: None,
                offered_at: None,
                received_at: now,
                clock: None,
            },
            rules: 0,
            recorded_at: now,
            request: None,
            events: &[PlayerEvent::TokenRotated { token_hash }],
            salt: [2; 32],
        };
        NewCommit {
            sealed: draft.seal(stream, after),
            key: None,
        }
    }

    async fn write(log: &Embedded, stream: StreamId, commits: usize) -> Vec<Line> {
        let mut tip = Tip::START;
        let mut lines = Vec::new();
        for _ in 0..commits {
            let appended = log.append(commit(stream, tip)).await.unwrap();
            tip = appended.line.tip();
            lines.push(appended.line);
        }
        lines
    }

    #[tokio::test]
    async fn a_stream_damaged_in_the_index_is_mended_from_the_journal() {
        let dir = tempfile::tempdir().unwrap();
        let log = Embedded::open(&Config::new(dir.path())).unwrap();
        let (broken, other) = (StreamId::Player([1; 16]), StreamId::Player([2; 16]));
        let lines = write(&log, broken, 5).await;
        write(&log, other, 3).await;
        let place = index::place(broken, 2);
        log.index.log.insert(place, b"damage").unwrap();
        assert_eq!(log.read(broken, 0).await.unwrap(), lines);
        log.index.log.remove(place).unwrap();
        assert_eq!(log.read(broken, 0).await.unwrap(), lines);
    }

    #[tokio::test]
    async fn what_the_journal_cannot_mend_is_quarantined_alone() {
        let dir = tempfile::tempdir().unwrap();
        let log = Embedded::open(&Config::new(dir.path())).unwrap();
        let (broken, other) = (StreamId::Player([1; 16]), StreamId::Player([2; 16]));
        write(&log, broken, 5).await;
        let whole = write(&log, other, 3).await;
        log.index.head.insert(broken.key(), b"damage").unwrap();
        let read = log.read(broken, 0).await;
        assert!(matches!(read, Err(StoreError::Quarantined { stream, .. }) if stream == broken));
        assert_eq!(log.read(other, 0).await.unwrap(), whole);
    }
}
