//! What the host may choose, and how the table is set up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::{BOX, Card, Cards, ROUNDS};
use crate::{BySeat, Dice, Secret, Viewer};

/// The options of a table of High Card: there is nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HighCardOptions)]
pub struct Options {}

/// How the table was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = HighCardSetup)]
pub struct Setup {
    /// What the host chose.
    pub options: Options,
    /// How many seats there are.
    #[schema(minimum = 2, maximum = 4)]
    pub seats: u8,
    /// The cards in the order they are dealt, each seat's hand at once. Hidden until the
    /// match ends.
    pub deck: Secret<Cards>,
}

impl Setup {
    /// 2.1: sets up the table.
    pub fn new(options: Options, seats: u8, dice: &Dice) -> Setup {
        let mut deck = BOX.cards.clone();
        dice.roll("deck", 0).shuffle(&mut deck);
        Setup {
            options,
            seats,
            deck: Secret::Known(Cards(deck)),
        }
    }

    /// What `viewer` may know of it.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Setup {
        Setup {
            deck: self.deck.seal(viewer),
            ..self
        }
    }

    /// The hand that each seat is dealt.
    pub fn hands(&self) -> BySeat<Vec<Card>> {
        let mut hands = self.deck.get().0.chunks(ROUNDS);
        BySeat::new(self.seats, |_| hands.next().unwrap_or_default().to_vec())
    }
}
