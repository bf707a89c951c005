//! The middle of every zone: where its explorer stands.

use maud::html;

use crate::{
    board::Printed,
    svg::{
        plate,
        tokens::{INK, INK2, SURFACE},
    },
};

/// The four cells of the explorer, whose upper left one is the origin of a zone.
pub(in crate::board) fn printed() -> Printed {
    let side = 2 * plate::CELL;
    Printed {
        drawn: html! {
            rect x="3" y="3" width=(side - 6) height=(side - 6) rx="6" fill="var(--surface)"
                stroke="var(--ink)" stroke-width="2.5" {}
            text class="explorer" x=(side / 2) y=(side / 2 + 4) { "explorer" }
        },
        cell: plate::CELL,
        tokens: vec![SURFACE, INK, INK2],
        css: ".explorer{font-size:13px;font-weight:600;fill:var(--ink2);text-anchor:middle}",
        symbols: "",
        says: "Rows and columns are counted from the explorer's upper left cell.",
    }
}
