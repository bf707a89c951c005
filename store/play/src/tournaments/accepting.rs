//! Who is entered in a tournament accepts, refuses or withdraws.

use std::sync::Arc;

use domain::matches::{PlayerId, Terms};

use super::{DropReason, Inner, Known, Tournament, TournamentEvent, TournamentId, Tournaments};
use crate::{completion::RunToCompletion, scheduled::WAIT};
use store_log::{
    cause::Asker,
    error::{RequestError, StoreError},
};

impl Tournaments {
    /// A player accepts. Once all have, the first round begins. Accepting twice changes nothing.
    ///
    /// # Errors
    ///
    /// If there is no such tournament, the player is not entered or out, or it was stopped.
    pub async fn accept(
        &self,
        id: TournamentId,
        by: &Asker,
    ) -> Result<Arc<Tournament>, RequestError> {
        let known = self.0.known(id).ok_or(RequestError::Unknown)?;
        let (tournaments, by) = (self.clone(), by.clone());
        let work = async move { tournaments.0.accept(&known, &by).await };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }

    /// A player refuses, or withdraws later: their entrant plays no further deal, and they forfeit
    /// the matches that have begun.
    ///
    /// # Errors
    ///
    /// If there is no such tournament, or the player is not entered.
    pub async fn refuse(
        &self,
        id: TournamentId,
        by: &Asker,
    ) -> Result<Arc<Tournament>, RequestError> {
        let known = self.0.known(id).ok_or(RequestError::Unknown)?;
        let (tournaments, by) = (self.clone(), by.clone());
        let work = async move {
            let tournament = tournaments.0.refuse(&known, &by).await?;
            let id = Some(tournament.id.to_string());
            let is_of_it = |terms: &Terms| terms.settings.tournament == id;
            let left = tournaments.0.matches.leave_all(&by, is_of_it);
            left.await.map(|()| tournament)
        };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }
}

/// Who asks, and which entrant they play for.
fn entered(tournament: &Tournament, by: &Asker) -> Result<(PlayerId, u16), RequestError> {
    let player = by.player().ok_or(RequestError::NotEntered)?;
    let entrant = tournament.plan.entrant_of(player);
    Ok((player.clone(), entrant.ok_or(RequestError::NotEntered)?))
}

impl Inner {
    async fn accept(&self, known: &Known, by: &Asker) -> Result<Arc<Tournament>, RequestError> {
        let _turn = known.turn.lock().await;
        let now = known.now();
        let (player, entrant) = entered(&now, by)?;
        if now.stopped.is_some() || now.dropped.contains_key(&entrant) {
            return Err(RequestError::TournamentStopped);
        }
        if !now.missing.contains(&player) {
            return Ok(now);
        }
        self.add(known, by, TournamentEvent::Accepted { player })
            .await
    }

    async fn refuse(&self, known: &Known, by: &Asker) -> Result<Arc<Tournament>, RequestError> {
        let _turn = known.turn.lock().await;
        let now = known.now();
        let (player, entrant) = entered(&now, by)?;
        if now.ended_at.is_some() || now.dropped.contains_key(&entrant) {
            return Ok(now);
        }
        let why = match now.begun {
            None => DropReason::Refused,
            Some(_) => DropReason::Withdrew,
        };
        let event = TournamentEvent::Dropped {
            entrant,
            why,
            player: Some(player),
        };
        self.add(known, by, event).await
    }

    /// Waits until all players have accepted, or it was stopped. Who has not within a week is out.
    pub(super) async fn wait_for_players(&self, known: &Known) -> Result<(), RequestError> {
        let mut watching = known.watch();
        let time = self.matches.0.time.clone();
        let latest = known.now().created_at.later(WAIT);
        let decided = async move {
            let is_decided =
                |now: &Arc<Tournament>| now.missing.is_empty() || now.stopped.is_some();
            watching.wait_for(is_decided).await.is_ok()
        };
        tokio::select! {
            decided = decided => decided.then_some(()).ok_or(StoreError::Stopped)?,
            () = time.reaches(latest) => self.drop_missing(known).await?,
        }
        Ok(())
    }

    async fn drop_missing(&self, known: &Known) -> Result<(), RequestError> {
        let _turn = known.turn.lock().await;
        while let Some(player) = known.now().missing.first().cloned() {
            let entrant = known.now().plan.entrant_of(&player);
            let event = TournamentEvent::Dropped {
                entrant: entrant.expect("only players of entrants are missed"),
                why: DropReason::NotAccepted,
                player: Some(player),
            };
            self.add(known, &Asker::Server, event).await?;
        }
        Ok(())
    }
}
