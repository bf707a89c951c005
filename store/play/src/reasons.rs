//! Whether the server had reason for what it decided of its own accord, as far as a record tells.

use std::time::Duration;

use domain::matches::{Match, MatchEvent};
use store_log::{
    cause::{Asked, WhyServer},
    record::Commit,
    time::Timestamp,
};

/// Why the server had no reason for a commit, if it had none. `before` is the moment of the
/// commit before.
pub(crate) fn missing(
    commit: &Commit<MatchEvent>,
    asked: &Asked,
    game: &Match,
    before: Option<Timestamp>,
) -> Option<&'static str> {
    let (cause, settings) = (&commit.cause, &game.terms.settings);
    match asked {
        Asked::TimeOut { by_tries: true, .. } => {
            let tries: u32 = commit.tries().ok()?.values().sum();
            let used_up = settings.tries_allowed().is_some_and(|most| tries > most);
            (!used_up).then_some("the tries of the seat were not used up")
        }
        Asked::TimeOut { .. } => {
            let is_up = settings.clock.is_some() && cause.clock == Some(0);
            (!is_up).then_some("the time of the seat was not up")
        }
        // That the server was down meanwhile only makes it longer.
        Asked::Abandon => {
            let after = Duration::from_millis(settings.abandon_after_ms?);
            let waited = before.map(|before| cause.received_at.since(before));
            (waited < Some(after)).then_some("the match was not idle for so long")
        }
        Asked::Decide { seat, .. } if cause.by.player().is_none() => {
            let why = game.table()?.forfeits.get(*seat).copied().flatten();
            let is_said = why.is_none_or(|why| cause.why_server == Some(WhyServer::from(why)));
            (!is_said).then_some("the seat has forfeited for another reason")
        }
        Asked::Open { .. }
        | Asked::Join { .. }
        | Asked::Leave { .. }
        | Asked::Start
        | Asked::Decide { .. }
        | Asked::AskEnd { .. }
        | Asked::CloseWindow => None,
    }
}
