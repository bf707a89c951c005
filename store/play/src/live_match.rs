//! A match at this moment: its fold, and where its stream ends.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use domain::{
    BySeat, Refused, Rejection, Seat,
    matches::{Clock, Match, MatchEvent, Place, PlayerId, Request, Table},
};

use crate::clocks::Bank;
use store_log::{
    cause::Cause,
    embedded::Pauses,
    error::StoreError,
    hash::Hash,
    id::{MatchId, Position, StreamId, Version},
    record::{Commit, Tip},
    time::Timestamp,
};

/// The commits of one match, in order.
pub type Record = Vec<Arc<Commit<MatchEvent>>>;

/// A match at this moment.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveMatch {
    /// Which match.
    pub id: MatchId,
    /// The match itself.
    pub game: Match,
    /// Where its stream ends.
    pub tip: Tip,
    /// The position of its last commit.
    pub position: Position,
    /// It was played elsewhere and taken in here.
    pub imported: bool,
    /// When it was opened.
    pub opened_at: Timestamp,
    /// When its last event happened.
    pub updated_at: Timestamp,
    /// Since when something that seats have decided is held.
    held_since: Option<Timestamp>,
    offered: BySeat<Option<Offer>>,
    /// What is left of the time of each seat, once a match with a clock has started.
    banks: BySeat<Bank>,
    /// How long its record is.
    record_bytes: usize,
}

/// What any match takes of memory, what a seat adds, and what a byte of its record adds.
/// Measured of matches of each game with 2 to 100 seats, and rounded up.
const MATCH_BYTES: usize = 8 << 10;
const SEAT_BYTES: usize = 2 << 10;
const BYTES_PER_RECORD_BYTE: usize = 2;

/// The decision a seat owes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Offer {
    decision: u32,
    at: Timestamp,
}

impl LiveMatch {
    /// The match after its first commit.
    pub(crate) fn begin(id: MatchId, commit: &Commit<MatchEvent>) -> LiveMatch {
        let line = &commit.line;
        let mut current = LiveMatch {
            id,
            game: Match::opened(&commit.events[0]),
            tip: Tip::START,
            position: Position::START,
            imported: line.is_imported(),
            opened_at: line.recorded_at,
            updated_at: line.recorded_at,
            held_since: None,
            offered: BySeat::new(0, |_| None),
            banks: BySeat::new(0, |_| unreachable!("there are no seats yet")),
            record_bytes: 0,
        };
        current.advance(
            &commit.cause,
            &commit.events[1..],
            line.tip(),
            line.recorded_at,
        );
        current.settle_at(commit);
        current
    }

    /// Whether only bots of the server have seats: then nobody waits for their decisions.
    pub(crate) fn has_only_bots(&self) -> bool {
        has_only_bots(&self.game)
    }

    /// The match after a whole record.
    ///
    /// # Errors
    ///
    /// If no match can have such a record.
    pub(crate) fn fold(
        id: MatchId,
        commits: &[impl AsRef<Commit<MatchEvent>>],
    ) -> Result<LiveMatch, StoreError> {
        folded(id, || {
            let (first, rest) = commits.split_first()?;
            let mut current = LiveMatch::begin(id, first.as_ref());
            rest.iter()
                .for_each(|commit| current.apply(commit.as_ref()));
            Some(current)
        })
    }

    /// The match after the rest of a record that begins like its own.
    ///
    /// # Errors
    ///
    /// If no match can have such a record.
    pub(crate) fn after(
        &self,
        commits: &[impl AsRef<Commit<MatchEvent>>],
    ) -> Result<LiveMatch, StoreError> {
        let known = commits.partition_point(|it| it.as_ref().line.tip().version <= self.version());
        folded(self.id, || {
            let mut then = self.clone();
            commits[known..]
                .iter()
                .for_each(|commit| then.apply(commit.as_ref()));
            Some(then)
        })
    }

    /// The match after one more commit.
    pub(crate) fn apply(&mut self, commit: &Commit<MatchEvent>) {
        let line = &commit.line;
        self.advance(&commit.cause, &commit.events, line.tip(), line.recorded_at);
        self.settle_at(commit);
    }

    /// Notes where a commit stands in the log.
    fn settle_at(&mut self, commit: &Commit<MatchEvent>) {
        self.position = commit.line.position;
        self.record_bytes += commit.line.text.len();
    }

    /// How many bytes its record has.
    pub(crate) const fn record_bytes(&self) -> usize {
        self.record_bytes
    }

    /// About how much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        let seats = usize::from(self.game.seats());
        MATCH_BYTES + seats * SEAT_BYTES + self.record_bytes * BYTES_PER_RECORD_BYTE
    }

    /// The match after events that may not have their position yet.
    pub(crate) fn advance(
        &mut self,
        cause: &Cause,
        events: &[MatchEvent],
        tip: Tip,
        at: Timestamp,
    ) {
        self.game.evolve_all(events);
        self.tip = tip;
        self.updated_at = at;
        if let Some(table) = self.game.table() {
            offer(table, &mut self.offered, at);
            let held = table.state.is_holding();
            self.held_since = held.then(|| self.held_since.unwrap_or(at));
        }
        self.spend(cause);
    }

    /// Notes what a decision has taken of the time of its seat.
    fn spend(&mut self, cause: &Cause) {
        let Some((clock, table)) = self.clock().zip(self.game.table()) else {
            return;
        };
        if self.banks.seats() == 0 {
            self.banks = table.occupants.map(|_, _| Bank::of(clock));
        }
        if let Some((seat, left_ms)) = cause.seat.zip(cause.clock) {
            let by_player = cause.by.player().is_some();
            self.banks[seat] = self.banks[seat].after(clock, left_ms, by_player);
        }
    }

    fn clock(&self) -> Option<Clock> {
        self.game.terms.settings.clock
    }

    /// How many milliseconds a seat has left for the decision it owes. None if it owes none,
    /// or has no clock.
    pub fn left_ms(&self, seat: Seat, now: Timestamp, pauses: &Pauses) -> Option<u64> {
        let (clock, table) = self.clock().zip(self.game.table())?;
        let offered_at = self.offered_at(seat).filter(|_| table.has_player(seat))?;
        let thought = pauses.run_between(offered_at, now).as_millis();
        let thought = u64::try_from(thought).unwrap_or(u64::MAX);
        Some(self.banks[seat].limit_ms(clock).saturating_sub(thought))
    }

    /// How many milliseconds a seat has on its clock: what is left for the decision it owes, or
    /// what it will have for the next. None if no clock runs for it.
    pub fn clock_ms(&self, seat: Seat, now: Timestamp, pauses: &Pauses) -> Option<u64> {
        let (clock, table) = self.clock().zip(self.game.table())?;
        if table.is_over() || !table.has_player(seat) {
            return None;
        }
        let left = self.left_ms(seat, now, pauses);
        left.or_else(|| Some(self.banks.get(seat)?.limit_ms(clock)))
    }

    /// How long the match will wait, at most, until it is abandoned. None if it never is.
    fn idle_left(&self, now: Timestamp, pauses: &Pauses) -> Option<Duration> {
        let after = self.game.terms.settings.abandon_after_ms?;
        let idle = pauses.run_between(self.updated_at, now);
        Some(Duration::from_millis(after).saturating_sub(idle))
    }

    /// Whether the server has anything to do here once time has passed.
    fn is_timed(&self) -> bool {
        let runs = self.game.table().is_some_and(|table| !table.is_over());
        runs && !self.imported
    }

    /// What the server asks of the match because time has passed, if anything.
    pub(crate) fn overdue(&self, now: Timestamp, pauses: &Pauses) -> Option<Request> {
        if !self.is_timed() {
            return None;
        }
        if self.window_left(now) == Some(Duration::ZERO) {
            return Some(Request::CloseWindow);
        }
        let is_late = |seat: &Seat| self.left_ms(*seat, now, pauses) == Some(0);
        if let Some(seat) = Seat::first(self.game.seats()).find(is_late) {
            let command = self.game.instead(seat).map(|(command, _)| command);
            return Some(Request::TimeOut {
                seat,
                decision: self.offered[seat]?.decision,
                by_tries: false,
                command,
            });
        }
        let idle_left = self.idle_left(now, pauses);
        (idle_left == Some(Duration::ZERO)).then_some(Request::Abandon)
    }

    /// When something will be overdue if nothing happens. None if nothing will ever be.
    pub(crate) fn deadline(&self, now: Timestamp, pauses: &Pauses) -> Option<Timestamp> {
        if !self.is_timed() {
            return None;
        }
        let clocks = Seat::first(self.game.seats()).filter_map(|it| self.left_ms(it, now, pauses));
        let left = clocks.map(Duration::from_millis);
        let left = left
            .chain(self.window_left(now))
            .chain(self.idle_left(now, pauses));
        left.min().map(|left| now.later(left))
    }

    /// Passes if all there is of it is here. While the rest of an imported match is
    /// missing, nothing can be asked of it: what follows was decided elsewhere.
    ///
    /// # Errors
    ///
    /// That its import was interrupted.
    pub fn is_whole(&self) -> Result<(), Refused> {
        if self.imported && !self.game.is_over() {
            return Err(Refused::ImportIncomplete);
        }
        Ok(())
    }

    /// What would come of a request.
    ///
    /// # Errors
    ///
    /// Why nothing would.
    pub(crate) fn decide(
        &self,
        by: Option<&PlayerId>,
        request: Request,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        self.is_whole()?;
        self.game.decide(by, request)
    }

    /// How many events there are.
    pub const fn version(&self) -> Version {
        self.tip.version
    }

    /// The hash of the last commit.
    pub const fn head(&self) -> Hash {
        self.tip.hash
    }

    /// How long what is held will be held at most. None if nothing is, nothing if the
    /// window is over.
    pub(crate) fn window_left(&self, now: Timestamp) -> Option<Duration> {
        let terms = &self.game.terms;
        let window = terms
            .settings
            .window_ms
            .or(terms.options.game().info().window_ms)?;
        let window = Duration::from_millis(window.into());
        Some(window.saturating_sub(now.since(self.held_since?)))
    }

    /// When the decision that a seat owes fell due.
    pub fn offered_at(&self, seat: Seat) -> Option<Timestamp> {
        self.offered.get(seat)?.map(|offer| offer.at)
    }
}

/// Whether only bots of the server have seats.
pub(crate) fn has_only_bots(game: &Match) -> bool {
    let mut places = game.terms.places.iter();
    places.all(|(_, place)| matches!(place, Place::Bot { .. }))
}

/// The result of a fold. The rules panic on events that no match can hold.
pub fn folded<T>(id: MatchId, fold: impl FnOnce() -> Option<T>) -> Result<T, StoreError> {
    let folded = catch_unwind(AssertUnwindSafe(fold));
    folded
        .ok()
        .flatten()
        .ok_or_else(|| StoreError::Quarantined {
            stream: StreamId::Match(id),
            why: "its events cannot have happened in this order".to_owned(),
        })
}

/// Notes when the decisions fell due that a table waits for now.
fn offer(table: &Table, offered: &mut BySeat<Option<Offer>>, at: Timestamp) {
    if offered.seats() != table.decisions.seats() {
        *offered = table.decisions.map(|_, _| None);
    }
    let to_act = table.to_act();
    for ((seat, offer), (_, decision)) in offered.iter_mut().zip(table.decisions.iter()) {
        match offer {
            _ if !to_act.contains(seat) => *offer = None,
            Some(known) if known.decision == *decision => {}
            Some(_) | None => {
                let decision = *decision;
                *offer = Some(Offer { decision, at });
            }
        }
    }
}
