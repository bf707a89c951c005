//! A commit between decision and durability.

use domain::matches::{Match, MatchEvent};

use store_log::{
    cause::{Asked, Cause, Tries},
    id::MatchId,
    record::{Commit, Draft, Line, RecordError, Sealed, Tip},
    time::Timestamp,
};

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
        asked: Option<&Asked>,
        events: Vec<MatchEvent>,
    ) -> Decided {
        let draft = Draft {
            cause,
            rules: game.terms.rules,
            recorded_at: Timestamp::now(),
            request: asked,
            tries: Tries::new(),
            events: &events,
            salt: game.dice().derive("salt", after.version),
            erasable: None,
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
