//! The frame of a board: a survey plate with a tick for every cell.

use maud::{Markup, html};

/// The side of a cell, in units.
pub(crate) const CELL: usize = 40;
/// Between the edge of a plate and its board.
pub(crate) const MARGIN: usize = 30;

/// A square board of so many cells a side, in a frame of this color, with a name for each of
/// its rows and columns. What is drawn on it begins at its upper left cell.
pub(crate) fn plate(rows: &[String], columns: &[String], color: &str, drawn: &Markup) -> Markup {
    of_cells(CELL, rows, columns, color, drawn)
}

/// The same of cells that are so many units wide.
pub(crate) fn of_cells(
    cell: usize,
    rows: &[String],
    columns: &[String],
    color: &str,
    drawn: &Markup,
) -> Markup {
    let side = rows.len() * cell;
    let (outer, inner) = (side + 18, side + 4);
    let (low, high) = (MARGIN - 5, MARGIN + side + 5);
    let end = MARGIN + side;
    html! {
        rect x=(MARGIN - 9) y=(MARGIN - 9) width=(outer) height=(outer) fill={ "var(--" (color) ")" } {}
        rect x=(MARGIN - 2) y=(MARGIN - 2) width=(inner) height=(inner) fill="var(--surface)" {}
        path class="ticks" stroke-dasharray=(cell) d={
            "M" (MARGIN) " " (low) "H" (end) "M" (MARGIN) " " (high) "H" (end)
            "M" (low) " " (MARGIN) "V" (end) "M" (high) " " (MARGIN) "V" (end)
        } {}
        text class="axes" y=(MARGIN - 14) text-anchor="middle" aria-hidden="true" {
            @for (nth, name) in columns.iter().enumerate() {
                tspan x=(MARGIN + nth * cell + cell / 2) { (name) }
            }
        }
        text class="axes" text-anchor="end" aria-hidden="true" {
            @for (nth, name) in rows.iter().enumerate() {
                tspan x=(MARGIN - 15) y=(MARGIN + nth * cell + cell / 2 + 4) { (name) }
            }
        }
        g transform={ "translate(" (MARGIN) " " (MARGIN) ")" } { (drawn) }
    }
}

/// How ticks and names look.
pub(crate) const CSS: &str = ".ticks{stroke:var(--surface);stroke-width:4;fill:none}\
    .axes{font-size:12px;fill:var(--ink2);font-variant-numeric:tabular-nums}";
