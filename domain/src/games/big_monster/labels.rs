//! What the lines of a score sheet and what is counted are called.

use super::{
    explorers::Explorer,
    missions::Mission,
    names::{explorer_name, full_name, mission_name},
    tiles::Tile,
};
use crate::{
    facts::{of_word, spaced},
    words::capital,
};

/// A line of the score pad: `ice.ice_blue` is "Blue mutant", `missions.team_lava` is "Lava
/// mission as a team", and a row by itself is called as the pad has it.
pub(super) fn line(source: &str) -> String {
    match source.split_once('.') {
        Some(("missions", token)) => token_name(token),
        Some(("crystals", color)) => format!("{} crystals", capital(color)),
        Some((_, id)) => paid_for(id),
        None if source == "big_monster" => "Big monsters".to_owned(),
        None => capital(&spaced(source)),
    }
}

/// A token that pays or costs: of a mission, or another.
fn token_name(id: &str) -> String {
    let mission = |id: &str| {
        let mission = of_word::<Mission>(id)?;
        Some(format!("{} mission", capital(mission_name(mission))))
    };
    let as_a_team = || {
        let mission = mission(id.strip_prefix("team_")?)?;
        Some(format!("{mission} as a team"))
    };
    let other = || {
        let name = if id == "dragon" { "angry dragon" } else { id };
        format!("{} token", capital(&spaced(name)))
    };
    mission(id).or_else(as_a_team).unwrap_or_else(other)
}

fn paid_for(id: &str) -> String {
    item(id).unwrap_or_else(|| capital(&spaced(id)))
}

/// What is counted: a tile or an explorer.
pub(super) fn item(id: &str) -> Option<String> {
    let tile = of_word::<Tile>(id).map(full_name);
    let explorer = || {
        let name = explorer_name(of_word::<Explorer>(id)?);
        Some(name.strip_prefix("the ").unwrap_or(name).to_owned())
    };
    tile.or_else(explorer).map(|name| capital(&name))
}
