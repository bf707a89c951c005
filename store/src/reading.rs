//! What is read of a log, whoever writes it: the lists of its matches, and what is counted of them.

use std::thread::JoinHandle;

use store_log::{Config, SharedLog, StoreError, checkpoint::Checkpoint, embedded::Tables};
use store_play::MatchLists;
use store_statistics::Statistics;
use tokio::sync::watch;

/// The lists of matches and the statistics of a log.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) lists: MatchLists,
    pub(crate) statistics: Statistics,
}

impl Reading {
    /// Opens the tables.
    pub(crate) fn open(
        log: &SharedLog,
        tables: &Tables,
        config: &Config,
    ) -> Result<Reading, StoreError> {
        Ok(Reading {
            lists: MatchLists::open(tables)?,
            statistics: Statistics::open(log, tables, config)?,
        })
    }

    /// Follows the log on threads of their own until `closing` is said.
    pub(crate) fn follow(
        &self,
        log: &SharedLog,
        closing: &watch::Receiver<bool>,
    ) -> Result<Vec<JoinHandle<()>>, StoreError> {
        let mut following = self.lists.follow(log, closing)?;
        let in_hand = self.lists.in_hand.clone();
        following.push(self.statistics.follow(in_hand, closing.clone())?);
        Ok(following)
    }

    /// How far every list and count has read the log.
    pub(crate) fn checkpoints(&self) -> Vec<Checkpoint> {
        let lists = self.lists.checkpoints().into_iter();
        let checkpoints = lists.chain([self.statistics.checkpoint()]);
        checkpoints.cloned().collect()
    }
}
