//! Who is invited to a batch accepts or refuses.

use std::sync::Arc;

use domain::matches::PlayerId;

use super::{Batch, BatchEvent, BatchId, BatchState, Batches, Inner, Known, StopReason};
use crate::{completion::RunToCompletion, scheduled::WAIT};
use store_log::{
    cause::Asker,
    error::{RequestError, StoreError},
};

impl Batches {
    /// A player of a line-up accepts. Once all have, its matches are played. Accepting twice
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// If there is no such batch, the player is in no line-up of it, or it was stopped.
    pub async fn accept(&self, id: BatchId, by: &Asker) -> Result<Arc<Batch>, RequestError> {
        let known = self.0.known(id).ok_or(RequestError::Unknown)?;
        let (batches, by) = (self.clone(), by.clone());
        let work = async move { batches.0.accept(&known, &by).await };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }

    /// A player of a line-up refuses, or withdraws later: no further deal is begun, and they forfeit
    /// the matches that have begun.
    ///
    /// # Errors
    ///
    /// If there is no such batch, or the player is in no line-up of it.
    pub async fn refuse(&self, id: BatchId, by: &Asker) -> Result<Arc<Batch>, RequestError> {
        let known = self.0.known(id).ok_or(RequestError::Unknown)?;
        let (batches, by) = (self.clone(), by.clone());
        let work = async move {
            let player = invited(&known.batch(), &by)?;
            let why = (StopReason::Refused, Some(player));
            let batch = batches.0.stop(&known, why, &by).await?;
            let id = Some(batch.id.to_string());
            let left = batches.0.matches.leave_all(&by, |terms| terms.batch == id);
            left.await.map(|()| batch)
        };
        RunToCompletion::new(&self.0.matches.0.runtime, work).await
    }
}

/// Who asks, if that is a player of a line-up.
fn invited(batch: &Batch, by: &Asker) -> Result<PlayerId, RequestError> {
    let player = by.player().filter(|it| batch.plan.players().contains(it));
    player.cloned().ok_or(RequestError::NotInvited)
}

impl Inner {
    async fn accept(&self, known: &Known, by: &Asker) -> Result<Arc<Batch>, RequestError> {
        let _turn = known.turn.lock().await;
        let now = known.batch();
        let player = invited(&now, by)?;
        if now.stopped.is_some() {
            return Err(RequestError::BatchStopped);
        }
        if !now.missing.contains(&player) {
            return Ok(now);
        }
        self.add(known, by, BatchEvent::Accepted { player }).await
    }

    /// Waits until all players have accepted, or the batch was stopped.
    pub(super) async fn wait_for_players(&self, known: &Known) -> Result<(), RequestError> {
        let mut now = known.watch();
        let time = self.matches.0.time.clone();
        let latest = known.batch().created_at.later(WAIT);
        let accepted = async move {
            let waits = now.wait_for(|now| now.batch.state() != BatchState::Waiting);
            waits.await.is_ok()
        };
        tokio::select! {
            accepted = accepted => accepted.then_some(()).ok_or(StoreError::Stopped)?,
            () = time.reaches(latest) => {
                let why = (StopReason::NotAccepted, None);
                self.stop(known, why, &Asker::Server).await?;
            }
        }
        Ok(())
    }
}
