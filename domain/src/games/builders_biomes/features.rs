//! What a space can show, and the scoring rounds that count it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::BOX;

/// One value of one axis. Every building has one value for each axis.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are those of the score cards")]
#[schema(as = BuildersBiomesFeature)]
pub enum Feature {
    Forest,
    Desert,
    Mountain,
    SnowyTundra,
    Wood,
    Sand,
    Stone,
    Obsidian,
    Decoration,
    House,
    AnimalFarm,
    Bridge,
}

/// What a feature is a feature of.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = BuildersBiomesAxis)]
pub enum Axis {
    /// Forest, desert, mountain or snowy tundra.
    Biome,
    /// Wood, sand, stone or obsidian.
    Material,
    /// Decoration, house, animal farm or bridge.
    Type,
}

/// A scoring round, named after its card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[schema(as = BuildersBiomesRound)]
pub enum Round {
    /// Held when the top layer of the cube is empty; counts biomes.
    A,
    /// Held when the second layer is empty; counts materials.
    B,
    /// Held when the third layer is empty; counts types. The last.
    C,
}

impl Feature {
    /// Every feature, in the order of the score cards.
    pub const ALL: [Feature; 12] = [
        Feature::Forest,
        Feature::Desert,
        Feature::Mountain,
        Feature::SnowyTundra,
        Feature::Wood,
        Feature::Sand,
        Feature::Stone,
        Feature::Obsidian,
        Feature::Decoration,
        Feature::House,
        Feature::AnimalFarm,
        Feature::Bridge,
    ];

    /// What it is a feature of.
    pub const fn axis(self) -> Axis {
        match self {
            Feature::Forest | Feature::Desert | Feature::Mountain | Feature::SnowyTundra => {
                Axis::Biome
            }
            Feature::Wood | Feature::Sand | Feature::Stone | Feature::Obsidian => Axis::Material,
            Feature::Decoration | Feature::House | Feature::AnimalFarm | Feature::Bridge => {
                Axis::Type
            }
        }
    }

    /// As in the component file.
    pub const fn id(self) -> &'static str {
        match self {
            Feature::Forest => "forest",
            Feature::Desert => "desert",
            Feature::Mountain => "mountain",
            Feature::SnowyTundra => "snowy_tundra",
            Feature::Wood => "wood",
            Feature::Sand => "sand",
            Feature::Stone => "stone",
            Feature::Obsidian => "obsidian",
            Feature::Decoration => "decoration",
            Feature::House => "house",
            Feature::AnimalFarm => "animal_farm",
            Feature::Bridge => "bridge",
        }
    }
}

impl Axis {
    /// Its features, in card order.
    pub fn features(self) -> impl Iterator<Item = Feature> {
        Feature::ALL
            .into_iter()
            .filter(move |feature| feature.axis() == self)
    }
}

impl Round {
    /// Every round, in order.
    pub const ALL: [Round; 3] = [Round::A, Round::B, Round::C];

    /// What its card counts.
    pub const fn axis(self) -> Axis {
        match self {
            Round::A => Axis::Biome,
            Round::B => Axis::Material,
            Round::C => Axis::Type,
        }
    }

    /// 10.1: the layer of the cube, counted from the top, that must be empty.
    pub const fn layer(self) -> u8 {
        match self {
            Round::A => 1,
            Round::B => 2,
            Round::C => 3,
        }
    }

    /// Points for a space with this feature.
    pub fn value(self, feature: Feature) -> i16 {
        let card = BOX.score_cards.of(self);
        card.values
            .get(&feature)
            .map_or(0, |value| value.xp_per_space.into())
    }

    /// How it is named on score sheets.
    pub const fn id(self) -> &'static str {
        match self {
            Round::A => "round_a",
            Round::B => "round_b",
            Round::C => "round_c",
        }
    }
}
