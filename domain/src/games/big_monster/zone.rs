//! Zones: tiles round an explorer, where another fits, and what beams do.
//!
//! Cells are counted from the explorer's top left cell: `x` grows to the right, `y`
//! downward. A tile lies where its top left cell is.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    components::{Beam, Direction, Shape, TileKind},
    explorers::Explorer,
    illegal::Illegal,
    tiles::Tile,
};
use crate::{Cell, cast, kit::written::Written};

/// The explorer's top left cell is stored as this row and column, so that no stored
/// cell is negative. No zone reaches so far.
pub const ORIGIN: i8 = 64;

/// The farthest a tile may lie from the explorer's cell: 21 tiles reach 42 cells.
pub const REACH: i8 = 50;

/// A place for a tile: its top left cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// Cells to the right of the explorer's left column.
    pub x: i8,
    /// Cells below the explorer's upper row.
    pub y: i8,
}

/// A tile that lies in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BigMonsterPlaced)]
pub struct Placed {
    /// The tile that lies there.
    pub tile: Tile,
    /// Cells to the right of the explorer's left column.
    #[schema(minimum = -50, maximum = 50)]
    pub x: i8,
    /// Cells below the explorer's upper row.
    #[schema(minimum = -50, maximum = 50)]
    pub y: i8,
    /// How many times it has mutated. Zero for tiles that never mutate.
    #[schema(maximum = 2)]
    pub level: u8,
}

/// A seat's zone. Its cells are counted from the explorer's top left cell, where `x` and
/// `y` are zero: `x` grows to the right and `y` downward. Score lines, refusals and
/// heatmaps name a cell as `[y, x]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BigMonsterZone)]
pub struct Zone {
    /// The explorer that the zone grew around. Null while you may not know it.
    pub explorer: Option<Explorer>,
    /// The tiles in the order they were placed.
    #[schema(max_items = 21)]
    pub tiles: Vec<Placed>,
}

/// 6.1: a mutant that has reached another level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// Which tile, counted in the order of placement.
    pub nth: usize,
    /// The level of the mutant after the mutation.
    pub level: u8,
}

impl Placed {
    /// Where it lies.
    pub const fn spot(self) -> Spot {
        Spot {
            x: self.x,
            y: self.y,
        }
    }

    fn size(self) -> (i8, i8) {
        let record = self.tile.record();
        (record.w, record.h)
    }

    /// Whether it covers a cell.
    pub fn covers(self, x: i8, y: i8) -> bool {
        let (w, h) = self.size();
        (self.x..self.x + w).contains(&x) && (self.y..self.y + h).contains(&y)
    }

    /// The cells it covers.
    pub fn cells(self) -> impl Iterator<Item = Spot> {
        let (w, h) = self.size();
        let cells = (0..h).flat_map(move |dy| (0..w).map(move |dx| (dx, dy)));
        cells.map(move |(dx, dy)| Spot {
            x: self.x + dx,
            y: self.y + dy,
        })
    }
}

impl Spot {
    /// The cell in its row and column.
    pub const fn cell(self) -> Cell {
        Cell(self.y, self.x)
    }

    /// The cells a tile would cover here.
    pub fn cells(self, tile: Tile) -> Vec<Cell> {
        let Spot { x, y } = self;
        let level = 0;
        let placed = Placed { tile, x, y, level };
        placed.cells().map(Spot::cell).collect()
    }

    /// Whether any zone reaches here.
    pub fn is_near(self) -> bool {
        let near = |at: i8| (-REACH..=REACH).contains(&at);
        near(self.x) && near(self.y)
    }
}

/// Why a spot, written as `x` and `y`, is farther out than any zone reaches.
pub(super) fn too_far(written: &Value) -> Option<Illegal> {
    let written = Written::at(written.get("y")?, written.get("x")?)?;
    let cell = written.cell();
    let is_near = cell.is_some_and(|Cell(y, x)| Spot { x, y }.is_near());
    (!is_near).then_some(Illegal::TooFar(written))
}

impl Zone {
    /// A zone of nothing but its explorer.
    pub fn new(explorer: Explorer) -> Zone {
        Zone {
            explorer: Some(explorer),
            tiles: Vec::new(),
        }
    }

    /// 5.2: every spot where the tile may be placed, in reading order.
    pub fn spots(&self, tile: Tile) -> Vec<Spot> {
        Ground::of(self).spots(tile)
    }

    /// 5.2: whether the tile may be placed there.
    pub fn fits(&self, tile: Tile, at: Spot) -> bool {
        self.spots(tile).contains(&at)
    }

    /// Lays a tile down; no beam acts yet.
    pub fn lay(&mut self, tile: Tile, at: Spot) {
        let Spot { x, y } = at;
        self.tiles.push(Placed {
            tile,
            x,
            y,
            level: 0,
        });
    }

    /// The zone with one tile more, and with the levels that makes.
    #[must_use]
    pub fn with(&self, tile: Tile, at: Spot) -> Zone {
        let mut zone = Zone {
            explorer: self.explorer,
            tiles: Vec::with_capacity(self.tiles.len() + 1),
        };
        zone.tiles.extend(&self.tiles);
        zone.lay(tile, at);
        zone.mutate();
        zone
    }

    /// Gives every mutant its level.
    pub fn mutate(&mut self) {
        for mutation in self.mutations() {
            self.tiles[mutation.nth].level = mutation.level;
        }
    }

    /// 6.1: the mutants whose level is not what the beams make it, and what it becomes.
    pub fn mutations(&self) -> Vec<Mutation> {
        let lit: Vec<Spot> = self.lit().collect();
        let mutants = self.tiles.iter().enumerate();
        let mutants = mutants.filter(|(_, it)| it.tile.record().kind == TileKind::Mutant);
        let mutated = mutants.filter_map(|(nth, it)| {
            let hits = lit.iter().filter(|at| it.covers(at.x, at.y)).count();
            let hits = cast::<u8>(hits);
            let level = hits.min(it.tile.record().max_level);
            (level != it.level).then_some(Mutation { nth, level })
        });
        mutated.collect()
    }

    /// The same if one tile more lay there.
    pub fn mutations_with(&self, tile: Tile, at: Spot) -> Vec<Mutation> {
        let mut after = self.clone();
        after.lay(tile, at);
        after.mutations()
    }

    /// The cells directly in front of beams.
    fn lit(&self) -> impl Iterator<Item = Spot> {
        let explorer = self.explorer.iter();
        let explorer = explorer.flat_map(|it| &it.record().beams);
        let explorer = explorer.map(|beam| in_front(*beam, 0, 0));
        let tiles = self.tiles.iter().flat_map(|it| {
            let beams = it.tile.record().beams.iter();
            beams.map(move |beam| in_front(*beam, it.x, it.y))
        });
        explorer.chain(tiles)
    }

    /// The cells of those tiles, in reading order.
    pub fn cells(&self, counted: impl Fn(&Placed) -> bool) -> Vec<Cell> {
        let tiles = self.tiles.iter().filter(|it| counted(it));
        let mut cells: Vec<Cell> = tiles.flat_map(|it| it.cells()).map(Spot::cell).collect();
        cells.sort_unstable();
        cells
    }

    /// How many tiles of a kind there are.
    pub fn count(&self, tile: Tile) -> usize {
        self.tiles.iter().filter(|it| it.tile == tile).count()
    }
}

fn in_front(beam: Beam, x: i8, y: i8) -> Spot {
    let step = match beam.dir {
        Direction::Up => -1,
        Direction::Down => 1,
    };
    Spot {
        x: x + beam.cell[0],
        y: y + beam.cell[1] + step,
    }
}

/// The cells that are covered, a bit each: row by row, [`ORIGIN`] away from the edge.
#[derive(Clone, Debug)]
pub struct Ground {
    rows: [u128; 128],
    /// The rows in which something lies.
    top: usize,
    bottom: usize,
}

impl Ground {
    /// The ground a zone covers.
    pub fn of(zone: &Zone) -> Ground {
        let mut ground = Ground {
            rows: [0; 128],
            top: index(0),
            bottom: index(1),
        };
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            ground.cover(Spot { x, y });
        }
        for placed in &zone.tiles {
            placed.cells().for_each(|at| ground.cover(at));
        }
        ground
    }

    /// Covers a cell.
    pub fn cover(&mut self, at: Spot) {
        let row = index(at.y);
        self.rows[row] |= 1 << index(at.x);
        self.top = self.top.min(row);
        self.bottom = self.bottom.max(row);
    }

    /// 5.2
    pub fn spots(&self, tile: Tile) -> Vec<Spot> {
        let mut spots = Vec::with_capacity(64);
        for row in self.top - 2..=self.bottom + 1 {
            let mut free = match tile.record().shape {
                Shape::Portrait => {
                    let covered = self.rows[row] | self.rows[row + 1];
                    (self.beside(row) | self.beside(row + 1)) & !covered
                }
                Shape::Landscape | Shape::Explorer => {
                    let covered = self.rows[row] | self.rows[row] >> 1;
                    (self.beside(row) | self.beside(row) >> 1) & !covered
                }
            };
            while free != 0 {
                let column = free.trailing_zeros();
                free &= free - 1;
                spots.push(Spot {
                    x: coordinate(column as usize),
                    y: coordinate(row),
                });
            }
        }
        spots
    }

    /// The cells of a row that share a side with a covered one.
    fn beside(&self, row: usize) -> u128 {
        let here = self.rows[row];
        here << 1 | here >> 1 | self.rows[row - 1] | self.rows[row + 1]
    }
}

fn index(at: i8) -> usize {
    cast::<usize>(at + ORIGIN)
}

fn coordinate(index: usize) -> i8 {
    cast::<i8>(index) - ORIGIN
}

/// Upright tiles are `[Bl]` over `[ 1]` with their level, lying ones `[ vv   ]`, the
/// explorer is drawn with double sides. A cell is four letters wide, so half shifts show.
impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = || self.tiles.iter().flat_map(|it| it.cells());
        let x_min = cells().map(|at| at.x).min().unwrap_or(0).min(0);
        let x_max = cells().map(|at| at.x).max().unwrap_or(0).max(1);
        let y_min = cells().map(|at| at.y).min().unwrap_or(0).min(0);
        let y_max = cells().map(|at| at.y).max().unwrap_or(0).max(1);
        let columns: String = (x_min..=x_max).map(|x| format!("{x:^4}")).collect();
        writeln!(f, "      {}", columns.trim_end())?;
        for y in y_min..=y_max {
            let row: String = (x_min..=x_max).map(|x| self.letters(x, y)).collect();
            writeln!(f, "{y:>5} {}", row.trim_end())?;
        }
        Ok(())
    }
}

impl Zone {
    fn letters(&self, x: i8, y: i8) -> String {
        let placed = self.tiles.iter().find(|it| it.covers(x, y));
        match (placed, x, y) {
            (Some(placed), ..) => placed.letters(x, y),
            (None, 0, 0) => "||EX".to_owned(),
            (None, 1, 0) => "PL||".to_owned(),
            (None, 0, 1) => "||__".to_owned(),
            (None, 1, 1) => "__||".to_owned(),
            (None, ..) => "    ".to_owned(),
        }
    }
}

impl Placed {
    fn letters(self, x: i8, y: i8) -> String {
        let name = self.tile.letters();
        let is_first = (x, y) == (self.x, self.y);
        match (self.size(), is_first) {
            ((1, _), true) => format!("[{name}]"),
            ((1, _), false) if self.level > 0 => format!("[_{}]", self.level),
            ((1, _), false) => "[__]".to_owned(),
            (_, true) => format!("[{name}="),
            (_, false) => "===]".to_owned(),
        }
    }
}
