//! A database with one standby, as PostgreSQL behaves: what waits for the standby is shown to
//! everybody once its wait is cut short, and a fail-over takes it back. A server that is replaced
//! may go on answering for a while, and nothing it writes is confirmed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use parking_lot::Mutex;
use store_log::Shard;
use tokio::{
    sync::{Notify, OwnedMutexGuard},
    time::sleep,
};

use super::{SHARDS, table::Table};
use crate::session::{Answer, Database, Failure};

/// The rules by which an outcome is known. Each can be taken out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The barrier is a commit, not a look at the row.
    pub(super) barrier: bool,
    /// A warning is heard.
    pub(super) warning: bool,
    /// Nobody reads beyond the head.
    pub(super) head: bool,
    /// Whoever takes the shard raises its epoch,
    pub(super) epoch: bool,
    /// each time by a number that is drawn.
    pub(super) drawn: bool,
    /// Whoever does not have the shard reads up to the mark, and not to where it ends.
    pub(super) mark: bool,
    /// That another has the shard is believed once a commit is confirmed.
    pub(super) confirm: bool,
    /// Nothing is promised away that is not replicated,
    pub(super) replicated: bool,
    /// and whoever takes a shard writes behind the end of every shard.
    pub(super) behind: bool,
}

/// A database; clones are the same.
#[derive(Clone, Debug)]
pub(super) struct Simulated(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    rules: Rules,
    state: Mutex<State>,
    /// Told whenever a wait may be over: in the order in which they began.
    changed: Notify,
}

#[derive(Debug)]
struct State {
    random: u64,
    /// Counts crashes and fail-overs: connections to an earlier server are dead.
    server: u32,
    /// The tables after each commit.
    commits: Vec<Arc<Table>>,
    /// So many of the commits anybody is shown,
    shown: usize,
    /// and so many the standby has.
    replicated: usize,
    standby_answers: bool,
    /// How the wait of whoever waits is cut short.
    cut: Option<Cut>,
    /// The locks of the shards' rows.
    rows: Vec<Arc<tokio::sync::Mutex<()>>>,
    /// The server that was replaced and does not know it, and what it shows.
    replaced: Option<(u32, Arc<Table>)>,
}

#[derive(Clone, Copy, Debug)]
enum Cut {
    /// The statement is cancelled, and its answer comes with a warning.
    Cancelled,
    /// The connection is terminated.
    Terminated,
}

/// A connection.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) database: Simulated,
    server: u32,
    pub(super) warned: Arc<AtomicBool>,
    pub(super) closed: Arc<AtomicBool>,
}

impl Simulated {
    pub(super) fn new(rules: Rules, seed: u64) -> Simulated {
        let state = State {
            random: seed,
            server: 0,
            commits: vec![Arc::new(Table::new())],
            shown: 1,
            replicated: 1,
            standby_answers: true,
            cut: None,
            rows: rows(),
            replaced: None,
        };
        Simulated(Arc::new(Inner {
            rules,
            state: Mutex::new(state),
            changed: Notify::new(),
        }))
    }

    pub(super) fn rules(&self) -> Rules {
        self.0.rules
    }

    /// A number below `end`, by `SplitMix64`.
    pub(super) fn random(&self, end: u64) -> u64 {
        let mut state = self.0.state.lock();
        state.random = state.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state.random ^ (state.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    pub(super) async fn pause(&self, most: u64) {
        sleep(Duration::from_millis(1 + self.random(most))).await;
    }

    /// A message is on its way: now and then for longer than anybody waits.
    async fn travel(&self) {
        let most = if self.random(16) == 0 { 400 } else { 3 };
        self.pause(most).await;
    }

    /// The standby keeps up, as long as it answers.
    pub(super) async fn replicate(self) {
        loop {
            self.pause(4).await;
            self.change(|state| {
                if state.standby_answers {
                    state.replicated = state.commits.len();
                }
            });
        }
    }

    /// What can go wrong goes wrong.
    pub(super) async fn trouble(self) {
        loop {
            self.pause(60).await;
            let kind = self.random(8);
            self.change(|state| match kind {
                0..3 => state.standby_answers = false,
                3 | 4 => state.standby_answers = true,
                5 => state.cut = Some(Cut::Cancelled),
                6 => state.cut = Some(Cut::Terminated),
                _ => state.crash(),
            });
            if self.random(8) == 0 {
                let goes_on = self.random(2) == 0;
                self.change(|state| state.fail_over(goes_on));
            }
        }
    }

    /// The standby is the server from now on, and no other answers.
    pub(super) fn fail_over(&self) {
        self.change(|state| state.fail_over(false));
    }

    /// What anybody is shown.
    pub(super) fn shown(&self) -> Arc<Table> {
        let state = self.0.state.lock();
        Arc::clone(&state.commits[state.shown - 1])
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.state.lock());
        self.0.changed.notify_waiters();
    }
}

impl State {
    /// The standby is the server from now on. The one before may go on.
    fn fail_over(&mut self, goes_on: bool) {
        let shown = Arc::clone(&self.commits[self.shown - 1]);
        self.replaced = goes_on.then_some((self.server, shown));
        self.commits.truncate(self.replicated);
        self.crash();
        self.standby_answers = true;
    }

    /// What a server shows, if it answers.
    fn shown_by(&self, server: u32) -> Option<Arc<Table>> {
        match &self.replaced {
            _ if server == self.server => Some(Arc::clone(&self.commits[self.shown - 1])),
            Some((replaced, shown)) if server == *replaced => Some(Arc::clone(shown)),
            Some(_) | None => None,
        }
    }

    /// The server starts again, with all that it had written.
    fn crash(&mut self) {
        self.server += 1;
        self.shown = self.commits.len();
        self.cut = None;
        self.rows = rows();
    }
}

impl Database for Simulated {
    type Session = Connection;

    async fn open(&self) -> Answer<Connection> {
        self.travel().await;
        let finds_replaced = self.random(2) == 0;
        let (server, replaced) = {
            let state = self.0.state.lock();
            (state.server, state.replaced.as_ref().map(|it| it.0))
        };
        Ok(Connection {
            server: replaced.filter(|_| finds_replaced).unwrap_or(server),
            database: self.clone(),
            warned: Arc::default(),
            closed: Arc::default(),
        })
    }
}

impl Connection {
    /// Asks what anybody is shown.
    pub(super) async fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> Answer<T> {
        self.database.travel().await;
        let found = look(&*self.shown()?);
        self.database.travel().await;
        Ok(found)
    }

    /// Has the server change its tables, which it does whether or not anybody waits for the
    /// answer, by what they are and what is shown of them. None if nothing is to be changed.
    pub(super) async fn commit(
        &self,
        shard: Shard,
        change: impl FnOnce(&Table, &Table) -> Option<Table> + Send + 'static,
    ) -> Answer<Option<Arc<Table>>> {
        self.ask(shard, true, change).await
    }

    /// The same, and nobody waits for the standby.
    pub(super) async fn hasten(
        &self,
        shard: Shard,
        change: impl FnOnce(&Table, &Table) -> Option<Table> + Send + 'static,
    ) -> Answer<Option<Arc<Table>>> {
        self.ask(shard, false, change).await
    }

    async fn ask(
        &self,
        shard: Shard,
        waits: bool,
        change: impl FnOnce(&Table, &Table) -> Option<Table> + Send + 'static,
    ) -> Answer<Option<Arc<Table>>> {
        let connection = self.clone();
        let served = tokio::spawn(async move {
            connection.database.travel().await;
            let answer = connection.serve(shard, waits, change).await;
            connection.database.travel().await;
            answer
        });
        served.await.unwrap()
    }

    async fn serve(
        &self,
        shard: Shard,
        waits: bool,
        change: impl FnOnce(&Table, &Table) -> Option<Table>,
    ) -> Answer<Option<Arc<Table>>> {
        let row = match self.row(shard) {
            Some(row) => Some(row.lock_owned().await),
            None => None,
        };
        let (shown, newest) = (self.shown()?, self.newest());
        let newest = newest.unwrap_or_else(|| Arc::clone(&shown));
        let Some(changed) = change(&newest, &shown).map(Arc::new) else {
            return Ok(None);
        };
        // It may have been replaced while another had the row.
        let Some(row) = row.filter(|_| self.row(shard).is_some()) else {
            return self.wait_in_vain().await;
        };
        let mut place = 0;
        self.database.change(|state| {
            state.commits.push(Arc::clone(&changed));
            state.cut = None;
            place = state.commits.len();
            if !waits {
                state.shown = place;
            }
        });
        if waits {
            self.wait_for_standby(place, row).await?;
        }
        Ok(Some(changed))
    }

    /// Waits until the standby has so many commits, or the wait is cut short. Either way the
    /// commit is shown from then on.
    async fn wait_for_standby(&self, place: usize, row: OwnedMutexGuard<()>) -> Answer<()> {
        loop {
            let changed = self.database.0.changed.notified();
            self.is_alive()?;
            let (newest, replicated, cut) = {
                let state = self.database.0.state.lock();
                (state.server, state.replicated, state.cut)
            };
            if newest != self.server {
                return self.wait_in_vain().await;
            }
            if replicated >= place || cut.is_some() {
                self.database
                    .change(|state| state.shown = place.max(state.shown));
                drop(row);
                return self.told(cut.filter(|_| replicated < place));
            }
            changed.await;
        }
    }

    /// The tables with what waits for the standby, unless the server was replaced.
    fn newest(&self) -> Option<Arc<Table>> {
        let state = self.database.0.state.lock();
        let newest = state.commits.last().filter(|_| state.server == self.server);
        newest.cloned()
    }

    /// The lock of a shard's row, unless the server was replaced.
    fn row(&self, shard: Shard) -> Option<Arc<tokio::sync::Mutex<()>>> {
        let state = self.database.0.state.lock();
        (state.server == self.server).then(|| Arc::clone(&state.rows[usize::from(shard.number())]))
    }

    /// No standby follows a server that was replaced.
    async fn wait_in_vain<T>(&self) -> Answer<T> {
        loop {
            let changed = self.database.0.changed.notified();
            self.is_alive()?;
            changed.await;
        }
    }

    fn told(&self, cut: Option<Cut>) -> Answer<()> {
        match cut {
            None => Ok(()),
            Some(Cut::Cancelled) => {
                self.warned.store(true, Ordering::SeqCst);
                Ok(())
            }
            Some(Cut::Terminated) => {
                self.closed.store(true, Ordering::SeqCst);
                Err(gone())
            }
        }
    }

    fn is_alive(&self) -> Answer<()> {
        self.shown().map(|_| ())
    }

    /// What its server shows.
    fn shown(&self) -> Answer<Arc<Table>> {
        let shown = self.database.0.state.lock().shown_by(self.server);
        self.closed.fetch_or(shown.is_none(), Ordering::SeqCst);
        match self.closed.load(Ordering::SeqCst) {
            true => Err(gone()),
            false => shown.ok_or_else(gone),
        }
    }
}

fn rows() -> Vec<Arc<tokio::sync::Mutex<()>>> {
    (0..SHARDS).map(|_| Arc::default()).collect()
}

fn gone() -> Failure {
    Failure {
        is_full: false,
        why: "the connection is closed".to_owned(),
    }
}
