//! Places of the overworld by name: stacks, weapon slots, crossings.
//!
//! All three lie in one layout of six rows and six columns (RULES 1.3); a crossing
//! touches four of its cells.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Cell;

/// A place for a stack of tiles. On the wire: its row and column in the layout, like `stack-11` or
/// `stack-44`.
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

/// A place for a weapon token. On the wire: its row and column in the layout, like `slot-01` or
/// `slot-45`.
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

/// A point between cells that characters stand on. On the wire: its row and column, like `x-22`,
/// where all characters begin.
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

impl Stack {
    /// Every stack, row by row.
    pub fn all() -> impl Iterator<Item = Stack> {
        (0..16).map(Stack)
    }

    /// Where it stands among all stacks.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its cell of the layout.
    pub const fn cell(self) -> Cell {
        Cell::new(1 + self.0 / 4, 1 + self.0 % 4)
    }
}

impl Slot {
    /// Every slot, in the order of the component file.
    pub fn all() -> impl Iterator<Item = Slot> {
        (0..16).map(Slot)
    }

    /// Where it stands among all slots.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its cell of the layout.
    pub const fn cell(self) -> Cell {
        let along = 1 + self.0 % 4;
        match self.0 / 4 {
            0 => Cell::new(0, along),
            1 => Cell::new(along, 5),
            2 => Cell::new(5, along),
            _ => Cell::new(along, 0),
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
        Cell::new(self.0 / 5, self.0 % 5)
    }

    /// The cells it touches.
    pub fn around(self) -> Vec<Cell> {
        let stacks = self.stacks().map(Stack::cell);
        stacks.chain(self.slots().map(Slot::cell)).collect()
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

/// The two digits behind `prefix`.
fn digits(id: &str, prefix: &str) -> Option<Cell> {
    let [row, col] = id.strip_prefix(prefix)?.as_bytes() else {
        return None;
    };
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| byte - b'0');
    Some(Cell::new(digit(row)?, digit(col)?))
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
