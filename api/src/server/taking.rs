//! Shards that nobody has are taken, and given up where another server has fewer.

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use actix_web::web;
use store::{Part, Shard, Sharing, Store, StoreError, lines};
use tokio::{
    sync::mpsc,
    task::{JoinSet, spawn_blocking},
    time::sleep,
};

use super::{opening, own_shards::OwnShard, routed::Here, service};
use crate::{
    backups::Backups,
    config::Config,
    delivery::Deliveries,
    http::app::{App, Common},
    push::Push,
};

/// How often it is looked who has which shard.
const LOOK: Duration = Duration::from_millis(500);
/// A shard that nobody has for so long is taken, whoever has how many.
const LATE: Duration = Duration::from_secs(2);
/// So long a shard that was given up is left to others.
const LEFT: Duration = Duration::from_secs(10);
/// So long no second shard is asked for, or given up.
const PAUSE: Duration = Duration::from_secs(5);

/// Takes shards for a server.
pub(super) struct Taking {
    config: Config,
    common: Common,
    sharing: Arc<Sharing>,
    here: web::Data<Here>,
    /// Since when nobody has them.
    free: BTreeMap<Shard, Instant>,
    /// When they were given up.
    given: BTreeMap<Shard, Instant>,
    moved: Option<Instant>,
    /// Waits for each of its own until it is lost.
    lost: JoinSet<Option<Shard>>,
}

impl Taking {
    pub(super) fn new(
        config: Config,
        common: Common,
        sharing: Arc<Sharing>,
        here: web::Data<Here>,
    ) -> Taking {
        Taking {
            config,
            common,
            sharing,
            here,
            free: BTreeMap::new(),
            given: BTreeMap::new(),
            moved: None,
            lost: JoinSet::new(),
        }
    }

    /// Takes shards and gives them up, as long as it is waited for.
    pub(super) async fn run(
        &mut self,
        mut asked_for: mpsc::UnboundedReceiver<Shard>,
    ) -> Infallible {
        loop {
            self.look().await;
            tokio::select! {
                () = sleep(LOOK) => {}
                Some(shard) = asked_for.recv() => self.give(shard).await,
                Some(lost) = self.lost.join_next() => {
                    // If it panicked, the panic was told already.
                    if let Ok(Some(shard)) = lost {
                        tracing::warn!(%shard, "the shard is lost");
                        self.here.own.let_go(shard).await;
                    }
                }
            }
        }
    }

    /// Lets go of all it has.
    pub(super) async fn end(&mut self) {
        self.lost.shutdown().await;
        for shard in self.here.own.all() {
            self.here.own.let_go(shard).await;
        }
    }

    async fn look(&mut self) {
        self.here.forwarder.forget();
        let Some(owners) = self.here.forwarder.owners().await else {
            return;
        };
        let own = self.here.forwarder.own.clone();
        for (shard, owner) in self.here.shards.all().zip(&*owners) {
            let is_others = owner.as_ref().is_some_and(|owner| *owner != own);
            if is_others || self.here.own.get(shard).is_some() {
                self.free.remove(&shard);
            } else if self.may_take(shard, &owners) {
                self.take(shard).await;
            }
        }
        self.ask(&owners).await;
    }

    /// Whether it is this server's turn to take a shard that nobody has.
    fn may_take(&mut self, shard: Shard, owners: &[Option<String>]) -> bool {
        let now = Instant::now();
        let since = *self.free.entry(shard).or_insert(now);
        if self.given.get(&shard).is_some_and(|at| at.elapsed() < LEFT) {
            return false;
        }
        let mut servers: BTreeSet<&str> = owners.iter().flatten().map(|it| &**it).collect();
        servers.insert(&self.here.forwarder.own);
        let share = owners.len().div_ceil(servers.len());
        self.here.own.all().len() < share || since.elapsed() >= LATE
    }

    async fn take(&mut self, shard: Shard) {
        match self.open(shard).await {
            Ok(own) => {
                tracing::info!(%shard, "the shard is this server's now");
                self.free.remove(&shard);
                let own = Arc::new(own);
                self.here.own.add(shard, Arc::clone(&own));
                self.lost
                    .spawn(async move { own.failed().await.then_some(shard) });
            }
            Err(StoreError::NotOurTurn) => {}
            Err(error) => {
                let error = store::with_causes(&error);
                tracing::warn!(error, %shard, "the shard could not be taken: it is tried again");
            }
        }
    }

    async fn open(&self, shard: Shard) -> Result<OwnShard, StoreError> {
        let shards = self.here.shards;
        let part = Part { shards, shard };
        let (sharing, config) = (Arc::clone(&self.sharing), self.config.clone());
        let opened = spawn_blocking(move || {
            let opening = sharing.part(&opening(&config), part);
            let store = Store::take(&opening, &sharing)?;
            let push = Push::new(&config.push, store.lines(lines::PUSH)?, *store.secret());
            let backups = Backups::new(&config.backups, opening);
            Ok::<_, StoreError>((store, (push, backups)))
        });
        let (store, beside) = opened.await.unwrap_or(Err(StoreError::Panicked))?;
        let common = (self.common.clone(), service::contract());
        let app = App::new(store, beside, &self.config, common);
        let delivers = part.has_plans() && app.push.is_on();
        let elsewhere = Some(self.here.forwarder.clone().into_inner());
        let deliveries = delivers.then(|| Deliveries::begin(app.clone(), elsewhere));
        Ok(OwnShard::new(app, deliveries))
    }

    /// Asks whoever has most for a shard, if this server has at least two fewer.
    async fn ask(&mut self, owners: &[Option<String>]) {
        let own = self.here.own.all().len();
        let mut shards: BTreeMap<&str, Vec<Shard>> = BTreeMap::new();
        for (shard, owner) in self.here.shards.all().zip(owners) {
            let Some(owner) = owner else { return };
            shards.entry(owner).or_default().push(shard);
        }
        let most = shards.iter().max_by_key(|(_, shards)| shards.len());
        let Some((owner, theirs)) = most.filter(|(_, theirs)| theirs.len() >= own + 2) else {
            return;
        };
        if self.may_move() {
            let last = theirs.last().copied().unwrap_or(Shard::FIRST);
            self.here.forwarder.ask_for(owner, last).await;
        }
    }

    /// Gives up a shard for which another server asks that has fewer.
    async fn give(&mut self, shard: Shard) {
        if self.here.own.all().len() > 1 && self.here.own.get(shard).is_some() && self.may_move() {
            tracing::info!(%shard, "the shard is given to a server that has fewer");
            self.given.insert(shard, Instant::now());
            self.here.own.let_go(shard).await;
        }
    }

    /// Whether shards have stayed where they are for a while: they do now.
    fn may_move(&mut self) -> bool {
        let may = self.moved.is_none_or(|at| at.elapsed() >= PAUSE);
        if may {
            self.moved = Some(Instant::now());
        }
        may
    }
}
