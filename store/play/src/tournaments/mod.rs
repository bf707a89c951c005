//! Tournaments: entrants meet in rounds, each planned once or drawn from how they stand.
//!
//! As with batches, the id of each match is derived from the tournament, so after any crash its own
//! events say which matches there are and which are still to be opened. Other than a batch, a
//! tournament keeps how its matches came out: each round is drawn from that.

mod accepting;
mod design;
mod drawing;
mod event;
mod known;
mod plan;
mod running;
mod standings;
#[cfg(test)]
mod tests;
mod tournament;

use std::{collections::BTreeMap, sync::Arc};

use domain::{GameId, Secret, Seed, matches::PlayerId};
use parking_lot::RwLock;
use tokio::sync::mpsc;

use crate::{
    batches::Counting, completion::RunToCompletion, matches::Matches, scheduled, stream::Stream,
};
use known::Known;
use store_log::{
    Bounds,
    cause::Asker,
    error::{RequestError, StoreError},
    id::{self, Position, StreamId, StreamKind},
    log::{IdempotencyKey, SharedLog, wait_for},
    projection::Page,
    record::Tip,
};

pub use event::{
    DropReason, MatchResult, SideResult, TournamentEvent, TournamentStopReason, TournamentStopped,
};
pub use plan::{ENTRANTS, Entrant, System, TOURNAMENT_MATCHES, TournamentPlan};
pub(crate) use running::drive;
pub use standings::{Encounter, EntrantStanding};
pub use store_log::TournamentId;
pub use tournament::{Dropped, Round, TableOfRound, Tournament};

/// Every tournament there is.
#[derive(Clone, Debug)]
pub struct Tournaments(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    log: SharedLog,
    stream: Stream<TournamentEvent>,
    matches: Matches,
    counting: Arc<dyn Counting>,
    bounds: Bounds,
    /// By the position they were planned at.
    // Every question about tournaments reads it; only a new one writes.
    known: RwLock<BTreeMap<Position, Arc<Known>>>,
    /// One is planned at a time: how many run is counted first.
    planning: tokio::sync::Mutex<()>,
    to_run: mpsc::UnboundedSender<Arc<Known>>,
}

/// What came of planning a tournament.
#[derive(Clone, Debug)]
pub struct PlannedTournament {
    /// The tournament.
    pub tournament: Arc<Tournament>,
    /// It was planned before, under the same key.
    pub replayed: bool,
}

impl Tournaments {
    /// Every tournament of the log. Those that have not ended wait in the queue to be played.
    pub(crate) fn open(
        log: SharedLog,
        matches: Matches,
        (counting, bounds): (Arc<dyn Counting>, Bounds),
        to_run: mpsc::UnboundedSender<Arc<Known>>,
    ) -> Result<Tournaments, StoreError> {
        let tournaments = Tournaments(Arc::new(Inner {
            stream: Stream::of(Arc::clone(&log), matches.0.time.clone()),
            log,
            matches,
            counting,
            bounds,
            known: RwLock::default(),
            planning: tokio::sync::Mutex::default(),
            to_run,
        }));
        wait_for(tournaments.0.take_up_all())?;
        Ok(tournaments)
    }

    /// Plans a tournament, which is played once all have accepted. With a key seen before, the
    /// tournament of that time.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub async fn plan(
        &self,
        by: &Asker,
        plan: TournamentPlan,
        seed: Option<Seed>,
        key: Option<IdempotencyKey>,
    ) -> Result<PlannedTournament, RequestError> {
        let (tournaments, by) = (self.clone(), by.clone());
        let work = async move { tournaments.plan_one(&by, plan, seed, key).await };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }

    async fn plan_one(
        &self,
        by: &Asker,
        plan: TournamentPlan,
        seed: Option<Seed>,
        key: Option<IdempotencyKey>,
    ) -> Result<PlannedTournament, RequestError> {
        let _alone = self.0.planning.lock().await;
        if let Some(key) = key
            && let Some(line) = self.0.log.seen(key).await?
        {
            return self.planned_before(line.stream).await;
        }
        plan.check()?;
        let host = by.player().cloned().unwrap_or_else(id::nobody);
        self.check_room(&host)?;
        self.0.matches.0.usage.check(Some(&host))?;
        let event = TournamentEvent::Planned {
            host,
            components: plan.options.game().components_sha256().to_owned(),
            plan: Box::new(plan),
            seed_known: seed.is_some(),
            seed: Secret::Known(seed.unwrap_or_else(|| Seed(id::random()))),
            shards: self.0.matches.0.part.shards,
        };
        let id = TournamentId::random();
        let by = by.by(&self.0.matches.0.server);
        let at = (id.into(), Tip::START);
        self.0.stream.append(at, by, event, None, key).await?;
        let known = self.0.take_up(id).await?.ok_or(RequestError::Unknown)?;
        let (tournament, replayed) = (known.now(), false);
        Ok(PlannedTournament {
            tournament,
            replayed,
        })
    }

    async fn planned_before(&self, stream: StreamId) -> Result<PlannedTournament, RequestError> {
        let StreamId::Tournament(id) = stream else {
            return Err(RequestError::KeyReused);
        };
        let known = match self.0.known(id) {
            // Whoever planned it may not have heard that it was written.
            None => self.0.take_up(id).await?.ok_or(RequestError::Unknown)?,
            Some(known) => known,
        };
        Ok(PlannedTournament {
            tournament: Arc::new(known.now().as_planned()),
            replayed: true,
        })
    }

    /// Passes if this player may run one more: as many as batches, and beside them.
    fn check_room(&self, host: &PlayerId) -> Result<(), RequestError> {
        let all = self.0.known.read();
        let running = all.values().map(|known| known.now());
        let running: Vec<_> = running.filter(|it| it.ended_at.is_none()).collect();
        let hosts = (host, running.iter().map(|it| &it.host));
        scheduled::check_room(&self.0.bounds, hosts, "tournaments")
            .map_err(RequestError::TooManyTournaments)
    }

    /// A tournament, if there is one.
    pub fn get(&self, id: TournamentId) -> Option<Arc<Tournament>> {
        self.0.known(id).map(|known| known.now())
    }

    /// Those that run with closed deals.
    pub fn still_closed(&self) -> Vec<TournamentId> {
        let all = self.0.known.read();
        let tournaments = all.values().map(|known| known.now());
        let closed = tournaments.filter(|it| it.plan.deal_closed() && !it.is_told());
        closed.map(|it| it.id).collect()
    }

    /// At most `limit` tournaments, of one game or of any, the newest first, after a page's
    /// `next`.
    pub fn list(
        &self,
        game: Option<GameId>,
        after: Option<Position>,
        limit: usize,
    ) -> Page<Arc<Tournament>> {
        let all = self.0.known.read();
        let older = all.range(..after.unwrap_or(Position::END)).rev();
        let older = older.map(|(_, known)| known.now());
        let of_game = older.filter(|it| game.is_none_or(|game| game == it.plan.options.game()));
        let head = *self.0.log.head().borrow();
        scheduled::page(of_game, limit, (|it: &Arc<_>| it.position, head))
    }

    /// Begins no further deal of a tournament. Deals that have begun are played to their end. A
    /// tournament that is already ending is left as it is.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be written.
    pub async fn stop(
        &self,
        id: TournamentId,
        by: &Asker,
    ) -> Result<Arc<Tournament>, RequestError> {
        let known = self.0.known(id).ok_or(RequestError::Unknown)?;
        let (tournaments, by) = (self.clone(), by.clone());
        let work = async move {
            let why = TournamentStopReason::Asked;
            tournaments.0.stop(&known, why, &by).await
        };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }
}

impl Inner {
    fn known(&self, id: TournamentId) -> Option<Arc<Known>> {
        let all = self.known.read();
        all.values().find(|known| known.id == id).cloned()
    }

    /// Takes up every tournament of the log.
    async fn take_up_all(&self) -> Result<(), StoreError> {
        for stream in self.log.streams(StreamKind::Tournament).await? {
            if !self.matches.0.part.has(stream) {
                continue;
            }
            let StreamId::Tournament(id) = stream else {
                continue;
            };
            if let Err(error) = self.take_up(id).await {
                let error = &error as &dyn std::error::Error;
                tracing::error!(%stream, error, "a tournament cannot be read");
            }
        }
        Ok(())
    }

    /// Reads a tournament, and lets it wait to be played unless it has ended. None if there is no
    /// such tournament.
    async fn take_up(&self, id: TournamentId) -> Result<Option<Arc<Known>>, StoreError> {
        let Some(tournament) = self.read(id).await? else {
            return Ok(None);
        };
        let (position, has_ended) = (tournament.position, tournament.ended_at.is_some());
        let known = Arc::new(Known::of(tournament));
        self.known.write().insert(position, Arc::clone(&known));
        if !has_ended {
            // Nobody listens once the store is closing: it is played when it opens again.
            let _ = self.to_run.send(Arc::clone(&known));
        }
        Ok(Some(known))
    }

    /// A tournament as the log has it.
    async fn read(&self, id: TournamentId) -> Result<Option<Tournament>, StoreError> {
        Ok(Tournament::fold(id, &self.stream.read(id.into()).await?))
    }
}
