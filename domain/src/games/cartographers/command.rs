//! What a player asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::Skill,
    map::{Area, Terrain},
    shape::ShapeId,
};
use crate::Cell;

/// What a player asks for. Cells may be named in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = CartographersCommand)]
pub enum Command {
    /// Draw what the card asks for: one of its shapes, turned and flipped at will, or
    /// a single cell where the rules allow no shape. After an ambush: the monsters,
    /// on the sheet you hold.
    Draw {
        /// What to draw.
        terrain: Terrain,
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, free: draw a shape of the card as village.
    ArcaneKnowledge {
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, free: draw a shape of the card partly off the map.
    Stealth {
        /// The shape of the card to draw.
        shape: ShapeId,
        /// What to draw.
        terrain: Terrain,
        /// The part of the shape that lies on the map.
        cells: Area,
    },
    /// Skill, 1 coin: draw a square of four cells instead of a shape of the card.
    Negotiation {
        /// What to draw.
        terrain: Terrain,
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, 3 coins: draw this turn's shape a second time.
    Concentration {
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, 1 coin: draw two cells more, next to a monster.
    Healing {
        /// What to draw.
        terrain: Terrain,
        /// The cells to draw on.
        cells: Area,
    },
    /// Skill, free: draw one cell more, next to this turn's shape.
    Search {
        /// The cell to draw on.
        cell: Cell,
    },
    /// Skill, 1 coin: draw one cell that is farm and village at once.
    Diplomacy {
        /// The cell to draw on.
        cell: Cell,
    },
    /// Skill, 2 coins: this ambush draws but two monsters on your sheet.
    Acrobatics {
        /// Playing alone: how the two lie. Otherwise your neighbor chooses.
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
}

/// How two cells lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersOrientation)]
pub enum Orientation {
    /// Side by side.
    Horizontal,
    /// One above the other.
    Vertical,
}
