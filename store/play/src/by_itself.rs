//! What the server asks of matches of its own accord: because time has passed, or because the
//! tries of a seat are used up. And the task that waits until it must.

use std::{sync::Arc, time::Duration};

use domain::{Seat, matches::Request};
use store_log::{
    cause::{Asked, Asker},
    error::{DATABASE_PAUSE, DISK_FULL_PAUSE, RequestError},
    id::MatchId,
    time::Timestamp,
};
use tokio::{
    sync::{Semaphore, watch},
    task::JoinSet,
};

use crate::{decided::Decided, live_match::LiveMatch, matches::Matches, slots::Turn};

/// How many matches are looked at at once: those who play should not wait for them.
const AT_ONCE: usize = 16;
/// How long a full queue is left alone.
const BUSY_PAUSE: Duration = Duration::from_millis(20);

impl Matches {
    /// Lets happen whatever was overdue in a match at a moment.
    pub(crate) async fn settle(&self, id: MatchId, at: Timestamp) -> Result<(), RequestError> {
        let slot = self.0.slots.get(id);
        let is_overdue = |now: &LiveMatch| now.overdue(at, &self.0.pauses).is_some();
        if slot.now().is_some_and(|now| !is_overdue(&now)) {
            return Ok(());
        }
        loop {
            let turn = slot.turn().await;
            let now = self.load(&turn).await?;
            let Some(request) = now.overdue(at, &self.0.pauses) else {
                return Ok(());
            };
            self.by_server(turn, now, request, at).await?;
        }
    }

    /// Lets happen whatever is overdue in a match, and notes when something will be.
    pub(crate) async fn expire(&self, id: MatchId) -> Result<(), RequestError> {
        self.settle(id, self.now()).await?;
        let now = self.current(id).await?;
        self.note_deadline(&now);
        Ok(())
    }

    /// Notes when something will be overdue in a match.
    pub(crate) fn note_deadline(&self, now: &LiveMatch) {
        let deadline = now.deadline(self.now(), &self.0.pauses);
        self.0.deadlines.note(now.id, deadline);
    }

    /// Counts a command that was refused before it reached the match, because the rules know
    /// nothing like it. One try more than the terms allow is a time-out.
    ///
    /// # Errors
    ///
    /// If the seat does not owe this decision, or is not the asker's.
    pub async fn tried(
        &self,
        id: MatchId,
        by: &Asker,
        (seat, decision): (Seat, u32),
        code: &str,
    ) -> Result<(), RequestError> {
        let turn = self.0.slots.get(id).turn().await;
        let now = self.load(&turn).await?;
        now.is_whole()?;
        now.game.ensure_due(by.player(), seat, decision)?;
        drop(now);
        self.count_try(turn, (seat, decision), code).await
    }

    /// Counts a try of a seat for the decision that it owes.
    pub(crate) async fn count_try(
        &self,
        turn: Turn,
        (seat, decision): (Seat, u32),
        code: &str,
    ) -> Result<(), RequestError> {
        let now = self.load(&turn).await?;
        let tries = turn.tries.lock().add(seat, decision, code);
        let Some(allowed) = now.game.terms.settings.tries_allowed() else {
            return Ok(());
        };
        self.keep_try(turn.id, (seat, decision), code).await;
        if tries <= allowed {
            return Ok(());
        }
        let command = now.game.instead(seat).map(|(command, _)| command);
        let used_up = Request::TimeOut {
            seat,
            decision,
            by_tries: true,
            command,
        };
        self.by_server(turn, now, used_up, self.0.time.now()).await
    }

    /// Makes a try outlast this process before it is answered.
    async fn keep_try(&self, id: MatchId, of: (Seat, u32), code: &str) {
        let (matches, code) = (self.clone(), code.to_owned());
        let keep = move || matches.0.limited.add(id, of, &code);
        // If it panicked, the panic was told already.
        let _ = self.0.runtime.spawn_blocking(keep).await;
    }

    /// Lets happen what the server asks of a match of its own accord.
    pub(crate) async fn by_server(
        &self,
        turn: Turn,
        now: Arc<LiveMatch>,
        request: Request,
        received_at: Timestamp,
    ) -> Result<(), RequestError> {
        let (by, asked) = (&Asker::Server, Asked::from(request.clone()));
        let events = now.decide(None, request)?;
        let cause = self.0.cause(by, &asked, Some(&now), received_at);
        let beside = self.beside(&turn, &asked);
        let decided = Decided::of(turn.id, &now.game, now.tip, cause, beside, events);
        drop(now);
        self.answer(turn, decided, None).await.map(|_| ())
    }
}

/// Looks at matches whose moment is reached, until `closing` is said.
pub(crate) async fn drive(matches: Matches, mut closing: watch::Receiver<bool>) {
    let (deadlines, time) = (&matches.0.deadlines, &matches.0.time);
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut looking = JoinSet::new();
    loop {
        while looking.try_join_next().is_some() {}
        while let Some(id) = deadlines.take(time.now()) {
            let place = Arc::clone(&places).acquire_owned().await;
            let matches = matches.clone();
            looking.spawn(async move {
                look(&matches, id).await;
                drop(place);
            });
        }
        let first = deadlines.first();
        let reached = async {
            match first {
                Some(at) => time.reaches(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = reached => {}
            () = deadlines.changed.notified() => {}
            _ = closing.wait_for(|closing| *closing) => break,
        }
    }
    looking.shutdown().await;
}

/// Lets happen in a match what its moment has come for, and notes the next.
pub(crate) async fn look(matches: &Matches, id: MatchId) {
    let pause = match matches.expire(id).await {
        Ok(()) => return,
        Err(RequestError::Busy) => BUSY_PAUSE,
        Err(RequestError::DiskFull) => DISK_FULL_PAUSE,
        Err(error) if error.is_outage() => DATABASE_PAUSE,
        Err(error) => {
            let error = &error as &dyn std::error::Error;
            tracing::error!(%id, error, "the clocks of a match have stopped");
            return;
        }
    };
    let later = matches.0.time.now().later(pause);
    matches.0.deadlines.note(id, Some(later));
}
