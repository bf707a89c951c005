//! The scoring cards: what the realm pays for, one function each.
//!
//! Every function looks at all cells at once: a set of cells is one number, a step
//! to the neighboring cells is a shift.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{cast, kit::cells::Cells};

use super::map::Land;

/// A scoring card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersEdict)]
pub enum Edict {
    /// 11.1: forest on the edge.
    SentinelWood,
    /// 11.2: rows and columns with forest.
    Greenbough,
    /// 11.3: surrounded forest.
    Treetower,
    /// 11.4: mountains joined by forest.
    StonesideForest,
    /// 11.5: farm and water side by side.
    CanalLake,
    /// 11.6: water and farm beside mountains.
    MagesValley,
    /// 11.7: water beside ruins, farm on ruins.
    TheGoldenGranary,
    /// 11.8: farms apart from water, lakes apart from farms.
    ShoresideExpanse,
    /// 11.9: villages of six or more.
    Wildholds,
    /// 11.10: the largest village apart from mountains.
    GreatCity,
    /// 11.11: villages beside three other terrains.
    GreengoldPlains,
    /// 11.12: the second largest village.
    Shieldgate,
    /// 11.13: full rows and columns.
    Borderlands,
    /// 11.14: the largest full square.
    LostBarony,
    /// 11.15: full diagonals.
    TheBrokenRoad,
    /// 11.16: surrounded empty spaces.
    TheCauldrons,
}

/// The stack a scoring card is dealt from: one of each is in play.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersGroup)]
pub enum EdictGroup {
    /// Forest.
    Forest,
    /// Farm and water.
    FarmWater,
    /// Village.
    Village,
    /// Where things stand, whatever they are.
    Spatial,
}

/// What a card pays for a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// In stars.
    pub points: i16,
    /// The cells that were counted.
    pub cells: Cells,
}

impl Edict {
    /// Every scoring card, by its number.
    pub const ALL: [Edict; 16] = [
        Edict::SentinelWood,
        Edict::Greenbough,
        Edict::Treetower,
        Edict::StonesideForest,
        Edict::CanalLake,
        Edict::MagesValley,
        Edict::TheGoldenGranary,
        Edict::ShoresideExpanse,
        Edict::Wildholds,
        Edict::GreatCity,
        Edict::GreengoldPlains,
        Edict::Shieldgate,
        Edict::Borderlands,
        Edict::LostBarony,
        Edict::TheBrokenRoad,
        Edict::TheCauldrons,
    ];

    /// The stack it belongs to.
    pub const fn group(self) -> EdictGroup {
        match self {
            Edict::SentinelWood | Edict::Greenbough | Edict::Treetower | Edict::StonesideForest => {
                EdictGroup::Forest
            }
            Edict::CanalLake
            | Edict::MagesValley
            | Edict::TheGoldenGranary
            | Edict::ShoresideExpanse => EdictGroup::FarmWater,
            Edict::Wildholds | Edict::GreatCity | Edict::GreengoldPlains | Edict::Shieldgate => {
                EdictGroup::Village
            }
            Edict::Borderlands | Edict::LostBarony | Edict::TheBrokenRoad | Edict::TheCauldrons => {
                EdictGroup::Spatial
            }
        }
    }

    /// What the card pays for a map.
    pub fn score<const SIDE: u32>(self, map: &Land<SIDE>) -> Tally {
        match self {
            Edict::SentinelWood => sentinel_wood(map),
            Edict::Greenbough => greenbough(map),
            Edict::Treetower => treetower(map),
            Edict::StonesideForest => stoneside_forest(map),
            Edict::CanalLake => canal_lake(map),
            Edict::MagesValley => mages_valley(map),
            Edict::TheGoldenGranary => the_golden_granary(map),
            Edict::ShoresideExpanse => shoreside_expanse(map),
            Edict::Wildholds => wildholds(map),
            Edict::GreatCity => great_city(map),
            Edict::GreengoldPlains => greengold_plains(map),
            Edict::Shieldgate => shieldgate(map),
            Edict::Borderlands => borderlands(map),
            Edict::LostBarony => lost_barony(map),
            Edict::TheBrokenRoad => the_broken_road(map),
            Edict::TheCauldrons => the_cauldrons(map),
        }
    }
}

impl EdictGroup {
    /// Every stack.
    pub const ALL: [EdictGroup; 4] = [
        EdictGroup::Forest,
        EdictGroup::FarmWater,
        EdictGroup::Village,
        EdictGroup::Spatial,
    ];
}

/// 7.3 and 11.17: one star lost for each empty space beside a monster.
pub fn monsters<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    each(-1, map.empty() & Land::<SIDE>::BOARD.beside(map.monster))
}

fn sentinel_wood<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    each(1, map.forest & const { Land::<SIDE>::BOARD.rim() })
}

fn greenbough<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let found = lines::<SIDE>().filter(|&line| map.forest.meets(line));
    Tally {
        points: found.map(|_| 1).sum(),
        cells: map.forest,
    }
}

fn treetower<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    each(1, map.forest & map.surrounded())
}

fn stoneside_forest<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let groups = board.groups(map.forest);
    let touched = groups.map(|group| board.beside(group) & map.mountain);
    each(
        3,
        touched.filter(|mountains| mountains.count() > 1).collect(),
    )
}

fn canal_lake<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let water = map.water & board.beside(map.farm);
    let farm = map.farm & board.beside(map.water);
    each(1, water | farm)
}

fn mages_valley<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let slopes = Land::<SIDE>::BOARD.beside(map.mountain);
    each(2, map.water & slopes) + each(1, map.farm & slopes)
}

fn the_golden_granary<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let beside = Land::<SIDE>::BOARD.beside(map.ruins);
    each(1, map.water & beside) + each(3, map.farm & map.ruins)
}

fn shoreside_expanse<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let apart = |of, from| {
        let shunned = const { Land::<SIDE>::BOARD.rim() } | board.beside(from);
        let groups = board.groups(of);
        per_group(3, groups.filter(move |group| !group.meets(shunned)))
    };
    apart(map.farm, map.water) + apart(map.water, map.farm)
}

fn wildholds<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let villages = Land::<SIDE>::BOARD.groups(map.village);
    per_group(8, villages.filter(|village| village.count() >= 6))
}

fn great_city<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let slopes = board.beside(map.mountain);
    let (largest, _) = two_largest(
        board
            .groups(map.village)
            .filter(|village| !village.meets(slopes)),
    );
    each(1, largest)
}

fn greengold_plains<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let kinds = [map.forest, map.farm, map.water, map.monster, map.mountain];
    let is_varied = |village: &Cells| {
        // Only cells outside the village: the farm half of its own Diplomacy
        // cell is no neighbor.
        let around = board.neighbors(*village);
        kinds.iter().filter(|kind| kind.meets(around)).count() >= 3
    };
    per_group(3, board.groups(map.village).filter(is_varied))
}

fn shieldgate<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let (_, second) = two_largest(Land::<SIDE>::BOARD.groups(map.village));
    each(2, second)
}

fn borderlands<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let filled = map.filled();
    per_group(6, lines::<SIDE>().filter(|&line| filled.contains(line)))
}

fn lost_barony<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let mut side = 0;
    let mut square = Cells::NONE;
    // The top left corners of full squares of one size, then of the next.
    let mut corners = map.filled();
    while let Some(corner) = corners.first() {
        side += 1;
        square = corner;
        let east = corners & board.west_of(corners);
        corners = east & board.north_of(east);
    }
    for _ in 1..side {
        square |= board.east_of(square);
        square |= board.south_of(square);
    }
    Tally {
        points: 3 * side,
        cells: square,
    }
}

fn the_broken_road<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let filled = map.filled();
    // Cells from which the way down right is filled to the bottom row.
    let mut open = filled & board.row(SIDE - 1);
    for _ in 1..SIDE {
        open |= filled & board.north_of(board.west_of(open));
    }
    let starts = open & board.col(0);
    let mut roads = starts;
    for _ in 1..SIDE {
        roads |= board.south_of(board.east_of(roads));
    }
    Tally {
        points: each(3, starts).points,
        cells: roads,
    }
}

fn the_cauldrons<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    each(1, map.empty() & map.surrounded())
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            points: self.points + other.points,
            cells: self.cells | other.cells,
        }
    }
}

/// So many points for each cell.
fn each(points: i16, cells: Cells) -> Tally {
    let count = cast::<i16>(cells.count());
    Tally {
        points: points * count,
        cells,
    }
}

/// So many points for each group.
fn per_group(points: i16, groups: impl Iterator<Item = Cells>) -> Tally {
    let tallies = groups.map(|cells| Tally { points, cells });
    tallies.fold(Tally::default(), std::ops::Add::add)
}

/// The largest group and the largest of the others; of equals, the first read.
fn two_largest(groups: impl Iterator<Item = Cells>) -> (Cells, Cells) {
    let mut largest = (Cells::NONE, Cells::NONE);
    for group in groups {
        if group.count() > largest.0.count() {
            largest = (group, largest.0);
        } else if group.count() > largest.1.count() {
            largest.1 = group;
        }
    }
    largest
}

/// Every row and every column.
fn lines<const SIDE: u32>() -> impl Iterator<Item = Cells> {
    let board = Land::<SIDE>::BOARD;
    let rows = (0..SIDE).map(move |row| board.row(row));
    rows.chain((0..SIDE).map(move |col| board.col(col)))
}
