//! The scoring cards: what the realm pays for, one function each.
//!
//! Every function looks at all cells at once: a set of cells is one number, a step
//! to the neighboring cells is a shift.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{cast, kit::cells::Cells};

use super::map::{Land, Terrain};

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

/// What a card looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Spaces, whichever group they are in.
    Spaces,
    /// Groups, each of which pays by itself.
    EachGroup,
    /// All groups of a terrain.
    AllGroups,
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

    /// What it looks at.
    pub(super) const fn scope(self) -> Scope {
        match self {
            Edict::ShoresideExpanse | Edict::Wildholds | Edict::GreengoldPlains => Scope::EachGroup,
            Edict::StonesideForest | Edict::GreatCity | Edict::Shieldgate => Scope::AllGroups,
            Edict::SentinelWood
            | Edict::Greenbough
            | Edict::Treetower
            | Edict::CanalLake
            | Edict::MagesValley
            | Edict::TheGoldenGranary
            | Edict::Borderlands
            | Edict::LostBarony
            | Edict::TheBrokenRoad
            | Edict::TheCauldrons => Scope::Spaces,
        }
    }

    /// What the card pays for a map.
    pub fn score<const SIDE: u32>(self, map: &Land<SIDE>) -> Tally {
        self.score_grouped(map, |terrain| Land::<SIDE>::BOARD.groups(map.of(terrain)))
    }

    /// The same where the connected groups of each terrain are known.
    pub(super) fn score_grouped<const SIDE: u32, G: Iterator<Item = Cells>>(
        self,
        map: &Land<SIDE>,
        groups: impl Fn(Terrain) -> G,
    ) -> Tally {
        match self {
            Edict::SentinelWood => sentinel_wood(map),
            Edict::Greenbough => greenbough(map),
            Edict::Treetower => treetower(map),
            Edict::StonesideForest => stoneside_forest(map, groups(Terrain::Forest)),
            Edict::CanalLake => canal_lake(map),
            Edict::MagesValley => mages_valley(map),
            Edict::TheGoldenGranary => the_golden_granary(map),
            Edict::ShoresideExpanse => shoreside_expanse(map, groups),
            Edict::Wildholds => wildholds(groups(Terrain::Village)),
            Edict::GreatCity => great_city(map, groups(Terrain::Village)),
            Edict::GreengoldPlains => greengold_plains(map, groups(Terrain::Village)),
            Edict::Shieldgate => shieldgate(groups(Terrain::Village)),
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
    let board = Land::<SIDE>::BOARD;
    Tally {
        points: lines::<SIDE>(board.rows_of(map.forest), board.cols_of(map.forest)),
        cells: map.forest,
    }
}

fn treetower<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    each(1, map.forest & map.surrounded())
}

fn stoneside_forest<const SIDE: u32>(
    map: &Land<SIDE>,
    forests: impl Iterator<Item = Cells>,
) -> Tally {
    let touched = forests.map(|forest| Land::<SIDE>::BOARD.beside(forest) & map.mountain);
    // Of no mountain, nothing is added.
    let is_joined = |mountains: &Cells| mountains.first() != Some(*mountains);
    each(3, touched.filter(is_joined).collect())
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

fn shoreside_expanse<const SIDE: u32, G: Iterator<Item = Cells>>(
    map: &Land<SIDE>,
    groups: impl Fn(Terrain) -> G,
) -> Tally {
    let apart = |of, from| {
        let board = Land::<SIDE>::BOARD;
        let shunned = const { Land::<SIDE>::BOARD.rim() } | board.beside(map.of(from));
        per_group(3, groups(of).filter(move |group| !group.meets(shunned)))
    };
    apart(Terrain::Farm, Terrain::Water) + apart(Terrain::Water, Terrain::Farm)
}

fn wildholds(villages: impl Iterator<Item = Cells>) -> Tally {
    per_group(8, villages.filter(|village| village.count() >= 6))
}

fn great_city<const SIDE: u32>(map: &Land<SIDE>, villages: impl Iterator<Item = Cells>) -> Tally {
    let slopes = Land::<SIDE>::BOARD.beside(map.mountain);
    let (largest, _) = two_largest(villages.filter(|village| !village.meets(slopes)));
    each(1, largest)
}

fn greengold_plains<const SIDE: u32>(
    map: &Land<SIDE>,
    villages: impl Iterator<Item = Cells>,
) -> Tally {
    // Only cells outside the village: the farm half of its own Diplomacy
    // cell is no neighbor.
    let around = |village: &Cells| Land::<SIDE>::BOARD.neighbors(*village);
    per_group(3, villages.filter(|it| kinds(map, around(it)) >= 3))
}

/// How many kinds of terrain but villages are in these cells.
pub(super) fn kinds<const SIDE: u32>(map: &Land<SIDE>, cells: Cells) -> usize {
    let kinds = [map.forest, map.farm, map.water, map.monster, map.mountain];
    kinds.iter().filter(|kind| kind.meets(cells)).count()
}

fn shieldgate(villages: impl Iterator<Item = Cells>) -> Tally {
    let (_, second) = two_largest(villages);
    each(2, second)
}

fn borderlands<const SIDE: u32>(map: &Land<SIDE>) -> Tally {
    let board = Land::<SIDE>::BOARD;
    let empty = map.empty();
    let rows = board.all() - board.rows_of(empty);
    let cols = board.all() - board.cols_of(empty);
    Tally {
        points: 6 * lines::<SIDE>(rows, cols),
        cells: rows | cols,
    }
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
    // A step down right. From the first column it leaves the map at the bottom first.
    let step = SIDE + 1;
    let starts = board.col(0) - map.empty().and_before(step);
    Tally {
        points: each(3, starts).points,
        cells: board.all() & starts.and_after(step),
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
    let (mut largest, mut second) = ((0, Cells::NONE), (0, Cells::NONE));
    for group in groups.map(|group| (group.count(), group)) {
        if group.0 > largest.0 {
            (largest, second) = (group, largest);
        } else if group.0 > second.0 {
            second = group;
        }
    }
    (largest.1, second.1)
}

/// How many whole rows and whole columns.
fn lines<const SIDE: u32>(rows: Cells, cols: Cells) -> i16 {
    let board = Land::<SIDE>::BOARD;
    let (rows, cols) = (rows & board.col(0), cols & board.row(0));
    cast(rows.count() + cols.count())
}
