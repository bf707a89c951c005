//! The component file, counted against the rules and the printed tiles.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::{
    check::check,
    components::{BOX, Components, Effect, TeamScope, Terrain, TileKind, TokenKind},
    explorers::Explorer,
    missions::Mission,
    tiles::Tile,
};
use crate::kit::components::{BoxError, Confidence};

#[test]
fn there_are_126_tiles_40_of_them_for_five_and_more_and_6_snail_extras() {
    // 2.1 and 3.4
    let count = |is: fn(&super::super::components::PrintedTile) -> bool| {
        BOX.monster_tiles.iter().filter(|it| is(it)).count()
    };
    assert_eq!(count(|_| true), 126);
    assert_eq!(count(|it| it.five_plus), 40);
    assert_eq!(count(|it| it.snail), 6);
    assert_eq!(count(|it| it.removed_at_3p_5p_draft), 20);
    let copies: u8 = BOX
        .monster_tile_types
        .iter()
        .map(|it| it.copies.total)
        .sum();
    assert_eq!(copies, 120);
}

#[test]
fn the_normal_tiles_by_terrain_are_36_27_16_16_11_9_and_5() {
    let mut lands: BTreeMap<Terrain, u8> = BTreeMap::new();
    for record in &BOX.monster_tile_types {
        *lands.entry(record.terrain).or_default() += record.copies.total;
    }
    let lands: Vec<(Terrain, u8)> = lands.into_iter().collect();
    assert_eq!(
        lands,
        [
            (Terrain::Ice, 36),
            (Terrain::Lake, 16),
            (Terrain::Lava, 27),
            (Terrain::Swamp, 5),
            (Terrain::Grassland, 9),
            (Terrain::Desert, 11),
            (Terrain::Rune, 16),
        ]
    );
}

#[test]
fn every_kind_of_tile_has_its_copies() {
    let copies: Vec<u8> = Tile::ALL.map(|it| it.record().copies.total).to_vec();
    assert_eq!(
        copies,
        [
            6, 6, 6, 6, 6, 6, 8, 8, 4, 6, 11, 3, 3, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 11, 2, 3, 2, 2,
            4, 3, 1, 1, 1, 1, 1, 1
        ]
    );
}

#[test]
fn names_are_those_of_the_file() {
    let written = |value: Value| value.as_str().unwrap().to_owned();
    for tile in Tile::ALL {
        assert_eq!(written(serde_json::to_value(tile).unwrap()), tile.id());
        assert_eq!(tile.record().id, tile);
    }
    for explorer in Explorer::ALL {
        assert_eq!(
            written(serde_json::to_value(explorer).unwrap()),
            explorer.id()
        );
        assert_eq!(explorer.record().id, explorer);
    }
    for mission in Mission::ALL {
        assert_eq!(
            written(serde_json::to_value(mission).unwrap()),
            mission.id()
        );
        assert_eq!(mission.record().id, mission);
    }
    let letters: std::collections::BTreeSet<&str> =
        Tile::ALL.iter().map(|it| it.letters()).collect();
    assert_eq!(letters.len(), 36);
    assert!(letters.iter().all(|it| it.len() == 2));
}

#[test]
fn mutation_tiles_are_24_in_four_piles_and_pay_what_the_mutants_say() {
    // 3.2
    let counts: Vec<u8> = BOX.mutation_tiles.iter().map(|it| it.count).collect();
    assert_eq!(counts, [6; 4]);
    for pile in &BOX.mutation_tiles {
        let mutant = pile.covers.record();
        let sides = [Some(pile.front), pile.back];
        let sides: Vec<i16> = sides.into_iter().flatten().map(|it| it.points).collect();
        assert_eq!(mutant.points_by_level[1..], sides);
        assert_eq!(mutant.copies.total, pile.count);
    }
}

#[test]
fn explorers_are_17_of_them_5_snail_extras_and_2_for_four_and_more() {
    assert_eq!(BOX.explorers.len(), 17);
    assert_eq!(BOX.explorers.iter().filter(|it| it.special).count(), 5);
    let black: Vec<Explorer> = BOX
        .explorers
        .iter()
        .filter(|it| it.min_players == 4)
        .map(|it| it.id)
        .collect();
    assert_eq!(black, [Explorer::ExpBlackF, Explorer::ExpBlackM]);
    let pay = BOX
        .explorers
        .iter()
        .filter(|it| matches!(it.effect, Effect::EndPoints { .. }));
    assert_eq!(pay.count(), 13);
}

#[test]
fn missions_have_the_targets_of_the_table() {
    // 7.5
    let table: Vec<(u8, u8, i16)> = Mission::ALL
        .map(|it| it.record())
        .map(|it| (it.individual_target, it.team_target, it.points))
        .to_vec();
    assert_eq!(
        table,
        [
            (3, 6, 10),
            (4, 8, 5),
            (2, 4, 5),
            (4, 8, 5),
            (5, 7, 5),
            (5, 10, 5),
            (1, 3, 5),
            (6, 8, 5),
            (4, 8, 5)
        ]
    );
    let union = |it: &Mission| it.record().team_scope == TeamScope::TeamUnion;
    assert_eq!(
        Mission::ALL.into_iter().filter(union).collect::<Vec<_>>(),
        [Mission::Kinds]
    );
    assert!(
        BOX.missions
            .iter()
            .all(|it| (it.tokens.individual, it.tokens.team) == (1, 2))
    );
}

#[test]
fn tokens_are_38() {
    let mut kinds: BTreeMap<TokenKind, u8> = BTreeMap::new();
    for token in &BOX.tokens {
        *kinds.entry(token.kind).or_default() += token.count;
    }
    assert_eq!(kinds.values().sum::<u8>(), 38);
    assert_eq!(kinds[&TokenKind::MissionIndividual], 9);
    assert_eq!(kinds[&TokenKind::MissionTeam], 18);
    assert_eq!(
        kinds[&TokenKind::PenaltyIndividual] + kinds[&TokenKind::PenaltyTeam],
        3
    );
    assert_eq!(
        (kinds[&TokenKind::AngryDragon], kinds[&TokenKind::Spare]),
        (2, 4)
    );
    assert_eq!(
        (BOX.scoring.penalty_token, BOX.scoring.angry_dragon_token),
        (BOX.penalty.points, -5)
    );
}

#[test]
fn angry_dragons_pay_one_and_the_others_three() {
    // 6.6
    let dragons = BOX
        .monster_tile_types
        .iter()
        .filter(|it| it.kind == TileKind::Dragon);
    assert!(
        dragons
            .clone()
            .all(|it| it.points == if it.angry { 1 } else { 3 })
    );
    assert_eq!(
        dragons
            .filter(|it| it.angry)
            .map(|it| it.copies.total)
            .sum::<u8>(),
        6
    );
    assert_eq!(BOX.scoring.swamp_points, [0, 2, 8, 18, 32, 50]);
    let rows: Vec<Option<&str>> = Terrain::ALL.map(Terrain::row).to_vec();
    assert_eq!(
        rows[..5],
        [
            Some("ice"),
            Some("big_monster"),
            Some("lava"),
            Some("swamp"),
            Some("grassland")
        ]
    );
}

#[test]
fn what_is_reconstructed_is_told() {
    let is = |confidence| confidence == Confidence::Reconstructed;
    let tiles = Tile::ALL
        .into_iter()
        .filter(|it| is(it.record().provenance.confidence));
    assert_eq!(
        tiles.collect::<Vec<_>>(),
        [Tile::SpGold, Tile::SpYeti, Tile::SpPanda]
    );
    let explorers = BOX
        .explorers
        .iter()
        .filter(|it| is(it.provenance.confidence));
    assert_eq!(explorers.count(), 5);
    let tokens = BOX.tokens.iter().filter(|it| is(it.provenance.confidence));
    assert_eq!(tokens.count(), 6);
    let printed = BOX
        .monster_tiles
        .iter()
        .filter(|it| is(it.provenance.confidence));
    assert_eq!(printed.count(), 3);
    assert!(is(BOX.scoring.row_of_provenance.confidence));
    assert_eq!(BOX.reconstructed_values.len(), 8);
    assert!(
        BOX.monster_tile_types
            .iter()
            .all(|it| !is(it.provenance.confidence))
    );
}

fn changed(change: impl Fn(&mut Value)) -> Result<(), BoxError> {
    let mut json: Value = serde_json::from_str(BOX.json()).unwrap();
    change(&mut json);
    let components: Components = serde_json::from_value(json).unwrap();
    check(&components)
}

#[test]
fn a_box_that_is_not_this_game_is_refused() {
    assert_eq!(changed(|_| ()), Ok(()));
    let damages: [fn(&mut Value); 15] = [
        |json| drop(json["monster_tiles"].as_array_mut().unwrap().pop()),
        |json| json["monster_tiles"][0]["five_plus"] = true.into(),
        |json| json["monster_tile_types"][0]["h"] = 3.into(),
        |json| json["monster_tile_types"][0]["points_by_level"] = serde_json::json!([1]),
        |json| json["monster_tile_types"][0]["points_by_level"][1] = 1_000.into(),
        |json| {
            json["monster_tile_types"]
                .as_array_mut()
                .unwrap()
                .swap(0, 1)
        },
        |json| json["monster_tile_types"][4]["beams"][0]["cell"] = serde_json::json!([2, 0]),
        |json| json["monster_tile_types"][8]["fragments"][0]["at"] = serde_json::json!([1, 2]),
        |json| json["explorers"].as_array_mut().unwrap().swap(0, 1),
        |json| json["tokens"][0]["count"] = 2.into(),
        |json| json["special_tile_types"][4]["terrain"] = "desert".into(),
        |json| json["special_tile_types"][0]["replaces"]["kind"] = "yeti".into(),
        |json| json["missions"][4]["team_scope"] = "team_sum".into(),
        |json| json["setup"]["variant_2p"]["pile_size"] = 6.into(),
        |json| json["setup"]["missions"]["team"]["slots"]["A"] = serde_json::json!(["kinds"]),
    ];
    for (nth, damage) in damages.into_iter().enumerate() {
        assert!(changed(damage).is_err(), "damage {nth} is not seen");
    }
}

#[test]
fn points_and_positions_can_be_corrected() {
    let corrections: [fn(&mut Value); 3] = [
        |json| json["special_tile_types"][4]["points"] = (-4).into(),
        |json| json["tokens"][25]["points"] = 8.into(),
        |json| {
            let piece =
                serde_json::json!({"colour": "green", "slot": "W", "at": [0, 2], "part": "east"});
            json["special_tile_types"][0]["fragments"] = serde_json::json!([piece]);
        },
    ];
    for correction in corrections {
        assert_eq!(changed(correction), Ok(()));
    }
}

/// What is changed in a box, and the record that is then refused.
type Damage = (fn(&mut Value), &'static str);

#[test]
fn values_that_stand_twice_must_agree() {
    let alone: [Damage; 10] = [
        (
            |json| json["tokens"][0]["points"] = 9.into(),
            "tok_desert_ind",
        ),
        (
            |json| json["tokens"][20]["points"] = 10.into(),
            "tok_spare_5",
        ),
        (
            |json| json["scoring"]["penalty_token"] = (-9).into(),
            "scoring.penalty_token",
        ),
        (
            |json| json["scoring"]["swamp_points"][1] = 3.into(),
            "swamp",
        ),
        (
            |json| json["monster_tile_types"][6]["points_single"] = 2.into(),
            "lake_left",
        ),
        (
            |json| json["mutation_tiles"][0]["front"]["points"] = 11.into(),
            "mut_blue",
        ),
        (
            |json| json["monster_tile_types"][0]["points_by_level"][1] = 11.into(),
            "mut_blue",
        ),
        (
            |json| json["scoring"]["row_of"]["sp_yeti"] = "lava".into(),
            "sp_yeti",
        ),
        (
            |json| json["scoring"]["angry_dragon_token"] = (-4).into(),
            "tok_",
        ),
        (
            |json| json["missions"][2]["team_slots"] = serde_json::json!(["B"]),
            "big_monster",
        ),
    ];
    for (change, record) in alone {
        let error = changed(change).unwrap_err().to_string();
        assert!(error.starts_with(record), "{error}");
    }
    let both = changed(|json| {
        json["mutation_tiles"][0]["front"]["points"] = 11.into();
        json["monster_tile_types"][0]["points_by_level"][1] = 11.into();
    });
    assert_eq!(both, Ok(()));
}

#[test]
fn points_that_nobody_counts_are_refused() {
    let error = changed(|json| json["monster_tile_types"][23]["points"] = 1.into()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("it must have no printed points"),
        "{error}"
    );
}
