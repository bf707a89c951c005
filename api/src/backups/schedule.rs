//! Backups at their time.

use std::{sync::Arc, time::Duration};

use store::{Store, Timekeeper};
use tokio::{sync::oneshot, task::JoinHandle};

use super::Backups;

/// How long after a backup that could not be made or restored the next is tried: a disk may have
/// room by then, and what was damaged in the folder is copied anew.
const AGAIN: Duration = Duration::from_secs(60 * 60);

/// What makes a backup whenever one is due, until it is stopped.
#[derive(Debug)]
pub(crate) struct Schedule {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

impl Schedule {
    /// Begins. The first one is due so long after the last one that there is.
    pub(crate) fn begin(
        backups: Arc<Backups>,
        store: Store,
        every: Duration,
        time: Timekeeper,
    ) -> Schedule {
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            tokio::select! {
                _ = stopped => {}
                () = make_all(&backups, &store, every, &time) => {}
            }
        });
        Schedule { stop, ended }
    }

    /// Stops. A backup that is being made ends early once the store is closed.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.ended.await;
    }
}

async fn make_all(backups: &Arc<Backups>, store: &Store, every: Duration, time: &Timekeeper) {
    let mut due = match backups.known().and_then(|known| known.made_at) {
        Some(made_at) => made_at.later(every),
        None => time.now(),
    };
    loop {
        time.reaches(due).await;
        let began = time.now();
        let made = backups.make(store).await;
        let wait = match made {
            Some(Ok(done)) if done.problem.is_none() => every,
            Some(_) | None => every.min(AGAIN),
        };
        due = began.later(wait);
    }
}
