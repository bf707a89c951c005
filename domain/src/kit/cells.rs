//! Sets of cells on a board, as bits.

use std::ops;

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, schema::Type},
};

/// One cell of a board, counted from the top left corner.
/// On the wire: `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell(pub u8, pub u8);

impl PartialSchema for Cell {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(127));
        ArrayBuilder::new()
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some(
                "`[row, column]`, both counted from 0 at the top left.",
            ))
            .into()
    }
}

impl ToSchema for Cell {}

/// A set of cells of a [`Board`], one bit each, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells(pub u128);

/// Which steps a board allows: for each direction, the cells one may leave.
/// The rim is where the bits are missing, and so is a wall inside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    cols: u32,
    all: Cells,
    east: Cells,
    west: Cells,
    south: Cells,
    north: Cells,
}

impl Board {
    /// A board without inner walls.
    ///
    /// # Panics
    ///
    /// If there are more than 128 cells. Boards are constants, so this fails
    /// the build, not the game.
    pub const fn new(rows: u32, cols: u32) -> Board {
        assert!(rows * cols <= 128, "a board has at most 128 cells");
        let mut first_col = 0;
        let mut row = 0;
        while row < rows {
            first_col |= 1u128 << (row * cols);
            row += 1;
        }
        let all = if rows * cols == 128 {
            u128::MAX
        } else {
            (1 << (rows * cols)) - 1
        };
        let last_col = first_col << (cols - 1);
        Board {
            cols,
            all: Cells(all),
            east: Cells(all & !last_col),
            west: Cells(all & !first_col),
            south: Cells(all >> cols),
            north: Cells(all & (all << cols)),
        }
    }

    /// The same board with a wall on the east side of a cell.
    #[must_use]
    pub const fn wall_east_of(mut self, row: u32, col: u32) -> Board {
        let cell = self.cell(row, col).0;
        self.east.0 &= !cell;
        self.west.0 &= !(cell << 1);
        self
    }

    /// One cell.
    pub const fn cell(&self, row: u32, col: u32) -> Cells {
        Cells(1 << (row * self.cols + col))
    }

    /// Every cell.
    pub const fn all(&self) -> Cells {
        self.all
    }

    /// The cells one step away from `from`, `from` itself not counted.
    ///
    /// ```
    /// use domain::kit::cells::Board;
    ///
    /// const BOARD: Board = Board::new(3, 3);
    /// // . 1 .
    /// // 1 x 1
    /// // . 1 .
    /// assert_eq!(BOARD.neighbors(BOARD.cell(1, 1)).count(), 4);
    /// assert_eq!(BOARD.neighbors(BOARD.cell(0, 0)).count(), 2);
    /// ```
    pub const fn neighbors(&self, from: Cells) -> Cells {
        let reached = (from.0 & self.east.0) << 1
            | (from.0 & self.west.0) >> 1
            | (from.0 & self.south.0) << self.cols
            | (from.0 & self.north.0) >> self.cols;
        Cells(reached & !from.0)
    }

    /// The connected groups of `cells`, in reading order of their first cell.
    pub fn groups(&self, cells: Cells) -> impl Iterator<Item = Cells> {
        let mut rest = cells;
        std::iter::from_fn(move || {
            let mut group = rest.first()?;
            loop {
                let grown = group | self.neighbors(group) & cells;
                if grown == group {
                    break;
                }
                group = grown;
            }
            rest = rest & !group;
            Some(group)
        })
    }
}

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);

    /// How many cells.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first cell in reading order.
    pub const fn first(self) -> Option<Cells> {
        if self.is_empty() {
            None
        } else {
            Some(Cells(self.0 & self.0.wrapping_neg()))
        }
    }
}

impl ops::BitOr for Cells {
    type Output = Cells;

    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl ops::BitAnd for Cells {
    type Output = Cells;

    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl ops::Not for Cells {
    type Output = Cells;

    fn not(self) -> Cells {
        Cells(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Board = Board::new(11, 11);
    const WALLED: Board = Board::new(2, 3).wall_east_of(0, 0).wall_east_of(1, 0);

    #[test]
    fn the_rim_does_not_wrap() {
        let corner = MAP.cell(0, 10);
        assert_eq!(MAP.neighbors(corner), MAP.cell(0, 9) | MAP.cell(1, 10));
        assert_eq!(
            MAP.neighbors(MAP.cell(10, 0)),
            MAP.cell(9, 0) | MAP.cell(10, 1)
        );
    }

    #[test]
    fn every_step_can_be_taken_back() {
        for board in [MAP, WALLED, Board::new(10, 10), Board::new(8, 16)] {
            for a in (0..128).map(|bit| Cells(1 << bit) & board.all()) {
                for b in (0..128).map(|bit| Cells(1 << bit) & board.all()) {
                    let there = !(board.neighbors(a) & b).is_empty();
                    let back = !(board.neighbors(b) & a).is_empty();
                    assert_eq!(there, back);
                }
            }
        }
    }

    #[test]
    fn a_wall_parts_a_group() {
        let sizes: Vec<u32> = WALLED.groups(WALLED.all()).map(Cells::count).collect();
        assert_eq!(sizes, [2, 4]);
    }
}
