//! What a player asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{explorers::Explorer, tiles::Tile};
use crate::Seat;

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BigMonsterCommand)]
pub enum Command {
    /// Keep one of your two explorers. All are shown when all have chosen.
    ChooseExplorer {
        /// The explorer to keep, one of the two you were dealt.
        explorer: Explorer,
    },
    /// Draft: keep one tile of your hand and put the others on an empty ship. The pass is held
    /// until everyone who owes one has passed or `window_ms` is over. Ships are then assigned in an
    /// order drawn at random; a seat that loses its ship keeps the hand and chooses again. In
    /// matches under edition 1 of the rules the first to arrive takes the ship, and a later command
    /// is refused with `ship_taken`.
    Draft {
        /// The tile to keep. It is revealed when all have passed.
        tile: Tile,
        /// The seat whose ship receives the pile. Your own only if no other ship is empty.
        ship: Seat,
    },
    /// Draft, turn nine, where the last tile is not passed: keep one tile of your hand.
    Keep {
        /// The tile to keep. It is revealed when all have chosen.
        tile: Tile,
    },
    /// Place the tile you kept or took.
    Place {
        /// Cells to the right of the explorer's left column.
        #[schema(minimum = -50, maximum = 50)]
        x: i8,
        /// Cells below the explorer's upper row.
        #[schema(minimum = -50, maximum = 50)]
        y: i8,
        /// Who gets the token. Given with the yeti and the panda, and only then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        give_to: Option<Seat>,
    },
    /// End of the game, `exp_black_m`: take a tile from the discards and place it.
    TakeDiscard {
        /// The tile to take from the discards.
        tile: Tile,
        /// Cells to the right of the explorer's left column.
        #[schema(minimum = -50, maximum = 50)]
        x: i8,
        /// Cells below the explorer's upper row.
        #[schema(minimum = -50, maximum = 50)]
        y: i8,
        /// Who gets the token. Given with the yeti and the panda, and only then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        give_to: Option<Seat>,
    },
    /// End of the game, `exp_black_m`: take no tile from the discards.
    LeaveDiscards {},
    /// Variant: take a tile of an open group and remove another from the game.
    Take {
        /// The number of the group. After the first seat of the turn, everybody takes from the
        /// group that it picked.
        #[schema(minimum = 1, maximum = 20)]
        group: u8,
        /// The tile to take.
        take: Tile,
        /// The tile to remove from the game.
        remove: Tile,
    },
}
