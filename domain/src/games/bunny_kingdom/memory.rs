//! Where cards that a viewer remembers may be: dealt by chance to the places they can
//! have gone to.

use super::{
    cards::{Card, Parchment},
    redraw::{Unseen, has_picked},
    seen_hands::SeenHand,
    view::View,
};
use crate::{BySeat, Dice};

/// What a seat has of the cards that a viewer remembers.
#[derive(Default)]
pub(super) struct CardShare {
    pub(super) parchments: Vec<Parchment>,
    pub(super) discarded: Vec<Card>,
    /// Its whole hand, if it is one of those; what it has picked and not shown lies last.
    pub(super) hand: Vec<Card>,
}

/// What each seat has of them.
///
/// A hand may hold cards its viewer has not seen: with two players the holder has drawn
/// from the reserve. Of those, each pool first takes the parchments it cannot do without.
pub(super) fn shares(view: &View, unseen: &mut Unseen, dice: &Dice) -> BySeat<CardShare> {
    // Forks are checked by drawing anew: the name of a roll stays what it was.
    let mut roll = dice.roll("redraw remembered", 0);
    let mut shares = BySeat::new(view.seats.seats(), |_| CardShare::default());
    let seen_hands = &view.seen_hands.0;
    let owed = owed(view);
    let mut pools: Vec<Vec<Card>> = seen_hands
        .iter()
        .map(|hand| with_parchments(hand, unseen))
        .collect();
    for (hand, pool) in seen_hands.iter().zip(&mut pools) {
        while pool.len() < places(view, hand) {
            pool.push(unseen.card_but(owed));
        }
        roll.shuffle(pool);
        deal(hand, pool, &mut shares);
    }
    shares
}

/// The cards seen, and as many parchments as must have come to them.
fn with_parchments(hand: &SeenHand, unseen: &mut Unseen) -> Vec<Card> {
    let mut pool = hand.cards.0.clone();
    let taken = hand.taken.iter().map(|it| usize::from(it.parchments));
    let seen = pool
        .iter()
        .filter(|card| card.parchment().is_some())
        .count();
    for _ in seen..taken.sum() {
        pool.push(Card::Parchment(unseen.parchment()));
    }
    pool
}

/// How many parchments of other seats did not come from hands the viewer remembers.
fn owed(view: &View) -> usize {
    let hidden = view
        .seats
        .iter()
        .filter(|(_, it)| it.parchments.known().is_none());
    let held = hidden.map(|(_, it)| usize::from(it.parchment_count));
    let taken = view.seen_hands.0.iter().flat_map(|it| &it.taken);
    let known = taken.map(|it| usize::from(it.parchments));
    held.sum::<usize>() - known.sum::<usize>()
}

/// How many cards there are of a hand: in it, chosen out of it, or face down.
fn places(view: &View, hand: &SeenHand) -> usize {
    let taken = hand.taken.iter().map(|it| it.parchments + it.discarded);
    let held = hand.holder.map_or(0, |seat| {
        view.seats[seat].hand_size + if has_picked(view, seat) { 2 } else { 0 }
    });
    usize::from(taken.sum::<u8>() + held)
}

fn deal(hand: &SeenHand, pool: &mut Vec<Card>, shares: &mut BySeat<CardShare>) {
    for taken in &hand.taken {
        for _ in 0..taken.parchments {
            shares[taken.seat].parchments.push(parchment(pool));
        }
    }
    for taken in &hand.taken {
        let rest = pool.len() - usize::from(taken.discarded);
        shares[taken.seat].discarded.extend(pool.drain(rest..));
    }
    if let Some(holder) = hand.holder {
        shares[holder].hand.append(pool);
    }
}

fn parchment(pool: &mut Vec<Card>) -> Parchment {
    let is_one = |(nth, card): (usize, &Card)| card.parchment().map(|found| (nth, found));
    let found = pool.iter().enumerate().find_map(is_one);
    let (nth, parchment) = found.expect("who played a parchment had it");
    pool.remove(nth);
    parchment
}
