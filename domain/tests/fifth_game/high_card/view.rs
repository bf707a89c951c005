//! What one viewer may know.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    choice::Choice,
    components::{Card, Cards, ROUNDS},
    setup::Options,
    state::{Holding, State},
};
use crate::{BySeat, Seat, Seats, Secret, Viewer};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = HighCardView)]
pub struct View {
    /// Whose view this is. Null for those who watch.
    pub me: Option<Seat>,
    /// What the host chose.
    pub options: Options,
    /// The round, from one.
    #[schema(minimum = 0, maximum = 3)]
    pub round: u8,
    /// Who owes a decision.
    pub due: Seats,
    /// What each seat has, by seat.
    pub seats: BySeat<SeatView>,
}

/// What one seat has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = HighCardSeatView)]
pub struct SeatView {
    /// Its cards in hand. Null if they are not for you.
    pub hand: Secret<Cards>,
    /// How many cards it has in hand.
    #[schema(maximum = 3)]
    pub hand_size: u8,
    /// Whether a card lies face down before it.
    pub has_chosen: bool,
    /// The card that lies face down before it. Null if none does, or if it is not for you.
    pub card: Option<Card>,
    /// Its cards that were turned up, by round.
    pub played: Cards,
    /// What it won in each round, by round.
    #[schema(max_items = 3)]
    pub points: Vec<i16>,
}

impl View {
    /// What `viewer` may know of a state.
    pub fn of(state: &State, viewer: Viewer) -> View {
        View {
            me: viewer.seat(),
            options: state.setup.options,
            round: state.round,
            due: state.due,
            seats: state.seats.map(|seat, holding| {
                let won = state.won.iter();
                let points = won.map(|won| if won.seat == seat { won.points } else { 0 });
                SeatView::of(seat, holding, points.collect(), viewer)
            }),
        }
    }

    /// The decision that the view's owner owes, if they owe one.
    pub fn choice(&self) -> Option<Choice<'_>> {
        let me = self.me.filter(|me| self.due.contains(*me))?;
        let hand = &self.seats[me].hand.known()?.0;
        Some(Choice { hand })
    }
}

impl SeatView {
    fn of(seat: Seat, holding: &Holding, points: Vec<i16>, viewer: Viewer) -> SeatView {
        let gone = holding.played.0.len() + usize::from(holding.chosen.is_some());
        let chosen = holding.chosen.clone();
        let chosen = chosen.map(|card| card.disclose(seat, viewer));
        SeatView {
            hand: Secret::Known(holding.hand.clone()).disclose(seat, viewer),
            hand_size: u8::try_from(ROUNDS - gone).expect("a hand is small"),
            has_chosen: holding.chosen.is_some(),
            card: chosen.and_then(|card| card.known().copied()),
            played: holding.played.clone(),
            points,
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "round {} of {ROUNDS}", self.round)?;
        for (Seat(seat), it) in self.seats.iter() {
            write!(f, "seat {seat}:")?;
            it.played
                .0
                .iter()
                .try_for_each(|card| write!(f, " {card}"))?;
            match (it.card, it.has_chosen) {
                (Some(card), _) => write!(f, " ({card})")?,
                (None, true) => f.write_str(" (?)")?,
                (None, false) => {}
            }
            f.write_str(" |")?;
            let mut hand = it.hand.known().into_iter().flat_map(|hand| &hand.0);
            hand.try_for_each(|card| write!(f, " {card}"))?;
            writeln!(f)?;
        }
        f.write_str("(?) face down, | hand")
    }
}
