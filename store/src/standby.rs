//! What a server keeps ready while another one writes: lists and statistics that follow the log, so
//! that it has them when its turn comes.

use std::{sync::Arc, thread::JoinHandle};

use store_log::{
    Config, Position, SharedLog, StoreError, embedded,
    log::{Log as _, wait_for},
};
use store_play::{InHand, Lists};
use store_postgres::{Following, Nodes};
use store_statistics::Statistics;
use tokio::sync::watch;

use crate::store::counted;

/// Lists and statistics that follow the log of another server.
#[derive(Debug)]
pub struct Standby {
    log: Following,
    lists: Lists,
    statistics: Statistics,
    closing: watch::Sender<bool>,
    // Taken once, by whoever closes it.
    following: Vec<JoinHandle<()>>,
}

impl Standby {
    /// Follows the log of a database, in the directory in which it will be taken.
    ///
    /// # Errors
    ///
    /// If the database does not answer, or the directory cannot be used.
    pub fn open(config: &Config, nodes: &Nodes) -> Result<Standby, StoreError> {
        let log = wait_for(nodes.follow())?;
        let config = beside(config, &nodes.store_id())?;
        let tables = embedded::tables_of(&config, *log.head().borrow())?;
        let shared: SharedLog = Arc::new(log.clone());
        let lists = Lists::open(&shared, &tables)?;
        let statistics = Statistics::open(&shared, &tables, &config)?;
        let (closing, said) = watch::channel(false);
        let mut following = lists.follow(&shared, &said)?;
        following.push(statistics.follow(InHand::default(), said)?);
        Ok(Standby {
            log,
            lists,
            statistics,
            closing,
            following,
        })
    }

    /// Waits until all lists and statistics have come to a position.
    ///
    /// # Errors
    ///
    /// If they never will.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        for checkpoint in counted(&self.lists, &self.statistics) {
            checkpoint.at_least(position).await?;
        }
        Ok(())
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

/// The same for what is kept of a log in a database: beside whatever else is in the directory, for
/// tables of another log must not be mistaken for its own.
pub(crate) fn beside(config: &Config, store_id: &str) -> Result<Config, StoreError> {
    let dir = config.dir.join("postgres").join(store_id);
    embedded::make_dir(&dir)?;
    Ok(Config {
        dir,
        ..config.clone()
    })
}
