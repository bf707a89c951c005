//! What is in the box: cards, and what each round pays.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::check::check;
use crate::kit::components::{GameBox, Provenance};

/// The box.
pub static BOX: GameBox<Components> =
    GameBox::new(include_str!("components.json"), check).reading(READ);

/// What the rules read, and a corrected box may change.
const READ: &[&str] = &["points/*"];

/// How many rounds there are, and cards in a hand: one for each round.
pub const ROUNDS: usize = 3;

/// Everything in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// The title on the lid.
    pub title: String,
    /// Where all of this comes from.
    pub provenance: Provenance,
    /// The cards, the lowest first.
    pub cards: Vec<Card>,
    /// What each round pays, by round.
    pub points: [i16; ROUNDS],
}

/// A card, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = HighCardCard, minimum = 1, maximum = 12)]
pub struct Card(pub u8);

/// Cards in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = HighCardCards, max_items = 12)]
pub struct Cards(pub Vec<Card>);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
