//! The component file, counted against the rules; and what other boxes may say.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::{
    check::check,
    components::{BOX, Bonus, Components, CrossingKind, MobKind},
    features::{Axis, Feature, Round},
    tiles::{Building, Mob},
    weapons::{Pile, Weapon},
};
use crate::kit::components::{Confidence, Provenance};

fn count<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, u8> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    counts
}

#[test]
fn there_are_44_buildings_and_20_mobs() {
    assert_eq!(BOX.building_tiles.len(), 44);
    assert_eq!(BOX.mob_tiles.len(), 20);
}

#[test]
fn buildings_are_14_12_10_8_on_every_axis_and_no_two_are_alike() {
    let totals = &BOX.derived_totals;
    let by = |axis: Axis| count(Building::all().map(|it| it.feature(axis)));
    assert_eq!(by(Axis::Biome), totals.building_by_biome);
    assert_eq!(by(Axis::Material), totals.building_by_material);
    assert_eq!(by(Axis::Type), totals.building_by_type);
    for axis in [Axis::Biome, Axis::Material, Axis::Type] {
        let counts: Vec<u8> = axis.features().map(|it| by(axis)[&it]).collect();
        assert_eq!(counts, [14, 12, 10, 8]);
    }
    let triples = Building::all()
        .map(|it| [Axis::Biome, Axis::Material, Axis::Type].map(|axis| it.feature(axis)));
    assert!(count(triples).values().all(|count| *count == 1));
}

#[test]
fn buildings_cost_one_to_six_blocks_and_pay_from_four_on() {
    let totals = &BOX.derived_totals;
    let cost = |it: Building| u8::try_from(it.cost().count()).unwrap();
    assert_eq!(count(Building::all().map(cost)), totals.building_by_cost);
    let xp: i16 = Building::all().map(|it| it.xp()).sum();
    assert_eq!((xp, totals.building_xp_total), (45, 45));
    assert!(Building::all().all(|it| (it.xp() > 0) == (cost(it) >= 4)));
    for (block, demand) in &totals.cost_demand_by_block {
        let sum: u8 = Building::all().map(|it| it.cost().of(*block)).sum();
        assert_eq!(sum, *demand);
    }
}

#[test]
fn twelve_mobs_pay_at_the_end_one_for_each_feature_and_eight_are_extra_actions() {
    let features: Vec<Feature> = Mob::all()
        .filter_map(|it| it.end_bonus())
        .map(|it| it.0)
        .collect();
    assert_eq!(features, Feature::ALL);
    assert_eq!(Mob::all().filter(|it| it.is_extra_action()).count(), 8);
    let kinds = count(Mob::all().map(|it| it.printed().kind));
    assert_eq!(kinds, BOX.derived_totals.mob_by_kind);
    assert_eq!(kinds[&MobKind::Skeleton] + kinds[&MobKind::Creeper], 10);
}

#[test]
fn there_are_64_blocks_in_five_colors() {
    let counts: Vec<u8> = BOX.blocks.iter().map(|it| it.count).collect();
    assert_eq!(counts, [16, 14, 12, 10, 12]);
    assert_eq!(BOX.all_blocks().count(), 64);
}

#[test]
fn there_are_16_neutral_weapons_and_five_for_each_color() {
    assert_eq!(
        count(BOX.neutral_weapons()),
        BOX.derived_totals.neutral_weapons_by_type
    );
    assert_eq!(BOX.neutral_weapons().count(), 16);
    assert_eq!(
        Pile::starting().weapons(),
        [
            Weapon::PoisonousPotato,
            Weapon::PoisonousPotato,
            Weapon::PoisonousPotato,
            Weapon::WoodenSword,
            Weapon::StoneSword,
        ]
    );
    let hearts = Weapon::ALL.map(Weapon::hearts);
    assert_eq!(hearts, [0, 1, 2, 1, 1, 1, 5, 3, 4]);
}

#[test]
fn there_are_25_crossings() {
    let kinds = count(BOX.overworld.intersections.list.iter().map(|it| it.kind));
    let expected = [
        (CrossingKind::Inner, 9),
        (CrossingKind::Edge, 12),
        (CrossingKind::Corner, 4),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
}

#[test]
fn score_cards_have_the_values_of_the_examples() {
    let values = |round: Round| {
        round
            .axis()
            .features()
            .map(|it| round.value(it))
            .collect::<Vec<_>>()
    };
    assert_eq!(values(Round::A), [3, 4, 4, 5]);
    assert_eq!(values(Round::B), [3, 4, 5, 6]);
    assert_eq!(values(Round::C), [4, 5, 6, 7]);
    assert_eq!(Round::A.value(Feature::Wood), 0);
}

#[test]
fn no_two_boards_are_alike_and_each_has_nine_printed_biomes() {
    let boards = BOX.player_boards.iter().map(|board| board.rows);
    assert_eq!(count(boards).len(), 4);
    for board in &BOX.player_boards {
        let biomes = count(board.rows.iter().flatten().copied());
        let numbers: Vec<u8> = biomes.values().copied().collect();
        assert_eq!(numbers, [3, 3, 2, 1]);
    }
}

/// How many records of the file have each confidence.
fn confidences(value: &Value, found: &mut BTreeMap<String, u16>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(confidence)) = fields.get("confidence") {
                *found.entry(confidence.clone()).or_default() += 1;
            }
            fields.values().for_each(|field| confidences(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| confidences(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_record_says_how_far_to_trust_it() {
    let mut found = BTreeMap::new();
    confidences(&serde_json::from_str(BOX.json()).unwrap(), &mut found);
    let expected = [
        ("reconstructed", 98),
        ("single-source", 12),
        ("verified", 45),
    ];
    let expected = expected.map(|(name, count)| (name.to_owned(), count));
    assert_eq!(found, BTreeMap::from(expected));
}

/// How many are verified, from a single source, and reconstructed.
fn graded(all: impl Iterator<Item = Confidence>) -> [u16; 3] {
    let mut counts = [0; 3];
    for confidence in all {
        let nth = match confidence {
            Confidence::Verified => 0,
            Confidence::SingleSource => 1,
            Confidence::Reconstructed => 2,
        };
        counts[nth] += 1;
    }
    counts
}

#[test]
fn the_parsed_box_keeps_the_confidence_of_every_tile_and_value() {
    let of = |provenance: &Provenance| provenance.confidence;
    let buildings = BOX.building_tiles.iter();
    assert_eq!(
        graded(buildings.clone().map(|it| of(&it.provenance))),
        [0, 0, 44]
    );
    let fields = buildings.flat_map(|it| it.field_confidence.values().copied());
    assert_eq!(graded(fields), [0, 9, 255]);
    let mobs = BOX.mob_tiles.iter();
    assert_eq!(
        graded(mobs.clone().map(|it| of(&it.provenance))),
        [0, 3, 17]
    );
    let fields = mobs.flat_map(|it| it.field_confidence.values().copied());
    assert_eq!(graded(fields), [26, 60, 26]);
    assert_eq!(
        graded(Weapon::ALL.into_iter().map(Weapon::confidence)),
        [1, 1, 7]
    );
    let tokens = &BOX.weapon_tokens;
    assert_eq!(
        graded(tokens.player.iter().map(|it| of(&it.provenance))),
        [20, 0, 0]
    );
    assert_eq!(
        graded(tokens.neutral.iter().map(|it| of(&it.provenance))),
        [0, 0, 16]
    );
    assert_eq!(
        graded(BOX.player_boards.iter().map(|it| of(&it.provenance))),
        [0, 0, 4]
    );
    let cards = Round::ALL.map(|round| BOX.score_cards.of(round));
    let values = cards.iter().flat_map(|card| card.values.values());
    assert_eq!(graded(values.map(|it| of(&it.provenance))), [1, 2, 9]);
}

/// The check of the printed box with one thing changed.
fn checked(pointer: &str, value: Value) -> Result<(), String> {
    together(&[(pointer, value)])
}

/// The check of the printed box with several things changed.
fn together(changes: &[(&str, Value)]) -> Result<(), String> {
    let mut json: Value = serde_json::from_str(BOX.json()).unwrap();
    for (pointer, value) in changes {
        *json
            .pointer_mut(pointer)
            .unwrap_or_else(|| panic!("{pointer}")) = value.clone();
    }
    let error = BOX.error_with("", json);
    if error.is_empty() { Ok(()) } else { Err(error) }
}

#[test]
fn values_may_be_corrected() {
    let corrected = [
        ("/building_tiles/0/label", json!("Something else")),
        ("/building_tiles/0/provenance/confidence", json!("verified")),
        ("/mob_tiles/0/hearts", json!(9)),
        ("/weapon_types/8/hearts", json!(6)),
        ("/player_boards/0/rows/0/0", json!("mountain")),
        ("/score_cards/A/values/forest/xp_per_space", json!(4)),
        ("/fight/golden_hoe_xp", json!(3)),
        ("/rule_flags/mob_bonus_counts_printed_biomes", json!(true)),
    ];
    for (pointer, value) in corrected {
        assert_eq!(checked(pointer, value), Ok(()), "{pointer}");
    }
}

#[test]
fn values_that_stand_twice_are_corrected_together() {
    let totals = |name: &str| format!("/derived_totals/{name}");
    let corrected = [
        (
            "/building_tiles/0/xp",
            json!(3),
            vec![("building_xp_total", 48)],
        ),
        (
            "/building_tiles/0/biome",
            json!("desert"),
            vec![
                ("building_by_biome/forest", 13),
                ("building_by_biome/desert", 13),
            ],
        ),
        (
            "/mob_tiles/0/bonus",
            json!({"kind": "extra_action"}),
            vec![
                ("mob_by_bonus/end_of_game", 11),
                ("mob_by_bonus/extra_action", 9),
            ],
        ),
        (
            "/weapon_tokens/neutral/0/type",
            json!("tnt"),
            vec![
                ("neutral_weapons_by_type/bow", 2),
                ("neutral_weapons_by_type/tnt", 3),
            ],
        ),
    ];
    for (pointer, value, sums) in corrected {
        let alone = checked(pointer, value.clone()).unwrap_err();
        assert!(alone.starts_with("derived_totals."), "{pointer}: {alone}");
        let sums: Vec<(String, Value)> = sums
            .into_iter()
            .map(|(name, sum)| (totals(name), json!(sum)))
            .collect();
        let mut changes = vec![(pointer, value)];
        changes.extend(sums.iter().map(|(at, sum)| (at.as_str(), sum.clone())));
        assert_eq!(together(&changes), Ok(()), "{pointer}");
    }
}

#[test]
fn what_nobody_plays_by_is_refused_by_name() {
    for (pointer, value, record) in [
        (
            "/rule_flags/build_over_allowed",
            json!(false),
            "rule_flags.build_over_allowed:",
        ),
        (
            "/actions/2/may_cover_own_building",
            json!(false),
            "actions.build.may_cover_own_building:",
        ),
        (
            "/turn/extra_action_tiles_per_turn",
            json!("one"),
            "turn.extra_action_tiles_per_turn:",
        ),
    ] {
        let error = checked(pointer, value).unwrap_err();
        assert!(error.starts_with(record), "{error}");
    }
}

#[test]
fn counts_ids_and_the_layout_may_not() {
    let broken = [
        ("/blocks/0/count", json!(17)),
        ("/blocks/0/wild", json!(true)),
        ("/blocks/0/id", json!("sand")),
        ("/cube/size/0", json!(5)),
        ("/cube/take_rule/min_other_faces_exposed", json!(3)),
        ("/cube/take_rule/bottom_face_counts", json!(true)),
        ("/cube/initially_takeable/0", json!([1, 1])),
        ("/cube/initially_hidden_blocks", json!(13)),
        ("/cube/layers/0/scoring_round_when_empty", json!("B")),
        ("/overworld/cell_grid/rows", json!(7)),
        ("/overworld/stacks/count", json!(15)),
        ("/overworld/stacks/cells/0/id", json!("stack-12")),
        ("/overworld/weapon_slots/cells/0/col", json!(2)),
        ("/overworld/intersections/start", json!("x-00")),
        ("/overworld/intersections/list/0/id", json!("x-01")),
        (
            "/overworld/intersections/list/0/neighbours",
            json!(["x-01"]),
        ),
        ("/overworld/intersections/list/0/adjacent_stacks", json!([])),
        (
            "/overworld/intersections/list/0/adjacent_weapon_slots",
            json!([]),
        ),
        ("/overworld/intersections/list/0/start", json!(true)),
        ("/building_tiles/0/id", json!("bld-02")),
        ("/building_tiles/0/material", json!("forest")),
        ("/building_tiles/0/cost_total", json!(3)),
        (
            "/building_tiles/0/cost",
            json!({"wood": 0, "sand": 0, "stone": 0, "obsidian": 0}),
        ),
        ("/building_tiles/0/xp", json!(51)),
        ("/mob_tiles/0/id", json!("mob-20")),
        ("/mob_tiles/0/hearts", json!(51)),
        ("/mob_tiles/0/bonus/axis", json!("material")),
        ("/mob_tiles/0/bonus/xp_per_matching_building", json!(51)),
        ("/tile_totals/mob", json!(21)),
        ("/weapon_types/0/id", json!("tnt")),
        ("/weapon_types/3/effect", json!(null)),
        ("/weapon_types/0/hearts", json!(51)),
        ("/weapon_types/6/hearts", json!(4)),
        ("/fight/reveal", json!(4)),
        ("/fight/golden_hoe_xp", json!(51)),
        ("/weapon_tokens/neutral/0/id", json!("wpn-n-02")),
        ("/weapon_tokens/neutral/0/owner_colour", json!("red")),
        ("/weapon_tokens/player/0/type", json!("tnt")),
        ("/weapon_tokens/player/0/owner_colour", json!("blue")),
        ("/weapon_tokens/totals/all", json!(35)),
        ("/player_boards/0/id", json!("board-2")),
        ("/player_boards/0/default_colour", json!("blue")),
        ("/player_boards/0/rows/0/0", json!("wood")),
        ("/score_cards/A/axis", json!("type")),
        ("/score_cards/B/trigger_layer", json!(1)),
        ("/score_cards/B/counts_printed_board", json!(true)),
        ("/score_cards/A/values/forest/xp_per_space", json!(51)),
        ("/score_cards/A/values", json!({})),
        ("/actions/0/takes", json!(3)),
        ("/actions/1/max_steps", json!(3)),
        ("/turn/normal_actions", json!(3)),
    ];
    for (pointer, value) in broken {
        assert!(checked(pointer, value).is_err(), "{pointer}");
    }
}

#[test]
fn no_tile_or_token_may_be_missing() {
    for list in [
        "/building_tiles",
        "/mob_tiles",
        "/weapon_tokens/neutral",
        "/overworld/intersections/list",
    ] {
        let mut json: Value = serde_json::from_str(BOX.json()).unwrap();
        json.pointer_mut(list)
            .unwrap()
            .as_array_mut()
            .unwrap()
            .pop();
        let parts: Components = serde_json::from_value(json).unwrap();
        assert!(check(&parts).is_err(), "{list}");
    }
}

#[test]
fn bonuses_are_read_as_printed() {
    let forest = Mob::all().next().unwrap();
    assert_eq!(forest.end_bonus(), Some((Feature::Forest, 2)));
    assert!(matches!(
        forest.printed().bonus,
        Bonus::EndOfGame {
            axis: Axis::Biome,
            ..
        }
    ));
}
