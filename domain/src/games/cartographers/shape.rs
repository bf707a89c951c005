//! Shapes in all the ways they turn and flip.

use std::sync::LazyLock;

use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value},
};
use utoipa::ToSchema;

use super::{
    command::Orientation,
    components,
    map::{BOARD, SIDE},
};
use crate::{Cell, kit::cells::Cells};

/// A shape of an explore card, by its id in the component file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[expect(
    missing_docs,
    reason = "the card's number and a letter for each shape on it"
)]
#[schema(as = CartographersShapeId)]
pub enum ShapeId {
    E07a,
    E07b,
    E08a,
    E08b,
    E09a,
    E09b,
    E10a,
    E10b,
    E11a,
    E12a,
    E13a,
    E14a,
    E15a,
    E16a,
    E17a,
}

/// A shape in every way it can lie.
#[derive(Debug)]
pub struct Shape {
    /// None for shapes that are not on an explore card.
    pub id: Option<ShapeId>,
    /// Coins printed beside it.
    pub coins: u8,
    /// Every way it can lie, each once; first as printed.
    pub turns: Vec<Turn>,
    /// What is left on the map where the shape juts out over the edge, each once.
    pub clipped: Vec<Cells>,
}

/// One way a shape can lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The shape pushed into the top left corner.
    pub cells: Cells,
    /// How many rows it spans.
    pub rows: u32,
    /// How many columns it spans.
    pub cols: u32,
    /// Its cells as bits, moved so that the first is the lowest: the same wherever it lies.
    pattern: u128,
    /// Each cell's distance from the anchor, in reading order of the board.
    offsets: Vec<u32>,
    /// Where the anchor, the top left of its box, keeps all of it on the map.
    anchors: Cells,
}

/// For each turn of a shape, the anchors it may take.
pub type Spots = [Cells; 8];

/// 13.4: the two cells of Acrobatics and Healing.
pub static DOMINO: LazyLock<[Shape; 1]> =
    LazyLock::new(|| [Shape::plain(&[Cell(0, 0), Cell(0, 1)])]);

/// 13.4: the square of Negotiation.
pub static SQUARE: LazyLock<Shape> =
    LazyLock::new(|| Shape::plain(&[Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)]));

impl ShapeId {
    /// The shape of an explore card with this id.
    pub fn named(id: &str) -> Option<ShapeId> {
        let read: Result<ShapeId, value::Error> = ShapeId::deserialize(id.into_deserializer());
        read.ok()
    }
}

impl Shape {
    /// A shape printed on a card.
    pub fn printed(shape: &components::ShapeRecord) -> Shape {
        Shape {
            id: ShapeId::named(&shape.id),
            coins: u8::from(shape.coin),
            ..Shape::plain(&shape.cells)
        }
    }

    fn plain(printed: &[Cell]) -> Shape {
        let mut turns: Vec<Turn> = Vec::new();
        for turn in turns_of(printed) {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        let mut clipped: Vec<Cells> = turns.iter().flat_map(Turn::clipped).collect();
        clipped.sort_unstable_by_key(|clip| clip.0);
        clipped.dedup();
        Shape {
            id: None,
            coins: 0,
            turns,
            clipped,
        }
    }

    /// Whether these cells are the shape, somewhere on the map.
    pub fn is(&self, cells: Cells) -> bool {
        let first = cells.0.trailing_zeros();
        let Some(pattern) = cells.0.checked_shr(first) else {
            return false;
        };
        let mut turns = self.turns.iter();
        turns.any(|turn| turn.pattern == pattern && turn.begins_at(first))
    }

    /// Whether all its cells are connected.
    pub fn is_whole(&self) -> bool {
        BOARD.groups(self.turns[0].cells).count() == 1
    }

    /// Where the shape lies on `free` cells only and on at least one of `cover`.
    pub fn spots(&self, free: Cells, cover: Cells) -> Spots {
        let mut spots = [Cells::NONE; 8];
        for (at, turn) in spots.iter_mut().zip(&self.turns) {
            *at = turn.fitting(free);
            if cover != free {
                *at &= turn.touching(cover);
            }
        }
        spots
    }

    /// The cells at each of these spots.
    pub fn placements(&self, spots: Spots) -> impl Iterator<Item = Cells> {
        let turns = self.turns.iter().zip(spots);
        turns.flat_map(|(turn, anchors)| anchors.iter().map(|anchor| turn.at(anchor)))
    }

    /// The shape of two cells, lying so.
    pub fn lying(&self, orientation: Orientation) -> &Turn {
        let is_so = |turn: &&Turn| match orientation {
            Orientation::Horizontal => turn.rows == 1,
            Orientation::Vertical => turn.cols == 1,
        };
        self.turns
            .iter()
            .find(is_so)
            .expect("two cells lie both ways")
    }
}

impl Turn {
    fn new(cells: &[Cell]) -> Turn {
        let extent = |of: fn(&Cell) -> u8| {
            let most = cells.iter().map(of).max().expect("a shape has cells");
            u32::from(most) + 1
        };
        let (rows, cols) = (
            extent(|cell| cell.0.unsigned_abs()),
            extent(|cell| cell.1.unsigned_abs()),
        );
        let mut offsets: Vec<u32> = cells
            .iter()
            .map(|&cell| {
                BOARD
                    .at(cell)
                    .expect("a shape fits on a map")
                    .0
                    .trailing_zeros()
            })
            .collect();
        offsets.sort_unstable();
        let anchors = (0..=SIDE - rows)
            .flat_map(|row| (0..=SIDE - cols).map(move |col| BOARD.cell(row, col)))
            .collect();
        let cells: Cells = offsets.iter().map(|&offset| Cells(1 << offset)).collect();
        Turn {
            cells,
            pattern: cells.0 >> offsets[0],
            rows,
            cols,
            offsets,
            anchors,
        }
    }

    /// The shape with its anchor on a cell.
    pub const fn at(&self, anchor: Cells) -> Cells {
        Cells(self.cells.0 << anchor.0.trailing_zeros())
    }

    /// Whether it lies on the map if its first cell has this place, counted in reading order.
    fn begins_at(&self, place: u32) -> bool {
        let anchor = place.checked_sub(self.offsets[0]);
        anchor.is_some_and(|anchor| self.anchors.meets(Cells(1 << anchor)))
    }

    fn fitting(&self, free: Cells) -> Cells {
        let fits = |anchors, &offset| anchors & free.0 >> offset;
        Cells(self.offsets.iter().fold(self.anchors.0, fits))
    }

    fn touching(&self, cover: Cells) -> Cells {
        let touches = |anchors, &offset| anchors | cover.0 >> offset;
        Cells(self.offsets.iter().fold(0, touches))
    }

    /// What stays on the map wherever only part of the shape does.
    fn clipped(&self) -> Vec<Cells> {
        let cells: Vec<Cell> = BOARD.coordinates(self.cells).collect();
        // Rows and columns are shifted by ten so that none is negative.
        let steps = |span: u32| 11 - span..21_u32;
        let mut clipped = Vec::new();
        for (down, right) in steps(self.rows).flat_map(|d| steps(self.cols).map(move |r| (d, r))) {
            let on_map = cells.iter().filter_map(|&Cell(row, col)| {
                let row = (u32::try_from(row).ok()? + down).checked_sub(10)?;
                let col = (u32::try_from(col).ok()? + right).checked_sub(10)?;
                (row < SIDE && col < SIDE).then(|| BOARD.cell(row, col))
            });
            let clip: Cells = on_map.collect();
            if !clip.is_empty() && clip.count() < self.cells.count() {
                clipped.push(clip);
            }
        }
        clipped
    }
}

/// The eight ways a shape turns and flips; some may be equal.
fn turns_of(printed: &[Cell]) -> Vec<Turn> {
    let mut cells = printed.to_vec();
    let mut turns = Vec::new();
    for _ in 0..2 {
        for _ in 0..4 {
            turns.push(Turn::new(&cells));
            cells = quarter_turn(&cells);
        }
        cells = cells.iter().map(|&Cell(row, col)| Cell(col, row)).collect();
    }
    turns
}

fn quarter_turn(cells: &[Cell]) -> Vec<Cell> {
    let last = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let turned = cells.iter().map(|&Cell(row, col)| Cell(col, last - row));
    turned.collect()
}
