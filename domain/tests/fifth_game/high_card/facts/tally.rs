//! Who won what at the end.

use super::super::{components::ROUNDS, state::State};
use crate::facts::Notes;

/// Notes who won what.
pub(super) fn tally(state: &State, notes: &mut Notes) {
    for (seat, _) in state.seats.iter() {
        let won = state.won.iter().filter(|won| won.seat == seat);
        let values = &mut notes.seat(seat).values;
        // What was not won pays nothing; it is not unknown.
        values.begin((1..=ROUNDS).map(|round| format!("points.round_{round}")));
        values.count("rounds_won", won.count());
    }
}
