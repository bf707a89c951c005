//! The printed board: its squares, what grows on them, and where lava flows.

use std::{fmt, str::FromStr, sync::LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::{
    Cell,
    kit::{
        cells::{Cells, Grid},
        written::Written,
    },
};

use super::{
    components::{BOX, Lava, Resource, Terrain},
    illegal::Illegal,
};

/// How many rows and columns the board has.
const SIDE: u8 = 10;

/// The squares of the board and the steps between them; lava is a wall.
pub static BOARD: LazyLock<Grid> = LazyLock::new(|| board(&BOX.board.lava_edges));

/// What is printed on the board, as sets of squares.
pub static LAND: LazyLock<Land> = LazyLock::new(Land::printed);

/// What is printed on the board.
#[derive(Debug)]
pub struct Land {
    terrain: [Cells; 6],
    grows: [Cells; 10],
}

/// A square of the board. On the wire: its row's letter and its column's number,
/// like `B4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

/// Squares of the board. On the wire: a list, written in reading order, read in
/// any; none twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(pub Cells);

/// The board with these walls, each of which a checked box has between neighbors.
pub fn board(lava: &[Lava]) -> Grid {
    let side = u32::from(SIDE);
    lava.iter().fold(Grid::new(side, side), |board, flow| {
        let [Square(from), Square(to)] = flow.between;
        let (row, col) = (u32::from(from / SIDE), u32::from(from % SIDE));
        if to == from + 1 {
            board.wall_east_of(row, col)
        } else {
            board.wall_south_of(row, col)
        }
    })
}

impl Land {
    fn printed() -> Land {
        let mut land = Land {
            terrain: [Cells::NONE; 6],
            grows: [Cells::NONE; 10],
        };
        for square in &BOX.board.squares {
            land.terrain[square.terrain as usize] |= square.id.cells();
            if let Some(resource) = square.base_resource {
                land.grows[resource as usize] |= square.id.cells();
            }
        }
        land
    }

    /// The squares of a terrain.
    pub const fn of(&self, terrain: Terrain) -> Cells {
        self.terrain[terrain as usize]
    }

    /// The squares a resource is printed on.
    pub const fn grows(&self, resource: Resource) -> Cells {
        self.grows[resource as usize]
    }

    /// 2.1: the squares with a city printed on them.
    pub const fn cities(&self) -> Cells {
        self.of(Terrain::City)
    }
}

impl Square {
    /// The square as a set.
    pub const fn cells(self) -> Cells {
        Cells(1 << self.0)
    }

    /// Each of `cells`, in reading order.
    pub fn each(cells: Cells) -> impl Iterator<Item = Square> {
        let place = |cell: Cells| u8::try_from(cell.0.trailing_zeros());
        cells
            .iter()
            .map(move |cell| Square(place(cell).expect("a board has at most 128 cells")))
    }

    /// The square with these coordinates.
    pub const fn at(row: u8, col: u8) -> Square {
        Square(row * SIDE + col)
    }

    /// Its coordinates.
    pub const fn cell(self) -> Cell {
        Cell::new(self.0 / SIDE, self.0 % SIDE)
    }

    /// Its terrain.
    pub fn terrain(self) -> Terrain {
        let found = Terrain::ALL
            .into_iter()
            .find(|terrain| LAND.of(*terrain).contains(self.cells()));
        found.expect("every box knows the terrain of every square")
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, col) = (self.0 / SIDE, self.0 % SIDE);
        write!(f, "{}{}", char::from(b'A' + row), col + 1)
    }
}

impl FromStr for Square {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Square, &'static str> {
        let read = || {
            let row = text.bytes().next()?.checked_sub(b'A')?;
            let number = text
                .get(1..)
                .filter(|digits| !digits.starts_with(['0', '+']))?;
            let col = number.parse::<u8>().ok()?.checked_sub(1)?;
            (row < SIDE && col < SIDE).then(|| Square::at(row, col))
        };
        read().ok_or("a square is a letter from A to J and a number from 1 to 10, like B4")
    }
}

/// Why a square, written like `B4`, is not on the board.
pub(super) fn off_the_board(field: &str, written: &Value) -> Option<Illegal> {
    let text = written.as_str().filter(|_| FIELDS.contains(&field))?;
    let (letter, number) = text.split_at_checked(1)?;
    let letter = letter.bytes().next().filter(u8::is_ascii_uppercase)?;
    let number: i64 = number
        .bytes()
        .all(|digit| digit.is_ascii_digit())
        .then(|| number.parse().ok())??;
    let written = Written {
        row: i64::from(letter - b'A'),
        column: number - 1,
    };
    let is_square = text.parse::<Square>().is_ok();
    (!is_square).then_some(Illegal::OffTheBoard(written))
}

/// The fields that name squares.
const FIELDS: [&str; 3] = ["at", "square", "squares"];

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Square;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a square")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Square, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

impl PartialSchema for Square {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^[A-J]([1-9]|10)$"))
            .max_length(Some(3))
            .description(Some(
                "A square: the letter of its row, with A at the top, and the number of its column, \
                 with 1 on the left.",
            ))
            .into()
    }
}

impl ToSchema for Square {
    fn name() -> std::borrow::Cow<'static, str> {
        "BunnyKingdomSquare".into()
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Square::each(self.0))
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Squares, D::Error> {
        let mut squares = Cells::NONE;
        for square in Vec::<Square>::deserialize(deserializer)? {
            if squares.contains(square.cells()) {
                return Err(de::Error::custom(format!("{square} is listed twice")));
            }
            squares |= square.cells();
        }
        Ok(Squares(squares))
    }
}

impl PartialSchema for Squares {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new()
            .items(Square::schema())
            .max_items(Some(100))
            .unique_items(true)
            .description(Some("Squares of the board, each once."))
            .into()
    }
}

impl ToSchema for Squares {
    fn name() -> std::borrow::Cow<'static, str> {
        "BunnyKingdomSquares".into()
    }
}
