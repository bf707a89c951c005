//! What a server keeps ready while another one writes: lists and statistics that follow the log, so
//! that they need not be built when its turn comes.

use std::{sync::Arc, thread::JoinHandle};

use store_log::{
    Config, Position, SharedLog, StoreError,
    checkpoint::Checkpoint,
    embedded,
    log::{Log as _, wait_for},
};
use store_postgres::{Following, Nodes};
use tokio::sync::watch;

use crate::reading::Reading;

/// Lists and statistics that follow the log of another server.
#[derive(Debug)]
pub struct Standby {
    log: Following,
    /// How far each list and count has read the log.
    read: Vec<Checkpoint>,
    closing: watch::Sender<bool>,
    // Drained by whoever closes it.
    following: Vec<JoinHandle<()>>,
}

impl Standby {
    /// Follows the log of a database, in the directory in which it will be taken.
    ///
    /// # Errors
    ///
    /// If the database does not answer, or the directory cannot be used.
    pub fn open(config: &Config, nodes: &Nodes) -> Result<Standby, StoreError> {
        let config = beside(config, &nodes.store_id())?;
        let log = wait_for(nodes.follow())?;
        let standby = Standby::on(&config, log.clone());
        // What looks how far the log has come would go on without anybody who follows.
        standby.inspect_err(|_| log.close())
    }

    fn on(config: &Config, log: Following) -> Result<Standby, StoreError> {
        // Tables may have read further than is known to be replicated yet: they wait for it.
        let tables = embedded::tables_of(config, Position::END)?;
        let shared: SharedLog = Arc::new(log.clone());
        let reading = Reading::open(&shared, &tables, config)?;
        let (closing, said) = watch::channel(false);
        let following = reading.follow(&shared, &said)?;
        Ok(Standby {
            log,
            read: reading.checkpoints(),
            closing,
            following,
        })
    }

    /// Up to where all lists and statistics have read the log.
    pub fn read_to(&self) -> Position {
        let read = self.read.iter().map(Checkpoint::position);
        read.min().unwrap_or(Position::START)
    }

    /// Waits until all lists and statistics have come to a position.
    ///
    /// # Errors
    ///
    /// If they never will.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        for checkpoint in &self.read {
            checkpoint.at_least(position).await?;
        }
        Ok(())
    }

    /// Resolves when a list or the statistics had to stop: it is to be opened again.
    pub async fn failed(&self) {
        let mut failed = self.log.failed().subscribe();
        // It ends otherwise only if the log is gone, which `self` holds.
        let _ = failed.wait_for(|failed| *failed).await;
    }

    /// Stops following. The directory is free then.
    pub fn close(mut self) {
        self.stop();
        for follower in self.following.drain(..) {
            // If it panicked, the panic was told already.
            let _ = follower.join();
        }
    }

    fn stop(&self) {
        self.closing.send_replace(true);
        self.log.close();
    }
}

impl Drop for Standby {
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
