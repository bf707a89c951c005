//! The map before anybody has drawn on it.

use domain::games::cartographers::{Options, map::Map};

use super::{COINS, GROUNDS, SYMBOLS, map};
use crate::{
    board::Printed,
    svg::{
        plate,
        tokens::{INK2, LINE, SURFACE},
    },
};

/// The side of the map that is played unless the host says otherwise.
pub(in crate::board) fn printed() -> Printed {
    Printed {
        drawn: map::printed(&Map::printed(Options::default().side)),
        cell: plate::CELL,
        tokens: [&[SURFACE, INK2, LINE][..], &GROUNDS, &COINS].concat(),
        css: "",
        symbols: SYMBOLS,
        says: "",
    }
}
