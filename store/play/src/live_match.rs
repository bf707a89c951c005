//! A match at this moment: its fold, and where its stream ends.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use domain::{
    BySeat, Refused, Rejection, Seat,
    matches::{Match, MatchEvent, Place, PlayerId, Request, Table},
};

use store_log::{
    error::StoreError,
    hash::Hash,
    id::{MatchId, Position, StreamId, Version},
    record::{Commit, Line, Tip},
    time::Timestamp,
};

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
        let (line, events) = (&commit.line, &commit.events);
        let mut current = LiveMatch {
            id,
            game: Match::opened(&events[0]),
            tip: Tip::START,
            position: Position::START,
            imported: line.is_imported(),
            opened_at: line.recorded_at,
            updated_at: line.recorded_at,
            held_since: None,
            offered: BySeat::new(0, |_| None),
            record_bytes: 0,
        };
        current.apply(line, &events[1..]);
        current
    }

    /// Whether only bots of the server have seats: then nobody waits for their decisions.
    pub(crate) fn has_only_bots(&self) -> bool {
        let mut places = self.game.terms.places.iter();
        places.all(|(_, place)| matches!(place, Place::Bot { .. }))
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
            for commit in rest.iter().map(AsRef::as_ref) {
                current.apply(&commit.line, &commit.events);
            }
            Some(current)
        })
    }

    /// The match after one more commit.
    pub(crate) fn apply(&mut self, line: &Line, events: &[MatchEvent]) {
        self.advance(events, line.tip(), line.recorded_at);
        self.position = line.position;
        self.record_bytes += line.text.len();
    }

    /// About how much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        let seats = usize::from(self.game.seats());
        MATCH_BYTES + seats * SEAT_BYTES + self.record_bytes * BYTES_PER_RECORD_BYTE
    }

    /// The match after events that may not have their position yet.
    pub(crate) fn advance(&mut self, events: &[MatchEvent], tip: Tip, at: Timestamp) {
        self.game.evolve_all(events);
        self.tip = tip;
        self.updated_at = at;
        if let Some(table) = self.game.table() {
            self.offered = offers(table, &self.offered, at);
            let held = table.state.is_holding();
            self.held_since = held.then(|| self.held_since.unwrap_or(at));
        }
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

fn offers(table: &Table, before: &BySeat<Option<Offer>>, at: Timestamp) -> BySeat<Option<Offer>> {
    let to_act = table.to_act();
    table.decisions.map(|seat, &decision| {
        let known = before.get(seat).copied().flatten();
        let same = known.filter(|offer| offer.decision == decision);
        to_act
            .contains(seat)
            .then_some(same.unwrap_or(Offer { decision, at }))
    })
}
