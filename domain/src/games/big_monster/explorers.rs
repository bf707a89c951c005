//! Explorers and what they can do.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Effect, ExplorerRecord},
    setup::{Extra, Mode, Options},
};

/// An explorer. On the wire: its id in the component file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the component file says what they can do")]
#[schema(as = BigMonsterExplorer)]
pub enum Explorer {
    ExpBlueM,
    ExpBlackF,
    ExpBlackM,
    ExpRedF,
    ExpPinkF,
    ExpPinkM,
    ExpGreenF,
    ExpOrangeF,
    ExpRedM,
    ExpBlueF,
    ExpGreenM,
    ExpOrangeM,
    ExpSpMutant2,
    ExpSpDragon,
    ExpSpChicken,
    ExpSpGold,
    ExpSpUnicorn,
}

/// Explorers, in no particular order unless stated otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BigMonsterExplorers, max_items = 17)]
pub struct Explorers(pub Vec<Explorer>);

impl Explorer {
    /// Every explorer, in the order of the box.
    pub const ALL: [Explorer; 17] = [
        Explorer::ExpBlueM,
        Explorer::ExpBlackF,
        Explorer::ExpBlackM,
        Explorer::ExpRedF,
        Explorer::ExpPinkF,
        Explorer::ExpPinkM,
        Explorer::ExpGreenF,
        Explorer::ExpOrangeF,
        Explorer::ExpRedM,
        Explorer::ExpBlueF,
        Explorer::ExpGreenM,
        Explorer::ExpOrangeM,
        Explorer::ExpSpMutant2,
        Explorer::ExpSpDragon,
        Explorer::ExpSpChicken,
        Explorer::ExpSpGold,
        Explorer::ExpSpUnicorn,
    ];

    const IDS: [&str; 17] = [
        "exp_blue_m",
        "exp_black_f",
        "exp_black_m",
        "exp_red_f",
        "exp_pink_f",
        "exp_pink_m",
        "exp_green_f",
        "exp_orange_f",
        "exp_red_m",
        "exp_blue_f",
        "exp_green_m",
        "exp_orange_m",
        "exp_sp_mutant2",
        "exp_sp_dragon",
        "exp_sp_chicken",
        "exp_sp_gold",
        "exp_sp_unicorn",
    ];

    /// The id on the wire and on score lines.
    pub const fn id(self) -> &'static str {
        Explorer::IDS[self as usize]
    }

    /// What the box says.
    pub fn record(self) -> &'static ExplorerRecord {
        &BOX.explorers[self as usize]
    }

    /// 4.5: whether the own ship may always be used while it is empty.
    pub fn may_use_own_ship(self) -> bool {
        matches!(self.record().effect, Effect::MayPassToOwnEmptyShip {})
    }

    /// 8.1: whether a tile from the discards comes at the end.
    pub fn takes_a_discard(self) -> bool {
        let effect = self.record().effect;
        matches!(effect, Effect::ExtraTileFromDiscardsBeforePenalty {})
    }

    /// 3.3 and 3.8: those in play, in the order of the box.
    pub fn in_play(options: &Options, mode: Mode, seats: u8) -> Vec<Explorer> {
        let all = Explorer::ALL.into_iter();
        let excluded = match (mode, seats) {
            (Mode::Variant, 2) => &BOX.setup.variant_2p.explorers_excluded[..],
            (Mode::Variant, _) => &BOX.setup.variant_3p.explorers_excluded[..],
            (Mode::TeamDraft | Mode::IndividualDraft, _) => &[],
        };
        let plays = |it: &Explorer| {
            let record = it.record();
            let special = !record.special || options.snail_extras.contains(Extra::Explorers);
            special
                && (record.min_players..=record.max_players).contains(&seats)
                && !excluded.contains(it)
        };
        all.filter(plays).collect()
    }
}

impl fmt::Display for Explorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
