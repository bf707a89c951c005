//! The overworld: sixteen stacks of tiles, weapon tokens round them, and the
//! crossings characters stand on.
//!
//! All three lie in one layout of six rows and six columns (RULES 1.3); a crossing
//! touches four of its cells.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{tiles::Tile, weapons::Weapon};
use crate::{Cell, Secret};

/// A place for a stack of tiles. On the wire: row and column of the layout, like
/// `stack-11` or `stack-44`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schema(
    as = BuildersBiomesStack,
    value_type = String,
    min_length = 8,
    max_length = 8,
    pattern = "^stack-[1-4][1-4]$"
)]
pub struct Stack(u8);

/// A place for a weapon token. On the wire: row and column of the layout, like
/// `slot-01` or `slot-45`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schema(
    as = BuildersBiomesSlot,
    value_type = String,
    min_length = 7,
    max_length = 7,
    pattern = "^slot-([05][1-4]|[1-4][05])$"
)]
pub struct Slot(u8);

/// A point between cells that characters stand on. On the wire: its row and column,
/// like `x-22`, where all begin.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schema(
    as = BuildersBiomesCrossing,
    value_type = String,
    min_length = 4,
    max_length = 4,
    pattern = "^x-[0-4][0-4]$"
)]
pub struct Crossing(u8);

/// What lies in the overworld.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesOverworld)]
pub struct Overworld {
    /// The stacks, `stack-11`, `stack-12` and so on.
    #[schema(min_items = 16, max_items = 16)]
    pub stacks: [TileStack; 16],
    /// The weapon slots, clockwise from the top left as in the component file: 01 to
    /// 04, 15 to 45, 51 to 54, 10 to 40. Null where none is left.
    #[schema(min_items = 16, max_items = 16)]
    pub slots: [Option<Token>; 16],
}

/// A stack of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesTileStack)]
pub struct TileStack {
    /// Its tiles from the lowest up. Null for those face down.
    #[schema(max_items = 4)]
    pub tiles: Vec<Secret<Tile>>,
    /// Whether the top one is face up.
    pub face_up: bool,
}

/// A weapon token in its slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesToken)]
pub struct Token {
    /// Which weapon. Null while it is face down.
    pub weapon: Secret<Weapon>,
    /// Whether it is face up.
    pub face_up: bool,
}

/// A tile that was flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesFlippedTile)]
pub struct FlippedTile {
    /// Where.
    pub stack: Stack,
    /// Which.
    pub tile: Tile,
}

/// A weapon token that was flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesFlippedToken)]
pub struct FlippedToken {
    /// Where.
    pub slot: Slot,
    /// Which.
    pub weapon: Weapon,
}

impl Stack {
    /// Every stack, row by row.
    pub fn all() -> impl Iterator<Item = Stack> {
        (0..16).map(Stack)
    }

    /// Its cell of the layout.
    pub const fn cell(self) -> Cell {
        Cell(1 + self.0 / 4, 1 + self.0 % 4)
    }
}

impl Slot {
    /// Every slot, in the order of the component file.
    pub fn all() -> impl Iterator<Item = Slot> {
        (0..16).map(Slot)
    }

    /// Its cell of the layout.
    pub const fn cell(self) -> Cell {
        let along = 1 + self.0 % 4;
        match self.0 / 4 {
            0 => Cell(0, along),
            1 => Cell(along, 5),
            2 => Cell(5, along),
            _ => Cell(along, 0),
        }
    }
}

impl Crossing {
    /// 3.5: where all characters begin.
    pub const START: Crossing = Crossing(12);

    /// Every crossing, row by row.
    pub fn all() -> impl Iterator<Item = Crossing> {
        (0..25).map(Crossing)
    }

    /// Its row and column among the crossings.
    pub const fn place(self) -> Cell {
        Cell(self.0 / 5, self.0 % 5)
    }

    /// 5.3: how many steps it is to another.
    pub const fn steps_to(self, other: Crossing) -> u8 {
        let (Cell(row, col), Cell(to_row, to_col)) = (self.place(), other.place());
        row.abs_diff(to_row) + col.abs_diff(to_col)
    }

    /// The crossings at most `steps` away.
    pub fn within(self, steps: u8) -> impl Iterator<Item = Crossing> {
        Crossing::all().filter(move |other| self.steps_to(*other) <= steps)
    }

    /// 5.1: whether it touches a cell of the layout.
    pub const fn touches(self, Cell(row, col): Cell) -> bool {
        let Cell(top, left) = self.place();
        (row == top || row == top + 1) && (col == left || col == left + 1)
    }

    /// The stacks it touches.
    pub fn stacks(self) -> impl Iterator<Item = Stack> {
        Stack::all().filter(move |stack| self.touches(stack.cell()))
    }

    /// The slots it touches.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        Slot::all().filter(move |slot| self.touches(slot.cell()))
    }
}

impl Overworld {
    /// 3.1 and 3.2: sixteen stacks of four, each from the lowest tile up, and sixteen
    /// tokens, all face down. What is not known is withheld.
    pub fn new(tiles: Option<&[Tile]>, tokens: Option<&[Weapon]>) -> Overworld {
        let tile = |at: usize| match tiles {
            Some(tiles) => Secret::Known(tiles[at]),
            None => Secret::Withheld,
        };
        let weapon = |at: usize| match tokens {
            Some(tokens) => Secret::Known(tokens[at]),
            None => Secret::Withheld,
        };
        Overworld {
            stacks: std::array::from_fn(|stack| TileStack {
                tiles: (0..4).map(|level| tile(4 * stack + level)).collect(),
                face_up: false,
            }),
            slots: std::array::from_fn(|slot| {
                Some(Token {
                    weapon: weapon(slot),
                    face_up: false,
                })
            }),
        }
    }

    /// A stack.
    pub fn stack(&self, stack: Stack) -> &TileStack {
        &self.stacks[usize::from(stack.0)]
    }

    /// A stack, to change.
    pub fn stack_mut(&mut self, stack: Stack) -> &mut TileStack {
        &mut self.stacks[usize::from(stack.0)]
    }

    /// A slot, to change.
    pub fn slot_mut(&mut self, slot: Slot) -> &mut Option<Token> {
        &mut self.slots[usize::from(slot.0)]
    }

    /// The tile face up on a stack, if there is one.
    pub fn tile(&self, stack: Stack) -> Option<Tile> {
        let stack = self.stack(stack);
        let top = stack.tiles.last().filter(|_| stack.face_up)?;
        top.known().copied()
    }

    /// The weapon face up in a slot, if there is one.
    pub fn weapon(&self, slot: Slot) -> Option<Weapon> {
        let token = self.slots[usize::from(slot.0)].as_ref();
        let token = token.filter(|token| token.face_up)?;
        token.weapon.known().copied()
    }

    /// Whether a token lies in a slot.
    pub fn has_token(&self, slot: Slot) -> bool {
        self.slots[usize::from(slot.0)].is_some()
    }

    /// 7.2.1: what a character flips that ends here.
    pub fn flipped_at(&self, at: Crossing) -> (Vec<FlippedTile>, Vec<FlippedToken>) {
        let tile = |stack: Stack| {
            let lies = self.stack(stack);
            let top = lies.tiles.last().filter(|_| !lies.face_up)?;
            let tile = *top.known()?;
            Some(FlippedTile { stack, tile })
        };
        let token = |slot: Slot| {
            let lies = self.slots[usize::from(slot.0)].as_ref();
            let weapon = *lies.filter(|it| !it.face_up)?.weapon.known()?;
            Some(FlippedToken { slot, weapon })
        };
        let tiles = at.stacks().filter_map(tile).collect();
        (tiles, at.slots().filter_map(token).collect())
    }

    /// Turns a tile up.
    pub fn flip_tile(&mut self, flipped: FlippedTile) {
        let stack = self.stack_mut(flipped.stack);
        stack.face_up = true;
        if let Some(top) = stack.tiles.last_mut() {
            *top = Secret::Known(flipped.tile);
        }
    }

    /// Turns a token up.
    pub fn flip_token(&mut self, flipped: FlippedToken) {
        *self.slot_mut(flipped.slot) = Some(Token {
            weapon: Secret::Known(flipped.weapon),
            face_up: true,
        });
    }

    /// Takes the top tile of a stack away. The one below stays face down.
    pub fn take_tile(&mut self, stack: Stack) {
        let stack = self.stack_mut(stack);
        stack.tiles.pop();
        stack.face_up = false;
    }

    /// What lies face up, as everybody sees it: nothing else is known.
    #[must_use]
    pub fn seen(&self) -> Overworld {
        let mut seen = self.clone();
        for stack in &mut seen.stacks {
            let hidden = stack.tiles.len() - usize::from(stack.face_up);
            stack.tiles[..hidden].fill(Secret::Withheld);
        }
        for token in seen.slots.iter_mut().flatten() {
            if !token.face_up {
                token.weapon = Secret::Withheld;
            }
        }
        seen
    }
}

/// The two digits behind `prefix`.
fn digits(id: &str, prefix: &str) -> Option<Cell> {
    let [row, col] = id.strip_prefix(prefix)?.as_bytes() else {
        return None;
    };
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| byte - b'0');
    Some(Cell(digit(row)?, digit(col)?))
}

impl TryFrom<String> for Stack {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Stack, &'static str> {
        let cell = digits(&id, "stack-");
        let found = Stack::all().find(|stack| Some(stack.cell()) == cell);
        found.ok_or("stacks are stack-11 to stack-44")
    }
}

impl TryFrom<String> for Slot {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Slot, &'static str> {
        let cell = digits(&id, "slot-");
        let found = Slot::all().find(|slot| Some(slot.cell()) == cell);
        found.ok_or("slots lie round the stacks, like slot-01 or slot-45")
    }
}

impl TryFrom<String> for Crossing {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Crossing, &'static str> {
        let place = digits(&id, "x-");
        let found = Crossing::all().find(|crossing| Some(crossing.place()) == place);
        found.ok_or("crossings are x-00 to x-44")
    }
}

impl From<Stack> for String {
    fn from(stack: Stack) -> String {
        stack.to_string()
    }
}

impl From<Slot> for String {
    fn from(slot: Slot) -> String {
        slot.to_string()
    }
}

impl From<Crossing> for String {
    fn from(crossing: Crossing) -> String {
        crossing.to_string()
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell(row, col) = self.cell();
        write!(f, "stack-{row}{col}")
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell(row, col) = self.cell();
        write!(f, "slot-{row}{col}")
    }
}

impl fmt::Display for Crossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell(row, col) = self.place();
        write!(f, "x-{row}{col}")
    }
}
