//! The server's own bots: they play whenever they owe a decision.
//!
//! A match is called when a commit leaves a bot owing one, and at the start when
//! it is running. Many decisions in a row are handed to the writer before the
//! first is durable; nothing is published before all of them are.

use std::sync::{Arc, atomic::Ordering};

use domain::{
    Seat,
    matches::{MatchEvent, Occupant, Request},
};
use tokio::{
    sync::{OwnedMutexGuard, Semaphore, mpsc, watch},
    task::JoinSet,
};

use crate::{
    cause::{Asked, Asker},
    current::Current,
    error::{AppendError, RequestError},
    id::MatchId,
    log::{Log as _, NewCommit},
    matches::Matches,
    prepared::prepare,
    projections::lobby::{Lobby, LobbyFilter, LobbyRow, Status, Visibility},
    record::Commit,
    slots::Slot,
    time::Timestamp,
};

/// Matches that bots play at the same time.
const AT_ONCE: usize = 64;
/// Decisions before others get their turn in a match.
const PER_HOLD: usize = 256;

/// Plays until `closing` is said.
pub(crate) async fn drive(
    matches: Matches,
    lobby: Lobby,
    mut called: mpsc::UnboundedReceiver<MatchId>,
    mut closing: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut playing = JoinSet::new();
    playing.spawn(call_running(matches.clone(), lobby));
    loop {
        while playing.try_join_next().is_some() {}
        let id = tokio::select! {
            id = called.recv() => id,
            _ = closing.wait_for(|closing| *closing) => None,
        };
        let Some(id) = id else { break };
        let place = Arc::clone(&places).acquire_owned().await;
        let matches = matches.clone();
        playing.spawn(async move {
            if let Err(error) = play(&matches, id).await {
                let error = &error as &dyn std::error::Error;
                tracing::error!(%id, error, "the bots of a match have stopped");
            }
            drop(place);
        });
    }
    playing.shutdown().await;
}

/// Calls the bots to every match that was running when the store was opened.
async fn call_running(matches: Matches, lobby: Lobby) {
    const PAGE: usize = 100;
    let head = *matches.0.log.head().borrow();
    lobby.at_least(head).await;
    let filter = LobbyFilter {
        status: Some(Status::Running),
        with_private: Visibility::All,
        ..LobbyFilter::default()
    };
    let mut after = None;
    loop {
        let Ok(page) = lobby.list(&filter, after, PAGE) else {
            tracing::error!("the lobby cannot be read: bots wait until they are called");
            return;
        };
        for row in page.rows.iter().filter(|row| has_bots(row)) {
            // Nobody listens once the store is closing.
            let _ = matches.0.bots.send(row.id);
        }
        after = page.next;
        if after.is_none() {
            return;
        }
    }
}

fn has_bots(row: &LobbyRow) -> bool {
    let is_bot = |at: &Option<Occupant>| matches!(at, Some(Occupant::Bot { .. }));
    row.seated.iter().any(|(_, at)| is_bot(at))
}

/// Plays a match as far as its bots owe decisions.
async fn play(matches: &Matches, id: MatchId) -> Result<(), RequestError> {
    let slot = matches.0.slots.get(id);
    slot.bots_called.store(false, Ordering::Relaxed);
    loop {
        let turn = Arc::clone(&slot.turn).lock_owned().await;
        let now = matches.load(&slot).await?;
        let more = play_turns(matches, &slot, &now, turn).await?;
        if !more {
            return Ok(());
        }
    }
}

/// Plays at most [`PER_HOLD`] decisions. Says whether there may be more.
async fn play_turns(
    matches: &Matches,
    slot: &Slot,
    now: &Current,
    _turn: OwnedMutexGuard<()>,
) -> Result<bool, RequestError> {
    let mut ahead = now.clone();
    let mut waiting = Vec::new();
    while waiting.len() < PER_HOLD {
        let Some(asked) = next_decision(&ahead) else {
            break;
        };
        let request = asked.request().expect("it is a decision");
        let events = ahead.game.decide(None, request)?;
        let received_at = Timestamp::now();
        let cause = matches
            .0
            .cause(&Asker::Server, &asked, Some(&ahead), received_at);
        let prepared = prepare(
            ahead.id,
            &ahead.game,
            ahead.tip,
            cause,
            Some(&asked),
            events,
        );
        let sealed = prepared.sealed.clone();
        ahead.advance(&prepared.events, sealed.tip(), sealed.recorded_at);
        let appended = matches.0.log.append(NewCommit { sealed, key: None });
        waiting.push((prepared, appended));
    }
    let full = waiting.len() == PER_HOLD;
    let mut commits: Vec<Arc<Commit<MatchEvent>>> = Vec::new();
    let mut failed = None;
    for (prepared, appended) in waiting {
        match appended.await {
            Ok(appended) => commits.push(Arc::new(prepared.written(appended.line))),
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    if !commits.is_empty() {
        slot.publish(&commits);
    }
    match failed {
        None => Ok(full),
        // The writer is behind; by now it has caught up with what was handed in.
        Some(AppendError::Busy) => Ok(true),
        Some(error) => Err(error.into()),
    }
}

/// What a bot of the server asks next.
fn next_decision(current: &Current) -> Option<Asked> {
    let table = current.game.table()?;
    let seat: Seat = table.bots_to_act().iter().next()?;
    let (decision, command) = current.game.bot_decision(seat)?;
    Some(Asked::from(Request::Decide {
        seat,
        decision,
        command,
    }))
}
