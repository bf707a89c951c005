//! Section 3: tiles, explorers and modes for every table.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::{
    Illegal, Setup,
    setup::{Mode, normal_tiles},
    tiles::{Tile, Tiles},
};
use super::table::{DICE, options, tile};
use crate::{Reason as _, Secret};

fn counted(tiles: &[Tile]) -> BTreeMap<Tile, usize> {
    let mut counts = BTreeMap::new();
    for tile in tiles {
        *counts.entry(*tile).or_default() += 1;
    }
    counts
}

#[test]
fn every_table_has_its_tiles() {
    // 3.4
    let table = [
        (Mode::Variant, 2, 80),
        (Mode::IndividualDraft, 3, 60),
        (Mode::Variant, 3, 120),
        (Mode::IndividualDraft, 4, 80),
        (Mode::TeamDraft, 4, 80),
        (Mode::IndividualDraft, 5, 100),
        (Mode::IndividualDraft, 6, 120),
        (Mode::TeamDraft, 6, 120),
    ];
    for (mode, seats, count) in table {
        assert_eq!(normal_tiles(mode, seats).len(), count);
        let options = options(json!({"mode": mode}));
        let setup = Setup::new(&options, seats, &DICE);
        assert_eq!(
            counted(&setup.tiles.get().0),
            counted(&normal_tiles(mode, seats))
        );
        assert_eq!(setup.explorers.get().0.len(), usize::from(2 * seats));
        assert_eq!(setup.first.is_some(), mode == Mode::Variant);
    }
}

#[test]
fn three_and_five_draft_without_the_twenty() {
    let (three, four) = (
        counted(&normal_tiles(Mode::IndividualDraft, 3)),
        counted(&normal_tiles(Mode::IndividualDraft, 4)),
    );
    let twenty = [
        ("ice_blue", 1),
        ("ice_orange", 1),
        ("ice_green", 1),
        ("ice_red", 1),
        ("radio_twin", 1),
        ("radio_single", 1),
        ("lake_left", 2),
        ("lake_right", 2),
        ("lava_blue_s", 1),
        ("lava_blue_n", 1),
        ("lava_green", 2),
        ("grass_green_crystal", 1),
        ("desert", 2),
        ("rune_green", 1),
        ("rune_pink_n", 1),
        ("rune_pink_s", 1),
    ];
    let missing = |tile: &Tile| four[tile] - three.get(tile).copied().unwrap_or(0);
    for (name, count) in twenty {
        assert_eq!(missing(&tile(name)), count, "{name}");
    }
    assert_eq!(four.keys().map(missing).sum::<usize>(), 20);
}

#[test]
fn modes_need_their_seats() {
    // Section 1
    let fits = |mode: Mode| {
        (1..=7)
            .filter(|&seats| mode.fits(seats))
            .collect::<Vec<_>>()
    };
    assert_eq!(fits(Mode::TeamDraft), [4, 6]);
    assert_eq!(fits(Mode::IndividualDraft), [3, 4, 5, 6]);
    assert_eq!(fits(Mode::Variant), [2, 3]);
    let refused = options(json!({"mode": "team_draft"})).fits(5).unwrap_err();
    assert_eq!(
        (refused.refusal().code, refused.refusal().rule),
        ("mode_needs_other_seats", Some("1.1"))
    );
    for seats in 2..=6 {
        assert_eq!(options(json!({})).fits(seats), Ok(()));
    }
    assert_eq!(options(json!({})).mode(2), Mode::Variant);
    assert_eq!(options(json!({})).mode(3), Mode::IndividualDraft);
    let points = options(json!({"yeti_token_points": 21})).fits(4);
    assert_eq!(points, Err(Illegal::TokenPoints));
}

#[test]
fn each_snail_tile_takes_the_place_of_one_of_its_kind() {
    // 3.8 and D-3
    let extras: Value = json!(["gold", "camp", "unicorns", "yeti", "panda"]);
    for seats in 2..=6 {
        let options = options(json!({"snail_extras": extras}));
        let mode = options.mode(seats);
        let setup = Setup::new(&options, seats, &DICE);
        let Secret::Known(Tiles(tiles)) = &setup.tiles else {
            panic!("the record keeps secrets whole")
        };
        assert_eq!(tiles.len(), normal_tiles(mode, seats).len());
        let specials = tiles.iter().filter(|it| it.is_special()).count();
        assert_eq!((specials, setup.taken_out.0.len()), (6, 6));
        let put_in = options.snail_extras.tiles();
        for (out, special) in setup.taken_out.0.iter().zip(put_in) {
            assert!(
                out.is_replaced_by(special.record().replaces.unwrap()),
                "{out} for {special}"
            );
        }
    }
}

#[test]
fn the_online_edition_is_a_set_of_answers_each_of_which_can_be_given_apart() {
    let book = options(json!({}));
    let online = options(json!({"edition": "board_game_arena"}));
    assert!(!book.team_needs_individual() && online.team_needs_individual());
    assert!(!book.must_take_a_discard() && online.must_take_a_discard());
    assert!(book.passes_in_last_turn() && !online.passes_in_last_turn());
    assert!(book.has_dragon() && !online.has_dragon());
    assert!(book.explorer_is_a_kind() && !online.explorer_is_a_kind());
    assert_ne!(book.mission_check(), online.mission_check());
    assert_ne!(book.camp_counts(), online.camp_counts());
    let own = options(json!({
        "edition": "board_game_arena", "team_token_needs_individual": false,
        "extra_tile_compulsory": false, "last_turn_passes": true, "dragon": true,
        "variant_mission_check": "end_of_turn", "desert_explorer_is_a_kind": true,
        "camp_counts": "round_explorer",
    }));
    assert!(!own.team_needs_individual() && !own.must_take_a_discard());
    assert!(own.passes_in_last_turn() && own.has_dragon() && own.explorer_is_a_kind());
    assert_eq!(
        (own.mission_check(), own.camp_counts()),
        (book.mission_check(), book.camp_counts())
    );
}
