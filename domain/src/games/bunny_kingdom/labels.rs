//! What the lines of a score sheet and what is counted are called.

use super::cards::Card;
use crate::{
    facts::{of_word, spaced},
    words::capital,
};

/// A line of the score sheet: `harvest_2.fief_1` is "Fief 1 (harvest 2)", and
/// `parchment.socialist.carpenter` is "Socialist as Carpenter".
pub(super) fn line(source: &str) -> String {
    let parts: Vec<&str> = source.split('.').collect();
    match parts.as_slice() {
        ["parchment", card] => paid_for(card),
        ["parchment", card, copied] => format!("{} as {}", paid_for(card), paid_for(copied)),
        ["harvest", fief] => paid_for(fief),
        [harvest, fief] => format!("{} ({})", paid_for(fief), spaced(harvest)),
        _ => paid_for(source),
    }
}

fn paid_for(id: &str) -> String {
    item(id).unwrap_or_else(|| capital(&spaced(id)))
}

/// What is counted: a card, as it is printed.
pub(super) fn item(id: &str) -> Option<String> {
    Some(match of_word::<Card>(id)? {
        Card::Territory(square) => format!("Territory {square}"),
        card @ (Card::Building(_) | Card::Provisions | Card::Parchment(_)) => {
            card.name().to_owned()
        }
    })
}
