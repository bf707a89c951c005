//! What batches and tournaments share: they are planned ahead, and played by a runner each. The
//! server opens each match under an id that its plan names, once, and waits for its end.

use std::{future::Future, sync::Arc, time::Duration};

use domain::{
    BySeat, Dice, Options, Seat, Seed,
    matches::{Arrangement, Occupant, Place, PlayerId, Request, Settings, Terms},
};
use store_log::{
    BatchId, Bounds, Part, Shards,
    cause::Asker,
    error::{DATABASE_PAUSE, DISK_FULL_PAUSE, RequestError, StoreError},
    id::{MatchId, Position, StreamId},
    projection::Page,
    record::Tip,
};
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
};

use crate::{
    live_match::LiveMatch,
    matches::{Matches, Opening, terms},
    stream::BUSY_PAUSE,
};

/// How long a plan waits for its players.
// As long as a match that nobody plays on: longer than a weekend.
pub(crate) const WAIT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Plays what is taken up, all side by side, until `closing` is said. `run` plays one to its end.
pub(crate) async fn drive<Known, Run>(
    mut to_run: mpsc::UnboundedReceiver<Arc<Known>>,
    mut closing: watch::Receiver<bool>,
    run: impl Fn(Arc<Known>) -> Run,
) where
    Run: Future<Output = ()> + Send + 'static,
{
    let mut running = JoinSet::new();
    loop {
        while running.try_join_next().is_some() {}
        let next = tokio::select! {
            next = to_run.recv() => next,
            _ = closing.wait_for(|closing| *closing) => None,
        };
        let Some(known) = next else { break };
        running.spawn(run(known));
    }
    running.shutdown().await;
}

/// The id of a match that is derived from its plan: the first of many that is in the shard of plans.
pub(crate) fn derived_id(dice: &Dice, purpose: &str, nth: u32, shards: Shards) -> MatchId {
    let ids = (0u32..).map(|time| {
        let bits = match time {
            0 => dice.derive(purpose, nth),
            _ => dice.derive(&format!("{purpose} again {time}"), nth),
        };
        MatchId::of_bytes(*bits.first_chunk().expect("32 bytes hold 16"))
    });
    Part::of_plans(shards).first_of(ids)
}

/// Runs something that goes on where it was when it is run again: it is run again, after a pause,
/// whenever a database did not answer. The log of the database says that it does not.
pub(crate) async fn through_outages<Run>(run: impl Fn() -> Run) -> Result<(), RequestError>
where
    Run: Future<Output = Result<(), RequestError>>,
{
    loop {
        match run().await {
            Err(error) if error.is_outage() => tokio::time::sleep(DATABASE_PAUSE).await,
            done => return done,
        }
    }
}

/// Says why a plan is not played on, unless the store is closing.
pub(crate) fn log_paused(planned: impl Into<StreamId>, error: &RequestError) {
    if !matches!(error, RequestError::Store(StoreError::Stopped)) {
        let (planned, error) = (planned.into(), error as &dyn std::error::Error);
        tracing::error!(%planned, error, "it is paused until the next start");
    }
}

/// Passes if a player may run one more, of whom these are the hosts of all that run. The error says
/// why not, of `many`: batches or tournaments.
pub(crate) fn check_room<'a>(
    bounds: &Bounds,
    (host, running): (&PlayerId, impl Iterator<Item = &'a PlayerId>),
    many: &str,
) -> Result<(), String> {
    let (mut own, mut all) = (0, 0);
    for other in running {
        own += usize::from(other == host);
        all += 1;
    }
    let (of_one, most) = (bounds.batches_of_one, bounds.batches);
    // So that a few players do not keep out all others.
    let share = if own == 0 { most } else { most / 2 };
    if own < of_one && all < share {
        return Ok(());
    }
    Err(format!(
        "{own} of your {many} are running, and {all} of all players. A player may run {of_one} at \
         once, and all together {most}; while {} or more run, a player may run only one. Stop one, \
         or wait until it ends",
        most / 2
    ))
}

/// A page of at most `limit` of them, the newest first.
pub(crate) fn page<T>(
    newest: impl Iterator<Item = T>,
    limit: usize,
    (position, as_of_position): (impl Fn(&T) -> Position, Position),
) -> Page<T> {
    let mut rows: Vec<T> = newest.take(limit + 1).collect();
    let is_last = rows.len() <= limit;
    rows.truncate(limit);
    Page {
        next: rows.last().filter(|_| !is_last).map(position),
        rows,
        as_of_position,
    }
}

/// A match of a batch or of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct Scheduled<'a> {
    /// What no other match has, whenever the server was killed.
    pub(crate) id: MatchId,
    /// What its deal is drawn with.
    pub(crate) seed: Seed,
    /// Whether the host of the plan chose the seed.
    pub(crate) seed_known: bool,
    pub(crate) options: &'a Options,
    /// Who sits there: all have accepted.
    pub(crate) places: BySeat<Place>,
    pub(crate) arranged: Option<Box<Arrangement>>,
    pub(crate) batch: Option<BatchId>,
    pub(crate) settings: Settings,
}

impl Matches {
    /// A player leaves the matches of a plan that have begun and are not over, which forfeits them.
    pub(crate) async fn leave_all(
        &self,
        by: &Asker,
        is_of_plan: impl Fn(&Terms) -> bool,
    ) -> Result<(), RequestError> {
        for id in self.0.playing.all() {
            if self.0.log.tip(id.into()).await? == Tip::START {
                continue;
            }
            let now = self.current(id).await?;
            if is_of_plan(&now.game.terms) {
                self.leave(&now, by).await?;
            }
        }
        Ok(())
    }

    async fn leave(&self, now: &LiveMatch, by: &Asker) -> Result<(), RequestError> {
        let Some(table) = now.game.table() else {
            return Ok(());
        };
        for (seat, occupant) in table.occupants.iter() {
            let is_theirs =
                matches!(occupant, Occupant::Player { player } if Some(player) == by.player());
            if !is_theirs || !table.has_player(seat) {
                continue;
            }
            let leave = Request::Leave { seat };
            match self.request(now.id, by, leave, self.now(), None).await {
                // Meanwhile the match was over, or the seat's clock had run out.
                Ok(_) | Err(RequestError::Rejected(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Opens a match if it does not exist, and waits for its end. None if it cannot be read, and
    /// so will never be over.
    pub(crate) async fn play_scheduled(
        &self,
        scheduled: &Scheduled<'_>,
    ) -> Result<Option<Arc<LiveMatch>>, RequestError> {
        let id = scheduled.id;
        let _playing = self.0.playing.with(id);
        let mut version = self.watch(id);
        while self.0.log.tip(id.into()).await? == Tip::START {
            match self.open_scheduled(scheduled).await {
                Ok(()) => {}
                Err(RequestError::Busy) => tokio::time::sleep(BUSY_PAUSE).await,
                Err(RequestError::DiskFull) => tokio::time::sleep(DISK_FULL_PAUSE).await,
                Err(error) => return Err(error),
            }
        }
        loop {
            version.borrow_and_update();
            match self.current(id).await {
                Ok(now) if now.game.is_over() => return Ok(Some(now)),
                Ok(_) => {}
                Err(RequestError::Store(error @ StoreError::Quarantined { .. })) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(%id, error, "a match that was planned is skipped");
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
            version.changed().await.map_err(|_| StoreError::Stopped)?;
        }
    }

    /// Opens a match, under an id that no match has.
    async fn open_scheduled(&self, scheduled: &Scheduled<'_>) -> Result<(), RequestError> {
        let opening = Opening {
            options: scheduled.options.clone(),
            places: scheduled.places.clone(),
            seated: seated(&scheduled.places),
            seed: Some(scheduled.seed),
            arranged: scheduled.arranged.clone(),
            open_hands: false,
            private: false,
            settings: scheduled.settings.clone(),
        };
        let by = &Asker::Server;
        let terms = Terms {
            seed_known: scheduled.seed_known,
            batch: scheduled.batch.map(|it| it.to_string()),
            ..terms(by, &opening, scheduled.seed)
        };
        let opened = self.open_on(scheduled.id, by, (&terms, scheduled.seed), opening, None);
        opened.await.map(|_| ())
    }
}

/// The players of a table: they accepted before, so they sit down at once.
fn seated(places: &BySeat<Place>) -> Vec<(Seat, PlayerId)> {
    let players = places.iter().filter_map(|(seat, place)| match place {
        Place::Player { player } => Some((seat, player.clone())),
        Place::Open | Place::Bot { .. } => None,
    });
    players.collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_a_database_that_does_not_answer_is_waited_for() {
        let begun = Cell::new(0);
        let run = || {
            begun.set(begun.get() + 1);
            let error = match begun.get() {
                1 => StoreError::OutcomeUnknown,
                2 => StoreError::Database("it is away".to_owned()),
                _ => StoreError::Stopped,
            };
            async { Err(error.into()) }
        };
        let ended = through_outages(run).await;
        assert!(
            matches!(ended, Err(RequestError::Store(StoreError::Stopped))),
            "{ended:?}"
        );
        assert_eq!(begun.get(), 3);
    }
}
