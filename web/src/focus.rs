//! What a picture is about: one seat or all, and the cells that are marked.

use std::collections::BTreeSet;

use domain::{Cell, Seat};

/// What a picture is about. By default all that is on the table, with nothing marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// Only what this seat has is drawn, besides what is everybody's. Default: all seats.
    pub of: Option<Seat>,
    /// The cells that a score line, a refusal or an event names: everything else turns pale. They
    /// are cells of a seat's own board, or of the board that is everybody's if the game has one
    /// and no seat is given. Cells that are not there are ignored.
    pub marked: BTreeSet<Cell>,
    /// The cells that `of` may choose from. If there are any, the elements of a board name their
    /// cells; and where a board has no end, each of these cells has an element of its own, so that
    /// it can be pointed at though nothing lies there.
    pub open: BTreeSet<Cell>,
}

impl Focus {
    /// Whether what this seat has is drawn.
    pub(crate) fn is_on(&self, seat: Seat) -> bool {
        self.of.is_none_or(|of| of == seat)
    }

    /// What an element says of its cell, where somebody may choose from cells: a person who
    /// points at it means this one.
    pub(crate) fn at(&self, Cell(row, column): Cell) -> Option<String> {
        let is_choice = !self.open.is_empty();
        is_choice.then(|| format!("cell:{row},{column}"))
    }
}
