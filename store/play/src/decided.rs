//! A commit between decision and durability.

use domain::matches::{Match, MatchEvent};

use store_log::{
    cause::{Asked, Cause, Tries},
    id::MatchId,
    record::{Commit, Draft, Erasable, Line, RecordError, Sealed, Tip},
    time::Timestamp,
};

/// What is recorded beside what happened, and when.
pub(crate) struct Beside<'a> {
    /// What was asked.
    pub(crate) asked: &'a Asked,
    /// When it was decided.
    pub(crate) decided_at: Timestamp,
    /// What was refused to the seat before.
    pub(crate) tries: Tries,
    /// What the seat's player noted. Its hash stands in the cause.
    pub(crate) note: Option<Erasable>,
}

impl<'a> Beside<'a> {
    /// Nothing but what was asked.
    pub(crate) const fn of(asked: &'a Asked, decided_at: Timestamp) -> Beside<'a> {
        Beside {
            asked,
            decided_at,
            tries: Tries::new(),
            note: None,
        }
    }
}

/// A commit that was decided and sealed, and waits to be written.
pub(crate) struct Decided {
    pub(crate) sealed: Sealed,
    cause: Cause,
    rules: u16,
    pub(crate) events: Vec<MatchEvent>,
    /// Nobody waits for it.
    pub(crate) aside: bool,
}

impl Decided {
    /// Seals what a request caused.
    pub(crate) fn of(
        id: MatchId,
        game: &Match,
        after: Tip,
        cause: Cause,
        beside: Beside<'_>,
        events: Vec<MatchEvent>,
    ) -> Decided {
        let draft = Draft {
            cause,
            rules: game.terms.rules,
            recorded_at: beside.decided_at,
            request: Some(beside.asked),
            tries: beside.tries,
            events: &events,
            salt: game.dice().derive("salt", after.version),
            erasable: beside.note.as_ref(),
        };
        let sealed = draft.seal(id.into(), after);
        Decided {
            sealed,
            cause: draft.cause,
            rules: draft.rules,
            events,
            aside: false,
        }
    }

    /// A commit as it was decided elsewhere.
    ///
    /// # Errors
    ///
    /// If its line cannot be read.
    pub(crate) fn elsewhere(line: &Line) -> Result<Decided, RecordError> {
        let commit: Commit<MatchEvent> = line.clone().decode()?;
        Ok(Decided {
            sealed: Sealed::imported(line),
            cause: commit.cause,
            rules: commit.rules,
            events: commit.events,
            aside: true,
        })
    }

    /// The commit, now that it is written.
    pub(crate) fn written(self, line: Line) -> Commit<MatchEvent> {
        Commit {
            line,
            cause: self.cause,
            rules: self.rules,
            events: self.events,
        }
    }
}
