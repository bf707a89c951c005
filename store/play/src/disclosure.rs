//! Who may know what of a commit beyond its events.
//!
//! The terms and the cause are for everybody who may see the match. Two things are
//! not: what a seat noted beside its decision, and what it tried in vain before it.

use domain::{Seat, Seats, Viewer, matches::MatchEvent};

use crate::live_match::LiveMatch;
use store_log::{
    cause::{Cause, Tries},
    record::{Commit, RecordError},
};

/// The seats whose view decides how commits are disclosed, and the state of their match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    /// The seats whose secrets these eyes know.
    pub seats: Seats,
    /// Nothing is hidden from these eyes.
    pub see_all: bool,
    /// The match is over and its deal not played again, so everybody may know its notes and tries.
    pub is_over: bool,
    /// Everybody may read a note at once.
    pub notes_open: bool,
}

/// What these eyes may know of why a commit was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What led to the commit.
    pub cause: Cause,
    /// The note beside the decision, unless it is hidden, was dropped or never written.
    pub note: Option<String>,
    /// What was refused to the seat before; empty if that is hidden.
    pub tries: Tries,
}

impl Eyes {
    /// The eyes of a viewer of a match as it stands.
    pub fn of(now: &LiveMatch, viewer: Viewer) -> Eyes {
        let seats = match viewer {
            Viewer::Referee | Viewer::Spectator => Seats::NONE,
            Viewer::Seat(seat) => Seats::only(seat),
        };
        Eyes::of_seats(now, seats, viewer == Viewer::Referee)
    }

    /// The view of a caller who holds some seats of a match in its current state.
    pub fn of_seats(now: &LiveMatch, seats: Seats, see_all: bool) -> Eyes {
        Eyes {
            seats,
            see_all,
            is_over: now.game.is_over(),
            notes_open: now.game.terms.settings.notes_open,
        }
    }

    /// The same eyes while the deal is still played elsewhere, if it is: they know no more than
    /// before the end.
    #[must_use]
    pub fn while_deal_runs(self, runs: bool) -> Eyes {
        Eyes {
            is_over: self.is_over && !runs,
            ..self
        }
    }

    /// Whether they may know what a seat noted.
    fn read_note_of(self, seat: Option<Seat>) -> bool {
        self.notes_open || self.know_tries_of(seat)
    }

    /// Whether they may know what a seat tried in vain.
    fn know_tries_of(self, seat: Option<Seat>) -> bool {
        self.see_all || self.is_over || seat.is_some_and(|seat| self.seats.contains(seat))
    }

    /// What they may know of why a commit was made.
    ///
    /// # Errors
    ///
    /// If the private part cannot be read.
    pub fn told(self, commit: &Commit<MatchEvent>) -> Result<Told, RecordError> {
        let seat = commit.cause.seat;
        let note = commit.line.erasable().filter(|_| self.read_note_of(seat));
        let tries = if self.know_tries_of(seat) {
            commit.tries()?
        } else {
            Tries::new()
        };
        Ok(Told {
            cause: commit.cause.clone(),
            note: note.map(|note| note.text().to_owned()),
            tries,
        })
    }

    /// The line of the record as they may read it. A line is whole or without its
    /// private part, tries and all; its note is told or not.
    pub fn line_of(self, commit: &Commit<MatchEvent>) -> String {
        let line = &commit.line;
        if self.see_all {
            line.text.clone()
        } else if self.read_note_of(commit.cause.seat) {
            line.with_text_only()
        } else {
            line.without_private()
        }
    }
}
