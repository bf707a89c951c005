//! Cells that are marked: whatever else is on the board turns pale.

use std::collections::BTreeSet;

use domain::Cell;
use maud::{Markup, html};

use super::{outline::Outline, tokens::Token};

/// What lies above cells that are not meant.
pub(crate) const VEIL: Token = ("veil", "#F2F5F0AD", "#0F181DA8");

/// How marks look.
pub(crate) const CSS: &str = ".marked{fill:none}.marked path{stroke:var(--ink);stroke-width:3.5}\
    .marked .casing{stroke:var(--surface);stroke-width:8}";

/// Between the side of a marked cell and the line around it, and of the line's corners, in tenths.
const INSET: i32 = 20;
const ROUNDING: i32 = 40;

/// Marks these cells of a board that has those cells, each so many units wide. Nothing if none
/// of them is on it.
pub(crate) fn mark(marked: &BTreeSet<Cell>, board: &BTreeSet<Cell>, cell: usize) -> Markup {
    let there: BTreeSet<Cell> = marked & board;
    let cell = domain::cast::<i32>(cell) * 10;
    let outline = |inset, rounding| Outline {
        cell,
        inset,
        rounding,
    };
    let around = outline(INSET, ROUNDING).around(&there);
    html! {
        @if !there.is_empty() {
            path d=(outline(0, 0).around(&(board - &there))) fill="var(--veil)" {}
            g class="marked" {
                path class="casing" d=(around) {}
                path d=(around) {}
            }
        }
    }
}
