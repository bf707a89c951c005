//! Tiles by number: buildings and mobs.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use super::{
    blocks::Blocks,
    components::{BOX, Bonus, BuildingTile, MobTile},
    features::{Axis, Feature},
};

/// How many buildings the box has. Their ids are read while the box is opened, so it
/// cannot be asked; its check compares.
pub const BUILDINGS: u8 = 44;

/// How many mobs the box has, and the box cannot be asked either.
pub const MOBS: u8 = 20;

/// A building. On the wire: its id in the component file, like `bld-07`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schema(
    as = BuildersBiomesBuilding,
    value_type = String,
    min_length = 6,
    max_length = 6,
    pattern = "^bld-(0[1-9]|[1-3][0-9]|4[0-4])$"
)]
pub struct Building(u8);

/// A mob. On the wire: its id in the component file, like `mob-07`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schema(
    as = BuildersBiomesMob,
    value_type = String,
    min_length = 6,
    max_length = 6,
    pattern = "^mob-(0[1-9]|1[0-9]|20)$"
)]
pub struct Mob(u8);

/// A tile of the overworld. On the wire: its id, like `bld-07` or `mob-07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Tile {
    /// To be built.
    Building(Building),
    /// To be fought.
    Mob(Mob),
}

impl PartialSchema for Tile {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(6))
            .max_length(Some(6))
            .pattern(Some(
                "^(bld-(0[1-9]|[1-3][0-9]|4[0-4])|mob-(0[1-9]|1[0-9]|20))$",
            ))
            .description(Some(
                "A tile: its id in the component file, like `bld-07` or `mob-07`.",
            ))
            .into()
    }
}

impl ToSchema for Tile {
    fn name() -> Cow<'static, str> {
        "BuildersBiomesTile".into()
    }
}

impl Building {
    /// Every building, in the order of the component file.
    pub fn all() -> impl Iterator<Item = Building> {
        (0..BUILDINGS).map(Building)
    }

    /// What is printed on it.
    pub fn printed(self) -> &'static BuildingTile {
        &BOX.building_tiles[usize::from(self.0)]
    }

    /// What it costs.
    pub fn cost(self) -> Blocks {
        self.printed().cost.blocks()
    }

    /// Points for building it.
    pub fn xp(self) -> i16 {
        self.printed().xp.into()
    }

    /// Its feature of an axis.
    pub fn feature(self, axis: Axis) -> Feature {
        let printed = self.printed();
        match axis {
            Axis::Biome => printed.biome,
            Axis::Material => printed.material,
            Axis::Type => printed.r#type,
        }
    }

    /// Whether it has a feature.
    pub fn has(self, feature: Feature) -> bool {
        self.feature(feature.axis()) == feature
    }
}

impl Mob {
    /// Every mob, in the order of the component file.
    pub fn all() -> impl Iterator<Item = Mob> {
        (0..MOBS).map(Mob)
    }

    /// What is printed on it.
    pub fn printed(self) -> &'static MobTile {
        &BOX.mob_tiles[usize::from(self.0)]
    }

    /// The hearts it takes to beat it.
    pub fn hearts(self) -> u8 {
        self.printed().hearts
    }

    /// Points for beating it.
    pub fn xp(self) -> i16 {
        self.printed().xp.into()
    }

    /// Whether it can be returned for an extra action.
    pub fn is_extra_action(self) -> bool {
        match self.printed().bonus {
            Bonus::ExtraAction {} => true,
            Bonus::EndOfGame { .. } => false,
        }
    }

    /// 11.2: what it counts at the end of the game, and the points for each.
    pub fn end_bonus(self) -> Option<(Feature, i16)> {
        match self.printed().bonus {
            Bonus::ExtraAction {} => None,
            Bonus::EndOfGame {
                feature,
                xp_per_matching_building,
                ..
            } => Some((feature, xp_per_matching_building.into())),
        }
    }
}

impl Tile {
    /// Every tile, buildings first.
    pub fn all() -> impl Iterator<Item = Tile> {
        let mobs = Mob::all().map(Tile::Mob);
        Building::all().map(Tile::Building).chain(mobs)
    }
}

/// The number behind `prefix`, from one to `count`, counted from zero.
fn numbered(id: &str, prefix: &str, count: u8) -> Option<u8> {
    let digits = id.strip_prefix(prefix)?;
    let is_number = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number: u8 = digits.parse().ok().filter(|_| is_number)?;
    (1..=count).contains(&number).then(|| number - 1)
}

impl TryFrom<String> for Building {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Building, &'static str> {
        let number = numbered(&id, "bld-", BUILDINGS);
        number.map(Building).ok_or("buildings are bld-01 to bld-44")
    }
}

impl TryFrom<String> for Mob {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Mob, &'static str> {
        let number = numbered(&id, "mob-", MOBS);
        number.map(Mob).ok_or("mobs are mob-01 to mob-20")
    }
}

impl TryFrom<String> for Tile {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Tile, &'static str> {
        if id.starts_with("bld-") {
            Building::try_from(id).map(Tile::Building)
        } else {
            Mob::try_from(id).map(Tile::Mob)
        }
    }
}

impl From<Building> for String {
    fn from(building: Building) -> String {
        building.to_string()
    }
}

impl From<Mob> for String {
    fn from(mob: Mob) -> String {
        mob.to_string()
    }
}

impl From<Tile> for String {
    fn from(tile: Tile) -> String {
        tile.to_string()
    }
}

impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bld-{:02}", self.0 + 1)
    }
}

impl fmt::Display for Mob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mob-{:02}", self.0 + 1)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tile::Building(building) => building.fmt(f),
            Tile::Mob(mob) => mob.fmt(f),
        }
    }
}
