//! A commit between decision and durability.

use domain::matches::{Match, MatchEvent};

use store_log::{
    cause::{Asked, Cause, Tries},
    id::MatchId,
    record::{Commit, Draft, Line, Sealed, Tip},
    time::Timestamp,
};

/// A commit that was decided and sealed, and waits to be written.
pub(crate) struct Prepared {
    pub(crate) sealed: Sealed,
    cause: Cause,
    rules: u16,
    pub(crate) events: Vec<MatchEvent>,
}

/// Seals what a request caused.
pub(crate) fn prepare(
    id: MatchId,
    game: &Match,
    after: Tip,
    cause: Cause,
    asked: Option<&Asked>,
    events: Vec<MatchEvent>,
) -> Prepared {
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
    Prepared {
        sealed,
        cause: draft.cause,
        rules: draft.rules,
        events,
    }
}

impl Prepared {
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
