//! What a player asks for, in words.

use super::{
    command::Command,
    names::{explorer_name, full_name, place},
    tiles::Tile,
    view::View,
    zone::Spot,
};
use crate::{Cell, Seat, Who, words::some};

/// A command in words.
pub(super) fn said(view: &View, command: Command, who: &Who<'_>) -> String {
    match command {
        Command::ChooseExplorer { explorer } => format!("Choose {}", explorer_name(explorer)),
        Command::Draft { tile, ship } => {
            let ship = match view.me == Some(ship) {
                true => "your own ship".to_owned(),
                false => format!("the ship of {}", who.seat(ship)),
            };
            format!("Keep {} and pass the rest to {ship}", a(tile))
        }
        Command::Keep { tile } => format!("Keep {}", a(tile)),
        Command::Place { x, y, give_to } => {
            let tile = kept(view).map_or_else(|| "tile".to_owned(), full_name);
            format!(
                "Place the {tile} at {}{}",
                place(Spot { x, y }),
                given(view, give_to, who)
            )
        }
        Command::TakeDiscard {
            tile,
            x,
            y,
            give_to,
        } => {
            let (tile, at) = (a(tile), place(Spot { x, y }));
            let given = given(view, give_to, who);
            format!("Take {tile} from the discards and place it at {at}{given}")
        }
        Command::LeaveDiscards {} => "Take nothing from the discards".to_owned(),
        Command::Take {
            group,
            take,
            remove,
        } => take_of(group, take, remove),
    }
}

/// The cells that a command covers in its owner's zone.
pub(super) fn cells(view: &View, command: Command) -> Vec<Cell> {
    let placed = match command {
        Command::Place { x, y, .. } => kept(view).map(|tile| (tile, Spot { x, y })),
        Command::TakeDiscard { tile, x, y, .. } => Some((tile, Spot { x, y })),
        Command::ChooseExplorer { .. }
        | Command::Draft { .. }
        | Command::Keep { .. }
        | Command::LeaveDiscards {}
        | Command::Take { .. } => None,
    };
    placed.map_or_else(Vec::new, |(tile, at)| at.cells(tile))
}

fn kept(view: &View) -> Option<Tile> {
    view.seats.get(view.me?)?.kept
}

/// 5.5: who gets the token of the tile.
fn given(view: &View, to: Option<Seat>, who: &Who<'_>) -> String {
    match to {
        None => String::new(),
        to if to == view.me => ", and keep its token".to_owned(),
        Some(to) => format!(", and give its token to {}", who.seat(to)),
    }
}

/// 9.4
fn take_of(group: u8, take: Tile, remove: Tile) -> String {
    let removed = match take == remove {
        true => "another".to_owned(),
        false => a(remove),
    };
    format!("Take {} from group {group} and remove {removed}", a(take))
}

fn a(tile: Tile) -> String {
    some(1, &full_name(tile))
}
