//! Sets of cells on a board, as bits.

use std::ops;

use crate::cast;
use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, schema::Type},
};

/// One cell of a board, counted from the top left corner; of a table that grows to all
/// sides, from the cell it began with, so that those above and to the left are negative.
/// On the wire: `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(pub i8, pub i8);

impl PartialSchema for Cell {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(i8::MIN))
            .maximum(Some(127));
        ArrayBuilder::new()
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some(
                "`[row, column]`, both counted from 0 at the top left. In Big Monster, where zones \
                 grow in all directions, they are counted from the explorer's top left cell, `[0, \
                 0]`: the row is `y` and the column is `x` of views and commands, and both are \
                 negative above and to the left.",
            ))
            .into()
    }
}

impl ToSchema for Cell {}

impl Cell {
    /// A cell of a board, of which none has more than 127 rows or columns.
    pub const fn new(row: u8, column: u8) -> Cell {
        Cell(row.cast_signed(), column.cast_signed())
    }

    /// The cell so many rows further down and columns further right.
    #[must_use]
    pub const fn moved(self, by: i8) -> Cell {
        Cell(self.0 + by, self.1 + by)
    }
}

/// A set of cells of a [`Grid`], one bit each, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cells(pub u128);

/// Which steps a board allows: for each direction, the cells one may leave.
/// The rim is where the bits are missing, and so is a wall inside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: u32,
    cols: u32,
    all: Cells,
    first_col: Cells,
    east: Cells,
    west: Cells,
    south: Cells,
    north: Cells,
}

impl Grid {
    /// A board without inner walls.
    ///
    /// # Panics
    ///
    /// If there are more than 128 cells. Boards are constants, so this fails
    /// the build, not the game.
    pub const fn new(rows: u32, cols: u32) -> Grid {
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
        Grid {
            rows,
            cols,
            all: Cells(all),
            first_col: Cells(first_col),
            east: Cells(all & !last_col),
            west: Cells(all & !first_col),
            south: Cells(all >> cols),
            north: Cells(all & (all << cols)),
        }
    }

    /// The same board with a wall on the east side of a cell.
    #[must_use]
    pub const fn wall_east_of(mut self, row: u32, col: u32) -> Grid {
        let cell = self.cell(row, col).0;
        self.east.0 &= !cell;
        self.west.0 &= !(cell << 1);
        self
    }

    /// The same board with a wall on the south side of a cell.
    #[must_use]
    pub const fn wall_south_of(mut self, row: u32, col: u32) -> Grid {
        let cell = self.cell(row, col).0;
        self.south.0 &= !cell;
        self.north.0 &= !(cell << self.cols);
        self
    }

    /// One cell.
    pub const fn cell(&self, row: u32, col: u32) -> Cells {
        Cells(1 << (row * self.cols + col))
    }

    /// A cell by its coordinates, if it is on the board.
    pub fn at(&self, Cell(row, col): Cell) -> Option<Cells> {
        let (row, col) = (u32::try_from(row).ok()?, u32::try_from(col).ok()?);
        (row < self.rows && col < self.cols).then(|| self.cell(row, col))
    }

    /// The coordinates of `cells`, in reading order.
    pub fn coordinates(&self, cells: Cells) -> impl Iterator<Item = Cell> {
        let cols = self.cols;
        let fits = |n| cast::<i8>(n);
        cells.iter().map(move |cell| {
            let place = cell.0.trailing_zeros();
            Cell(fits(place / cols), fits(place % cols))
        })
    }

    /// Every cell.
    pub const fn all(&self) -> Cells {
        self.all
    }

    /// One row, counted from the top.
    pub const fn row(&self, row: u32) -> Cells {
        Cells((self.all.0 >> ((self.rows - 1) * self.cols)) << (row * self.cols))
    }

    /// One column, counted from the left.
    pub const fn col(&self, col: u32) -> Cells {
        Cells(self.first_col.0 << col)
    }

    /// Every row with one of `cells` in it.
    pub const fn rows_of(&self, cells: Cells) -> Cells {
        let last = self.first_col.0 << (self.cols - 1);
        let rest = self.all.0 & !last;
        // Whatever is in the rest of a row, added to it, carries into its last cell.
        let met = (((cells.0 & rest) + rest) | cells.0) & last;
        Cells(met | (met - (met >> (self.cols - 1))))
    }

    /// Every column with one of `cells` in it.
    pub const fn cols_of(&self, cells: Cells) -> Cells {
        let top = cells.and_before(self.cols).0 & self.row(0).0;
        Cells(Cells(top).and_after(self.cols).0 & self.all.0)
    }

    /// The outermost rows and columns.
    pub const fn rim(&self) -> Cells {
        let rows = self.row(0).0 | self.row(self.rows - 1).0;
        let cols = self.col(0).0 | self.col(self.cols - 1).0;
        Cells(rows | cols)
    }

    /// The cells one step away from `from`, `from` itself not counted.
    ///
    /// ```
    /// use domain::kit::cells::Grid;
    ///
    /// const BOARD: Grid = Grid::new(3, 3);
    /// // . 1 .
    /// // 1 x 1
    /// // . 1 .
    /// assert_eq!(BOARD.neighbors(BOARD.cell(1, 1)).count(), 4);
    /// assert_eq!(BOARD.neighbors(BOARD.cell(0, 0)).count(), 2);
    /// ```
    pub const fn neighbors(&self, from: Cells) -> Cells {
        Cells(self.beside(from).0 & !from.0)
    }

    /// The cells that have one of `cells` on at least one side, whether or not
    /// they are in the set themselves.
    pub const fn beside(&self, cells: Cells) -> Cells {
        let sideways = self.east_of(cells).0 | self.west_of(cells).0;
        let upright = self.south_of(cells).0 | self.north_of(cells).0;
        Cells(sideways | upright)
    }

    /// The cells one step east of `cells`.
    pub const fn east_of(&self, cells: Cells) -> Cells {
        Cells((cells.0 & self.east.0) << 1)
    }

    /// The cells one step west of `cells`.
    pub const fn west_of(&self, cells: Cells) -> Cells {
        Cells((cells.0 & self.west.0) >> 1)
    }

    /// The cells one step south of `cells`.
    pub const fn south_of(&self, cells: Cells) -> Cells {
        Cells((cells.0 & self.south.0) << self.cols)
    }

    /// The cells one step north of `cells`.
    pub const fn north_of(&self, cells: Cells) -> Cells {
        Cells((cells.0 & self.north.0) >> self.cols)
    }

    /// The connected groups of `cells`, in reading order of their first cell.
    pub fn groups(&self, cells: Cells) -> impl Iterator<Item = Cells> {
        let mut rest = cells;
        std::iter::from_fn(move || {
            let mut group = rest.first()?;
            loop {
                let grown = group | self.beside(group) & cells;
                if grown == group {
                    break;
                }
                group = grown;
            }
            rest -= group;
            Some(group)
        })
    }
}

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);

    /// How many cells.
    pub const fn count(self) -> u32 {
        // Many sets are empty, and counting bits takes an ordinary x86 thirty steps.
        if self.is_empty() {
            0
        } else {
            self.0.count_ones()
        }
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `others` are in the set.
    pub const fn contains(self, others: Cells) -> bool {
        others.0 & !self.0 == 0
    }

    /// Whether any of `others` is in the set.
    pub const fn meets(self, others: Cells) -> bool {
        self.0 & others.0 != 0
    }

    /// These, and all that lie any number of times so many places before one, in reading order.
    #[must_use]
    pub const fn and_before(mut self, mut places: u32) -> Cells {
        while places < u128::BITS {
            self.0 |= self.0 >> places;
            places *= 2;
        }
        self
    }

    /// These, and all that lie any number of times so many places after one, in reading order.
    #[must_use]
    pub const fn and_after(mut self, mut places: u32) -> Cells {
        while places < u128::BITS {
            self.0 |= self.0 << places;
            places *= 2;
        }
        self
    }

    /// Each cell by itself, in reading order.
    pub fn iter(self) -> impl Iterator<Item = Cells> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let cell = rest.first()?;
            rest -= cell;
            Some(cell)
        })
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

/// The cells of one set that are not in the other.
impl ops::Sub for Cells {
    type Output = Cells;

    fn sub(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }
}

impl ops::BitOrAssign for Cells {
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

impl ops::BitAndAssign for Cells {
    fn bitand_assign(&mut self, other: Cells) {
        self.0 &= other.0;
    }
}

impl ops::SubAssign for Cells {
    fn sub_assign(&mut self, other: Cells) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Cells> for Cells {
    fn from_iter<I: IntoIterator<Item = Cells>>(sets: I) -> Cells {
        sets.into_iter().fold(Cells::NONE, ops::BitOr::bitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Grid = Grid::new(11, 11);
    const WALLED: Grid = Grid::new(2, 3).wall_east_of(0, 0).wall_east_of(1, 0);
    const TERRACED: Grid = Grid::new(3, 2).wall_south_of(0, 0).wall_south_of(0, 1);

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
        for board in [MAP, WALLED, TERRACED, Grid::new(10, 10), Grid::new(8, 16)] {
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
    fn a_step_off_the_board_leads_nowhere() {
        assert_eq!(MAP.east_of(MAP.col(10)), Cells::NONE);
        assert_eq!(MAP.west_of(MAP.col(0)), Cells::NONE);
        assert_eq!(MAP.south_of(MAP.row(10)), Cells::NONE);
        assert_eq!(MAP.north_of(MAP.row(0)), Cells::NONE);
        assert_eq!(MAP.east_of(MAP.col(3)), MAP.col(4));
        assert_eq!(MAP.west_of(MAP.col(3)), MAP.col(2));
        assert_eq!(MAP.south_of(MAP.row(3)), MAP.row(4));
        assert_eq!(MAP.north_of(MAP.row(3)), MAP.row(2));
    }

    #[test]
    fn cells_side_by_side_are_beside_each_other_but_not_their_own_neighbors() {
        let pair = MAP.cell(0, 0) | MAP.cell(0, 1);
        let around = MAP.cell(0, 2) | MAP.cell(1, 0) | MAP.cell(1, 1);
        assert_eq!(MAP.neighbors(pair), around);
        assert_eq!(MAP.beside(pair), around | pair);
    }

    #[test]
    fn the_rim_is_every_cell_with_a_side_off_the_board() {
        let fewer_sides = MAP
            .all()
            .iter()
            .filter(|&cell| MAP.neighbors(cell).count() < 4);
        assert_eq!(MAP.rim(), fewer_sides.collect());
        assert_eq!(MAP.rim().count(), 40);
    }

    #[test]
    fn a_single_row_or_column_is_all_rim() {
        for board in [Grid::new(1, 5), Grid::new(5, 1)] {
            assert_eq!(board.rim(), board.all());
        }
    }

    #[test]
    fn rows_and_columns_cross_in_one_cell() {
        for board in [MAP, Grid::new(8, 16), Grid::new(3, 5)] {
            for (row, col) in [(0, 0), (2, 4), (1, 3)] {
                assert_eq!(board.row(row) & board.col(col), board.cell(row, col));
                assert_eq!(board.row(row).count(), board.cols);
                assert_eq!(board.col(col).count(), board.rows);
            }
        }
    }

    #[test]
    fn lines_are_whole_where_a_cell_is_met() {
        for board in [MAP, Grid::new(8, 16), Grid::new(3, 5), Grid::new(4, 1)] {
            let lines = |count, line: &dyn Fn(u32) -> Cells, cells: Cells| -> Cells {
                (0..count)
                    .map(line)
                    .filter(|line| line.meets(cells))
                    .collect()
            };
            for cells in (0..128).map(|bit| Cells(0b1001 << bit | 1 << (bit / 3)) & board.all()) {
                let rows = lines(board.rows, &|row| board.row(row), cells);
                let cols = lines(board.cols, &|col| board.col(col), cells);
                assert_eq!(board.rows_of(cells), rows);
                assert_eq!(board.cols_of(cells), cols);
            }
        }
    }

    #[test]
    fn coordinates_read_back_to_the_same_cells() {
        let cells = MAP.row(3) | MAP.col(10);
        let listed: Vec<Cell> = MAP.coordinates(cells).collect();
        assert!(listed.is_sorted());
        assert_eq!(listed[3], Cell(3, 0));
        let read = listed.iter().map(|&cell| MAP.at(cell).expect("on the map"));
        assert_eq!(read.collect::<Cells>(), cells);
    }

    #[test]
    fn no_cell_lies_outside_the_board() {
        assert_eq!(MAP.at(Cell(10, 10)), Some(MAP.cell(10, 10)));
        assert_eq!(MAP.at(Cell(11, 0)), None);
        assert_eq!(MAP.at(Cell(0, 11)), None);
    }

    #[test]
    fn sets_are_compared_joined_and_parted() {
        let (row, cell) = (MAP.row(4), MAP.cell(4, 4));
        assert!(row.contains(cell) && row.contains(row) && row.contains(Cells::NONE));
        assert!(!cell.contains(row) && !row.contains(cell | MAP.cell(5, 4)));
        assert!(row.meets(cell) && !row.meets(MAP.row(5)) && !row.meets(Cells::NONE));
        let mut rest = row;
        rest -= cell;
        assert_eq!(rest, row - cell);
        assert_eq!(rest.count(), 10);
        rest |= cell;
        assert_eq!(rest, row);
        rest &= MAP.col(4);
        assert_eq!(rest, cell);
    }

    #[test]
    fn a_wall_parts_a_group() {
        for board in [WALLED, TERRACED] {
            let sizes: Vec<u32> = board.groups(board.all()).map(Cells::count).collect();
            assert_eq!(sizes, [2, 4]);
        }
    }
}
