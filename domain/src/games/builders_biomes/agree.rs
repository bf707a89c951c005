//! What a box says twice must agree.

use std::collections::BTreeMap;

use super::{
    blocks::Block,
    components::{Bonus, Components},
    features::Feature,
};
use crate::kit::components::BoxError;

/// Checks the sums over the tiles against the tiles.
pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    let totals = &components.derived_totals;
    features(components)?;
    let tiles = components.building_tiles.iter();
    agrees(
        "building_by_cost",
        &totals.building_by_cost,
        &counts(tiles.clone().map(|it| it.cost_total)),
    )?;
    demand(components)?;
    let xp: u16 = tiles.map(|it| u16::from(it.xp)).sum();
    BoxError::unless(
        xp == u16::from(totals.building_xp_total),
        format!("derived_totals.building_xp_total: the buildings pay {xp} in total"),
    )?;
    let mobs = components.mob_tiles.iter();
    agrees(
        "mob_by_kind",
        &totals.mob_by_kind,
        &counts(mobs.clone().map(|it| it.kind)),
    )?;
    let bonuses = mobs.map(|it| match it.bonus {
        Bonus::ExtraAction {} => "extra_action".to_owned(),
        Bonus::EndOfGame { .. } => "end_of_game".to_owned(),
    });
    agrees("mob_by_bonus", &totals.mob_by_bonus, &counts(bonuses))?;
    agrees(
        "neutral_weapons_by_type",
        &totals.neutral_weapons_by_type,
        &counts(components.neutral_weapons()),
    )
}

fn features(components: &Components) -> Result<(), BoxError> {
    let totals = &components.derived_totals;
    let tiles = || components.building_tiles.iter();
    let each: [(_, &BTreeMap<Feature, u8>, _); 3] = [
        (
            "building_by_biome",
            &totals.building_by_biome,
            counts(tiles().map(|it| it.biome)),
        ),
        (
            "building_by_material",
            &totals.building_by_material,
            counts(tiles().map(|it| it.material)),
        ),
        (
            "building_by_type",
            &totals.building_by_type,
            counts(tiles().map(|it| it.r#type)),
        ),
    ];
    let mut each = each.iter();
    each.try_for_each(|(name, said, found)| agrees(name, said, found))
}

fn demand(components: &Components) -> Result<(), BoxError> {
    let colors = Block::ALL.into_iter().filter(|it| *it != Block::Emerald);
    let demand = |color: Block| -> u16 {
        let costs = components.building_tiles.iter().map(|it| it.cost.blocks());
        costs.map(|mut cost| u16::from(*cost.of_mut(color))).sum()
    };
    let found: BTreeMap<Block, u16> = colors.map(|color| (color, demand(color))).collect();
    let said = &components.derived_totals.cost_demand_by_block;
    let said = said
        .iter()
        .map(|(color, count)| (*color, u16::from(*count)));
    BoxError::unless(
        found.iter().map(|(color, count)| (*color, *count)).eq(said),
        format!("derived_totals.cost_demand_by_block: the buildings cost {found:?} in total"),
    )
}

fn counts<K: Ord>(items: impl Iterator<Item = K>) -> BTreeMap<K, u8> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

fn agrees<K: Ord + std::fmt::Debug>(
    name: &str,
    said: &BTreeMap<K, u8>,
    found: &BTreeMap<K, u8>,
) -> Result<(), BoxError> {
    BoxError::unless(
        said == found,
        format!("derived_totals.{name}: the tiles give {found:?}"),
    )
}
