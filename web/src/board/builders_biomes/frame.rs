//! The frame of a board: a survey plate with a tick for every cell, and no names beside them.

use maud::{Markup, html};

/// Between the edge of a frame and its board.
pub(super) const MARGIN: usize = 16;

/// How ticks look.
pub(super) const CSS: &str = ".ticks{stroke:var(--surface);stroke-width:3.8;fill:none}";

/// So many cells a side, each so many units wide, in a frame of this color. What is drawn on it
/// begins at its upper left cell.
pub(super) fn frame(cells: usize, cell: usize, color: &str, drawn: &Markup) -> Markup {
    let side = cells * cell;
    let (low, high, end) = (MARGIN - 5, MARGIN + side + 5, MARGIN + side);
    html! {
        rect x=(MARGIN - 9) y=(MARGIN - 9) width=(side + 18) height=(side + 18) fill={ "var(--" (color) ")" } {}
        rect x=(MARGIN - 2) y=(MARGIN - 2) width=(side + 4) height=(side + 4) fill="var(--surface)" {}
        path class="ticks" stroke-dasharray=(cell) d={
            "M" (MARGIN) " " (low) "H" (end) "M" (MARGIN) " " (high) "H" (end)
            "M" (low) " " (MARGIN) "V" (end) "M" (high) " " (MARGIN) "V" (end)
        } {}
        g transform={ "translate(" (MARGIN) " " (MARGIN) ")" } { (drawn) }
    }
}
