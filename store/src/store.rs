//! The store as a whole: opened once, closed once.

use std::{sync::Arc, thread::JoinHandle};

use domain::matches::Terms;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use store_log::{
    Bounds, Config, Hash, Position, StoreError,
    checkpoint::Checkpoint,
    embedded::{Embedded, Written},
    id::{Part, Shard, StreamId},
    lines,
    log::{Log, wait_for},
    projection::Page,
};
use store_play::{
    Batches, Lists, Lobby, MatchLists, Matches, Play, Players, ResultRow, Results, ResultsFilter,
    Tournaments, batches::Counting,
};
use store_statistics::Statistics;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::{
    archiving::Archiving, catalogue::Catalogue, compacting::Compacting, comparing, engine::Engine,
    reading::Reading, sharing::Sharing,
};

/// An open store. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    /// The matches.
    pub matches: Matches,
    /// The batches of matches.
    pub batches: Batches,
    /// The tournaments.
    pub tournaments: Tournaments,
    /// The players.
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
    engine: Engine,
    part: Part,
    /// Up to where every match that has ended was moved to the archive.
    archived: Checkpoint,
    /// Which files of records there are.
    catalogue: Catalogue,
    closing: watch::Sender<bool>,
    lists: MatchLists,
    play: Play,
    /// The followers of the log, until the store is closed.
    // Taken once, by whoever closes first.
    following: Mutex<Option<Vec<JoinHandle<()>>>>,
}

/// The end of the log, published so that a missing tail can be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Head {
    /// The last position of the log.
    pub position: Position,
    /// The hash over all groups of commits written so far.
    pub hash: Hash,
}

impl Store {
    /// Opens the store in a directory or on a database, or makes one there.
    ///
    /// # Errors
    ///
    /// Why it cannot be, and what to do.
    pub fn open(config: &Config) -> Result<Store, StoreError> {
        let (engine, config) = Engine::open(config)?;
        let shared = engine.shared();
        let reading = Reading::open(&shared, &engine.tables()?, &config)?;
        let lists = Lists::of(reading.lists.clone(), &shared)?;
        let closing = watch::Sender::new(false);
        let mut following = reading.follow(&shared, &closing.subscribe())?;
        following.push(lists.follow_players(&shared, &closing.subscribe())?);
        let read = (reading, lists);
        Store::begin(&engine, &config, read, (closing, following))
    }

    /// Takes a shard of a database that is shared with other servers, if nobody has it.
    ///
    /// # Errors
    ///
    /// Why it cannot be taken; [`StoreError::NotOurTurn`] if another has it.
    pub fn take(config: &Config, sharing: &Sharing) -> Result<Store, StoreError> {
        let all = sharing.log();
        let engine = Engine::take(config, &all)?;
        let (own, closing) = (engine.own(), watch::Sender::new(false));
        let (mut lists, mut following) = (sharing.lists().clone(), Vec::new());
        if config.part.has_plans() {
            // Whoever is written here is known at once.
            lists = lists.with_own_players();
            following.push(lists.follow_players(&own, &closing.subscribe())?);
            wait_for(lists.players_at_least(*own.head().borrow()))?;
        }
        let read = (sharing.reading().clone(), lists);
        let store = Store::begin(&engine, config, read, (closing, following))?;
        if !config.part.shards.is_one() {
            let said = store.inner.closing.subscribe();
            store.inner.follow(store.matches.mirror(&all, said)?);
        }
        Ok(store)
    }

    /// Begins to play, once what is read of the log is followed.
    fn begin(
        engine: &Engine,
        config: &Config,
        (reading, lists): (Reading, Lists),
        (closing, mut following): (watch::Sender<bool>, Vec<JoinHandle<()>>),
    ) -> Result<Store, StoreError> {
        let (shared, said) = (engine.shared(), closing.subscribe());
        let statistics = reading.statistics.clone();
        let (listed, end) = (engine.lines(lines::RECORDS)?, engine.may_be_listed_to());
        let catalogue = Catalogue::open(listed, end, config.time.clone())?;
        let archived = Checkpoint::new(engine.archived_to()?);
        let counted = reading.checkpoints();
        if let Some(log) = engine.embedded()
            && !counted.iter().any(Checkpoint::is_opening)
        {
            log.keep_reserve();
        }
        if let Some(log) = engine.embedded() {
            let compacting = Compacting {
                log: Arc::clone(log),
                counted: counted.clone(),
                moved: archived.moves(),
                clears: config.clear_journal,
            };
            following.push(compacting.follow(said.clone())?);
        }
        let archiving = Archiving {
            engine: engine.clone(),
            counted,
            moved: archived.clone(),
        };
        following.push(archiving.follow(said.clone())?);
        let counting: Arc<dyn Counting> = Arc::new(statistics.clone());
        let holds_back = engine.holds_back(&archived);
        let behind = (counting, &holds_back);
        let kept = (config, engine.pauses(), engine.lines(lines::TRIES)?);
        let play = Play::begin(&shared, kept, &lists, behind, &said)?;
        // Statistics are those of all shards, and are compared once.
        if config.compare_matches > 0 && config.part.has_plans() {
            let (time, matches) = (config.time.clone(), config.compare_matches);
            following.push(comparing::follow(statistics.clone(), time, matches, said)?);
        }
        Ok(Store {
            matches: play.matches.clone(),
            batches: play.batches.clone(),
            tournaments: play.tournaments.clone(),
            players: play.players.clone(),
            lobby: reading.lists.lobby.clone(),
            results: reading.lists.results.clone(),
            statistics,
            bounds: config.bounds,
            inner: Arc::new(Inner {
                engine: engine.clone(),
                part: config.part,
                archived,
                catalogue,
                closing,
                lists: reading.lists,
                play,
                following: Mutex::new(Some(following)),
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
        let Some(following) = self.inner.take_following() else {
            return Ok(());
        };
        self.inner.closing.send_replace(true);
        self.inner.play.ended().await;
        let engine = self.inner.engine.clone();
        engine.stop_waiting();
        let end = self.inner.play.spawn_blocking(move || {
            for follower in following {
                // If it panicked, the panic was told already.
                let _ = follower.join();
            }
            engine.close()
        });
        let ended = end.await;
        self.inner.play.release();
        ended.unwrap_or(Err(StoreError::Stopped))
    }

    /// At most `limit` results, the latest first, after a page's `next`; none of a closed deal before
    /// its batch or tournament has ended.
    ///
    /// # Errors
    ///
    /// If the list cannot be read.
    pub fn finished(
        &self,
        filter: &ResultsFilter,
        after: Option<Position>,
        limit: usize,
    ) -> Result<Page<ResultRow>, StoreError> {
        let runs = |plan: &str| self.has_ended(plan) == Some(false);
        self.results.list(filter, runs, after, limit)
    }

    /// Whether strangers may not see a match of these terms: its deal may still be played again.
    pub fn hides(&self, terms: &Terms) -> bool {
        terms.settings.deal_closed && self.is_told(terms) == Some(false)
    }

    /// Whether nothing of a match of these terms is secret once it is over.
    pub fn tells(&self, terms: &Terms) -> bool {
        !terms.settings.deal_closed || self.is_told(terms) == Some(true)
    }

    /// Whether anybody may see all of a match of these terms once it is over.
    pub fn shows_all(&self, terms: &Terms) -> bool {
        !terms.private && self.tells(terms)
    }

    /// Whether the batch or tournament that a match is of has ended, if that is here.
    fn is_told(&self, terms: &Terms) -> Option<bool> {
        let plan = terms.batch.as_ref().or(terms.settings.tournament.as_ref());
        self.has_ended(plan?)
    }

    /// The batches and tournaments that run with closed deals, by their ids: statistics of them
    /// would tell of deals that are still played.
    pub fn still_closed(&self) -> Vec<String> {
        let batches = self.batches.still_closed().into_iter();
        let tournaments = self.tournaments.still_closed().into_iter();
        let tournaments = tournaments.map(|id| id.to_string());
        batches
            .map(|id| id.to_string())
            .chain(tournaments)
            .collect()
    }

    /// Whether a batch or tournament has ended, if it is here.
    pub(crate) fn has_ended(&self, plan: &str) -> Option<bool> {
        match plan.parse().ok()? {
            StreamId::Batch(id) => self.batches.get(id).map(|it| it.is_told()),
            StreamId::Tournament(id) => self.tournaments.get(id).map(|it| it.is_told()),
            StreamId::Match(_) | StreamId::Player(_) => None,
        }
    }

    /// Whether the disk is so full that nothing is written. All can be read.
    pub fn is_full(&self) -> bool {
        self.inner.engine.is_full()
    }

    /// What one player, and what all together, may take.
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How many commits the log holds.
    pub fn commits(&self) -> u64 {
        self.inner.engine.commits_after(Position::START)
    }

    /// Up to where every match that has ended was moved to the archive.
    pub fn archived_to(&self) -> Position {
        self.inner.archived.position()
    }

    /// How many commits were not yet looked at for matches to move to the archive.
    pub fn archive_lag(&self) -> u64 {
        self.inner.engine.commits_after(self.archived_to())
    }

    /// Waits until every match that ended up to a position was moved to the archive.
    ///
    /// # Errors
    ///
    /// If they never will be before the next start.
    pub async fn archived(&self, position: Position) -> Result<(), StoreError> {
        self.inner.archived.at_least(position).await
    }

    /// The bytes on the disk by part: the folders of the journal, the index, the archive and
    /// the projections. One that is not there has none.
    pub fn bytes_by_part(&self) -> [(&'static str, u64); 4] {
        self.inner.engine.bytes_by_part()
    }

    /// Waits until the log has grown to a position.
    ///
    /// # Errors
    ///
    /// If the store is closed before.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        let (mut own, mut all) = (self.log().head(), self.inner.engine.all().head());
        // Of what another server writes nothing is here that could come later.
        let reached = tokio::select! {
            reached = own.wait_for(|head| *head >= position) => reached.is_ok(),
            reached = all.wait_for(|head| *head >= position) => reached.is_ok(),
        };
        reached.then_some(()).ok_or(StoreError::Stopped)
    }

    /// Where the log ends.
    pub fn integrity(&self) -> Head {
        let Written { position, hash } = self.inner.engine.written();
        Head { position, hash }
    }

    /// The shard that is written here.
    pub fn shard(&self) -> Shard {
        self.inner.part.shard
    }

    /// Whether players, batches and tournaments are written here, and not only read.
    pub fn has_plans(&self) -> bool {
        self.inner.part.has_plans()
    }

    /// Whether nobody else can have written what is not known here: a database may be shared with
    /// servers that take over from one another.
    pub fn is_current(&self) -> bool {
        self.log().is_current()
    }

    /// Whether it writes, and its lists follow near the end of the log.
    pub fn is_ready(&self) -> bool {
        // Followers write up to 512 commits at a time: two pages behind is as near as it gets.
        const NEAR: u64 = 1_000;
        let follows = |checkpoint: &Checkpoint| {
            !checkpoint.has_stopped()
                && !checkpoint.is_opening()
                && self.inner.engine.commits_after(checkpoint.position()) <= NEAR
        };
        let failed = *self.log().failed().borrow();
        !failed && self.inner.lists.checkpoints().into_iter().all(follows)
    }

    /// Waits until the lists of matches can be read.
    ///
    /// # Errors
    ///
    /// If they never will be before the next start.
    pub async fn opened(&self) -> Result<(), StoreError> {
        for checkpoint in self.inner.lists.checkpoints() {
            checkpoint.at_least(Position::START).await?;
        }
        Ok(())
    }

    /// Resolves when the store had to stop writing, or a list to follow: the process
    /// should end, and will find everything that was acknowledged when it starts
    /// again.
    pub async fn failed(&self) {
        let mut failed = self.log().failed().subscribe();
        // It ends otherwise only if the log is gone, which `self` holds.
        let _ = failed.wait_for(|failed| *failed).await;
    }

    /// The log, wherever it is.
    pub(crate) fn log(&self) -> &dyn Log {
        self.inner.engine.log()
    }

    /// The log, as it stands on the disk; none if it is in a database.
    pub(crate) fn log_on_disk(&self) -> Option<&Embedded> {
        self.inner.engine.embedded().map(|log| &**log)
    }

    /// Which files of records there are.
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.inner.catalogue
    }

    /// Whether the store is being closed.
    pub(crate) fn is_closing(&self) -> bool {
        *self.inner.closing.borrow()
    }

    /// The lines under a name, and those that are there: in a file of the directory, or in the
    /// database for whoever has the log next.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn lines(&self, name: &'static str) -> Result<lines::Found, StoreError> {
        self.inner.engine.lines(name)
    }

    /// The key that tokens are derived with. Never leaves the server.
    pub fn secret(&self) -> &[u8; 32] {
        self.inner.engine.secret()
    }
}

impl Inner {
    fn follow(&self, follower: JoinHandle<()>) {
        if let Some(following) = &mut *self.following.lock() {
            following.push(follower);
        }
    }

    fn take_following(&self) -> Option<Vec<JoinHandle<()>>> {
        self.following.lock().take()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.closing.send_replace(true);
        self.play.release();
    }
}
