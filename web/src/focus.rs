//! What a picture is about: one seat or all, and the cells that are marked.

use std::collections::BTreeSet;

use domain::{Cell, Seat};

/// What a picture is about. By default all that is on the table, with nothing marked.
///
/// Cells are those of a seat's own board, or of the board that is everybody's if the game has one
/// and no seat is given. Cells that are not there are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// Only what this seat has is drawn, besides what is everybody's. Default: all seats.
    pub of: Option<Seat>,
    /// The cells that a score line, a refusal or an event names: everything else turns pale.
    pub marked: BTreeSet<Cell>,
    /// The cells that were filled just now: they are outlined, and nothing turns pale.
    pub played: BTreeSet<Cell>,
    /// The columns of the cube that are outlined, by row and column of a layer, whosever the other
    /// cells are.
    pub cube: BTreeSet<Cell>,
    /// What would have been better there.
    pub ghost: Option<Ghost>,
    /// The cells that `of` may choose from. If there are any, the elements of a board name their
    /// cells; and where a board has no end, each of these cells has an element of its own, so that
    /// it can be pointed at though nothing lies there.
    pub open: BTreeSet<Cell>,
}

/// A command that was not taken, where it would have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// The cells that it names.
    pub cells: BTreeSet<Cell>,
    /// What stands beside it, in a few letters.
    pub flag: String,
}

impl Focus {
    /// Whether what this seat has is drawn.
    pub(crate) fn is_on(&self, seat: Seat) -> bool {
        self.of.is_none_or(|of| of == seat)
    }

    /// Whether any cell is marked.
    pub(crate) fn is_marked(&self) -> bool {
        !self.marked.is_empty() || !self.played.is_empty() || self.ghost.is_some()
    }

    /// The same without the marks on other cells than these.
    pub(crate) fn within(&self, cells: &BTreeSet<Cell>) -> Focus {
        let ghost = self.ghost.as_ref().map(|ghost| Ghost {
            cells: &ghost.cells & cells,
            flag: ghost.flag.clone(),
        });
        Focus {
            of: self.of,
            marked: &self.marked & cells,
            played: &self.played & cells,
            cube: self.cube.clone(),
            ghost: ghost.filter(|ghost| !ghost.cells.is_empty()),
            open: &self.open & cells,
        }
    }

    /// What an element says of its cell, where somebody may choose from cells: a person who
    /// points at it means this one.
    pub(crate) fn at(&self, Cell(row, column): Cell) -> Option<String> {
        let is_choice = !self.open.is_empty();
        is_choice.then(|| format!("cell:{row},{column}"))
    }
}
