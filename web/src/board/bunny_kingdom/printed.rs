//! The board before anybody has a square.

use domain::games::bunny_kingdom::realm::Realm;
use maud::html;

use super::{GROUNDS, SYMBOLS, board};
use crate::{
    board::Printed,
    svg::tokens::{INK, SURFACE},
};

/// The land with its lava.
pub(in crate::board) fn printed() -> Printed {
    let empty = Realm::new(&[], 2);
    let drawn = empty.into_iter().map(|realm| board::land(&realm));
    Printed {
        drawn: html! { @for land in drawn { (land) } },
        cell: board::CELL,
        tokens: [&[SURFACE, INK][..], &GROUNDS].concat(),
        css: board::CSS,
        symbols: SYMBOLS,
        says: "",
    }
}
