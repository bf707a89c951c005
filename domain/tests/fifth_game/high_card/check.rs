//! What a box must keep to before anybody plays with it.

use super::components::{Card, Components};
use crate::kit::components::BoxError;

/// Checks a box that may have been written by hand.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(components: &Components) -> Result<(), BoxError> {
    components.provenance.check("the box")?;
    BoxError::unless(
        components.cards.iter().copied().eq((1..=12).map(Card)),
        "cards: the numbers from 1 to 12, in order",
    )?;
    BoxError::unless(
        components.points.iter().all(|it| (1..=100).contains(it)),
        "points: a round pays from 1 to 100",
    )
}
