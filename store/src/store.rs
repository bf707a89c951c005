//! The store as a whole: opened once, closed once.

use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::{
    runtime::Runtime,
    sync::{mpsc, watch},
};
use utoipa::ToSchema;

use crate::{
    aside::step_aside_for_play,
    batches::{self, Batches},
    bots::{self, Calls},
    bounds::Bounds,
    config::Config,
    embedded::{Embedded, Written, opening},
    error::StoreError,
    hash::Hash,
    id::Position,
    log::Log as _,
    matches::Matches,
    players::Players,
    projection::Table,
    projections::{lobby::Lobby, players::PlayerList, results::Results},
    reach::Reach,
    statistics::{Statistics, following::Facts},
};

/// An open store. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    /// Every match there is.
    pub matches: Matches,
    /// Every batch of matches.
    pub batches: Batches,
    /// Everyone who plays.
    pub players: Players,
    /// The list of matches.
    pub lobby: Lobby,
    /// The list of finished matches.
    pub results: Results,
    /// What is counted of finished matches.
    pub statistics: Statistics,
    bounds: Bounds,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    log: Arc<Embedded>,
    closing: watch::Sender<bool>,
    running: Mutex<Option<Running>>,
}

/// What works by itself while the store is open.
#[derive(Debug)]
struct Running {
    /// For what players wait for, and for what steps aside for it.
    runtimes: [Runtime; 2],
    /// Bots, and batches.
    playing: [tokio::task::JoinHandle<()>; 3],
    projections: Vec<std::thread::JoinHandle<()>>,
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
        let head = *log.head().borrow();
        let projections = opening::projections_dir(&config.dir);
        let lobby = Lobby(Table::open(&projections, head)?);
        let results = Results(Table::open(&projections, head)?);
        let names = PlayerList::load(&log)?;
        let facts = Facts::open(&projections, head, config.facts_chunk_rows)?;
        let facts = Arc::new(facts);
        let check_dir = config.dir.join("facts-check");
        let statistics = Statistics::new(Arc::clone(&facts), Arc::clone(&log), check_dir);
        log.keep_reserve();
        let closing = watch::Sender::new(false);
        let follow = [
            lobby.0.follow(Arc::clone(&log), closing.subscribe())?,
            results.0.follow(Arc::clone(&log), closing.subscribe())?,
            names.follow(Arc::clone(&log), closing.subscribe())?,
            facts.follow(Arc::clone(&log), closing.subscribe())?,
        ];
        let runtime = threads("store", || {})?;
        let aside = threads("aside", step_aside_for_play)?;
        let (bots, called) = Calls::new();
        let matches = Matches::new(Arc::clone(&log), config, runtime.handle().clone(), bots);
        let players = Players::new(Arc::clone(&log), names, runtime.handle().clone());
        let (to_run, waiting) = mpsc::unbounded_channel();
        let (log_of, counted) = (Arc::clone(&log), statistics.clone());
        let counted = (counted, config.bounds);
        let batches = Batches::open(log_of, matches.clone(), counted, to_run)?;
        let played = batches::drive(batches.clone(), waiting, closing.subscribe());
        let play = |lobby, at_once, called| {
            bots::drive(matches.clone(), lobby, at_once, called, closing.subscribe())
        };
        let beside_players = bots::matches_at_once(config.queue);
        let beside_players = play(Some(lobby.clone()), beside_players, called.beside_players);
        let among_themselves = play(None, bots::matches_aside(config.queue), called.aside);
        let playing = [
            runtime.spawn(beside_players),
            aside.spawn(among_themselves),
            aside.spawn(played),
        ];
        let running = Running {
            playing,
            runtimes: [runtime, aside],
            projections: follow.into(),
        };
        Ok(Store {
            matches,
            batches,
            players,
            lobby,
            results,
            statistics,
            bounds: config.bounds,
            inner: Arc::new(Inner {
                log,
                closing,
                running: Mutex::new(Some(running)),
            }),
        })
    }

    /// Ends everything in good order. What is asked afterwards fails. The directory
    /// is free once every clone of this store, and what it gave, is dropped.
    ///
    /// # Errors
    ///
    /// If the index cannot be flushed; nothing is lost then.
    pub async fn close(&self) -> Result<(), StoreError> {
        let Some(running) = self.inner.take_running() else {
            return Ok(());
        };
        self.inner.closing.send_replace(true);
        for played in running.playing {
            // If it panicked, the panic was told already.
            let _ = played.await;
        }
        let [runtime, aside] = running.runtimes;
        aside.shutdown_background();
        let log = Arc::clone(&self.inner.log);
        let end = runtime.spawn_blocking(move || {
            for projection in running.projections {
                let _ = projection.join();
            }
            log.close()
        });
        let ended = end.await;
        runtime.shutdown_background();
        ended.unwrap_or(Err(StoreError::Stopped))
    }

    /// Whether the disk is so full that nothing is written. All can be read.
    pub fn is_full(&self) -> bool {
        self.inner.log.is_full()
    }

    /// What one player, and what all together, may take.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How many commits the log holds.
    pub fn commits(&self) -> u64 {
        self.inner.log.commits()
    }

    /// Waits until the log has grown to a position.
    ///
    /// # Errors
    ///
    /// If the store is closed before.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        let mut head = self.inner.log.head();
        let reached = head.wait_for(|head| *head >= position).await;
        reached.map_err(|_| StoreError::Stopped).map(|_| ())
    }

    /// Where the log ends.
    pub fn integrity(&self) -> Head {
        let Written { position, hash } = self.inner.log.written();
        Head { position, hash }
    }

    /// Whether it writes, and its lists follow near the end of the log.
    pub fn is_ready(&self) -> bool {
        const NEAR: u64 = 1_000;
        let follows = |reach: &Reach| {
            !reach.has_stopped() && self.inner.log.commits_after(reach.position()) <= NEAR
        };
        let failed = *self.inner.log.failed().borrow();
        !failed && follows(&self.lobby.0.reach) && follows(&self.results.0.reach)
    }

    /// Resolves when the store had to stop writing, or a list to follow: the process
    /// should end, and will find everything that was acknowledged when it starts
    /// again.
    pub async fn failed(&self) {
        let mut failed = self.inner.log.failed();
        // It ends otherwise only if the log is gone, which `self` holds.
        let _ = failed.wait_for(|failed| *failed).await;
    }

    /// The key that tokens are derived with. Never leaves the server.
    pub fn secret(&self) -> &[u8; 32] {
        self.inner.log.secret()
    }
}

impl Inner {
    fn take_running(&self) -> Option<Running> {
        let running = self.running.lock();
        running.unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.closing.send_replace(true);
        if let Some(running) = self.take_running() {
            for runtime in running.runtimes {
                runtime.shutdown_background();
            }
        }
    }
}

/// Threads of the store, each of which begins with something.
fn threads(name: &str, begin: fn()) -> Result<Runtime, StoreError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name(name)
        .on_thread_start(begin)
        .enable_time()
        .build();
    runtime.map_err(StoreError::io("start threads"))
}
