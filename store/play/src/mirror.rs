//! Matches that other servers play on the same database, as this one reads them: whoever follows one
//! here hears of what is written there.

use std::{sync::Arc, thread};

use domain::matches::MatchEvent;
use store_log::{
    StoreError, StreamId,
    checkpoint::Checkpoint,
    id::MatchId,
    log::{SharedLog, each},
    record::{Commit, Line},
};
use tokio::sync::watch;

use crate::{matches::Matches, sitting::SatDown};

impl Matches {
    /// Follows the log of all shards on a thread of its own until `closing` is said.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub fn mirror(
        &self,
        log: &SharedLog,
        closing: watch::Receiver<bool>,
    ) -> Result<thread::JoinHandle<()>, StoreError> {
        let (matches, read) = (self.clone(), Arc::clone(log));
        let checkpoint = Checkpoint::new(*log.head().borrow());
        let after = checkpoint.position();
        let run = async move { each(&*read, after, closing, |line| matches.hear(line)).await };
        checkpoint.follow("mirror", Arc::clone(log), run)
    }

    fn hear(&self, line: Line) {
        let StreamId::Match(id) = line.stream else {
            return;
        };
        let is_awaited = self.0.sitting.receiver_count() > 0 || self.0.slots.known(id).is_some();
        if self.has(id) || !is_awaited {
            return;
        }
        match line.decode() {
            Ok(commit) => self.show(id, Arc::new(commit)),
            // Whoever reads the match is told.
            Err(error) => tracing::error!(%id, %error, "a commit of another server cannot be read"),
        }
    }

    fn show(&self, id: MatchId, commit: Arc<Commit<MatchEvent>>) {
        for sat in commit.events.iter().filter_map(|it| SatDown::by(id, it)) {
            // Mostly nobody listens.
            let _ = self.0.sitting.send(sat);
        }
        let Some(slot) = self.0.slots.known(id) else {
            return;
        };
        let tip = slot.now().map(|now| now.tip);
        if tip.is_some_and(|tip| tip == commit.line.after) {
            slot.publish(&[commit]);
        } else if tip.is_none_or(|tip| tip.version < commit.line.tip().version) {
            // It is read while others may be reading it, as it was before.
            let matches = self.clone();
            self.0
                .runtime
                .spawn(async move { matches.reread(&slot).await });
        }
    }
}
