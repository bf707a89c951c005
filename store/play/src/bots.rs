//! The server's own bots: they play whenever they owe a decision. And seats that have
//! forfeited, for which the default is played.
//!
//! A match is called when a commit leaves the server owing a decision, and at the start
//! when it is running. Many decisions in a row are handed to the writer at once; nothing
//! is published before all of them are durable.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use domain::{
    Rejection,
    matches::{Occupant, Request},
};
use tokio::{
    sync::{Semaphore, mpsc, watch},
    task::JoinSet,
};

use crate::{
    decided::{Beside, Decided},
    live_match::LiveMatch,
    matches::Matches,
    projections::lobby::{Lobby, LobbyFilter, LobbyRow, Status, Visibility},
    scheduled::through_outages,
    slots::Slot,
};
use store_log::{
    cause::{Asked, Asker},
    error::{AppendError, DISK_FULL_PAUSE, RequestError},
    id::MatchId,
    time::Timestamp,
};

/// Decisions before others get their turn in a match.
// Most bots decide in microseconds, so whoever waits for the match waits for the disk, not for
// them.
const PER_HOLD: usize = 32;
/// The same where only bots play and nobody follows: mostly all that is left of the match.
const PER_HOLD_ASIDE: usize = 256;
/// How long bots leave a full queue alone.
// About as long as a group takes to be written, which makes room.
const BUSY_PAUSE: Duration = Duration::from_millis(2);

/// How many matches in which players sit the bots play at the same time: they take half
/// of the writer's queue at most, so that no player is refused because bots play.
pub(crate) fn matches_at_once(queue: usize) -> usize {
    (queue / 2 / PER_HOLD).max(1)
}

/// How many matches bots play among themselves at the same time: they take a quarter of the
/// writer's queue at most, and what they decide is soon written or not decided yet.
pub(crate) fn matches_aside(queue: usize) -> usize {
    (queue / 4 / PER_HOLD_ASIDE).max(1)
}

/// Plays until `closing` is said. Whoever has the lobby calls the bots to what was running
/// before.
pub(crate) async fn drive(
    matches: Matches,
    lobby: Option<Lobby>,
    at_once: usize,
    mut called: mpsc::UnboundedReceiver<MatchId>,
    mut closing: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(at_once));
    let mut playing = JoinSet::new();
    if let Some(lobby) = lobby {
        playing.spawn(call_running(matches.clone(), lobby));
    }
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
            let played = through_outages(|| play(&matches, id)).await;
            drop(place);
            if let Err(error) = played {
                let error = &error as &dyn std::error::Error;
                tracing::error!(%id, error, "the bots of a match have stopped");
            }
        });
    }
    playing.shutdown().await;
}

/// Calls the bots to every match that was running when the store was opened, and notes when
/// something may be overdue there.
async fn call_running(matches: Matches, lobby: Lobby) {
    // Few rows in memory at a time: there may be many thousand matches.
    const PAGE: usize = 100;
    let head = *matches.0.log.head().borrow();
    if lobby.at_least(head).await.is_err() {
        return; // it was told why
    }
    let filter = LobbyFilter {
        status: Some(Status::Running),
        with_private: Visibility::All,
        ..LobbyFilter::default()
    };
    let mut after = None;
    loop {
        let Ok(page) = lobby.list(&filter, after, PAGE) else {
            tracing::error!(
                "the lobby cannot be read: bots continue only in matches that receive a request"
            );
            return;
        };
        // What is left of an interrupted import looks as if it were running.
        let is_own = |row: &&LobbyRow| !row.imported && matches.has(row.id);
        let rows = page.rows.iter().filter(is_own);
        for row in rows {
            if has_bots(row) || !row.forfeited.is_empty() {
                let among_themselves = row.seated.iter().all(|(_, at)| is_bot(at));
                matches.0.bots.to(row.id, among_themselves);
            }
            matches
                .0
                .deadlines
                .note(row.id, may_be_overdue(row, &matches));
        }
        after = page.next;
        if after.is_none() {
            return;
        }
    }
}

fn has_bots(row: &LobbyRow) -> bool {
    row.seated.iter().any(|(_, at)| is_bot(at))
}

fn is_bot(at: &Option<Occupant>) -> bool {
    matches!(at, Some(Occupant::Bot { .. }))
}

/// When something may be overdue in a match, at the earliest. None if nothing ever is.
fn may_be_overdue(row: &LobbyRow, matches: &Matches) -> Option<Timestamp> {
    if row.game.info().window_ms.is_some() || row.clock.is_some() {
        return Some(matches.now());
    }
    let after = Duration::from_millis(row.abandon_after_ms?);
    Some(row.updated_at.later(after))
}

/// Plays a match as far as its bots owe decisions.
pub(crate) async fn play(matches: &Matches, id: MatchId) -> Result<(), RequestError> {
    let slot = matches.0.slots.get(id);
    slot.bots_called.store(false, Ordering::Relaxed);
    loop {
        let turn = slot.turn().await;
        let now = matches.load(&turn).await?;
        let most = most_ahead(matches, &slot, &now);
        let ahead = decide_ahead(matches, now, most).await;
        if ahead.decisions.is_empty() {
            return ahead.end.map_err(RequestError::from);
        }
        let full = ahead.decisions.len() == most;
        let written = matches.commit(&turn, ahead.decisions, None).await;
        drop(turn);
        match written {
            Ok(_) if full => {}
            Ok(_) => return ahead.end.map_err(RequestError::from),
            // The queue is full of what players asked; or an answer was lost and the match
            // was read again, so what is owed is decided anew.
            Err(AppendError::Busy | AppendError::Unknown) => {
                tokio::time::sleep(BUSY_PAUSE).await;
            }
            Err(AppendError::DiskFull) => tokio::time::sleep(DISK_FULL_PAUSE).await,
            Err(error) => return Err(error.into()),
        }
    }
}

/// How many decisions may be made before any of them is seen.
fn most_ahead(matches: &Matches, slot: &Slot, now: &LiveMatch) -> usize {
    // Whoever runs a batch waits for the end of the match.
    let waiting = usize::from(matches.0.playing.has(slot.id));
    if now.has_only_bots() && slot.followers() <= waiting {
        PER_HOLD_ASIDE
    } else {
        PER_HOLD
    }
}

/// Decisions made one after another, none of them written yet.
struct Ahead {
    decisions: Vec<Decided>,
    /// Why there are no more, if the rules refused one.
    end: Result<(), Rejection>,
}

/// Makes at most so many decisions, and yields the thread after each: the tasks that publish
/// players' decisions share it.
async fn decide_ahead(matches: &Matches, now: Arc<LiveMatch>, most: usize) -> Ahead {
    let aside = now.has_only_bots();
    let mut then = Arc::unwrap_or_clone(now);
    let mut ahead = Ahead {
        decisions: Vec::new(),
        end: Ok(()),
    };
    while ahead.decisions.len() < most
        && let Some(asked) = next_decision(&then)
    {
        let request = asked.request().expect("it is a decision");
        let events = match then.decide(None, request) {
            Ok(events) => events,
            Err(refused) => {
                ahead.end = Err(refused);
                break;
            }
        };
        let by = &Asker::Server;
        let now = matches.now();
        let cause = matches.0.cause(by, &asked, Some(&then), now);
        let beside = Beside::of(&asked, now);
        let mut decided = Decided::of(then.id, &then.game, then.tip, cause.clone(), beside, events);
        let sealed = &decided.sealed;
        then.advance(&cause, &decided.events, sealed.tip(), sealed.recorded_at);
        decided.aside = aside;
        ahead.decisions.push(decided);
        tokio::task::yield_now().await;
    }
    ahead
}

/// What a bot of the server asks next.
fn next_decision(current: &LiveMatch) -> Option<Asked> {
    let seat = current.game.next_bot()?;
    let (decision, command) = current.game.bot_decision(seat)?;
    Some(Asked::from(Request::Decide {
        seat,
        decision,
        command,
    }))
}
