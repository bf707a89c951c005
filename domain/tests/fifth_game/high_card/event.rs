//! What happened at the table.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::components::{Card, Cards};
use crate::{BySeat, Seat, Seats, Secret, Viewer};

/// What happened at a table of High Card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = HighCardEvent)]
pub enum Event {
    /// The cards were dealt.
    Dealt {
        /// The hand of each seat, by seat.
        hands: BySeat<Secret<Cards>>,
    },
    /// A round began: these seats decide at once, unseen by each other.
    RoundStarted {
        /// The round that began, from one.
        #[schema(minimum = 1, maximum = 3)]
        round: u8,
        /// The seats that owe a decision.
        seats: Seats,
    },
    /// A seat put a card face down. It shows when all have.
    Chosen {
        /// The seat that put down a card.
        seat: Seat,
        /// The card it put down.
        card: Secret<Card>,
    },
    /// All have chosen: the cards were turned up.
    Revealed {
        /// The card of each seat, by seat.
        cards: BySeat<Card>,
    },
    /// The highest card won the round.
    RoundWon {
        /// The round that was won, from one.
        #[schema(minimum = 1, maximum = 3)]
        round: u8,
        /// The seat that won the round.
        seat: Seat,
        /// The points that the round paid.
        #[schema(minimum = 1, maximum = 100)]
        points: i16,
    },
}

impl Event {
    /// Reads one as the record has it.
    pub(in crate::games) fn read(written: &str) -> serde_json::Result<Event> {
        serde_json::from_str(written)
    }

    /// What `viewer` may know of this.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Event {
        match self {
            Event::Dealt { hands } => Event::Dealt {
                hands: hands.map(|seat, hand| hand.clone().disclose(seat, viewer)),
            },
            Event::Chosen { seat, card } => Event::Chosen {
                seat,
                card: card.disclose(seat, viewer),
            },
            public @ (Event::RoundStarted { .. }
            | Event::Revealed { .. }
            | Event::RoundWon { .. }) => public,
        }
    }
}
