//! Weapons: tokens, piles, and what a fight shows of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{components::BOX, places::Stack, tiles::Mob};
use crate::{Dice, cast, kit::components::Confidence};

/// A weapon token. Tokens of the same weapon share a name: no rule tells them apart.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are those of the tokens")]
#[schema(as = BuildersBiomesWeapon)]
pub enum Weapon {
    PoisonousPotato,
    WoodenSword,
    StoneSword,
    Bow,
    GoldenHoe,
    StonePickaxe,
    Tnt,
    IronSword,
    DiamondSword,
}

/// The contents of a pile of weapons. Nobody knows the order of a pile, so it has none: it is
/// written sorted and may be read in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(from = "Vec<Weapon>")]
#[schema(as = BuildersBiomesPile, value_type = Vec<Weapon>, max_items = 36)]
pub struct Pile(Vec<Weapon>);

/// A fight that is not decided yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BuildersBiomesFight)]
pub struct Fight {
    /// The stack on which the mob lies.
    pub stack: Stack,
    /// The mob that is fought.
    pub mob: Mob,
    /// The tokens that were revealed, in order.
    #[schema(max_items = 36)]
    pub revealed: Vec<Weapon>,
    /// The number of blocks that pickaxes have still to take.
    #[schema(maximum = 36)]
    pub pickaxes: u8,
    /// The number of TNT still to be decided on.
    #[schema(maximum = 36)]
    pub tnt: u8,
    /// How many TNT were used in the fight.
    #[schema(maximum = 36)]
    pub tnt_used: u8,
}

impl Weapon {
    /// Every weapon, in the order of the component file.
    pub const ALL: [Weapon; 9] = [
        Weapon::PoisonousPotato,
        Weapon::WoodenSword,
        Weapon::StoneSword,
        Weapon::Bow,
        Weapon::GoldenHoe,
        Weapon::StonePickaxe,
        Weapon::Tnt,
        Weapon::IronSword,
        Weapon::DiamondSword,
    ];

    /// Its hearts; of TNT, if it is used.
    pub fn hearts(self) -> u8 {
        BOX.weapon_types[self as usize].hearts
    }

    /// How far its hearts are to be trusted.
    pub fn confidence(self) -> Confidence {
        BOX.weapon_types[self as usize].hearts_confidence
    }

    /// Its printed name.
    pub fn name(self) -> &'static str {
        &BOX.weapon_types[self as usize].name
    }

    /// As in the component file.
    pub const fn id(self) -> &'static str {
        match self {
            Weapon::PoisonousPotato => "poisonous_potato",
            Weapon::WoodenSword => "wooden_sword",
            Weapon::StoneSword => "stone_sword",
            Weapon::Bow => "bow",
            Weapon::GoldenHoe => "golden_hoe",
            Weapon::StonePickaxe => "stone_pickaxe",
            Weapon::Tnt => "tnt",
            Weapon::IronSword => "iron_sword",
            Weapon::DiamondSword => "diamond_sword",
        }
    }
}

impl From<Vec<Weapon>> for Pile {
    fn from(mut weapons: Vec<Weapon>) -> Pile {
        weapons.sort_unstable();
        Pile(weapons)
    }
}

impl Pile {
    /// 3.4: what every player begins with.
    pub fn starting() -> Pile {
        let tokens = &BOX.weapon_tokens.player;
        let first = tokens[0].owner_colour;
        let own = tokens.iter().filter(|token| token.owner_colour == first);
        own.map(|token| token.r#type).collect::<Vec<_>>().into()
    }

    /// Its weapons, sorted.
    pub fn weapons(&self) -> &[Weapon] {
        &self.0
    }

    /// How many of a weapon.
    pub fn count(&self, weapon: Weapon) -> usize {
        self.0.iter().filter(|it| **it == weapon).count()
    }

    /// Puts a weapon in.
    pub fn add(&mut self, weapon: Weapon) {
        let place = self.0.partition_point(|it| *it < weapon);
        self.0.insert(place, weapon);
    }

    /// Takes a weapon out for good.
    pub fn remove(&mut self, weapon: Weapon) {
        let place = self.0.iter().position(|it| *it == weapon);
        self.0.remove(place.expect("what is used was in the pile"));
    }

    /// 8.1 and 8.2: shuffles and reveals.
    pub fn reveal(&self, dice: &Dice, nth: u32) -> Vec<Weapon> {
        let mut order = self.0.clone();
        dice.roll("fight", nth).shuffle(&mut order);
        shown(&order).to_vec()
    }
}

/// 8.2: the tokens a pile in this order shows: three, and one more for every bow
/// among those shown.
pub fn shown(order: &[Weapon]) -> &[Weapon] {
    let mut shown = usize::from(BOX.fight.reveal).min(order.len());
    loop {
        let bows = order[..shown].iter().filter(|it| **it == Weapon::Bow);
        let due = usize::from(BOX.fight.reveal) + bows.count() * usize::from(BOX.fight.bow_adds);
        let due = due.min(order.len());
        if due == shown {
            return &order[..shown];
        }
        shown = due;
    }
}

impl Fight {
    /// A fight as it begins.
    pub fn new(stack: Stack, mob: Mob, revealed: Vec<Weapon>) -> Fight {
        let count = |weapon| {
            let those = revealed.iter().filter(|it| **it == weapon).count();
            cast::<u8>(those)
        };
        Fight {
            stack,
            mob,
            pickaxes: count(Weapon::StonePickaxe) * BOX.fight.pickaxe_blocks,
            tnt: count(Weapon::Tnt),
            tnt_used: 0,
            revealed,
        }
    }

    /// 8.5: the hearts of all revealed tokens but for TNT that was not used.
    pub fn hearts(&self) -> u16 {
        let others = self.revealed.iter().filter(|it| **it != Weapon::Tnt);
        let others: u16 = others.map(|weapon| u16::from(weapon.hearts())).sum();
        others + u16::from(self.tnt_used) * u16::from(Weapon::Tnt.hearts())
    }

    /// 8.5
    pub fn is_won(&self) -> bool {
        self.hearts() >= u16::from(self.mob.hearts())
    }
}
