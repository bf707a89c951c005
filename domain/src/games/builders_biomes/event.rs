//! What happened at the table.
//!
//! All of it is public: what is hidden lies in the setup alone, and an event that
//! uncovers something tells everybody what.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::{
    blocks::{Block, Blocks},
    board::Space,
    cube::{Column, Shown},
    features::{Feature, Round},
    overworld::{FlippedTile, FlippedToken},
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob},
    weapons::Weapon,
};
use crate::{BySeat, Seat, kit::tagged::read_tagged};

/// What happened at a table of Builders & Biomes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = BuildersBiomesEvent)]
pub enum Event {
    /// A turn began.
    TurnBegan {
        /// The number of the turn, counted from one.
        #[schema(minimum = 1, maximum = 4_294_967_295_u32)]
        turn: u32,
        /// The seat whose turn began.
        seat: Seat,
    },
    /// A seat owes a decision.
    DecisionDue {
        /// The seat that owes the decision.
        seat: Seat,
        /// The kind of decision that is due.
        duty: Duty,
    },
    /// A block was taken from the cube.
    BlockTaken {
        /// The seat that took the block.
        seat: Seat,
        /// The column it was taken from.
        column: Column,
        /// The color of the block taken.
        block: Block,
        /// The blocks whose color shows now and did not show before.
        #[schema(max_items = 16)]
        uncovered: Vec<Shown>,
    },
    /// A character moved or stayed, and flipped the tiles and tokens around it.
    Explored {
        /// The seat whose character explored.
        seat: Seat,
        /// The crossing where the character stands now.
        to: Crossing,
        /// The tiles that were flipped.
        #[schema(max_items = 4)]
        tiles: Vec<FlippedTile>,
        /// The weapon tokens that were flipped.
        #[schema(max_items = 2)]
        weapons: Vec<FlippedToken>,
    },
    /// A building was paid for and placed.
    Built {
        /// The seat that built.
        seat: Seat,
        /// The stack that it lay on.
        stack: Stack,
        /// The building that was placed.
        building: Building,
        /// The space of the board that it stands on now.
        space: Space,
        /// The blocks that were paid.
        payment: Blocks,
        /// The points that it pays at once.
        #[schema(minimum = 0, maximum = 50)]
        xp: i16,
    },
    /// A fight began: weapon tokens were revealed.
    TokensRevealed {
        /// The seat that fights.
        seat: Seat,
        /// The stack on which the mob lies.
        stack: Stack,
        /// The mob that is fought.
        mob: Mob,
        /// The tokens that were revealed, in order.
        #[schema(max_items = 36)]
        weapons: Vec<Weapon>,
    },
    /// Golden hoes paid experience points.
    HoesPaid {
        /// The seat that is paid.
        seat: Seat,
        /// The number of golden hoes.
        #[schema(minimum = 1, maximum = 36)]
        hoes: u8,
        /// The experience points it is paid, from 0 to 10,000.
        #[schema(minimum = 0, maximum = 10_000)]
        xp: i16,
    },
    /// A TNT was used in a fight.
    TntUsed {
        /// The seat that used the TNT.
        seat: Seat,
    },
    /// A TNT was kept in a fight.
    TntKept {
        /// The seat that kept the TNT.
        seat: Seat,
    },
    /// A mob was beaten.
    FightWon {
        /// The seat that won the fight.
        seat: Seat,
        /// The stack that it lay on.
        stack: Stack,
        /// The mob that was beaten.
        mob: Mob,
        /// The hearts of the weapons in the fight, from 0 to 2,000.
        #[schema(maximum = 2_000)]
        hearts: u16,
        /// The points that it pays at once.
        #[schema(minimum = 0, maximum = 50)]
        xp: i16,
    },
    /// A mob was not beaten. It stays where it is.
    FightLost {
        /// The seat that lost the fight.
        seat: Seat,
        /// The stack on which the mob lies.
        stack: Stack,
        /// The mob that was not beaten.
        mob: Mob,
        /// The hearts of the weapons in the fight, from 0 to 2,000.
        #[schema(maximum = 2_000)]
        hearts: u16,
    },
    /// A weapon token was taken.
    WeaponCollected {
        /// The seat that took the token.
        seat: Seat,
        /// The slot it was taken from.
        slot: Slot,
        /// The weapon that was taken.
        weapon: Weapon,
    },
    /// A mob was returned for an extra action.
    ExtraActionTileReturned {
        /// The seat that returned the mob.
        seat: Seat,
        /// The mob that was returned.
        mob: Mob,
    },
    /// A turn ended.
    TurnEnded {
        /// The seat whose turn ended.
        seat: Seat,
    },
    /// A layer of the cube is empty: its scoring round began.
    ScoringRoundBegan {
        /// The scoring round that began: A, B or C.
        round: Round,
    },
    /// A seat scored in the round.
    RoundScored {
        /// The points the seat scored, and the feature they were for.
        score: RoundScore,
    },
    /// The mobs kept for the end of the game paid their points. The match is over.
    MobBonusesScored {
        /// What the mobs of each seat paid.
        bonuses: BySeat<MobBonuses>,
    },
}

/// The kind of decision that a seat owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BuildersBiomesDuty)]
pub enum Duty {
    /// The next normal action, or after both an extra-action tile or the turn's end.
    Act,
    /// The extra action a tile was returned for.
    ExtraAction,
    /// The second block of the action.
    SecondBlock,
    /// The block a pickaxe takes.
    Pickaxe,
    /// Whether to use a TNT.
    Tnt,
    /// The feature to score.
    Feature,
}

/// What a seat scored in a scoring round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesRoundScore)]
pub struct RoundScore {
    /// The scoring round: A, B or C.
    pub round: Round,
    /// The seat that scored.
    pub seat: Seat,
    /// The feature that was scored. Null if no space counts.
    pub feature: Option<Feature>,
    /// The spaces that were counted.
    #[schema(max_items = 9)]
    pub spaces: Vec<Space>,
    /// The points that these spaces pay.
    #[schema(minimum = 0, maximum = 450)]
    pub xp: i16,
}

/// What a seat's mobs paid at the end of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BuildersBiomesMobBonuses, max_items = 20)]
pub struct MobBonuses(pub Vec<MobBonus>);

/// What a mob paid at the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesMobBonus)]
pub struct MobBonus {
    /// The mob that paid.
    pub mob: Mob,
    /// The feature that the mob counted.
    pub feature: Feature,
    /// The spaces whose building has that feature.
    #[schema(max_items = 9)]
    pub spaces: Vec<Space>,
    /// The points that the mob paid.
    #[schema(minimum = 0, maximum = 450)]
    pub xp: i16,
}

impl Event {
    /// Reads one as the record has it.
    pub(in crate::games) fn read(written: &str) -> serde_json::Result<Event> {
        read_tagged!(written, Event {
            "decision_due" => DecisionDue { seat: Seat, duty: Duty },
            "turn_began" => TurnBegan { turn: u32, seat: Seat },
            "block_taken" => BlockTaken {
                seat: Seat,
                column: Column,
                block: Block,
                uncovered: Vec<Shown>,
            },
        })
    }
}

impl MobBonuses {
    /// The sum.
    pub fn xp(&self) -> i16 {
        self.0.iter().map(|bonus| bonus.xp).sum()
    }
}
