//! A map sheet: what is drawn and printed on each of its cells.

use std::{fmt, sync::LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::{
    Cell, cast,
    kit::{
        cells::{Cells, Grid},
        written::Written,
    },
};

use super::{
    components::{BOX, SheetRecord},
    illegal::Illegal,
};

/// How many rows and columns a map has.
pub const SIDE: u32 = 11;

/// The cells of a map and the steps between them.
pub const BOARD: Grid = Map::BOARD;

/// A map of the box.
pub type Map = Land<SIDE>;

/// A square map of any size. Only [`Map`] is played on; the rulebook's examples
/// are smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Land<const SIDE: u32> {
    /// Forest spaces.
    pub forest: Cells,
    /// Village spaces. A space drawn by Diplomacy is here and in `farm`.
    pub village: Cells,
    /// Farm spaces.
    pub farm: Cells,
    /// Water spaces.
    pub water: Cells,
    /// Monster spaces.
    pub monster: Cells,
    /// Mountains, printed and drawn.
    pub mountain: Cells,
    /// Wasteland, which is no terrain but fills its spaces.
    pub wasteland: Cells,
    /// Ruins spaces, drawn on or not.
    pub ruins: Cells,
}

/// What a space can be drawn with.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersTerrain)]
pub enum Terrain {
    /// Forest, written `F` in maps.
    Forest,
    /// Village, written `V` in maps.
    Village,
    /// Farm, written `A` in maps.
    Farm,
    /// Water, written `W` in maps.
    Water,
    /// Monster, written `X` in maps.
    Monster,
    /// Mountain, `M`. Drawn only where a ruins card cannot be honored.
    Mountain,
}

/// A printed side of the map sheet.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[schema(as = CartographersSide)]
pub enum Side {
    /// The wilderness, the plainer side.
    #[default]
    A,
    /// The wastelands, the harder side.
    B,
}

/// Why eleven strings are not a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMap {
    /// Too few or too many rows, or letters in a row.
    #[error("a map must be 11 strings of 11 letters each")]
    Size,
    /// A letter that stands for nothing.
    #[error("{1:?} is not a letter of a map: use . F V A W X M L D")]
    Letter(Cell, char),
    /// Ruins printed on wasteland.
    #[error("ruins cannot lie on wasteland")]
    Ruins(Cell),
}

impl Terrain {
    /// Every terrain.
    pub const ALL: [Terrain; 6] = [
        Terrain::Forest,
        Terrain::Village,
        Terrain::Farm,
        Terrain::Water,
        Terrain::Monster,
        Terrain::Mountain,
    ];
}

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::A, Side::B];
}

impl Map {
    /// A printed side that nobody has drawn on.
    pub fn printed(side: Side) -> Map {
        static SHEETS: LazyLock<[Map; 2]> =
            LazyLock::new(|| BOX.maps.each_ref().map(SheetRecord::map));
        SHEETS[side as usize]
    }
}

impl<const SIDE: u32> Land<SIDE> {
    /// The cells and the steps between them.
    pub const BOARD: Grid = Grid::new(SIDE, SIDE);

    /// The spaces of one terrain.
    pub const fn of(&self, terrain: Terrain) -> Cells {
        match terrain {
            Terrain::Forest => self.forest,
            Terrain::Village => self.village,
            Terrain::Farm => self.farm,
            Terrain::Water => self.water,
            Terrain::Monster => self.monster,
            Terrain::Mountain => self.mountain,
        }
    }

    /// Draws a terrain.
    pub fn draw(&mut self, terrain: Terrain, cells: Cells) {
        *self.of_mut(terrain) |= cells;
    }

    /// Draws a terrain, or what is none: the farm and village of Diplomacy.
    pub fn put_on(&mut self, terrain: Option<Terrain>, cells: Cells) {
        match terrain {
            Some(terrain) => self.draw(terrain, cells),
            None => {
                self.farm |= cells;
                self.village |= cells;
            }
        }
    }

    /// Takes off what was [put on](Land::put_on).
    pub fn take_off(&mut self, terrain: Option<Terrain>, cells: Cells) {
        match terrain {
            Some(terrain) => *self.of_mut(terrain) -= cells,
            None => {
                self.farm -= cells;
                self.village -= cells;
            }
        }
    }

    /// Takes off whatever was drawn on these spaces.
    pub fn erase(&mut self, cells: Cells) {
        for terrain in Terrain::ALL {
            *self.of_mut(terrain) -= cells;
        }
    }

    fn of_mut(&mut self, terrain: Terrain) -> &mut Cells {
        match terrain {
            Terrain::Forest => &mut self.forest,
            Terrain::Village => &mut self.village,
            Terrain::Farm => &mut self.farm,
            Terrain::Water => &mut self.water,
            Terrain::Monster => &mut self.monster,
            Terrain::Mountain => &mut self.mountain,
        }
    }

    /// 1.4: spaces with anything on them. A ruins marking alone is nothing.
    pub fn filled(&self) -> Cells {
        let drawn = self.forest | self.village | self.farm | self.water | self.monster;
        drawn | self.mountain | self.wasteland
    }

    /// 1.3: spaces that can be drawn on.
    pub fn empty(&self) -> Cells {
        Self::BOARD.all() - self.filled()
    }

    /// 1.6: spaces, filled or not, whose four sides are filled or off the map.
    pub fn surrounded(&self) -> Cells {
        Self::BOARD.all() - Self::BOARD.beside(self.empty())
    }

    /// The map as one string a row, with the letters of RULES 11. Ruins have no
    /// letter. `D` is farm and village at once.
    pub fn letters(&self) -> Vec<String> {
        let cells = |row| (0..SIDE).map(move |col| Self::BOARD.cell(row, col));
        (0..SIDE)
            .map(|row| cells(row).map(|cell| self.letter(cell)).collect())
            .collect()
    }

    /// Reads what [`Land::letters`] writes; `ruins` are printed on it.
    ///
    /// # Errors
    ///
    /// Why there is no such map.
    pub fn from_letters(rows: &[impl AsRef<str>], ruins: Cells) -> Result<Self, BadMap> {
        let side = cast::<usize>(SIDE);
        let mut land = Land {
            ruins,
            ..Land::default()
        };
        let is_wide = |row: &str| row.chars().count() == side;
        if rows.len() != side || !rows.iter().all(|row| is_wide(row.as_ref())) {
            return Err(BadMap::Size);
        }
        for (row, letters) in (0_u8..).zip(rows) {
            for (col, letter) in (0..).zip(letters.as_ref().chars()) {
                let cell = Self::BOARD.cell(u32::from(row), u32::from(col));
                if !land.put(letter, cell) {
                    return Err(BadMap::Letter(Cell::new(row, col), letter));
                }
            }
        }
        match Self::BOARD.coordinates(ruins & land.wasteland).next() {
            Some(cell) => Err(BadMap::Ruins(cell)),
            None => Ok(land),
        }
    }

    fn letter(&self, cell: Cells) -> char {
        let letters = [
            ('D', self.farm & self.village),
            ('F', self.forest),
            ('V', self.village),
            ('A', self.farm),
            ('W', self.water),
            ('X', self.monster),
            ('M', self.mountain),
            ('L', self.wasteland),
        ];
        let here = letters.iter().find(|(_, cells)| cells.contains(cell));
        here.map_or('.', |(letter, _)| *letter)
    }

    /// Fills a cell with what a letter stands for, if it stands for anything.
    fn put(&mut self, letter: char, cell: Cells) -> bool {
        match letter {
            '.' => {}
            'F' => self.draw(Terrain::Forest, cell),
            'V' => self.draw(Terrain::Village, cell),
            'A' => self.draw(Terrain::Farm, cell),
            'W' => self.draw(Terrain::Water, cell),
            'X' => self.draw(Terrain::Monster, cell),
            'M' => self.draw(Terrain::Mountain, cell),
            'L' => self.wasteland |= cell,
            'D' => {
                self.draw(Terrain::Farm, cell);
                self.draw(Terrain::Village, cell);
            }
            _ => return false,
        }
        true
    }
}

/// What [`Land::letters`] writes, on the wire.
pub fn letters_schema() -> Schema {
    let row = ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some("^[.FVAWXMLD]{11}$"))
        .min_length(Some(11))
        .max_length(Some(11));
    let rows = ArrayBuilder::new()
        .items(row)
        .min_items(Some(11))
        .max_items(Some(11))
        .description(Some(
            "Eleven rows of eleven letters: `.` empty, `F` forest, `V` village, `A` farm, \
             `W` water, `X` monster, `M` mountain, `L` wasteland, `D` farm and village at \
             once. Ruins have no letter.",
        ));
    rows.into()
}

/// Cells of a map. On the wire: a list of `[row, column]`, written in reading
/// order, read in any; none twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area(pub Cells);

impl Serialize for Area {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(BOARD.coordinates(self.0))
    }
}

impl<'de> Deserialize<'de> for Area {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Area, D::Error> {
        deserializer.deserialize_seq(AreaVisitor)
    }
}

struct AreaVisitor;

// Each cell is looked at as it is read, so that an error is at its place in the list.
impl<'de> de::Visitor<'de> for AreaVisitor {
    type Value = Area;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cells")
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut cells: A) -> Result<Area, A::Error> {
        let mut area = Cells::NONE;
        while let Some(Cell(row, col)) = cells.next_element()? {
            let cell = BOARD
                .at(Cell(row, col))
                .ok_or_else(|| de::Error::custom(format!("[{row},{col}] is off the map")))?;
            if area.contains(cell) {
                let twice = format!("[{row},{col}] is listed twice");
                return Err(de::Error::custom(twice));
            }
            area |= cell;
        }
        Ok(Area(area))
    }
}

/// Why a cell, written as `[row, column]`, is on no map.
pub(super) fn off_the_map(written: &Value) -> Option<Illegal> {
    let written = Written::pair(written)?;
    let on_map = written.cell().and_then(|cell| BOARD.at(cell));
    on_map.is_none().then_some(Illegal::OffTheMap(written))
}

impl PartialSchema for Area {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(10));
        let cell = ArrayBuilder::new()
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2));
        ArrayBuilder::new()
            .items(cell)
            .max_items(Some(121))
            .unique_items(true)
            .description(Some(
                "Cells of a map, each once, as `[row, column]` from 0 to 10.",
            ))
            .into()
    }
}

impl ToSchema for Area {}
