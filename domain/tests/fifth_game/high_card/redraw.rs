//! A table that looks the same to one viewer, with all they cannot know drawn anew.

use super::{
    components::{BOX, Card, Cards},
    position::winners,
    setup::Setup,
    state::{Holding, State, Won},
    view::{SeatView, View},
};
use crate::{Dice, Seat, Secret};

/// The table. Whatever nobody showed is equally likely to be anywhere.
pub(super) fn redraw(view: &View, dice: &Dice) -> State {
    let mut unseen = unseen(view);
    dice.roll("redraw", 0).shuffle(&mut unseen);
    let seats = view.seats.map(|_, it| holding(it, &mut unseen));
    let hands = seats.iter().flat_map(|(_, it)| {
        let chosen = it.chosen.iter().filter_map(Secret::known);
        it.played.0.iter().chain(chosen).chain(&it.hand.0)
    });
    let deck = hands.copied().chain(unseen).collect();
    let played = view.seats.map(|_, it| it.played.clone());
    State {
        setup: Setup {
            options: view.options,
            seats: view.seats.seats(),
            deck: Secret::Known(Cards(deck)),
        },
        round: view.round,
        due: view.due,
        won: won(&winners(&played)),
        seats,
    }
}

fn won(winners: &[Seat]) -> Vec<Won> {
    let rounds = winners.iter().zip(BOX.points);
    rounds.map(|(&seat, points)| Won { seat, points }).collect()
}

/// The cards that the view does not show.
fn unseen(view: &View) -> Vec<Card> {
    let seen = |card: &Card| {
        view.seats.iter().any(|(_, it)| {
            let hand = it.hand.known().is_some_and(|hand| hand.0.contains(card));
            hand || it.played.0.contains(card) || it.card == Some(*card)
        })
    };
    BOX.cards.iter().copied().filter(|it| !seen(it)).collect()
}

/// What a seat has, hidden cards drawn from those unseen.
fn holding(seat: &SeatView, unseen: &mut Vec<Card>) -> Holding {
    let mut draw = |count: usize| unseen.split_off(unseen.len() - count);
    let hand = match seat.hand.known() {
        Some(hand) => hand.clone(),
        None => Cards(draw(seat.hand_size.into())),
    };
    let drawn = || draw(usize::from(seat.has_chosen)).pop();
    let chosen = seat.card.or_else(drawn);
    Holding {
        hand,
        chosen: chosen.map(Secret::Known),
        played: seat.played.clone(),
    }
}
