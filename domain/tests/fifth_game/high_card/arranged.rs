//! What a table must keep to that its host arranged.

use super::{
    components::{BOX, Cards},
    position::winners,
    setup::{Options, Setup},
    state::State,
};
use crate::{
    Seat, Seats,
    kit::{
        arranged::{each_seat, exactly, holds, known},
        components::BoxError,
    },
};

/// Passes if a match can begin with a table set up like this.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_setup(setup: &Setup, options: Options, seats: u8) -> Result<(), BoxError> {
    holds("options", &setup.options, &options)?;
    holds("seats", &setup.seats, &seats)?;
    let deck = &known("deck", &setup.deck)?.0;
    exactly("deck", deck, &BOX.cards)
}

/// Passes if a match can come to stand like this, with somebody to decide.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_state(state: &State, options: Options, seats: u8) -> Result<(), BoxError> {
    check_setup(&state.setup, options, seats)?;
    each_seat("seats", &state.seats, seats)?;
    let rounds = usize::from(state.round.saturating_sub(1));
    for (seat, dealt) in state.setup.hands().iter() {
        let (name, holding) = (format!("seats[{}]", seat.0), &state.seats[seat]);
        holds(
            format_args!("{name}.played"),
            &holding.played.0.len(),
            &rounds,
        )?;
        let chosen = holding.chosen.as_ref();
        let chosen = chosen
            .map(|it| known(format_args!("{name}.chosen"), it))
            .transpose()?;
        let all = holding.played.0.iter().chain(&holding.hand.0).chain(chosen);
        exactly(name, all, dealt)?;
    }
    check_round(state)
}

fn check_round(state: &State) -> Result<(), BoxError> {
    let waiting = |seat: &Seat| state.seats[*seat].chosen.is_none();
    let due: Seats = Seat::first(state.setup.seats).filter(waiting).collect();
    holds("due", &state.due, &due)?;
    BoxError::unless(!due.is_empty(), "due: somebody owes a decision")?;
    BoxError::unless(
        !state.is_over() && state.round > 0,
        "round: the match is in play",
    )?;
    let played = state.seats.map(|_, it| Cards(it.played.0.clone()));
    let won: Vec<Seat> = state.won.iter().map(|it| it.seat).collect();
    holds("won", &won, &winners(&played))?;
    let paid: Vec<i16> = state.won.iter().map(|it| it.points).collect();
    holds(
        "won: what it pays",
        &paid,
        &BOX.points[..won.len()].to_vec(),
    )
}
