//! The cube: sixteen columns of up to four blocks, and which may be taken.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, schema::Type},
};

use super::blocks::Block;
use crate::{Cell, Secret, cast};

/// How many columns a side of the cube has, and how many levels.
pub const SIDE: u8 = 4;

/// A column of the cube. On the wire: `[x, y]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub struct Column(u8);

/// 4.1: the blocks left. On the wire: the sixteen columns, `[0, 0]`, `[0, 1]` and so
/// on, each from its lowest block up; null for a color nobody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec<Secret<Block>>>", into = "Vec<Vec<Secret<Block>>>")]
pub struct Cube {
    heights: [u8; 16],
    /// By column and level, from the base. Above the height: withheld.
    blocks: [[Secret<Block>; 4]; 16],
}

/// A block whose color can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesShownBlock)]
pub struct Shown {
    /// The column on which the block lies.
    pub column: Column,
    /// Its level, from one at the base.
    #[schema(minimum = 1, maximum = 4)]
    pub level: u8,
    /// The color of the block.
    pub block: Block,
}

impl Column {
    /// Every column, in the order of the wire.
    pub fn all() -> impl Iterator<Item = Column> {
        (0..SIDE * SIDE).map(Column)
    }

    /// The column with these coordinates, if there is one.
    pub fn at(x: u8, y: u8) -> Option<Column> {
        (x < SIDE && y < SIDE).then(|| Column(x * SIDE + y))
    }

    /// Its coordinates.
    pub const fn coordinates(self) -> [u8; 2] {
        [self.0 / SIDE, self.0 % SIDE]
    }

    /// Its place in each layer seen from above: `x` runs to the right and `y` down.
    pub const fn cell(self) -> Cell {
        let [x, y] = self.coordinates();
        Cell::new(y, x)
    }

    /// What is beside it on its four sides; nothing outside the cube.
    pub fn sides(self) -> [Option<Column>; 4] {
        let [x, y] = self.coordinates();
        let beside = |x: Option<u8>, y: Option<u8>| Column::at(x?, y?);
        [
            beside(x.checked_sub(1), Some(y)),
            beside(Some(x + 1), Some(y)),
            beside(Some(x), y.checked_sub(1)),
            beside(Some(x), Some(y + 1)),
        ]
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl TryFrom<[u8; 2]> for Column {
    type Error = &'static str;

    fn try_from([x, y]: [u8; 2]) -> Result<Column, &'static str> {
        Column::at(x, y).ok_or("columns are [x, y], each from 0 to 3")
    }
}

impl From<Column> for [u8; 2] {
    fn from(column: Column) -> [u8; 2] {
        column.coordinates()
    }
}

impl PartialSchema for Column {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(3));
        ArrayBuilder::new()
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some("A column of the cube: `[x, y]`, both from 0."))
            .into()
    }
}

impl ToSchema for Column {
    fn name() -> Cow<'static, str> {
        "BuildersBiomesColumn".into()
    }
}

impl PartialSchema for Cube {
    fn schema() -> RefOr<Schema> {
        let block = OneOfBuilder::new()
            .item(Ref::from_schema_name(Block::name()))
            .item(ObjectBuilder::new().schema_type(Type::Null));
        let column = ArrayBuilder::new()
            .items(block)
            .max_items(Some(usize::from(SIDE)));
        ArrayBuilder::new()
            .items(column)
            .min_items(Some(16))
            .max_items(Some(16))
            .description(Some(
                "The blocks that are left: the sixteen columns, `[0, 0]`, `[0, 1]` and so on, each \
                 from its lowest block up. Null for a color that nobody can see.",
            ))
            .into()
    }
}

impl ToSchema for Cube {
    fn name() -> Cow<'static, str> {
        "BuildersBiomesCube".into()
    }
}

impl Cube {
    /// A full cube of these blocks, column by column, each from the base up.
    pub fn full(blocks: &[Block]) -> Cube {
        let mut left = blocks.iter().copied().map(Secret::Known);
        let mut block = || left.next().unwrap_or(Secret::Withheld);
        Cube {
            heights: [SIDE; 16],
            blocks: std::array::from_fn(|_| std::array::from_fn(|_| block())),
        }
    }

    /// How many blocks are left in a column.
    pub fn height(&self, column: Column) -> u8 {
        self.heights[column.index()]
    }

    /// How many blocks are left.
    pub fn count(&self) -> u8 {
        self.heights.iter().sum()
    }

    /// Whether no block is left.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Whether no block is left in a layer, counted from the top.
    pub fn is_layer_empty(&self, layer: u8) -> bool {
        self.heights.iter().all(|height| height + layer <= SIDE)
    }

    /// 4.6: whether the top block of a column may be taken.
    pub fn is_takeable(&self, column: Column) -> bool {
        let height = self.height(column);
        let is_lower = |side: &Option<Column>| side.is_none_or(|it| self.height(it) < height);
        height > 0 && column.sides().iter().filter(|side| is_lower(side)).count() >= 2
    }

    /// The columns whose top block may be taken.
    pub fn takeable(&self) -> impl Iterator<Item = Column> {
        Column::all().filter(|column| self.is_takeable(*column))
    }

    /// 14.2: whether a block has an exposed top or side face.
    pub fn is_exposed(&self, column: Column, level: u8) -> bool {
        let is_lower = |side: Option<Column>| side.is_none_or(|it| self.height(it) < level);
        level == self.height(column) || column.sides().into_iter().any(is_lower)
    }

    /// The color of a block, as far as it is known.
    pub fn block(&self, column: Column, level: u8) -> Option<Block> {
        self.blocks[column.index()][usize::from(level) - 1]
            .known()
            .copied()
    }

    /// The blocks of a column, from the lowest up.
    pub fn column(&self, column: Column) -> &[Secret<Block>] {
        &self.blocks[column.index()][..usize::from(self.height(column))]
    }

    /// Every block left: its column and level.
    pub fn places(&self) -> impl Iterator<Item = (Column, u8)> {
        Column::all().flat_map(|column| (1..=self.height(column)).map(move |level| (column, level)))
    }

    /// The blocks that would be exposed if the top block of a column were gone, and
    /// are not now, with their colors.
    pub fn uncovered_by(&self, column: Column) -> Vec<Shown> {
        let mut after = self.clone();
        after.take(column);
        let near = column.sides().into_iter().flatten().chain([column]);
        let places = near.flat_map(|it| (1..=after.height(it)).map(move |level| (it, level)));
        let new = places
            .filter(|&(at, level)| after.is_exposed(at, level) && !self.is_exposed(at, level));
        let shown = |(column, level)| {
            let block = self.block(column, level)?;
            Some(Shown {
                column,
                level,
                block,
            })
        };
        new.filter_map(shown).collect()
    }

    /// Takes the top block of a column away.
    pub fn take(&mut self, column: Column) {
        let height = &mut self.heights[column.index()];
        *height -= 1;
        self.blocks[column.index()][usize::from(*height)] = Secret::Withheld;
    }

    /// Learns the color of a block.
    pub fn show(&mut self, shown: Shown) {
        self.blocks[shown.column.index()][usize::from(shown.level) - 1] =
            Secret::Known(shown.block);
    }

    /// Puts these colors where none is known, column by column, as far as they go.
    pub fn fill(&mut self, colors: Vec<Block>) {
        let mut colors = colors.into_iter();
        for (column, level) in self.clone().places() {
            let place = &mut self.blocks[column.index()][usize::from(level) - 1];
            if place.known().is_none() {
                *place = colors.next().map_or(Secret::Withheld, Secret::Known);
            }
        }
    }

    /// 14.2: the cube as everybody sees it.
    #[must_use]
    pub fn seen(&self) -> Cube {
        let mut seen = self.clone();
        for (column, level) in self.places() {
            if !self.is_exposed(column, level) {
                seen.blocks[column.index()][usize::from(level) - 1] = Secret::Withheld;
            }
        }
        seen
    }
}

impl TryFrom<Vec<Vec<Secret<Block>>>> for Cube {
    type Error = &'static str;

    fn try_from(columns: Vec<Vec<Secret<Block>>>) -> Result<Cube, &'static str> {
        let mut cube = Cube::full(&[]);
        let is_full_grid = columns.len() == cube.heights.len();
        if !is_full_grid
            || columns
                .iter()
                .any(|blocks| blocks.len() > usize::from(SIDE))
        {
            return Err("a cube has 16 columns of at most 4 blocks");
        }
        for (column, blocks) in Column::all().zip(columns) {
            let height = cast::<u8>(blocks.len());
            cube.heights[column.index()] = height;
            let places = cube.blocks[column.index()].iter_mut();
            places.zip(blocks).for_each(|(place, block)| *place = block);
        }
        Ok(cube)
    }
}

impl From<Cube> for Vec<Vec<Secret<Block>>> {
    fn from(cube: Cube) -> Vec<Vec<Secret<Block>>> {
        Column::all()
            .map(|column| cube.column(column).to_vec())
            .collect()
    }
}
