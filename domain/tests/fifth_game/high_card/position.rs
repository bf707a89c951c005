//! A moment at any table, written by hand: for score keepers and planners.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Card, Cards, ROUNDS},
    illegal::Illegal,
    play::highest,
    setup::Options,
    view::{SeatView, View},
};
use crate::{BySeat, Seat, Seats, Secret, kit::arranged::twice};

/// A moment at any table. Only the number of players and the hand must be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HighCardPosition)]
pub struct Position {
    /// How many play at the table.
    #[schema(minimum = 2, maximum = 4)]
    pub players: u8,
    /// Whose view this is. Left out: seat 0.
    #[serde(default)]
    pub me: Option<Seat>,
    /// The cards in the hand of `me`.
    pub hand: Cards,
    /// The cards of each seat that were turned up, by seat and round. Left out: none.
    #[serde(default)]
    pub played: Option<BySeat<Cards>>,
    /// Who has put down a card in this round: others than `me`.
    #[serde(default)]
    pub chosen: Seats,
}

impl Position {
    /// The view of whoever looks at this table.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    pub fn imagine(self) -> Result<View, Illegal> {
        let (me, players) = (self.me.unwrap_or(Seat(0)), self.players);
        if !(2..=4).contains(&players) || me.0 >= players {
            return Err(Illegal::BadSeats);
        }
        let none = || BySeat::new(players, |_| Cards::default());
        let (played, seats) = (self.played.unwrap_or_else(none), Seats::first(players));
        let is_other = |it: Seat| it != me && seats.contains(it);
        if played.seats() != players || !self.chosen.iter().all(is_other) {
            return Err(Illegal::BadSeats);
        }
        check_cards(&self.hand, &played)?;
        let rounds = played[me].0.len();
        let is_over = rounds == ROUNDS;
        if is_over && !self.chosen.is_empty() {
            return Err(Illegal::BadCards);
        }
        let winners = winners(&played);
        let left = u8::try_from(ROUNDS - rounds).expect("a hand is small");
        Ok(View {
            me: Some(me),
            options: Options {},
            round: u8::try_from(rounds + usize::from(!is_over)).expect("there are few rounds"),
            due: seats
                .iter()
                .filter(|it| !is_over && !self.chosen.contains(*it))
                .collect(),
            seats: played.map(|seat, played| SeatView {
                hand: if seat == me {
                    Secret::Known(self.hand.clone())
                } else {
                    Secret::Withheld
                },
                hand_size: left - u8::from(self.chosen.contains(seat)),
                has_chosen: self.chosen.contains(seat),
                card: None,
                played: played.clone(),
                points: points(&winners, seat),
            }),
        })
    }
}

/// 2.1: cards of the box, each once, and for every player as many.
fn check_cards(hand: &Cards, played: &BySeat<Cards>) -> Result<(), Illegal> {
    let up = played.iter().flat_map(|(_, it)| &it.0);
    let all: Vec<Card> = up.chain(&hand.0).copied().collect();
    let mut each = played.iter().map(|(_, it)| it.0.len() + hand.0.len());
    let is_fit = each.all(|count| count == ROUNDS)
        && twice(&all).is_none()
        && all.iter().all(|it| BOX.cards.contains(it));
    if is_fit {
        Ok(())
    } else {
        Err(Illegal::BadCards)
    }
}

/// Who won each round, by round.
pub(super) fn winners(played: &BySeat<Cards>) -> Vec<Seat> {
    let rounds = played.iter().map(|(_, it)| it.0.len()).min();
    let round = |nth: usize| highest(&played.map(|_, cards| cards.0[nth]));
    (0..rounds.unwrap_or_default()).map(round).collect()
}

/// What a seat won in each round.
fn points(winners: &[Seat], seat: Seat) -> Vec<i16> {
    let rounds = winners.iter().zip(BOX.points);
    rounds
        .map(|(winner, points)| if *winner == seat { points } else { 0 })
        .collect()
}
