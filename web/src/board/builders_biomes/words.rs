//! What lies on the table, in words: for those who do not see the picture.

use domain::{
    Cell,
    games::builders_biomes::{
        blocks::{Block, Blocks},
        components::{BOX, MobKind},
        features::{Axis, Feature},
        places::Crossing,
        tiles::{Building, Mob, Tile},
        weapons::Weapon,
    },
};

/// Where something is, in the words of the list that a person chooses from.
pub(super) fn at(what: &str, Cell(row, column): Cell) -> String {
    format!("{what} at row {row}, column {column}")
}

/// A crossing by the cells that meet there, in the words of the same list.
pub(super) fn crossing(what: &str, crossing: Crossing) -> String {
    let Cell(row, column) = crossing.place();
    let (below, right) = (row + 1, column + 1);
    format!("{what} of rows {row} and {below}, columns {column} and {right}")
}

/// What a feature is called.
pub(super) fn feature(feature: Feature) -> String {
    feature.id().replace('_', " ")
}

/// What a block is called, which is how its color and its sign are called, too.
pub(super) const fn block(block: Block) -> &'static str {
    match block {
        Block::Wood => "wood",
        Block::Sand => "sand",
        Block::Stone => "stone",
        Block::Obsidian => "obsidian",
        Block::Emerald => "emerald",
    }
}

/// The block of a material.
pub(super) const fn block_of(material: Feature) -> Option<Block> {
    match material {
        Feature::Wood => Some(Block::Wood),
        Feature::Sand => Some(Block::Sand),
        Feature::Stone => Some(Block::Stone),
        Feature::Obsidian => Some(Block::Obsidian),
        Feature::Forest
        | Feature::Desert
        | Feature::Mountain
        | Feature::SnowyTundra
        | Feature::Decoration
        | Feature::House
        | Feature::AnimalFarm
        | Feature::Bridge => None,
    }
}

/// Like "2 wood, 1 emerald".
pub(super) fn blocks(blocks: Blocks) -> String {
    let owned = Block::ALL.into_iter().filter(|it| blocks.of(*it) > 0);
    let named: Vec<String> = owned
        .map(|it| format!("{} {}", blocks.of(it), block(it)))
        .collect();
    if named.is_empty() {
        return "no blocks".to_owned();
    }
    named.join(", ")
}

/// What a weapon is called.
pub(super) fn weapon(weapon: Weapon) -> &'static str {
    let records = &BOX.weapon_types;
    let record = records.iter().find(|record| record.id == weapon);
    record.map_or_else(|| weapon.id(), |record| &record.name)
}

/// What a mob is called, which is how its figure is called, too.
pub(super) fn kind(mob: Mob) -> &'static str {
    match mob.printed().kind {
        MobKind::Skeleton => "skeleton",
        MobKind::Creeper => "creeper",
        MobKind::Witch => "witch",
        MobKind::Enderman => "enderman",
        MobKind::Zombie => "zombie",
        MobKind::Spider => "spider",
    }
}

/// What is printed on a tile.
pub(super) fn tile(tile: Tile) -> String {
    match tile {
        Tile::Building(it) => {
            let paid = match it.xp() {
                0 => String::new(),
                xp => format!(", {xp} experience"),
            };
            format!("{}, costs {}{paid}", building(it), blocks(it.cost()))
        }
        Tile::Mob(it) => mob(it),
    }
}

/// A building and its features.
pub(super) fn building(building: Building) -> String {
    let [biome, material, kind] =
        [Axis::Biome, Axis::Material, Axis::Type].map(|axis| feature(building.feature(axis)));
    format!("{}, {biome}, {material}, {kind}", building.printed().label)
}

fn mob(mob: Mob) -> String {
    let bonus = mob.end_bonus().map_or_else(
        || "an extra action".to_owned(),
        |(counted, xp)| format!("{xp} at the end for each {}", feature(counted)),
    );
    let hearts = crate::words::count(mob.hearts().into(), "heart");
    format!("{}, {hearts}, {} experience, {bonus}", kind(mob), mob.xp())
}
