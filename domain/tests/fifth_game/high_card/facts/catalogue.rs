//! What is counted, besides what is counted of every game.

use super::super::components::ROUNDS;
use crate::facts::{Metric, Unit};

/// What is counted, besides what is counted of every game.
pub(super) fn catalogue() -> Vec<Metric> {
    let points = (1..=ROUNDS).map(|round| {
        let title = format!("Points of round {round}");
        Metric::points(
            &format!("round_{round}"),
            &title,
            "What this round paid the seat.",
        )
    });
    let rounds_won = Metric::row((
        "rounds_won",
        "Rounds won",
        Unit::Pieces,
        "How many rounds the seat won.",
    ));
    let card = Metric::choice([
        "card",
        "Card put down",
        "Each card in hand was offered; the one put face down was taken.",
    ]);
    points.chain([rounds_won, card]).collect()
}
