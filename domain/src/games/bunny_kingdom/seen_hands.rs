//! What a seat remembers of the hands it has passed on.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::Card,
    event::{Cards, Parchments, Play, Plays},
};
use crate::{BySeat, Seat};

/// What a seat remembers of hands, in the order it passed them on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomSeenHands, max_items = 40)]
pub struct SeenHands(pub Vec<SeenHand>);

/// Who gets the hand of a seat.
type Next<'a> = &'a dyn Fn(Seat) -> Seat;

/// A hand you passed on, and what you know of its cards since.
///
/// Each of `cards` is still in that hand, chosen out of it and not shown yet, or face
/// down with one of `taken`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomSeenHand)]
pub struct SeenHand {
    /// The cards that were in it and have not been shown since.
    pub cards: Cards,
    /// Who holds the hand now. Null if it came back to you, or the round is over.
    pub holder: Option<Seat>,
    /// Who has taken cards out of it that still lie face down.
    #[schema(max_items = 4)]
    pub taken: Vec<Taken>,
}

/// What a seat took out of a hand and has not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomTaken)]
pub struct Taken {
    /// The seat that took the cards.
    pub seat: Seat,
    /// How many parchments.
    #[schema(maximum = 12)]
    pub parchments: u8,
    /// How many cards it threw away.
    #[schema(maximum = 12)]
    pub discarded: u8,
}

impl SeenHands {
    /// The hands were played from.
    pub(super) fn watch(&mut self, played: &BySeat<Plays>, discarded: u8) {
        self.each(|seen| seen.watch(played, discarded));
    }

    /// All hands went on: `seat` passed one and has another.
    pub(super) fn pass(&mut self, seat: Seat, passed: Vec<Card>, hand: &[Card], next: Next<'_>) {
        self.each(|seen| {
            seen.holder = seen.holder.map(next);
            if seen.holder == Some(seat) {
                seen.come_back(hand);
            }
        });
        if !passed.is_empty() {
            self.0.push(SeenHand {
                cards: Cards(passed),
                holder: Some(next(seat)),
                taken: Vec::new(),
            });
        }
    }

    /// A round began: the hands of the one before are gone.
    pub(super) fn close(&mut self) {
        self.each(|seen| seen.holder = None);
    }

    /// All parchments were turned up.
    pub(super) fn turn_up(&mut self, parchments: &BySeat<Parchments>) {
        self.each(|seen| seen.turn_up(parchments));
    }

    /// Changes each, and forgets those of which every card has been shown.
    fn each(&mut self, change: impl FnMut(&mut SeenHand)) {
        self.0.iter_mut().for_each(change);
        self.0.retain(|seen| !seen.cards.0.is_empty());
    }
}

impl SeenHand {
    /// Whoever holds the hand played out of it, and threw `discarded` cards away.
    fn watch(&mut self, played: &BySeat<Plays>, discarded: u8) {
        let Some(seat) = self.holder else { return };
        let mut taken = Taken {
            seat,
            parchments: 0,
            discarded,
        };
        for play in &played[seat].0 {
            match play {
                Play::Territory { square, .. } => self.forget(Card::Territory(*square)),
                Play::Building { card } => self.forget(Card::Building(*card)),
                Play::Provisions => self.forget(Card::Provisions),
                Play::Parchment { .. } => taken.parchments += 1,
            }
        }
        self.note(taken);
    }

    /// The hand is with the seat that remembers it again: what is missing was taken.
    fn come_back(&mut self, hand: &[Card]) {
        hand.iter().for_each(|&card| self.forget(card));
        self.holder = None;
    }

    fn turn_up(&mut self, parchments: &BySeat<Parchments>) {
        let open = parchments.iter().flat_map(|(_, it)| &it.0);
        open.for_each(|&parchment| self.forget(Card::Parchment(parchment)));
        self.taken.iter_mut().for_each(|taken| taken.parchments = 0);
    }

    fn forget(&mut self, card: Card) {
        let place = self.cards.0.iter().position(|&it| it == card);
        place.map(|place| self.cards.0.remove(place));
    }

    fn note(&mut self, more: Taken) {
        if more.parchments + more.discarded == 0 {
            return;
        }
        match self.taken.iter_mut().find(|it| it.seat == more.seat) {
            Some(taken) => {
                taken.parchments += more.parchments;
                taken.discarded += more.discarded;
            }
            None => self.taken.push(more),
        }
    }
}
