//! Section 9: open groups instead of ships.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, VariantTable},
    tiles::Tile,
};

/// A group of face-up tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BigMonsterGroup)]
pub struct Group {
    /// The number of the group: groups are counted as they are revealed.
    #[schema(minimum = 1, maximum = 20)]
    pub number: u8,
    /// The tiles that lie in it.
    #[schema(max_items = 6)]
    pub tiles: Vec<Tile>,
}

/// The table of the variant for so many.
pub fn table(seats: u8) -> &'static VariantTable {
    if seats <= 2 {
        &BOX.setup.variant_2p
    } else {
        &BOX.setup.variant_3p
    }
}

/// 9.3: how many piles are revealed at the start of a turn, of those left.
pub fn revealed(table: &VariantTable, turn: u8, left: u8) -> u8 {
    let wanted = if turn == table.groups_open_from_turn {
        2
    } else {
        1
    };
    left.min(wanted)
}
