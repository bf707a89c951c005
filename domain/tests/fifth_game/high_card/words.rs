//! What happened, in words.

use super::{components::Card, event::Event};
use crate::{
    Seat, Secret, Who,
    words::{list, points, sentence},
};

/// What happened, as far as it was disclosed.
pub(super) fn words(event: &Event, who: &Who<'_>) -> String {
    sentence(&match event {
        Event::Dealt { .. } => "the cards are dealt, face down".to_owned(),
        Event::RoundStarted { round, seats } => {
            let chooses = who.act(*seats, "chooses a card", "choose a card each");
            format!("round {round} begins: {chooses}")
        }
        Event::Chosen { seat, card } => chosen(&who.seat(*seat), card),
        Event::Revealed { cards } => {
            let each = cards.iter().map(|(seat, card)| revealed(seat, *card, who));
            format!("the cards are turned up: {}", list(each))
        }
        Event::RoundWon {
            round,
            seat,
            points: paid,
        } => format!("{} wins round {round}: {}", who.seat(*seat), points(*paid)),
    })
}

fn chosen(name: &str, card: &Secret<Card>) -> String {
    match card {
        Secret::Known(card) => format!("{name} puts down the {card}, face down"),
        Secret::Withheld => format!("{name} puts down a card, face down"),
    }
}

fn revealed(seat: Seat, card: Card, who: &Who<'_>) -> String {
    format!("{} has the {card}", who.seat(seat))
}
