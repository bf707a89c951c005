//! What happened, as one viewer may know it.

use domain::{GameId, Viewer, matches::MatchEvent};
use store::Commit;

use crate::wire::Happened;

/// The events of a commit, each with its step.
pub(crate) fn disclosed_events(
    commit: &Commit<MatchEvent>,
    game: GameId,
    viewer: Viewer,
) -> impl Iterator<Item = Happened> + '_ {
    let recorded_at = commit.line.recorded_at;
    commit
        .steps()
        .zip(&commit.events)
        .map(move |(step, event)| {
            Happened::of((step, recorded_at), event.clone().disclose(viewer), game)
        })
}
