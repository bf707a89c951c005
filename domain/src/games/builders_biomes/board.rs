//! A player's board: nine spaces, what is printed on them and built over it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, schema::Type},
};

use super::{
    components::BOX,
    features::{Feature, Round},
    tiles::Building,
};
use crate::{
    Cell,
    kit::cells::{Cells, Grid},
};

/// How many rows and columns a board has.
pub const SIDE: u8 = 3;

/// The spaces of a board and which are next to each other.
const GRID: Grid = Grid::new(3, 3);

/// A space of a board. On the wire: `[row, column]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub struct Space(u8);

/// Which of the four boards.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[schema(as = BuildersBiomesBoard)]
pub enum Board {
    /// Of the red player, if boards belong to colors.
    #[serde(rename = "board-1")]
    One,
    /// Of the blue player, if boards belong to colors.
    #[serde(rename = "board-2")]
    Two,
    /// Of the yellow player, if boards belong to colors.
    #[serde(rename = "board-3")]
    Three,
    /// Of the green player, if boards belong to colors.
    #[serde(rename = "board-4")]
    Four,
}

/// 1.7: what shows on the nine spaces, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landscape(pub [Visible; 9]);

/// What shows on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visible {
    /// The biome printed there.
    Printed(Feature),
    /// The building placed there last.
    Built(Building),
}

/// What of a feature counts in a scoring round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// 10.4: the largest connected group.
    LargestGroup,
    /// 12.1: every space.
    EverySpace,
}

impl Space {
    /// Every space, in reading order.
    pub fn all() -> impl Iterator<Item = Space> {
        (0..SIDE * SIDE).map(Space)
    }

    /// Its coordinates.
    pub const fn cell(self) -> Cell {
        Cell::new(self.0 / SIDE, self.0 % SIDE)
    }

    /// The spaces of a set, in reading order.
    pub fn each(cells: Cells) -> impl Iterator<Item = Space> {
        Space::all().filter(move |space| cells.contains(space.cells()))
    }

    const fn cells(self) -> Cells {
        Cells(1 << self.0)
    }
}

impl TryFrom<[u8; 2]> for Space {
    type Error = &'static str;

    fn try_from([row, col]: [u8; 2]) -> Result<Space, &'static str> {
        let found = Space::all().find(|space| space.cell() == Cell::new(row, col));
        found.ok_or("spaces are [row, column], each from 0 to 2")
    }
}

impl From<Space> for [u8; 2] {
    fn from(space: Space) -> [u8; 2] {
        [space.0 / SIDE, space.0 % SIDE]
    }
}

impl PartialSchema for Space {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(0))
            .maximum(Some(2));
        ArrayBuilder::new()
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some("A space of a board: `[row, column]`, both from 0."))
            .into()
    }
}

impl ToSchema for Space {
    fn name() -> Cow<'static, str> {
        "BuildersBiomesSpace".into()
    }
}

impl Board {
    /// Every board, in the order of the component file, which is that of the colors.
    pub const ALL: [Board; 4] = [Board::One, Board::Two, Board::Three, Board::Four];

    /// What is printed on it.
    pub fn landscape(self) -> Landscape {
        let rows = &BOX.player_boards[self as usize].rows;
        let mut printed = rows.iter().flatten().copied();
        Landscape(std::array::from_fn(|_| {
            Visible::Printed(printed.next().expect("a board has nine spaces"))
        }))
    }
}

impl Landscape {
    /// What shows on a space.
    pub const fn at(&self, space: Space) -> Visible {
        self.0[space.0 as usize]
    }

    /// 7.3.2: covers a space for good.
    pub const fn build(&mut self, building: Building, space: Space) {
        self.0[space.0 as usize] = Visible::Built(building);
    }

    /// The spaces that show a feature, printed or built.
    pub fn showing(&self, feature: Feature) -> Cells {
        self.spaces(|visible| match visible {
            Visible::Printed(printed) => printed == feature,
            Visible::Built(building) => building.has(feature),
        })
    }

    /// The spaces with a building that has a feature.
    pub fn built_with(&self, feature: Feature) -> Cells {
        self.spaces(|visible| match visible {
            Visible::Printed(_) => false,
            Visible::Built(building) => building.has(feature),
        })
    }

    fn spaces(&self, shows: impl Fn(Visible) -> bool) -> Cells {
        let those = Space::all().filter(|space| shows(self.at(*space)));
        those.map(Space::cells).collect()
    }

    /// 10.4 to 10.6: the spaces that count for a feature in a round.
    pub fn counted(&self, round: Round, feature: Feature, counting: Counting) -> Cells {
        let spaces = if BOX.score_cards.of(round).counts_printed_board {
            self.showing(feature)
        } else {
            self.built_with(feature)
        };
        match counting {
            Counting::EverySpace => spaces,
            Counting::LargestGroup => largest(GRID.groups(spaces)),
        }
    }
}

/// The first of the largest groups.
fn largest(groups: impl Iterator<Item = Cells>) -> Cells {
    groups.fold(Cells::NONE, |best, group| {
        if group.count() > best.count() {
            group
        } else {
            best
        }
    })
}
