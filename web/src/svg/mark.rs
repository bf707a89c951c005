//! Cells that are marked: what is meant, what was just done, and what would have been better.

use std::collections::BTreeSet;

use domain::Cell;
use maud::{Markup, html};

use super::{outline::Outline, seats, tokens::Token};
use crate::{Focus, focus::Ghost};

/// What all marks need: the pale cover of cells that are not meant, and the red of ghosts.
pub(crate) const TOKENS: [Token; 2] = [
    ("veil", "#F2F5F0AD", "#0F181DA8"),
    ("regret", "#B4231A", "#FF8E78"),
];

/// How marks look.
pub(crate) const CSS: &str = ".marked,.played{fill:none}\
    .marked path{stroke:var(--ink);stroke-width:3.5}.marked .casing{stroke:var(--surface);stroke-width:8}\
    .played path{stroke-width:4}.played .casing{stroke:var(--surface);stroke-width:7.5}\
    path.ghost{fill:var(--regret);fill-opacity:.14;stroke:var(--regret);stroke-width:3;stroke-dasharray:7 5}\
    .ghost rect{fill:var(--regret)}\
    .ghost text{font-size:12px;font-weight:700;fill:var(--surface);text-anchor:middle}";

/// Between the side of a marked cell and the line around it, and of the line's corners, in tenths.
const INSET: i32 = 20;
const ROUNDING: i32 = 40;
/// The same of a ghost that is where something was done: it stands inside the line of that.
const INSIDE: i32 = 75;
/// How high the flag of a ghost is, and how wide a letter on it.
const FLAG: i32 = 18;
const LETTER: i32 = 7;

/// Marks cells of a board that has those cells, each so many units wide. Nothing if none of them
/// is on it. Most boards have nothing marked, and are not asked for their cells.
pub(crate) fn mark(focus: &Focus, board: impl Fn() -> BTreeSet<Cell>, cell: usize) -> Markup {
    html! {
        (lines(focus, &board, cell))
        (flag(focus, board, cell))
    }
}

/// The same without the flag of a ghost, for boards with more to draw below it.
pub(crate) fn lines(focus: &Focus, board: impl Fn() -> BTreeSet<Cell>, cell: usize) -> Markup {
    html! {
        @if focus.is_marked() { (lines_on(focus, &board(), cell)) }
    }
}

fn lines_on(focus: &Focus, board: &BTreeSet<Cell>, cell: usize) -> Markup {
    let focus = focus.within(board);
    let cell = domain::cast::<i32>(cell);
    let color = focus.of.map_or("ink", seats::color);
    html! {
        @if !focus.played.is_empty() {
            @let around = around(&focus.played, cell);
            g class="played" {
                path class="casing" d=(around) {}
                path d=(around) stroke={ "var(--" (color) ")" } {}
            }
        }
        @if let Some(ghost) = &focus.ghost {
            @let inset = if ghost.cells == focus.played { INSIDE } else { INSET };
            path class="ghost" d=(outline(cell, inset, ROUNDING).around(ghost.cells.iter().copied())) {}
        }
        @if !focus.marked.is_empty() {
            @let around = around(&focus.marked, cell);
            path d=(outline(cell, 0, 0).around(board.difference(&focus.marked).copied())) fill="var(--veil)" {}
            g class="marked" {
                path class="casing" d=(around) {}
                path d=(around) {}
            }
        }
    }
}

fn around(cells: &BTreeSet<Cell>, cell: i32) -> String {
    outline(cell, INSET, ROUNDING).around(cells.iter().copied())
}

const fn outline(cell: i32, inset: i32, rounding: i32) -> Outline {
    Outline {
        cell: cell * 10,
        inset,
        rounding,
    }
}

/// What stands beside a command that was not taken, below its last cell.
pub(crate) fn flag(focus: &Focus, board: impl Fn() -> BTreeSet<Cell>, cell: usize) -> Markup {
    let board = focus.ghost.as_ref().map(|_| board());
    let ghost = board.as_ref().and_then(|board| focus.within(board).ghost);
    html! {
        @if let (Some(ghost), Some(board)) = (&ghost, &board) { (flown(ghost, board, domain::cast(cell))) }
    }
}

fn flown(ghost: &Ghost, board: &BTreeSet<Cell>, cell: i32) -> Markup {
    let width = 12 + LETTER * domain::cast::<i32>(ghost.flag.chars().count());
    let columns = || board.iter().map(|at| i32::from(at.1));
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let last = ghost
        .cells
        .last()
        .map_or((0, 0), |at| (i32::from(at.0), i32::from(at.1)));
    let x = (last.1 * cell + cell / 2 - width / 2)
        .clamp(left * cell, ((right + 1) * cell - width).max(left * cell));
    let y = (last.0 + 1) * cell - FLAG / 2;
    html! {
        g class="ghost" aria-hidden="true" {
            rect x=(x) y=(y) width=(width) height=(FLAG) rx=(FLAG / 2) {}
            text x=(x + width / 2) y=(y + 13) { (ghost.flag) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line around a ghost on these cells, where others were just filled.
    fn ghost(played: &[Cell], better: &[Cell]) -> String {
        let focus = Focus {
            played: played.iter().copied().collect(),
            ghost: Some(Ghost {
                cells: better.iter().copied().collect(),
                flag: "best: +4".to_owned(),
            }),
            ..Focus::default()
        };
        let board = || (0..4).map(|column| Cell(0, column)).collect();
        let drawn = mark(&focus, board, 40).into_string();
        let line = drawn.split(r#"class="ghost" d=""#).nth(1).unwrap();
        line.split('"').next().unwrap().to_owned()
    }

    #[test]
    fn a_ghost_where_something_was_done_stands_inside_of_its_line() {
        let [one, other] = [Cell(0, 0), Cell(0, 1)];
        let beside = ghost(&[other], &[one]);
        let same = ghost(&[one], &[one]);
        assert_eq!(beside, around(&[one].into(), 40));
        assert_ne!(same, beside);
    }
}
