//! What is live, opened and closed as a whole: the lists, the matches, and those who play.

use std::{mem, sync::Arc, thread};

use parking_lot::{Mutex, MutexGuard};
use store_log::{
    Config, Position, SharedLog, StoreError,
    checkpoint::Checkpoint,
    embedded::{Pauses, Tables},
    lines,
    log::wait_for,
    projection::ProjectionTable,
    step_aside_for_play,
};
use tokio::{
    runtime::{Handle, Runtime},
    sync::{mpsc, watch},
    task::JoinHandle,
};

use crate::{
    batches::{self, Batches, Counting},
    bots, by_itself,
    calls::Calls,
    in_hand::InHand,
    matches::Matches,
    players::{PlayerList, Players},
    projections::{lobby::Lobby, results::Results},
    tournaments::{self, Tournaments},
    tries::LimitedTries,
};

/// The lists of a log, before anything follows it.
#[derive(Clone, Debug)]
pub struct Lists {
    /// The lists of matches.
    pub of_matches: MatchLists,
    names: PlayerList,
}

/// The lists of matches alone: all that can be kept ready of a log that another server writes.
#[derive(Clone, Debug)]
pub struct MatchLists {
    /// The list of matches.
    pub lobby: Lobby,
    /// The list of finished matches.
    pub results: Results,
    /// The records of matches that only bots play here, until they are counted.
    pub in_hand: InHand,
}

/// Matches, players, batches and tournaments, and the threads that play.
#[derive(Clone, Debug)]
pub struct Play {
    /// The matches.
    pub matches: Matches,
    /// The batches of matches.
    pub batches: Batches,
    /// The tournaments.
    pub tournaments: Tournaments,
    /// The players.
    pub players: Players,
    handle: Handle,
    running: Arc<Mutex<Running>>,
}

/// What works by itself until the store is closed.
#[derive(Debug)]
struct Running {
    /// For what players wait for, and for what steps aside for it.
    runtimes: Vec<Runtime>,
    /// Clocks, bots beside players, bots among themselves, batches, and tournaments.
    playing: Vec<JoinHandle<()>>,
}

impl MatchLists {
    /// Opens the lists.
    ///
    /// # Errors
    ///
    /// If one cannot be read, or has read more of the log than there is.
    pub fn open(tables: &Tables) -> Result<MatchLists, StoreError> {
        Ok(MatchLists {
            lobby: Lobby(ProjectionTable::open(tables)?),
            results: Results(ProjectionTable::open(tables)?),
            in_hand: InHand::default(),
        })
    }

    /// How far they have read the log.
    pub fn checkpoints(&self) -> [&Checkpoint; 2] {
        [&self.lobby.0.checkpoint, &self.results.0.checkpoint]
    }

    /// Follows the log on threads of their own until `closing` is said.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub fn follow(
        &self,
        log: &SharedLog,
        closing: &watch::Receiver<bool>,
    ) -> Result<Vec<thread::JoinHandle<()>>, StoreError> {
        Ok(vec![
            self.lobby.0.follow(Arc::clone(log), closing.clone())?,
            self.results.0.follow(Arc::clone(log), closing.clone())?,
        ])
    }
}

impl Lists {
    /// These lists and that of players, of a log that is open.
    ///
    /// # Errors
    ///
    /// If the log cannot be read.
    pub fn of(of_matches: MatchLists, log: &SharedLog) -> Result<Lists, StoreError> {
        Ok(Lists {
            of_matches,
            names: wait_for(PlayerList::load(&**log))?,
        })
    }

    /// These lists, with a list of players of their own that goes on from there.
    #[must_use]
    pub fn with_own_players(&self) -> Lists {
        Lists {
            of_matches: self.of_matches.clone(),
            names: self.names.copied(),
        }
    }

    /// Waits until the list of players has read the log up to a position.
    ///
    /// # Errors
    ///
    /// If it never will.
    pub async fn players_at_least(&self, position: Position) -> Result<(), StoreError> {
        self.names.checkpoint.at_least(position).await
    }

    /// Has the list of players follow the log on a thread of its own until `closing` is said.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub fn follow_players(
        &self,
        log: &SharedLog,
        closing: &watch::Receiver<bool>,
    ) -> Result<thread::JoinHandle<()>, StoreError> {
        self.names.follow(Arc::clone(log), closing.clone())
    }
}

impl Play {
    /// Begins to play what the log holds: the matches in which bots owe decisions, and the
    /// batches and tournaments that have not ended.
    ///
    /// # Errors
    ///
    /// If the log cannot be read, or a thread cannot be started.
    pub fn begin(
        log: &SharedLog,
        (config, pauses, tries): (&Config, &Pauses, lines::Found),
        Lists { of_matches, names }: &Lists,
        (counting, archived): (Arc<dyn Counting>, &Checkpoint),
        closing: &watch::Receiver<bool>,
    ) -> Result<Play, StoreError> {
        let runtime = threads("store", || {})?;
        let aside = threads("aside", step_aside_for_play)?;
        let handle = runtime.handle().clone();
        let (bots, called) = Calls::new();
        let kept = (config, pauses.clone(), LimitedTries::of_lines(tries));
        let called_to = (bots, of_matches.in_hand.clone());
        let matches = Matches::new(Arc::clone(log), kept, handle.clone(), called_to);
        let timed = (handle.clone(), config.time.clone());
        let players = Players::new(Arc::clone(log), names.clone(), timed);
        let (to_run, waiting) = mpsc::unbounded_channel();
        let counted = (Arc::clone(&counting), archived.clone());
        let batches = (matches.clone(), config.bounds);
        let batches = Batches::open(Arc::clone(log), batches, counted, to_run)?;
        let (to_run, waiting_tournaments) = mpsc::unbounded_channel();
        let counted = (counting, config.bounds);
        let tournaments = Tournaments::open(Arc::clone(log), matches.clone(), counted, to_run)?;
        let play = |lobby, at_once, called| {
            bots::drive(matches.clone(), lobby, at_once, called, closing.clone())
        };
        let beside_players = bots::matches_at_once(config.queue);
        let beside_players = play(
            Some(of_matches.lobby.clone()),
            beside_players,
            called.beside_players,
        );
        let among_themselves = play(None, bots::matches_aside(config.queue), called.aside);
        let played = batches::drive(batches.clone(), waiting, closing.clone());
        let rounds = tournaments::drive(tournaments.clone(), waiting_tournaments, closing.clone());
        let playing = vec![
            runtime.spawn(by_itself::drive(matches.clone(), closing.clone())),
            runtime.spawn(beside_players),
            aside.spawn(among_themselves),
            aside.spawn(played),
            aside.spawn(rounds),
        ];
        Ok(Play {
            matches,
            batches,
            tournaments,
            players,
            handle,
            running: Arc::new(Mutex::new(Running {
                runtimes: vec![runtime, aside],
                playing,
            })),
        })
    }

    /// Waits until no bot plays any more; `closing` was sent before.
    pub async fn ended(&self) {
        let playing = mem::take(&mut self.running().playing);
        for played in playing {
            // If it panicked, the panic was told already.
            let _ = played.await;
        }
    }

    /// Does what takes long on a thread of its own.
    pub fn spawn_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        self.handle.spawn_blocking(work)
    }

    /// Lets go of the threads. Whatever is left is dropped.
    pub fn release(&self) {
        let runtimes = mem::take(&mut self.running().runtimes);
        runtimes.into_iter().for_each(Runtime::shutdown_background);
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock()
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
