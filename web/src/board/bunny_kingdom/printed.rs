//! The board before anybody has a square.

use domain::games::bunny_kingdom::realm::Realm;
use maud::html;

use super::{GROUNDS, RESOURCES, SYMBOLS, board};
use crate::{
    board::Printed,
    svg::tokens::{INK, INK2, LINE, SEATS, SURFACE},
};

/// The land with its lava.
pub(in crate::board) fn printed() -> Printed {
    let empty = Realm::new(&[], 2);
    let drawn = empty.into_iter().map(|realm| board::land(&realm));
    Printed {
        drawn: html! { @for land in drawn { (land) } },
        cell: board::CELL,
        tokens: [
            &[SURFACE, INK, INK2, LINE][..],
            &SEATS[..4],
            &GROUNDS,
            &RESOURCES,
        ]
        .concat(),
        css: board::CSS,
        symbols: SYMBOLS,
        says: "",
    }
}
