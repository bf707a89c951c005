//! A tournament in memory, and what is written of it.

use std::sync::Arc;

use tokio::sync::watch;

use super::{Inner, Tournament, TournamentEvent, TournamentId, event::TournamentStopReason};
use store_log::{
    cause::Asker,
    error::{AppendError, RequestError, StoreError},
};

/// One tournament in memory.
#[derive(Debug)]
pub(crate) struct Known {
    pub(super) id: TournamentId,
    now: watch::Sender<Arc<Tournament>>,
    /// Held while it is decided what is written, and written.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl Known {
    pub(super) fn of(tournament: Tournament) -> Known {
        Known {
            id: tournament.id,
            now: watch::Sender::new(Arc::new(tournament)),
            turn: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn now(&self) -> Arc<Tournament> {
        Arc::clone(&self.now.borrow())
    }

    /// The tournament as it stands, each time that changes.
    pub(super) fn watch(&self) -> watch::Receiver<Arc<Tournament>> {
        self.now.subscribe()
    }

    fn tell(&self, tournament: Tournament) -> Arc<Tournament> {
        let tournament = Arc::new(tournament);
        self.now.send_replace(Arc::clone(&tournament));
        tournament
    }
}

impl Inner {
    /// Writes what happened to a tournament.
    pub(super) async fn note(
        &self,
        known: &Known,
        event: TournamentEvent,
    ) -> Result<Arc<Tournament>, RequestError> {
        let _turn = known.turn.lock().await;
        self.add(known, &Asker::Server, event).await
    }

    /// The same, under its turn.
    pub(super) async fn add(
        &self,
        known: &Known,
        by: &Asker,
        event: TournamentEvent,
    ) -> Result<Arc<Tournament>, RequestError> {
        let mut now = Tournament::clone(&known.now());
        let by = by.by(&self.matches.0.server);
        let at = (now.id.into(), now.tip);
        let appended = match self.stream.append_in_time(at, &by, &event).await {
            Err(AppendError::Unknown) => {
                if let Some(read) = self.read(known.id).await? {
                    known.tell(read);
                }
                return Err(StoreError::OutcomeUnknown.into());
            }
            done => done?,
        };
        now.apply(&appended.line.decode().map_err(StoreError::from)?);
        Ok(known.tell(now))
    }

    pub(super) async fn stop(
        &self,
        known: &Known,
        why: TournamentStopReason,
        by: &Asker,
    ) -> Result<Arc<Tournament>, RequestError> {
        let _turn = known.turn.lock().await;
        let now = known.now();
        if now.stopped.is_some() || now.ended_at.is_some() {
            return Ok(now);
        }
        self.add(known, by, TournamentEvent::Stopped { why }).await
    }
}
