//! Which log a store is opened on: the embedded one, or one in a database.

use std::sync::Arc;

use store_log::{
    Config, MatchId, Position, StoreError, StreamId,
    checkpoint::Checkpoint,
    embedded::{self, Embedded, Pauses, Tables, Written},
    lines,
    log::{Log, SharedLog, Span, wait_for},
};
pub use store_postgres::Nodes;
use store_postgres::{Options, Postgres};

use crate::{divided::Divided, sharing::beside};

/// The log, and what depends on which one it is.
#[derive(Clone, Debug)]
pub(crate) enum Engine {
    /// All of it is in the directory.
    Embedded(Arc<Embedded>),
    /// The directory holds only what is built by following the log.
    Postgres(Arc<InDatabase>),
}

/// A log in a database, and what is kept beside it.
#[derive(Debug)]
pub(crate) struct InDatabase {
    /// What is written.
    log: Arc<Postgres>,
    /// What is read: more than that, if the database is shared with other servers.
    whole: SharedLog,
    /// The log of all shards, as far as it may be followed.
    all: SharedLog,
    /// Where everything else is.
    config: Config,
    pauses: Pauses,
}

/// Under which name pauses are noted in a database.
const PAUSES: &str = "pauses";

impl Engine {
    /// Opens the log, and says how whatever stands on it is opened.
    pub(crate) fn open(config: &Config) -> Result<(Engine, Config), StoreError> {
        let Some(url) = &config.postgres else {
            let log = Arc::new(Embedded::open(config)?);
            return Ok((Engine::Embedded(log), config.clone()));
        };
        let log = Arc::new(InDatabase::log(url, config)?);
        let config = beside(config, &log.store_id())?;
        let whole: SharedLog = Arc::<Postgres>::clone(&log);
        let read = (Arc::clone(&whole), whole);
        let opened = InDatabase::on(log, read, &config)?;
        Ok((Engine::Postgres(Arc::new(opened)), config))
    }

    /// Takes a shard of a database that is shared, all of which is read in `all`.
    pub(crate) fn take(config: &Config, all: &SharedLog) -> Result<Engine, StoreError> {
        let url = config.postgres.as_deref().unwrap_or_default();
        let log = Arc::new(InDatabase::log(url, config)?);
        let whole = Arc::new(Divided {
            own: Arc::clone(&log),
            all: Arc::clone(all),
            part: config.part,
        });
        let opened = InDatabase::on(log, (whole, Arc::clone(all)), config)?;
        Ok(Engine::Postgres(Arc::new(opened)))
    }

    /// The log as everything above it holds it.
    pub(crate) fn shared(&self) -> SharedLog {
        match self {
            Engine::Embedded(log) => Arc::<Embedded>::clone(log),
            Engine::Postgres(opened) => Arc::clone(&opened.whole),
        }
    }

    /// What is written, without what is only read.
    pub(crate) fn own(&self) -> SharedLog {
        match self {
            Engine::Embedded(log) => Arc::<Embedded>::clone(log),
            Engine::Postgres(opened) => Arc::<Postgres>::clone(&opened.log),
        }
    }

    /// Whatever is read, as far as it may be followed.
    pub(crate) fn all(&self) -> SharedLog {
        match self {
            Engine::Embedded(log) => Arc::<Embedded>::clone(log),
            Engine::Postgres(opened) => Arc::clone(&opened.all),
        }
    }

    /// Behind which commit nothing can have been listed, unless the log was restored from a backup
    /// and the list was not. A database has both.
    pub(crate) fn may_be_listed_to(&self) -> Position {
        match self {
            Engine::Embedded(log) => *log.head().borrow(),
            Engine::Postgres(_) => Position::END,
        }
    }

    /// The embedded log, for what only that can do.
    pub(crate) const fn embedded(&self) -> Option<&Arc<Embedded>> {
        match self {
            Engine::Embedded(log) => Some(log),
            Engine::Postgres(_) => None,
        }
    }

    pub(crate) fn log(&self) -> &dyn Log {
        match self {
            Engine::Embedded(log) => &**log,
            Engine::Postgres(opened) => &*opened.whole,
        }
    }

    pub(crate) fn pauses(&self) -> &Pauses {
        match self {
            Engine::Embedded(log) => log.pauses(),
            Engine::Postgres(opened) => &opened.pauses,
        }
    }

    /// The tables of whatever is read of the log.
    pub(crate) fn tables(&self) -> Result<Tables, StoreError> {
        match self {
            Engine::Embedded(log) => Ok(log.tables().clone()),
            Engine::Postgres(opened) => {
                let head = *opened.log.head().borrow();
                embedded::tables_of(&opened.config, head)
            }
        }
    }

    pub(crate) fn commits_after(&self, position: Position) -> u64 {
        match self {
            Engine::Embedded(log) => log.commits_after(position),
            Engine::Postgres(opened) => opened.log.commits_after(position),
        }
    }

    pub(crate) fn written(&self) -> Written {
        match self {
            Engine::Embedded(log) => log.written(),
            Engine::Postgres(opened) => {
                let (position, hash) = opened.log.written();
                Written { position, hash }
            }
        }
    }

    pub(crate) fn secret(&self) -> &[u8; 32] {
        match self {
            Engine::Embedded(log) => log.secret(),
            Engine::Postgres(opened) => opened.log.secret(),
        }
    }

    /// The lines under a name.
    pub(crate) fn lines(&self, name: &'static str) -> Result<lines::Found, StoreError> {
        match self {
            Engine::Embedded(log) => log.lines(name),
            Engine::Postgres(opened) => opened.log.lines(name),
        }
    }

    /// Whether the disk of the embedded log is nearly full. A database watches over its own.
    pub(crate) fn is_full(&self) -> bool {
        self.embedded().is_some_and(|log| log.is_full())
    }

    pub(crate) fn bytes_by_part(&self) -> [(&'static str, u64); 4] {
        match self {
            Engine::Embedded(log) => log.bytes_by_part(),
            Engine::Postgres(opened) => embedded::bytes_by_part(&opened.config.dir),
        }
    }

    /// Up to where every match that has ended was moved to the archive.
    pub(crate) fn archived_to(&self) -> Result<Position, StoreError> {
        match self {
            Engine::Embedded(log) => log.archived_to(),
            Engine::Postgres(opened) => opened.log.archived_to(),
        }
    }

    /// Moves matches that are over to the archive, as far as they can be.
    pub(crate) async fn archive(&self, matches: &[MatchId]) -> Result<(), StoreError> {
        match self {
            Engine::Embedded(log) => log.archive(matches).map(|_| ()),
            Engine::Postgres(opened) => {
                let streams = matches.iter().copied().map(StreamId::Match);
                opened.log.archive(&streams.collect::<Vec<_>>()).await
            }
        }
    }

    /// Notes up to where every match that has ended was moved to the archive, and whether one was.
    pub(crate) fn note_archived_to(
        &self,
        position: Position,
        has_moved: bool,
    ) -> Result<(), StoreError> {
        match self {
            Engine::Embedded(log) => log.note_archived_to(position)?,
            // Standbys have to confirm it, and a stretch without an end is soon looked at again.
            Engine::Postgres(opened) if has_moved => opened.log.note_archived_to(position),
            Engine::Postgres(_) => {}
        }
        Ok(())
    }

    /// What whoever writes much has to wait for. A database has room for what is not moved yet.
    pub(crate) fn holds_back(&self, moved: &Checkpoint) -> Checkpoint {
        match self {
            Engine::Embedded(_) => moved.clone(),
            Engine::Postgres(_) => Checkpoint::new(Position::END),
        }
    }

    /// Whoever follows the log waits no longer for a database that does not answer.
    pub(crate) fn stop_waiting(&self) {
        if let Engine::Postgres(opened) = self {
            opened.log.stop_waiting();
        }
    }

    /// Finishes what waits and stops writing.
    pub(crate) fn close(&self) -> Result<(), StoreError> {
        match self {
            Engine::Embedded(log) => log.close(),
            Engine::Postgres(opened) => {
                let stopped = opened.pauses.noted(Some(opened.config.time.now()));
                opened.log.set_note(PAUSES, &stopped);
                opened.log.close();
                Ok(())
            }
        }
    }
}

impl InDatabase {
    fn log(url: &str, config: &Config) -> Result<Postgres, StoreError> {
        let options = Options {
            queue: config.queue,
            address: config.node.clone(),
            lease: config.lease,
            shards: Some(config.part.shards),
            shard: config.part.shard,
            ..Options::default()
        };
        Postgres::open(url, options)
    }

    fn on(
        log: Arc<Postgres>,
        (whole, all): (SharedLog, SharedLog),
        config: &Config,
    ) -> Result<InDatabase, StoreError> {
        let head = *log.head().borrow();
        let last = wait_for(log.scan(Span::new(log.before(head), 1)))?;
        let last = last.lines.first().map(|line| line.recorded_at);
        let noted = log.note(PAUSES)?.unwrap_or_default();
        let pauses = Pauses::after(&noted, config.time.now(), last);
        log.set_note(PAUSES, &pauses.noted(None));
        Ok(InDatabase {
            log,
            whole,
            all,
            config: config.clone(),
            pauses,
        })
    }
}
