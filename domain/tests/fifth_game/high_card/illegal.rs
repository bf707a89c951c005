//! Why a command or a position is refused.

use super::components::Card;
use crate::Reason;

/// Why a command or a position is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The seat owes nothing.
    #[error("you owe no decision now")]
    NotDue,
    /// A card that is not there.
    #[error("{0} is not in your hand")]
    NotInHand(Card),
    /// No table of this game.
    #[error("two to four play, and each list has something for each")]
    BadSeats,
    /// Cards that cannot lie so.
    #[error("every player is dealt three of the twelve cards, all different")]
    BadCards,
}

impl Reason for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Illegal::NotDue => "not_due",
            Illegal::NotInHand(_) => "not_in_hand",
            Illegal::BadSeats => "bad_seats",
            Illegal::BadCards => "bad_cards",
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Illegal::NotDue | Illegal::NotInHand(_) => "3.1",
            Illegal::BadSeats => "1.2",
            Illegal::BadCards => "2.1",
        })
    }

    fn field(&self) -> Option<String> {
        match self {
            Illegal::BadSeats => Some("players".to_owned()),
            Illegal::BadCards => Some("hand".to_owned()),
            Illegal::NotDue | Illegal::NotInHand(_) => None,
        }
    }
}
