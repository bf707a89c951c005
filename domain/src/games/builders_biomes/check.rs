//! What a box must keep to before anybody plays with it.
//!
//! Ids, counts and the layout are fixed. Values may be corrected: costs, points,
//! features, hearts, bonuses, boards, card values, which neutral weapons there are.

use std::collections::BTreeSet;

use super::{
    agree,
    blocks::Block,
    board::Board,
    components::{
        Action, Bonus, BuildingTile, Color, Components, CrossingRecord, MobTile, WeaponEffect,
    },
    cube::Cube,
    features::{Axis, Round},
    places::{Crossing, Slot, Stack},
    tiles::{Building, Mob},
    weapons::Weapon,
};
use crate::{Cell, kit::components::BoxError};

/// No printed number is greater; sums of points then fit on any sheet.
const VALUE_MAX: u8 = 50;

/// Checks a box that may have been written by hand.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check(components: &Components) -> Result<(), BoxError> {
    blocks(components)?;
    overworld(components)?;
    tiles(components)?;
    weapons(components)?;
    boards(components)?;
    score_cards(components)?;
    actions(components)?;
    agree::check(components)
}

/// 4.1 and 4.2
fn blocks(components: &Components) -> Result<(), BoxError> {
    let ids = components.blocks.each_ref().map(|record| record.id);
    BoxError::unless(
        ids == Block::ALL,
        "blocks must be wood, sand, stone, obsidian, emerald, in this order",
    )?;
    let total: u16 = components.blocks.iter().map(|it| u16::from(it.count)).sum();
    BoxError::unless(
        total == 64,
        format!("the cube must have 64 blocks, not {total}"),
    )?;
    for record in &components.blocks {
        let is_wild = record.id == Block::Emerald;
        BoxError::unless(
            record.wild == is_wild,
            "emeralds, and only emeralds, must be wild",
        )?;
    }
    let cube = &components.cube;
    BoxError::unless(
        cube.size == [4; 3] && cube.total == 64,
        "the cube must be 4 x 4 x 4",
    )?;
    let rule = &cube.take_rule;
    let is_rule = rule.top_face_exposed
        && rule.min_other_faces_exposed == 2
        && rule.countable_other_faces == ["+x", "-x", "+y", "-y"]
        && !rule.bottom_face_counts;
    BoxError::unless(
        is_rule,
        "a block must be takeable with its top and two sides exposed",
    )?;
    let full = Cube::full(&[]);
    let takeable: Vec<_> = full.takeable().collect();
    BoxError::unless(
        cube.initially_takeable == takeable,
        "the four corners must be takeable at first",
    )?;
    let hidden = full
        .places()
        .filter(|&(at, level)| !full.is_exposed(at, level));
    BoxError::unless(
        usize::from(cube.initially_hidden_blocks) == hidden.count(),
        "twelve blocks must be hidden at first",
    )?;
    for (record, number) in cube.layers.iter().zip(1..) {
        let round = Round::ALL.into_iter().find(|it| it.layer() == number);
        let is_layer = [record.layer, record.from_top] == [number; 2]
            && record.blocks == 16
            && record.scoring_round_when_empty == round;
        BoxError::unless(
            is_layer,
            format!("layer {number} must have 16 blocks and its scoring round"),
        )?;
    }
    Ok(())
}

/// Chapter 5
fn overworld(components: &Components) -> Result<(), BoxError> {
    let overworld = &components.overworld;
    let corners = [[0, 0], [0, 5], [5, 0], [5, 5]];
    let grid = &overworld.cell_grid;
    let is_grid = grid.rows == 6 && grid.cols == 6 && grid.void_cells == corners;
    BoxError::unless(is_grid, "the layout must be 6 x 6 without its corners")?;
    let stacks = overworld.stacks.cells.iter();
    let stacks = stacks.map(|it| (it.id, Cell::new(it.row, it.col)));
    BoxError::unless(
        stacks.eq(Stack::all().map(|it| (it, it.cell()))),
        "stacks must be stack-11 to stack-44, row by row",
    )?;
    let slots = overworld.weapon_slots.cells.iter();
    let slots = slots.map(|it| (it.id, Cell::new(it.row, it.col)));
    BoxError::unless(
        slots.eq(Slot::all().map(|it| (it, it.cell()))),
        "slots must be slot-01 to 04, 15 to 45, 51 to 54, 10 to 40, in this order",
    )?;
    let counts = [
        overworld.stacks.count,
        overworld.stacks.tiles_per_stack,
        overworld.weapon_slots.count,
        overworld.weapon_slots.tokens_per_slot,
        overworld.intersections.count,
    ];
    BoxError::unless(
        counts == [16, 4, 16, 1, 25],
        "16 stacks of 4 tiles, 16 slots of 1 token, 25 crossings",
    )?;
    let listed = overworld.intersections.list.iter().map(|it| it.id);
    BoxError::unless(
        listed.eq(Crossing::all()),
        "crossings must be x-00 to x-44, row by row",
    )?;
    BoxError::unless(
        overworld.intersections.start == Crossing::START,
        "all characters must begin on x-22",
    )?;
    overworld.intersections.list.iter().try_for_each(crossing)
}

/// 5.1 and 5.3
fn crossing(record: &CrossingRecord) -> Result<(), BoxError> {
    let set = |list: &[Crossing]| list.iter().copied().collect::<BTreeSet<_>>();
    let here = record.id;
    let beside: Vec<_> = here.within(1).filter(|it| *it != here).collect();
    let is_right = here.place() == Cell::new(record.row, record.col)
        && record
            .adjacent_stacks
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            == here.stacks().collect()
        && record
            .adjacent_weapon_slots
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            == here.slots().collect()
        && set(&record.neighbours) == set(&beside)
        && record.start == (here == Crossing::START);
    BoxError::unless(
        is_right,
        format!("{here}: its tiles, slots, neighbours or start do not match the layout"),
    )
}

/// 3.1
fn tiles(components: &Components) -> Result<(), BoxError> {
    let buildings = components.building_tiles.iter().map(|it| it.id);
    BoxError::unless(
        buildings.eq(Building::all()),
        "44 buildings, bld-01 to bld-44, in order",
    )?;
    let mobs = components.mob_tiles.iter().map(|it| it.id);
    BoxError::unless(mobs.eq(Mob::all()), "20 mobs, mob-01 to mob-20, in order")?;
    let totals = &components.tile_totals;
    BoxError::unless(
        [totals.building, totals.mob, totals.all] == [44, 20, 64],
        "44 buildings and 20 mobs are 64 tiles",
    )?;
    components.building_tiles.iter().try_for_each(building)?;
    components.mob_tiles.iter().try_for_each(mob)
}

fn building(tile: &BuildingTile) -> Result<(), BoxError> {
    let id = tile.id;
    let axes = [tile.biome, tile.material, tile.r#type].map(|feature| feature.axis());
    BoxError::unless(
        axes == [Axis::Biome, Axis::Material, Axis::Type],
        format!("{id} must have a biome, a material and a type"),
    )?;
    let blocks = [
        tile.cost.wood,
        tile.cost.sand,
        tile.cost.stone,
        tile.cost.obsidian,
    ];
    let total: u16 = blocks.into_iter().map(u16::from).sum();
    BoxError::unless(
        total == u16::from(tile.cost_total) && (1..=12).contains(&total),
        format!("{id}: its cost must be the sum of its blocks, from 1 to 12"),
    )?;
    BoxError::unless(
        tile.xp <= VALUE_MAX,
        format!("{id} may pay at most {VALUE_MAX}"),
    )
}

fn mob(tile: &MobTile) -> Result<(), BoxError> {
    let id = tile.id;
    let is_small = tile.hearts <= VALUE_MAX && tile.xp <= VALUE_MAX;
    BoxError::unless(
        is_small,
        format!("{id}: its values may be at most {VALUE_MAX}"),
    )?;
    match tile.bonus {
        Bonus::ExtraAction {} => Ok(()),
        Bonus::EndOfGame {
            axis,
            feature,
            xp_per_matching_building,
        } => BoxError::unless(
            axis == feature.axis() && xp_per_matching_building <= VALUE_MAX,
            format!("{id} must count a feature of its axis, worth at most {VALUE_MAX} each"),
        ),
    }
}

/// 3.2, 3.4 and chapter 8
fn weapons(components: &Components) -> Result<(), BoxError> {
    let ids = components.weapon_types.each_ref().map(|record| record.id);
    BoxError::unless(
        ids == Weapon::ALL,
        "the nine weapons must be listed in their order",
    )?;
    for record in &components.weapon_types {
        let effect = match record.id {
            Weapon::Bow => Some(WeaponEffect::RevealOneMore),
            Weapon::GoldenHoe => Some(WeaponEffect::GainXp),
            Weapon::StonePickaxe => Some(WeaponEffect::TakeBlock),
            Weapon::Tnt => Some(WeaponEffect::OptionalThenRemoved),
            Weapon::PoisonousPotato
            | Weapon::WoodenSword
            | Weapon::StoneSword
            | Weapon::IronSword
            | Weapon::DiamondSword => None,
        };
        let name = record.id.id();
        BoxError::unless(
            record.effect == effect,
            format!("{name}: effect must be the one that the rules give it"),
        )?;
        BoxError::unless(
            record.hearts <= VALUE_MAX,
            format!("{name} may have at most {VALUE_MAX} hearts"),
        )?;
    }
    let fight = &components.fight;
    let tnt = components.weapon_types[Weapon::Tnt as usize].hearts;
    let is_fight = [fight.reveal, fight.bow_adds, fight.pickaxe_blocks] == [3, 1, 1]
        && fight.tnt_hearts == tnt
        && fight.golden_hoe_xp <= VALUE_MAX;
    BoxError::unless(
        is_fight,
        "a fight must reveal 3 tokens, a bow 1 more, a pickaxe must take 1 block, and TNT must have its hearts",
    )?;
    tokens(components)
}

fn tokens(components: &Components) -> Result<(), BoxError> {
    let tokens = &components.weapon_tokens;
    let totals = [
        tokens.totals.player,
        tokens.totals.neutral,
        tokens.totals.all,
    ];
    let are_counted = tokens.player.len() == 20 && tokens.neutral.len() == 16;
    BoxError::unless(
        totals == [20, 16, 36] && are_counted,
        "20 tokens of players and 16 neutral ones",
    )?;
    let all = tokens.player.iter().chain(&tokens.neutral);
    let ids: BTreeSet<&str> = all.map(|token| token.id.as_str()).collect();
    BoxError::unless(ids.len() == 36, "every token must have its own id")?;
    let is_neutral = tokens.neutral.iter().all(|it| it.owner_colour.is_none());
    BoxError::unless(is_neutral, "neutral tokens must have no color")?;
    for color in Color::ALL {
        let own = tokens
            .player
            .iter()
            .filter(|it| it.owner_colour == Some(color));
        let mut kinds: Vec<Weapon> = own.map(|it| it.r#type).collect();
        kinds.sort_unstable();
        let [one, two, three, wooden, stone] = [
            Weapon::PoisonousPotato,
            Weapon::PoisonousPotato,
            Weapon::PoisonousPotato,
            Weapon::WoodenSword,
            Weapon::StoneSword,
        ];
        BoxError::unless(
            kinds == [one, two, three, wooden, stone],
            "each color must have a stone sword, a wooden sword and three potatoes",
        )?;
    }
    Ok(())
}

/// 3.4
fn boards(components: &Components) -> Result<(), BoxError> {
    let ids = components.player_boards.each_ref().map(|board| board.id);
    BoxError::unless(
        ids == Board::ALL,
        "boards must be board-1 to board-4, in this order",
    )?;
    let colors = components
        .player_boards
        .each_ref()
        .map(|it| it.default_colour);
    BoxError::unless(
        colors == Color::ALL && components.players.colours == Color::ALL,
        "the colors of boards and seats must be red, blue, yellow, green, in this order",
    )?;
    for board in &components.player_boards {
        let is_biome = board
            .rows
            .iter()
            .flatten()
            .all(|it| it.axis() == Axis::Biome);
        BoxError::unless(is_biome, "every space printed on a board must be a biome")?;
    }
    Ok(())
}

/// Chapter 10
fn score_cards(components: &Components) -> Result<(), BoxError> {
    for round in Round::ALL {
        let card = components.score_cards.of(round);
        let is_card = card.axis == round.axis()
            && card.trigger_layer == round.layer()
            && card.counts_printed_board == (round == Round::A);
        BoxError::unless(
            is_card,
            format!(
                "card {round:?}: axis, trigger_layer and counts_printed_board must be those of its round"
            ),
        )?;
        let features: Vec<_> = card.values.keys().copied().collect();
        let is_complete = features.iter().copied().eq(round.axis().features());
        BoxError::unless(
            is_complete,
            format!("card {round:?} must have all four features of its axis"),
        )?;
        let is_small = card.values.values().all(|it| it.xp_per_space <= VALUE_MAX);
        BoxError::unless(
            is_small,
            format!("card {round:?} may pay at most {VALUE_MAX} for each space"),
        )?;
    }
    Ok(())
}

/// Chapters 6 and 7
fn actions(components: &Components) -> Result<(), BoxError> {
    let ids = components.actions.each_ref().map(|action| action.id);
    BoxError::unless(
        ids == Action::ALL,
        "the five actions must be listed in their order",
    )?;
    let [collect, explore, ..] = &components.actions;
    let numbers = [collect.takes, explore.min_steps, explore.max_steps];
    BoxError::unless(
        numbers == [Some(2), Some(0), Some(2)],
        "an action must collect two blocks or explore up to two steps",
    )?;
    let turn = &components.turn;
    BoxError::unless(
        turn.normal_actions == 2 && turn.normal_actions_must_differ,
        "a turn must have two different actions",
    )
}
