//! What the lines of a score sheet and what is counted are called.

use super::{
    features::Feature,
    tiles::{Building, Mob},
    weapons::Weapon,
    words::{building_name, feature_name, mob_name, weapon_name},
};
use crate::{
    facts::{of_word, spaced},
    words::{capital, common},
};

/// A line of the score sheet: `round_a.desert` is "Desert (round A)".
pub(super) fn line(source: &str) -> String {
    match source.split_once('.') {
        Some(("building" | "mob", tile)) => paid_for(tile),
        Some(("mob_bonus", mob)) => format!("Bonus: {}", common(&paid_for(mob))),
        Some((round, feature)) => format!("{} ({})", paid_for(feature), round_name(round)),
        None if source.starts_with("round_") => capital(&round_name(source)),
        None => paid_for(source),
    }
}

fn round_name(id: &str) -> String {
    let letter = id.strip_prefix("round_").unwrap_or(id);
    format!("round {}", letter.to_uppercase())
}

fn paid_for(id: &str) -> String {
    item(id).unwrap_or_else(|| capital(&spaced(id)))
}

/// What is counted: a tile, a weapon or a feature. A mob by what it brings besides, because
/// several of a kind do not bring the same.
pub(super) fn item(id: &str) -> Option<String> {
    let building = of_word::<Building>(id).map(building_name);
    let mob = || of_word::<Mob>(id).map(full_name);
    let weapon = || of_word::<Weapon>(id).map(weapon_name);
    let feature = || of_word::<Feature>(id).map(|feature| feature_name(feature).to_owned());
    let name = building.or_else(mob).or_else(weapon).or_else(feature);
    name.map(|name| capital(&name))
}

fn full_name(mob: Mob) -> String {
    let brings = mob
        .end_bonus()
        .map_or("extra action", |(feature, _)| feature_name(feature));
    format!("{} ({brings})", mob_name(mob))
}
