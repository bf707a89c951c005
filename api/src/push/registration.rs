//! What a player has registered, and how it goes.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use domain::{Seat, matches::PlayerId};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use store::{MatchId, Timestamp};
use tokio::sync::{Semaphore, watch};

use crate::wire::Problem;

/// How many pushes one player may have in progress: a slow receiver holds up only its own.
pub(crate) const AT_ONCE_OF_ONE: usize = 4;

/// A player's URL, and how it goes.
pub(crate) struct Registration {
    pub(crate) player: PlayerId,
    pub(crate) places: Arc<Semaphore>,
    pub(super) settings: watch::Sender<Settings>,
    pub(super) last_failure: Mutex<Option<Failure>>,
    delivered: AtomicU64,
}

/// What a player has set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// None once it was deleted: then nothing but the generation is kept, which never comes again.
    pub(crate) url: Option<String>,
    /// How often the secret was replaced.
    pub(crate) generation: u32,
    /// Until when the secret before this one signs, too.
    pub(crate) previous_until: Option<Timestamp>,
    /// Why nothing is sent, if it was switched off.
    pub(crate) off: Option<String>,
}

/// The last push that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) at: Timestamp,
    pub(crate) id: MatchId,
    pub(crate) seat: Seat,
    pub(crate) decision: u32,
    pub(crate) attempts: u32,
    pub(crate) reason: String,
    pub(crate) problem: Option<Arc<Problem>>,
    pub(crate) next_attempt_at: Option<Timestamp>,
}

impl Settings {
    /// Where to send, unless nothing is sent.
    pub(crate) fn target(&self) -> Option<&str> {
        self.url.as_deref().filter(|_| self.off.is_none())
    }
}

impl Registration {
    pub(super) fn new(player: PlayerId, settings: Settings) -> Registration {
        Registration {
            player,
            places: Arc::new(Semaphore::new(AT_ONCE_OF_ONE)),
            settings: watch::Sender::new(settings),
            last_failure: Mutex::default(),
            delivered: AtomicU64::new(0),
        }
    }

    /// What is set now.
    pub(crate) fn settings(&self) -> Settings {
        self.settings.borrow().clone()
    }

    /// Hears of every change of what is set.
    pub(crate) fn watch(&self) -> watch::Receiver<Settings> {
        self.settings.subscribe()
    }

    /// The last push that failed since it was registered or the server started.
    pub(crate) fn last_failure(&self) -> Option<Failure> {
        self.last_failure.lock().clone()
    }

    /// Notes a push that failed.
    pub(crate) fn failed(&self, failure: Failure) {
        *self.last_failure.lock() = Some(failure);
    }

    /// Notes a push that was delivered.
    pub(crate) fn succeeded(&self) {
        self.delivered.fetch_add(1, Ordering::Relaxed);
    }

    /// How many pushes were delivered since the server started.
    pub(crate) fn delivered(&self) -> u64 {
        self.delivered.load(Ordering::Relaxed)
    }
}
