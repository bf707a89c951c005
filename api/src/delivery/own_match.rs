//! One match of a player: each decision that falls due is sent until it is no longer due.

use std::{sync::Arc, time::Duration};

use domain::{Seat, cast};
use futures_util::future::join_all;
use store::{Audience, LiveMatch, MatchId, Timestamp};
use tokio::sync::Semaphore;

use super::attempt::{Attempt, Outcome};
use crate::{
    http::{app::App, forwarder::Forwarder},
    push::{Failure, LONGEST_ASKED, Registration},
    stream::{own, poll},
};

/// The longest wait before another attempt, unless the answer asks for a longer one.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// One match of a player.
pub(super) struct OwnMatch {
    pub(super) app: App,
    /// Where it is played, if not here.
    pub(super) elsewhere: Option<Arc<Forwarder>>,
    /// Those for pushes that are in progress.
    pub(super) places: Arc<Semaphore>,
    pub(super) registration: Arc<Registration>,
    pub(super) id: MatchId,
}

impl OwnMatch {
    /// Sends what falls due, until the match is over.
    pub(super) async fn follow(&self) {
        // Only then seats have their numbers: they move down when some stay free.
        let begun = self.until(|now| now.game.is_over() || now.game.table().is_some());
        if let Some(now) = begun.await {
            let seats = own::own_seats(&now, &self.registration.player);
            drop(now);
            join_all(seats.iter().map(|seat| self.serve(seat))).await;
        }
    }

    /// Sends what falls due on a seat.
    async fn serve(&self, seat: Seat) {
        while let Some(decision) = self.next_due(seat).await {
            self.deliver(seat, decision).await;
        }
    }

    /// The decision that a seat owes, as soon as it owes one. None once it never will.
    async fn next_due(&self, seat: Seat) -> Option<u32> {
        let now = self.until(|now| self.due(now, seat).is_some() || is_out(now, seat));
        let now = now.await?;
        self.due(&now, seat)
    }

    fn due(&self, now: &LiveMatch, seat: Seat) -> Option<u32> {
        let due = own::due(now, &self.registration.player);
        let mut due = due.into_iter();
        due.find(|(at, _)| *at == seat)
            .map(|(_, decision)| decision)
    }

    /// Waits until a decision is no longer due.
    async fn settled(&self, seat: Seat, decision: u32) {
        self.until(|now| self.due(now, seat) != Some(decision))
            .await;
    }

    /// The match as soon as it is `ready`. None if it cannot be read, or the store is closed.
    async fn until(&self, ready: impl Fn(&LiveMatch) -> bool) -> Option<Arc<LiveMatch>> {
        let store = &self.app.store;
        let now = store.matches.current(self.id).await.ok()?;
        let now = poll::until((store, Audience::Seated), now, Duration::MAX, &ready).await;
        now.ok().filter(|now| ready(now))
    }

    /// Sends a decision until it is no longer due.
    async fn deliver(&self, seat: Seat, decision: u32) {
        let mut settings = self.registration.watch();
        let mut attempts = 0;
        loop {
            let url = settings.borrow_and_update().target().map(str::to_owned);
            let mut next = None;
            if let Some(url) = url {
                attempts += 1;
                let attempt = Attempt {
                    of: self,
                    seat,
                    decision,
                };
                let outcome = attempt.make(&url).await;
                next = self.noted((seat, decision), attempts, outcome);
            }
            let next_attempt = async {
                match next {
                    Some(at) => self.app.time.reaches(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.settled(seat, decision) => return,
                // It never fails: the registration is held here.
                _ = settings.changed() => attempts = 0,
                () = next_attempt => {}
            }
        }
    }

    /// Notes what came of an attempt: when to make the next, if there shall be one.
    fn noted(
        &self,
        (seat, decision): (Seat, u32),
        attempts: u32,
        outcome: Outcome,
    ) -> Option<Timestamp> {
        let failed = match outcome {
            Outcome::Settled => return None,
            Outcome::Delivered => {
                self.registration.succeeded();
                return None;
            }
            Outcome::Failed(failed) => failed,
        };
        let (at, first) = (self.app.time.now(), self.app.push.times.first_wait);
        let next = (!failed.is_final).then(|| at.later(wait(failed.retry_after, attempts, first)));
        self.registration.failed(Failure {
            at,
            id: self.id,
            seat,
            decision,
            attempts,
            reason: failed.reason,
            problem: failed.problem,
            next_attempt_at: next,
        });
        next
    }
}

/// How long to wait after a number of attempts: what the answer asks for, or a random part of a time
/// that doubles, so that those that failed together do not come again together.
fn wait(asked: Option<Duration>, attempts: u32, first: Duration) -> Duration {
    if let Some(asked) = asked {
        return asked.min(LONGEST_ASKED);
    }
    let doubled = 1_u32 << attempts.saturating_sub(1).min(16);
    let most = first.saturating_mul(doubled).min(LONGEST_WAIT);
    let most: u64 = cast(most.as_millis());
    // Without entropy it is half of it.
    let part = getrandom::u32().unwrap_or(u32::MAX / 2);
    Duration::from_millis((most * u64::from(part)) >> u32::BITS)
}

/// Whether a seat will never owe a decision again.
fn is_out(now: &LiveMatch, seat: Seat) -> bool {
    let table = now.game.table();
    now.game.is_over() || table.is_none_or(|table| table.forfeits[seat].is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_wait_a_random_part_of_a_time_that_doubles_up_to_a_minute() {
        let second = Duration::from_secs(1);
        for (attempts, most) in [(1, 1), (2, 2), (4, 8), (7, 60), (u32::MAX, 60)] {
            let waits: Vec<_> = (0..200).map(|_| wait(None, attempts, second)).collect();
            let most = second * most;
            assert!(waits.iter().all(|wait| *wait <= most), "{attempts}");
            assert!(waits.iter().any(|wait| *wait > most / 2), "{attempts}");
            assert!(waits.iter().any(|wait| *wait < most / 2), "{attempts}");
        }
    }

    #[test]
    fn a_wait_that_is_asked_for_is_kept_within_an_hour() {
        let ask = |seconds| wait(Some(Duration::from_secs(seconds)), 1, Duration::ZERO);
        assert_eq!(ask(30), Duration::from_secs(30));
        assert_eq!(ask(u64::MAX), LONGEST_ASKED);
    }
}
