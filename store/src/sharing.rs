//! What a server on a shared database keeps, whichever shards it writes: lists and statistics of all
//! of them, which need not be built when its turn comes.

use std::{fmt, path::PathBuf, sync::Arc, thread::JoinHandle};

use domain::cast;
use parking_lot::Mutex;
use store_log::{
    Bounds, Config, Part, Position, SharedLog, StoreError,
    checkpoint::Checkpoint,
    embedded,
    log::{Log as _, wait_for},
};
use store_play::Lists;
use store_postgres::{Following, Nodes};
use tokio::sync::watch;

use crate::reading::Reading;

/// Lists and statistics that follow all shards of a database.
pub struct Sharing {
    dir: PathBuf,
    log: Following,
    reading: Reading,
    lists: Lists,
    closing: watch::Sender<bool>,
    // Drained by whoever closes it.
    following: Mutex<Vec<JoinHandle<()>>>,
    /// What reads the log lives as long as this.
    _nodes: Arc<Nodes>,
}

impl Sharing {
    /// Follows the log of a database, and keeps what is read of it in the directory.
    ///
    /// # Errors
    ///
    /// If the database does not answer, or the directory cannot be used.
    pub fn open(config: &Config, nodes: &Arc<Nodes>) -> Result<Sharing, StoreError> {
        let config = beside(config, &nodes.store_id())?;
        let log = wait_for(nodes.follow())?;
        let sharing = Sharing::on(&config, log.clone(), Arc::clone(nodes));
        // What looks how far the log has come would go on without anybody who follows.
        sharing.inspect_err(|_| log.close())
    }

    fn on(config: &Config, log: Following, nodes: Arc<Nodes>) -> Result<Sharing, StoreError> {
        // Tables may have read further than is known to be replicated yet: they wait for it.
        let tables = embedded::tables_of(config, Position::END)?;
        let shared: SharedLog = Arc::new(log.clone());
        let reading = Reading::open(&shared, &tables, config)?;
        let lists = Lists::of(reading.lists.clone(), &shared)?;
        let (closing, said) = watch::channel(false);
        let mut following = reading.follow(&shared, &said)?;
        following.push(lists.follow_players(&shared, &said)?);
        Ok(Sharing {
            dir: config.dir.clone(),
            log,
            reading,
            lists,
            closing,
            following: Mutex::new(following),
            _nodes: nodes,
        })
    }

    /// How a part is opened: with its share of what may be taken in all.
    pub fn part(&self, config: &Config, part: Part) -> Config {
        let shards = u64::from(part.shards.count());
        let share = |all: usize| all.div_ceil(cast(shards));
        Config {
            dir: self.dir.clone(),
            part,
            matches: share(config.matches),
            live_match_bytes: share(config.live_match_bytes),
            record_cache_bytes: config.record_cache_bytes.div_ceil(shards),
            bounds: Bounds {
                quota_bytes: config.bounds.quota_bytes.map(|all| all.div_ceil(shards)),
                ..config.bounds
            },
            ..config.clone()
        }
    }

    /// The log of all shards.
    pub(crate) fn log(&self) -> SharedLog {
        Arc::new(self.log.clone())
    }

    pub(crate) const fn reading(&self) -> &Reading {
        &self.reading
    }

    pub(crate) const fn lists(&self) -> &Lists {
        &self.lists
    }

    /// Up to where all lists and statistics have read the log.
    pub fn read_to(&self) -> Position {
        let read = self.reading.checkpoints();
        let read = read.iter().map(Checkpoint::position);
        read.min().unwrap_or(Position::START)
    }

    /// Waits until all lists and statistics have come to a position.
    ///
    /// # Errors
    ///
    /// If they never will.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        for checkpoint in self.reading.checkpoints() {
            checkpoint.at_least(position).await?;
        }
        Ok(())
    }

    /// Resolves when a list or the statistics had to stop: the process should end, and will go on
    /// when it starts again.
    pub async fn failed(&self) {
        let mut failed = self.log.failed().subscribe();
        // It ends otherwise only if the log is gone, which `self` holds.
        let _ = failed.wait_for(|failed| *failed).await;
    }

    /// Stops following. The directory is free once every store that was opened on it is closed.
    pub fn close(&self) {
        self.stop();
        for follower in self.following.lock().drain(..) {
            // If it panicked, the panic was told already.
            let _ = follower.join();
        }
    }

    fn stop(&self) {
        self.closing.send_replace(true);
        self.log.close();
    }
}

impl fmt::Debug for Sharing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sharing")
            .field("read_to", &self.read_to())
            .finish_non_exhaustive()
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A configuration for what is kept of a log in a database: beside whatever else is in the
/// directory, for tables of another log must not be mistaken for its own.
pub(crate) fn beside(config: &Config, store_id: &str) -> Result<Config, StoreError> {
    let dir = config.dir.join("postgres").join(store_id);
    embedded::make_dir(&dir)?;
    Ok(Config {
        dir,
        ..config.clone()
    })
}
