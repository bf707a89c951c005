//! What a box must keep to before anybody plays with it.

use std::collections::BTreeSet;

use super::{
    agree,
    components::{
        Color, Components, Effect, ExplorerRecord, Fragment, Metric, Part, Shape, Slot, TeamScope,
        Terrain, TileKind, TileRecord, TokenKind, VariantTable,
    },
    explorers::Explorer,
    missions::Mission,
    tiles::Tile,
};
use crate::kit::components::BoxError;

/// No tile, token or crystal is worth more, so that no sheet overflows.
const POINTS_MAX: i16 = 100;

/// Checks a box that may have been written by hand.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(components: &Components) -> Result<(), BoxError> {
    ids(components)?;
    for tile in tiles(components) {
        tile_record(tile)?;
    }
    copies(components)?;
    for explorer in &components.explorers {
        explorer_record(explorer)?;
    }
    crystals(components)?;
    missions(components)?;
    tokens(components)?;
    scoring(components)?;
    rows(components)?;
    places(components)?;
    tables(components)?;
    agree::check(components)
}

fn tiles(components: &Components) -> impl Iterator<Item = &TileRecord> {
    let special = components.special_tile_types.iter();
    components.monster_tile_types.iter().chain(special)
}

/// Records are found by their place in the file.
fn ids(components: &Components) -> Result<(), BoxError> {
    let same = |found: bool, what| {
        BoxError::unless(
            found,
            format!("{what}: each must be listed once, in the printed order"),
        )
    };
    same(
        tiles(components).map(|it| it.id).eq(Tile::ALL),
        "tile types",
    )?;
    same(
        tiles(components).all(|it| it.snail == it.id.is_special()),
        "special tiles",
    )?;
    same(
        components
            .explorers
            .iter()
            .map(|it| it.id)
            .eq(Explorer::ALL),
        "explorers",
    )?;
    same(
        components.missions.iter().map(|it| it.id).eq(Mission::ALL),
        "missions",
    )?;
    same(
        components.terrains.iter().map(|it| it.id).eq(Terrain::ALL),
        "terrains",
    )?;
    same(
        components.crystals.iter().map(|it| it.color).eq(Color::ALL),
        "crystals",
    )
}

fn tile_record(tile: &TileRecord) -> Result<(), BoxError> {
    let id = tile.id;
    let outline = match tile.shape {
        Shape::Portrait => (1, 2),
        Shape::Landscape => (2, 1),
        Shape::Explorer => (2, 2),
    };
    let is_tile = tile.shape != Shape::Explorer && (tile.w, tile.h) == outline;
    BoxError::unless(
        is_tile,
        format!("{id}: w and h do not match the shape of a tile"),
    )?;
    let levels = match tile.kind {
        TileKind::Mutant => {
            tile.points_by_level.len() == usize::from(tile.max_level) + 1
                && (1..=2).contains(&tile.max_level)
        }
        TileKind::Radioactive
        | TileKind::BigMonsterHalf
        | TileKind::Dragon
        | TileKind::Swamp
        | TileKind::Objective
        | TileKind::Desert
        | TileKind::Rune
        | TileKind::GoldDiamond
        | TileKind::Unicorn
        | TileKind::Yeti
        | TileKind::Panda => tile.max_level == 0,
    };
    BoxError::unless(
        levels,
        format!(
            "{id}: a mutant needs points for each of its one or two levels, and other tiles have no levels"
        ),
    )?;
    only_where_due(tile)?;
    let beams = tile
        .beams
        .iter()
        .all(|beam| inside(beam.cell, tile.w, tile.h));
    BoxError::unless(beams, format!("{id} has a beam outside its own cells"))?;
    let few = tile
        .radioactive_monsters
        .max(tile.desert_monsters)
        .max(tile.rune_monsters)
        .max(tile.gold_diamonds)
        <= 2;
    BoxError::unless(
        few && tile.beams.len() <= 2,
        format!("{id} has more than two monsters"),
    )?;
    let points = [tile.points, tile.points_single, tile.points_complete_pair];
    let objective = tile.score.iter().map(|score| score.points_each);
    bounded(
        points
            .into_iter()
            .chain(objective)
            .chain(tile.points_by_level.iter().copied()),
        id,
    )?;
    fragments(&tile.fragments, tile.shape, id)
}

/// The fields that some tiles need and no other has.
fn only_where_due(tile: &TileRecord) -> Result<(), BoxError> {
    let id = tile.id;
    let halves = tile.half.is_some() == (tile.kind == TileKind::BigMonsterHalf);
    BoxError::unless(
        halves,
        format!("{id}: half must be given for half a big monster, and only then"),
    )?;
    let scores =
        matches!(tile.kind, TileKind::Objective | TileKind::Unicorn) == tile.score.is_some();
    BoxError::unless(
        scores,
        format!("{id}: score must be given for a tile that scores, and only then"),
    )?;
    let gifts = matches!(tile.kind, TileKind::Yeti | TileKind::Panda) == tile.on_place.is_some();
    BoxError::unless(
        gifts,
        format!("{id}: on_place must be given for the yeti and the panda, and only then"),
    )?;
    let pairs = (tile.kind == TileKind::Unicorn) == tile.pair_with.is_some();
    BoxError::unless(
        pairs,
        format!("{id}: pair_with must be given for a unicorn, and only then"),
    )?;
    BoxError::unless(
        tile.snail == tile.replaces.is_some(),
        format!("{id}: replaces must be given for a snail tile, and only then"),
    )
}

fn inside(cell: [i8; 2], w: i8, h: i8) -> bool {
    (0..w).contains(&cell[0]) && (0..h).contains(&cell[1])
}

fn bounded(
    points: impl IntoIterator<Item = i16>,
    of: impl std::fmt::Display,
) -> Result<(), BoxError> {
    let small = points
        .into_iter()
        .all(|it| (-POINTS_MAX..=POINTS_MAX).contains(&it));
    BoxError::unless(
        small,
        format!("{of} is worth more than {POINTS_MAX} points"),
    )
}

/// 6.3: pieces lie where their slot is.
fn fragments(
    fragments: &[Fragment],
    shape: Shape,
    of: impl std::fmt::Display,
) -> Result<(), BoxError> {
    let right = fragments
        .iter()
        .all(|it| slot_at(shape, it.slot) == Some(it.at));
    BoxError::unless(
        right,
        format!("{of} has a crystal piece where it has no slot"),
    )?;
    let faces = fragments.iter().all(|it| it.part == part_at(it.slot));
    BoxError::unless(
        faces,
        format!("{of} has a crystal piece that faces the wrong way"),
    )?;
    let slots: BTreeSet<Slot> = fragments.iter().map(|it| it.slot).collect();
    BoxError::unless(
        slots.len() == fragments.len(),
        format!("{of} has two crystal pieces in one slot"),
    )
}

/// 6.3: in the slot on the west side of a tile lies the east part of a crystal.
const fn part_at(slot: Slot) -> Part {
    match slot {
        Slot::W => Part::East,
        Slot::E => Part::West,
        Slot::N | Slot::N0 | Slot::N1 => Part::South,
        Slot::S | Slot::S0 | Slot::S1 => Part::North,
        Slot::NW => Part::Se,
        Slot::NE => Part::Sw,
        Slot::SW => Part::Ne,
        Slot::SE => Part::Nw,
    }
}

/// Half cells right and down from the top left corner.
fn slot_at(shape: Shape, slot: Slot) -> Option<[i8; 2]> {
    let east = match shape {
        Shape::Portrait => 2,
        Shape::Explorer => 4,
        Shape::Landscape => return None,
    };
    let is_explorer = shape == Shape::Explorer;
    Some(match slot {
        Slot::W => [0, 2],
        Slot::E => [east, 2],
        Slot::NW => [0, 0],
        Slot::NE => [east, 0],
        Slot::SW => [0, 4],
        Slot::SE => [east, 4],
        Slot::N if !is_explorer => [1, 0],
        Slot::S if !is_explorer => [1, 4],
        Slot::N0 if is_explorer => [1, 0],
        Slot::N1 if is_explorer => [3, 0],
        Slot::S0 if is_explorer => [1, 4],
        Slot::S1 if is_explorer => [3, 4],
        Slot::N | Slot::S | Slot::N0 | Slot::N1 | Slot::S0 | Slot::S1 => return None,
    })
}

/// 2.1 and 3.4: 126 tiles, and of each kind as many as its record says.
fn copies(components: &Components) -> Result<(), BoxError> {
    let printed = &components.monster_tiles;
    BoxError::unless(printed.len() == 126, "the box must have 126 monster tiles")?;
    let ids: BTreeSet<&str> = printed.iter().map(|it| it.id.as_str()).collect();
    BoxError::unless(ids.len() == printed.len(), "two tiles have the same id")?;
    for tile in tiles(components) {
        let of = || printed.iter().filter(|it| it.tile == tile.id);
        let copies = &tile.copies;
        let right = of().count() == usize::from(copies.total)
            && copies.base.checked_add(copies.five_plus) == Some(copies.total)
            && of().filter(|it| it.five_plus).count() == usize::from(copies.five_plus)
            && of().filter(|it| it.removed_at_3p_5p_draft).count()
                == usize::from(copies.removed_at_3p_5p_draft)
            && of().all(|it| {
                it.snail == tile.snail && !(it.removed_at_3p_5p_draft && (it.five_plus || it.snail))
            });
        BoxError::unless(
            right,
            format!(
                "the number of {} tiles must equal the count in its record",
                tile.id
            ),
        )?;
    }
    let count =
        |is: fn(&&super::components::PrintedTile) -> bool| printed.iter().filter(is).count();
    BoxError::unless(
        count(|it| it.five_plus) == 40,
        "exactly forty tiles must be for five or more players",
    )?;
    BoxError::unless(
        count(|it| it.removed_at_3p_5p_draft) == 20,
        "exactly twenty tiles must be left out with three and five players",
    )?;
    BoxError::unless(
        count(|it| it.snail) == 6,
        "exactly six tiles must be snail extras",
    )
}

fn explorer_record(explorer: &ExplorerRecord) -> Result<(), BoxError> {
    let id = explorer.id;
    let outline = (explorer.shape, explorer.w, explorer.h) == (Shape::Explorer, 2, 2);
    BoxError::unless(
        outline,
        format!("{id} must be two cells wide and two cells high"),
    )?;
    let beams = explorer.beams.iter().all(|beam| inside(beam.cell, 2, 2));
    BoxError::unless(
        beams && explorer.beams.len() <= 2,
        format!("{id} has too many beams, or a beam outside its own cells"),
    )?;
    BoxError::unless(
        explorer.gold_diamonds <= 2,
        format!("{id} has more than two gold diamonds"),
    )?;
    let points = match explorer.effect {
        Effect::EndPoints { points_each, .. } => points_each,
        Effect::CountsAs {
            radioactive_monsters,
            desert_monsters,
            ..
        } => {
            let few = radioactive_monsters <= 2 && desert_monsters <= 2;
            BoxError::unless(few, format!("{id} counts as more than two monsters"))?;
            0
        }
        Effect::MayPassToOwnEmptyShip {} | Effect::ExtraTileFromDiscardsBeforePenalty {} => 0,
    };
    bounded([points], id)?;
    fragments(&explorer.fragments, Shape::Explorer, id)
}

fn crystals(components: &Components) -> Result<(), BoxError> {
    for crystal in &components.crystals {
        let whole = crystal.parts.len() == usize::from(crystal.fragments_needed)
            && !crystal.parts.is_empty();
        BoxError::unless(whole, "a crystal needs all of its parts")?;
        bounded([crystal.points], crystal.color.id())?;
    }
    let fits = |it: &Fragment| {
        components.crystals[it.color as usize]
            .parts
            .contains(&it.part)
    };
    let on_tiles = tiles(components).flat_map(|it| &it.fragments);
    let mut pieces = on_tiles.chain(components.explorers.iter().flat_map(|it| &it.fragments));
    BoxError::unless(pieces.all(fits), "a crystal piece belongs to no crystal")
}

/// 3.6 and 3.7: the spots the rules name, with missions to lie there.
fn missions(components: &Components) -> Result<(), BoxError> {
    for mission in &components.missions {
        bounded([mission.points], mission.id)?;
        let unites = mission.metric == Metric::KindsForMission;
        BoxError::unless(
            unites == (mission.team_scope == TeamScope::TeamUnion),
            "partners must unite their kinds and add everything else",
        )?;
        BoxError::unless(
            mission.individual_target > 0 && mission.team_target > 0,
            "a mission needs a target",
        )?;
    }
    let sides = &components.setup.missions;
    let team: Vec<&str> = sides.team.slots.keys().map(String::as_str).collect();
    BoxError::unless(
        team == ["A", "B"],
        "the team side must have the spots A and B",
    )?;
    let individual: Vec<&str> = sides.individual.slots.keys().map(String::as_str).collect();
    let spots = ["grass_swamp", "ice", "lake", "lava"];
    BoxError::unless(
        individual == spots,
        "the individual side must have its four spots",
    )?;
    let mut free = sides
        .team
        .slots
        .values()
        .chain(sides.individual.slots.values());
    let several = free.all(|spot| spot.iter().collect::<BTreeSet<_>>().len() >= 2);
    BoxError::unless(
        several,
        "every spot needs at least two missions, so that all can be different",
    )?;
    bounded([components.penalty.points], "the penalty")
}

fn tokens(components: &Components) -> Result<(), BoxError> {
    let count: u32 = components.tokens.iter().map(|it| u32::from(it.count)).sum();
    BoxError::unless(count == 38, "the box must have 38 tokens")?;
    for kind in [TokenKind::Yeti, TokenKind::Panda, TokenKind::AngryDragon] {
        let there = components
            .tokens
            .iter()
            .filter(|it| it.kind == kind)
            .count();
        BoxError::unless(
            there == 1,
            "the yeti, the panda and the dragon must have one token each",
        )?;
    }
    bounded(components.tokens.iter().map(|it| it.points), "a token")
}

fn scoring(components: &Components) -> Result<(), BoxError> {
    let scoring = &components.scoring;
    let swamps = tiles(components)
        .filter(|it| it.kind == TileKind::Swamp)
        .map(|it| usize::from(it.copies.total))
        .sum::<usize>();
    BoxError::unless(
        scoring.swamp_points.len() > swamps,
        "swamp points must be given for every number of swamp tiles",
    )?;
    let points = [
        scoring.big_monster.single_tile,
        scoring.big_monster.complete,
        scoring.penalty_token,
        scoring.angry_dragon_token,
    ];
    bounded(
        points
            .into_iter()
            .chain(scoring.swamp_points.iter().copied()),
        "the score sheet",
    )
}

/// 3.8: however few tiles are in play, each snail tile finds one to take the place of.
fn places(components: &Components) -> Result<(), BoxError> {
    let stays = |tile: &TileRecord| tile.copies.base - tile.copies.removed_at_3p_5p_draft;
    for special in &components.special_tile_types {
        let replaces = special.replaces.expect("checked for each tile");
        let alike = components.monster_tile_types.iter().filter(|it| {
            let kind = replaces.kind.is_none_or(|kind| it.kind == kind);
            it.terrain == replaces.terrain && kind
        });
        let all = components.special_tile_types.iter();
        let rivals = all.filter(|it| it.replaces.is_some_and(|it| it.terrain == replaces.terrain));
        let stay: usize = alike.map(|it| usize::from(stays(it))).sum();
        let enough = stay >= rivals.count();
        BoxError::unless(
            enough,
            format!("{} replaces a tile that may be missing", special.id),
        )?;
    }
    Ok(())
}

/// Section 10: what scores by itself has a row.
fn rows(components: &Components) -> Result<(), BoxError> {
    for tile in tiles(components) {
        let scores = match tile.kind {
            TileKind::Mutant
            | TileKind::Objective
            | TileKind::Unicorn
            | TileKind::Yeti
            | TileKind::Panda => true,
            TileKind::Radioactive
            | TileKind::BigMonsterHalf
            | TileKind::Dragon
            | TileKind::Swamp
            | TileKind::Desert
            | TileKind::Rune
            | TileKind::GoldDiamond => false,
        };
        let row = &components.terrains[tile.terrain as usize].sheet_row;
        BoxError::unless(
            !scores || row.is_some(),
            format!(
                "{} scores, but its terrain has no row on the score sheet",
                tile.id
            ),
        )?;
    }
    Ok(())
}

fn tables(components: &Components) -> Result<(), BoxError> {
    let draft = &components.setup.draft;
    let shape = (draft.rounds, draft.turns_per_round, draft.hand) == (2, 9, 10);
    BoxError::unless(
        shape,
        "a draft must have two rounds of nine turns with ten tiles",
    )?;
    let counts: Vec<(u8, u8)> = draft
        .tiles
        .iter()
        .map(|(seats, it)| (*seats, it.count))
        .collect();
    BoxError::unless(
        counts == [(3, 60), (4, 80), (5, 100), (6, 120)],
        "every player must draft ten tiles in each of two rounds",
    )?;
    variant(&components.setup.variant_2p, 2)?;
    variant(&components.setup.variant_3p, 3)
}

/// Section 9: everybody takes a tile of every pile and removes one.
fn variant(table: &VariantTable, seats: u8) -> Result<(), BoxError> {
    let shape = (table.turns, table.piles) == (20, 20)
        && table.pile_size == 2 * seats
        && table.tiles == 40 * seats;
    let opens = table.groups_open_from_turn == seats;
    BoxError::unless(
        shape && opens,
        "the variant must have twenty turns, with twenty piles of two tiles for each player",
    )
}
