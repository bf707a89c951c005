//! What a player asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::Skill,
    map::{Area, Terrain},
    shape::ShapeId,
};
use crate::Cell;

/// A player's command. Cells may be listed in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = CartographersCommand)]
pub enum Command {
    /// Draw what the card shows: one of its shapes, rotated and flipped as you like, or a single
    /// cell where the rules allow no shape. After an ambush: the monsters, on the sheet that you
    /// hold.
    Draw {
        /// The terrain to draw.
        terrain: Terrain,
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, free: draw a shape of the card as village.
    ArcaneKnowledge {
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, free: draw a shape of the card so that part of it lies off the map.
    Stealth {
        /// The shape of the card to draw.
        shape: ShapeId,
        /// The terrain to draw.
        terrain: Terrain,
        /// The part of the shape that lies on the map.
        cells: Area,
    },
    /// Skill, 1 coin: draw a square of four cells instead of a shape of the card.
    Negotiation {
        /// The terrain to draw.
        terrain: Terrain,
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, 3 coins: draw this turn's shape a second time.
    Concentration {
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, 1 coin: draw two more cells next to a monster.
    Healing {
        /// The terrain to draw.
        terrain: Terrain,
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, free: draw one more cell next to this turn's shape.
    Search {
        /// The cell to draw on.
        cell: Cell,
    },
    /// Skill, 1 coin: draw one cell that counts as both farm and village.
    Diplomacy {
        /// The cell to draw on.
        cell: Cell,
    },
    /// Skill, 2 coins: this ambush draws only two monsters on your sheet.
    Acrobatics {
        /// Playing alone: the direction of the two monsters. Otherwise your neighbor chooses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        orientation: Option<Orientation>,
    },
    /// Use no skill now.
    Pass {},
}

impl Command {
    /// The skill it uses.
    pub const fn skill(&self) -> Option<Skill> {
        match self {
            Command::Draw { .. } | Command::Pass {} => None,
            Command::ArcaneKnowledge { .. } => Some(Skill::ArcaneKnowledge),
            Command::Stealth { .. } => Some(Skill::Stealth),
            Command::Negotiation { .. } => Some(Skill::Negotiation),
            Command::Concentration { .. } => Some(Skill::Concentration),
            Command::Healing { .. } => Some(Skill::Healing),
            Command::Search { .. } => Some(Skill::Search),
            Command::Diplomacy { .. } => Some(Skill::Diplomacy),
            Command::Acrobatics { .. } => Some(Skill::Acrobatics),
        }
    }

    /// The coins paid for it.
    pub fn cost(&self) -> u8 {
        self.skill().map_or(0, |skill| skill.card().cost_coins)
    }
}

/// How two cells lie next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersOrientation)]
pub enum Orientation {
    /// Side by side.
    Horizontal,
    /// One above the other.
    Vertical,
}
