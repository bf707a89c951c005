//! What a player asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    blocks::Blocks,
    board::Space,
    cube::Column,
    features::Feature,
    places::{Crossing, Slot, Stack},
    tiles::Mob,
};

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BuildersBiomesCommand)]
pub enum Command {
    /// Take the top block of a column: as the first or second block of the action, or for a
    /// pickaxe.
    TakeBlock {
        /// The column to take the block from.
        column: Column,
    },
    /// Move up to two steps and flip the tiles and tokens around the new place.
    Explore {
        /// The crossing to move to. It may be the one where the character stands.
        to: Crossing,
    },
    /// Pay for a building and place it.
    Build {
        /// The stack it lies on.
        stack: Stack,
        /// The space of the board that it goes on, over whatever is there.
        space: Space,
        /// The blocks that pay for it exactly. An emerald stands for any one block.
        payment: Blocks,
    },
    /// Fight a mob.
    Fight {
        /// The stack it lies on.
        stack: Stack,
    },
    /// In a fight: use the TNT. It is then out of the game.
    UseTnt {},
    /// In a fight: keep the TNT. It adds no hearts in this fight.
    KeepTnt {},
    /// Take a weapon token.
    CollectWeapon {
        /// The slot to take the weapon token from.
        slot: Slot,
    },
    /// Return a mob for an extra action.
    UseExtraActionTile {
        /// The mob to return.
        mob: Mob,
    },
    /// End the turn.
    EndTurn {},
    /// In a scoring round: name the feature to score.
    ChooseFeature {
        /// The feature to score.
        feature: Feature,
    },
}
