//! What stands on the table, in words.

use domain::{
    games::big_monster::{
        components::{Color, Effect, Fragment, Metric, Terrain, TileKind},
        explorers::Explorer,
        missions::Mission,
        setup::Mode,
        tiles::Tile,
        zone::Placed,
    },
    words::signed,
};

use crate::words::count;

/// How seats play, by the options of the host.
pub(in crate::board) fn manner(options: &domain::Options, seats: u8) -> Option<String> {
    let domain::Options::BigMonster(options) = options else {
        return None;
    };
    let manner = match options.mode(seats) {
        Mode::TeamDraft => "in teams",
        Mode::IndividualDraft => "each alone",
        Mode::Variant => "each alone, from open groups",
    };
    Some(manner.to_owned())
}

/// What lies in a cell of a zone, and how far it has come.
pub(super) fn placed(placed: &Placed) -> String {
    let record = placed.tile.record();
    let place = format!(
        "Row {}, column {}",
        signed(placed.y.into()),
        signed(placed.x.into())
    );
    let level = match placed.level {
        0 => String::new(),
        level => format!(", level {level}"),
    };
    let points = record.points_by_level.get(usize::from(placed.level));
    let points =
        points.map(|points| format!(", {}", count(usize::from(points.unsigned_abs()), "point")));
    let points = points.unwrap_or_default();
    format!("{place}: {}{level}{points}", tile(placed.tile))
}

/// A tile by what is on it, with its pieces of crystals.
pub(super) fn tile(tile: Tile) -> String {
    format!("{}{}", figure(tile), pieces(&tile.record().fragments))
}

fn figure(tile: Tile) -> String {
    let record = tile.record();
    let color = |from: &str| {
        let rest = tile.id().strip_prefix(from).unwrap_or_default();
        rest.split('_').next().unwrap_or_default().to_owned()
    };
    match record.kind {
        TileKind::Mutant => format!("{} mutant", color("ice_")),
        TileKind::Radioactive if record.radioactive_monsters == 2 => "radioactive twins".to_owned(),
        TileKind::Radioactive => "radioactive monster".to_owned(),
        TileKind::BigMonsterHalf => format!("{} half of a big monster", color("lake_")),
        TileKind::Dragon if record.angry => format!("angry {} dragon", color("lava_")),
        TileKind::Dragon => format!("{} dragon", color("lava_")),
        TileKind::Swamp => "swamp".to_owned(),
        TileKind::Objective => {
            let pays = record.score.map(|it| pays(it.metric, it.points_each));
            format!("grassland, {}", pays.unwrap_or_default())
        }
        TileKind::Desert => "desert".to_owned(),
        TileKind::Rune if record.rune_monsters == 2 => "two rune monsters".to_owned(),
        TileKind::Rune => "rune monster".to_owned(),
        TileKind::GoldDiamond => "gold diamond".to_owned(),
        TileKind::Unicorn => "unicorn".to_owned(),
        TileKind::Yeti => "yeti".to_owned(),
        TileKind::Panda => "panda".to_owned(),
    }
}

/// The pieces of crystals that something brings.
pub(super) fn pieces(fragments: &[Fragment]) -> String {
    let of = |color: Color| {
        let pieces = fragments.iter().filter(|it| it.color == color).count();
        (pieces > 0).then(|| format!("{pieces} {}", color.id()))
    };
    let pieces: Vec<String> = Color::ALL.into_iter().filter_map(of).collect();
    match pieces.is_empty() {
        true => String::new(),
        false => format!(", crystal pieces: {}", pieces.join(", ")),
    }
}

/// An explorer, and what it can do.
pub(super) fn explorer(explorer: Explorer) -> String {
    let can = match explorer.record().effect {
        Effect::EndPoints {
            metric,
            points_each,
        } => pays(metric, points_each),
        Effect::MayPassToOwnEmptyShip {} => "may use their own ship".to_owned(),
        Effect::ExtraTileFromDiscardsBeforePenalty {} => "takes an extra tile".to_owned(),
        Effect::CountsAs {
            tile_of_terrain, ..
        } => format!("counts as {}", terrain(tile_of_terrain)),
    };
    format!("{}: {can}", suit(explorer).1)
}

/// The color of an explorer's suit, and who wears it.
pub(super) const fn suit(explorer: Explorer) -> (&'static str, &'static str) {
    match explorer {
        Explorer::ExpBlueM => ("blue", "Blue man"),
        Explorer::ExpBlueF => ("blue", "Blue woman"),
        Explorer::ExpBlackF => ("black", "Black woman"),
        Explorer::ExpBlackM => ("black", "Black man"),
        Explorer::ExpRedF => ("red", "Red woman"),
        Explorer::ExpRedM => ("red", "Red man"),
        Explorer::ExpPinkF => ("pink", "Pink woman"),
        Explorer::ExpPinkM => ("pink", "Pink man"),
        Explorer::ExpGreenF => ("green", "Green woman"),
        Explorer::ExpGreenM => ("green", "Green man"),
        Explorer::ExpOrangeF => ("orange", "Orange woman"),
        Explorer::ExpOrangeM => ("orange", "Orange man"),
        Explorer::ExpSpMutant2
        | Explorer::ExpSpDragon
        | Explorer::ExpSpChicken
        | Explorer::ExpSpGold
        | Explorer::ExpSpUnicorn => ("special", "Special explorer"),
    }
}

/// What each thing counted pays.
pub(super) fn pays(metric: Metric, points: i16) -> String {
    let of = match metric {
        Metric::Desert => "desert tile",
        Metric::Ice => "ice tile",
        Metric::Lava => "lava tile",
        Metric::Grassland => "grassland tile",
        Metric::SwampOrGrassland => "swamp or grassland tile",
        Metric::Mutants => "mutant",
        Metric::Chickens => "blue mutant",
        Metric::Unicorns => "unicorn",
        Metric::MutantsOfLevel2 => "mutant of level 2",
        Metric::RadioactiveMonsters => "radioactive monster",
        Metric::RuneMonsters => "rune monster",
        Metric::DesertAndRuneMonsters => "desert or rune monster",
        Metric::BigMonsters => "whole big monster",
        Metric::GreenCrystals => "green crystal",
        Metric::Crystals => "crystal",
        Metric::CrystalSets => "set of crystals",
        Metric::KindsForMission | Metric::KindsForGrassland => "terrain",
        Metric::MissionTokens => "mission token",
        Metric::AngryDragons => "angry dragon",
        Metric::GoldDiamonds => "gold diamond",
        Metric::TilesTouchingExplorer => "neighboring tile",
        Metric::UnicornPair => "pair of unicorns",
    };
    format!("{} per {of}", signed(points))
}

/// A terrain by its name, which is also that of its colors.
pub(super) const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Ice => "ice",
        Terrain::Lake => "lake",
        Terrain::Lava => "lava",
        Terrain::Swamp => "swamp",
        Terrain::Grassland => "grassland",
        Terrain::Desert => "desert",
        Terrain::Rune => "rune",
    }
}

/// A mission by its name, and what so many of are needed for it.
pub(super) const fn mission(mission: Mission) -> (&'static str, &'static str) {
    match mission {
        Mission::Desert => ("Desert", "tiles"),
        Mission::Rune => ("Rune", "monsters"),
        Mission::BigMonster => ("Big monster", "whole"),
        Mission::SwampGrass => ("Swamp and grassland", "tiles"),
        Mission::Kinds => ("Kinds", "terrains"),
        Mission::Lava => ("Lava", "tiles"),
        Mission::Crystals => ("Crystals", "of each color"),
        Mission::Ice => ("Ice", "tiles"),
        Mission::Radioactive => ("Radioactive", "monsters"),
    }
}
