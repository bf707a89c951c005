//! What a player asks for, in words.

use super::{
    cards::Card,
    command::Command,
    land::Square,
    names::{building_name, card_name, goods, parchment_name},
    view::View,
};
use crate::Cell;

/// A command in words.
pub(super) fn said(view: &View, command: Command) -> String {
    match command {
        Command::Pick { cards } => keep(cards.both()),
        Command::PickOne { play, throw_away } if play == throw_away => {
            format!("Keep {} and discard another", card_name(play))
        }
        Command::PickOne { play, throw_away } => {
            format!(
                "Keep {} and discard {}",
                card_name(play),
                card_name(throw_away)
            )
        }
        Command::Build { building, square } => {
            format!("Build {} on {square}", building_name(building))
        }
        Command::BuildTowers { squares } => {
            let [first, second] = squares.both();
            format!("Build a pair of sky towers on {first} and {second}")
        }
        Command::AnnounceCamp { camp } => format!("Announce camp {camp}"),
        Command::PlaceCamp { square } => format!("Place {} on {square}", camp(view)),
        Command::PassCamp {} => format!("Keep {}", camp(view)),
        Command::Done {} => "Build nothing more this round".to_owned(),
        Command::Trade { square, resource } => {
            format!(
                "Choose {} for the trading post on {square}",
                goods(resource)
            )
        }
        Command::Copy { card, parchment } => {
            format!(
                "Let {} copy {}",
                parchment_name(card),
                parchment_name(parchment)
            )
        }
    }
}

/// The squares that a command takes, or where it puts something.
pub(super) fn cells(command: Command) -> Vec<Cell> {
    let squares: Vec<Square> = match command {
        Command::Pick { cards } => cards.both().into_iter().filter_map(territory).collect(),
        Command::PickOne { play, .. } => territory(play).into_iter().collect(),
        Command::BuildTowers { squares } => squares.both().into(),
        Command::Build { square, .. }
        | Command::PlaceCamp { square }
        | Command::Trade { square, .. } => vec![square],
        Command::AnnounceCamp { .. }
        | Command::PassCamp {}
        | Command::Done {}
        | Command::Copy { .. } => Vec::new(),
    };
    squares.into_iter().map(Square::cell).collect()
}

fn keep([first, second]: [Card; 2]) -> String {
    let kept = card_name(first);
    if first == second {
        return format!("Keep {kept} and another");
    }
    format!("Keep {kept} and {}", card_name(second))
}

/// The camp that is asked for.
fn camp(view: &View) -> String {
    let asked = view.camp.map(|call| format!("camp {}", call.asked));
    asked.unwrap_or_else(|| "the camp".to_owned())
}

const fn territory(card: Card) -> Option<Square> {
    match card {
        Card::Territory(square) => Some(square),
        Card::Building(_) | Card::Provisions | Card::Parchment(_) => None,
    }
}
