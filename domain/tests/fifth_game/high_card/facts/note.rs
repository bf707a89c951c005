//! What decisions were offered and took.

use super::super::{event::Event, state::State};
use crate::facts::Notes;

/// Notes what a decision was offered and took.
pub(super) fn note(state: &State, event: &Event, notes: &mut Notes) {
    if let Event::Chosen { seat, card } = event {
        let hand = state.seats[*seat].hand.0.iter().map(ToString::to_string);
        let of_seat = notes.seat(*seat);
        of_seat.choice("card", state.round, hand, [card.get().to_string()]);
    }
}
