//! Ann, who sits on every seat: who she is, and how she decides.

use domain::{
    Command, Seat,
    matches::{Match, MatchEvent, PlayerId, Request},
};

/// Her id.
pub(crate) fn ann() -> PlayerId {
    PlayerId(format!("p_{}", "a".repeat(32)))
}

/// Makes the decision that a seat of hers owes: what happened.
pub(crate) fn decide(game: &mut Match, seat: Seat, command: &Command) -> Vec<MatchEvent> {
    let request = Request::Decide {
        seat,
        decision: game.table().unwrap().decisions[seat],
        command: command.clone(),
    };
    let events = game.decide(Some(&ann()), request).unwrap();
    game.evolve_all(&events);
    events
}
