//! Why a command or a position is refused.

use super::components::Card;
use crate::rejection::refusals;

refusals! {
    /// Why a command or a position is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Illegal {
        /// The seat owes nothing.
        #[error("you owe no decision now")]
        NotDue: "not_due", rule "3.1";
        /// A card that is not there.
        #[error("{0} is not in your hand")]
        NotInHand(card: Card): "not_in_hand", rule "3.1";
        /// No table of this game.
        #[error("a position needs two to four seats, and a value for each in every list by seat")]
        BadSeats: "bad_seats", rule "1.2", field "players";
        /// Cards that cannot lie so.
        #[error("every player is dealt three of the twelve cards, all different")]
        BadCards: "bad_cards", rule "2.1", field "hand";
    }
}
