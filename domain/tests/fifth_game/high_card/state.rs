//! The state of a match, and how events change it.

use serde::{Deserialize, Serialize};

use super::{
    choice::Choice,
    components::{Card, Cards, ROUNDS},
    event::Event,
    setup::Setup,
};
use crate::{BySeat, Seat, Seats, Secret};

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// How the table was set up.
    pub setup: Setup,
    /// The round, from one. Zero before the first.
    pub round: u8,
    /// Who owes a decision.
    pub due: Seats,
    /// What lies before each seat, and what it holds.
    pub seats: BySeat<Holding>,
    /// Who won what each round paid, by round.
    pub won: Vec<Won>,
}

/// What a seat has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// Its cards in hand, as far as they are known.
    pub hand: Cards,
    /// The card that lies face down before it.
    pub chosen: Option<Secret<Card>>,
    /// Its cards that were turned up, by round.
    pub played: Cards,
}

/// A round that was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Won {
    /// The seat that won it.
    pub seat: Seat,
    /// What it paid.
    pub points: i16,
}

impl State {
    /// The table before the cards are dealt.
    pub fn new(setup: &Setup) -> State {
        State {
            setup: setup.clone(),
            round: 0,
            due: Seats::NONE,
            seats: BySeat::new(setup.seats, |_| Holding::default()),
            won: Vec::new(),
        }
    }

    /// Applies one event.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::Dealt { hands } => {
                for (seat, hand) in hands.iter() {
                    self.seats[seat].hand = hand.known().cloned().unwrap_or_default();
                }
            }
            Event::RoundStarted { round, seats } => {
                self.round = *round;
                self.due = *seats;
            }
            Event::Chosen { seat, card } => {
                self.due = self.due.without(*seat);
                let holding = &mut self.seats[*seat];
                card.known().into_iter().for_each(|it| holding.take(*it));
                holding.chosen = Some(card.clone());
            }
            Event::Revealed { cards } => {
                for (seat, card) in cards.iter() {
                    let holding = &mut self.seats[seat];
                    holding.chosen = None;
                    holding.played.0.push(*card);
                }
            }
            Event::RoundWon { seat, points, .. } => self.won.push(Won {
                seat: *seat,
                points: *points,
            }),
        }
    }

    /// The decision that a seat owes, if it owes one.
    pub fn choice(&self, seat: Seat) -> Option<Choice<'_>> {
        self.due.contains(seat).then(|| Choice {
            hand: &self.seats[seat].hand.0,
        })
    }

    /// Whether all rounds were won.
    pub fn is_over(&self) -> bool {
        self.won.len() == ROUNDS
    }
}

impl Holding {
    /// Takes a card out of the hand.
    fn take(&mut self, card: Card) {
        self.hand.0.retain(|it| *it != card);
    }
}
