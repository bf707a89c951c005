//! Matches that are planned ahead: the server opens each under an id that its plan names, once, and
//! waits for its end.

use std::sync::Arc;

use domain::{
    BySeat, Options, Seat, Seed,
    matches::{Arrangement, Place, PlayerId, Settings, Terms},
};
use store_log::{
    BatchId,
    cause::Asker,
    error::{DISK_FULL_PAUSE, RequestError, StoreError},
    id::MatchId,
    record::Tip,
};

use crate::{
    live_match::LiveMatch,
    matches::{Matches, Opening, terms},
    stream::BUSY_PAUSE,
};

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
    /// Opens a match if it does not exist, and waits for its end. None if it cannot be read, and
    /// so will never be over.
    pub(crate) async fn play_scheduled(
        &self,
        scheduled: &Scheduled<'_>,
    ) -> Result<Option<Arc<LiveMatch>>, RequestError> {
        let id = scheduled.id;
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
