//! What a player has: a character, a board, blocks, weapons, mobs, points.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    blocks::Blocks,
    board::{Board, Landscape, Space},
    components::Color,
    places::Crossing,
    tiles::{Building, Mob},
    weapons::Pile,
};
use crate::Seat;

/// Everything a player has. All of it is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesPlayer)]
pub struct Player {
    /// The player's color.
    pub color: Color,
    /// The board the seat builds on.
    pub board: Board,
    /// The crossing where the character stands.
    pub at: Crossing,
    /// The blocks that the player owns.
    pub supply: Blocks,
    /// The weapons that the player owns, sorted: nobody knows their order.
    pub weapons: Pile,
    /// The buildings placed, in order. A building placed on another covers it permanently.
    #[schema(max_items = 44)]
    pub built: Vec<Placed>,
    /// The mobs beaten, in order.
    #[schema(max_items = 20)]
    pub mobs: Vec<WonMob>,
    /// How many golden hoes have paid so far.
    #[schema(maximum = 10_000)]
    pub hoes: u16,
    /// The experience points that golden hoes have paid.
    #[schema(minimum = 0, maximum = 10_000)]
    pub hoe_xp: i16,
    /// The number of TNT used, which are out of the game.
    #[schema(maximum = 36)]
    pub tnt_used: u8,
    /// The experience points so far. The printed track starts over at its end.
    #[schema(minimum = 0, maximum = 30_000)]
    pub xp: i16,
}

/// A building on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesPlaced)]
pub struct Placed {
    /// The building that stands there.
    pub building: Building,
    /// The space it stands on.
    pub space: Space,
    /// The points that it paid at once.
    #[schema(minimum = 0, maximum = 50)]
    pub xp: i16,
}

/// A mob beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesWonMob)]
pub struct WonMob {
    /// The mob that was beaten.
    pub mob: Mob,
    /// The points that it paid at once.
    #[schema(minimum = 0, maximum = 50)]
    pub xp: i16,
    /// Whether it was returned for an extra action and is out of the game.
    pub returned: bool,
}

/// Hoes could pay for ever; a sheet that counts no further keeps all sums in bounds.
pub const HOE_XP_MAX: i16 = 10_000;

/// The same for how many have paid.
pub const HOES_MAX: u16 = 10_000;

impl Player {
    /// 3.4 and 3.5: a player before the first turn.
    pub fn new(seat: Seat, board: Board) -> Player {
        Player {
            color: Color::ALL[usize::from(seat.0)],
            board,
            at: Crossing::START,
            supply: Blocks::NONE,
            weapons: Pile::starting(),
            built: Vec::new(),
            mobs: Vec::new(),
            hoes: 0,
            hoe_xp: 0,
            tnt_used: 0,
            xp: 0,
        }
    }

    /// What shows on the board.
    pub fn landscape(&self) -> Landscape {
        let mut landscape = self.board.landscape();
        for placed in &self.built {
            landscape.build(placed.building, placed.space);
        }
        landscape
    }

    /// The mobs that can be returned for an extra action.
    pub fn extra_action_tiles(&self) -> impl Iterator<Item = Mob> {
        let kept = self.mobs.iter().filter(|won| !won.returned);
        kept.map(|won| won.mob).filter(|mob| mob.is_extra_action())
    }

    /// The mobs that pay at the end of the game.
    pub fn end_of_game_mobs(&self) -> impl Iterator<Item = Mob> {
        let kept = self.mobs.iter().filter(|won| !won.returned);
        kept.map(|won| won.mob).filter(|mob| !mob.is_extra_action())
    }
}
