//! What the host may choose, and how the table is set up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{cards::Card, event::Cards};
use crate::{Dice, Secret, Viewer};

/// Table options. There are none to choose: the number of seats determines how cards are dealt and
/// whether some are discarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BunnyKingdomOptions)]
pub struct Options {}

/// How the table was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomSetup)]
pub struct Setup {
    /// What the host chose.
    pub options: Options,
    /// How many seats.
    #[schema(minimum = 2, maximum = 4)]
    pub seats: u8,
    /// The exploration cards from the top. Hidden until the match ends.
    pub deck: Secret<Cards>,
}

impl Setup {
    /// Sets up the table.
    pub fn new(options: Options, seats: u8, dice: &Dice) -> Setup {
        let mut deck = Card::deck();
        dice.roll("exploration deck", 0).shuffle(&mut deck); // 2.3
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
}
