//! The states that a match went through.

use domain::State;

use super::playout::Playout;

/// The state before a decision, or at the end.
pub(crate) fn state_at(playout: &Playout, decision: usize) -> State {
    let mut state = State::new(&playout.setup);
    playout.begun.iter().for_each(|event| state.evolve(event));
    let steps = playout.steps.iter().take(decision);
    steps.for_each(|step| step.events.iter().for_each(|event| state.evolve(event)));
    state
}
