//! What positions can say, one by one, and what they cannot say at once.

use domain::{Command, Seat};
use serde_json::{Value, json};

use super::{field, imagine, kinds};

fn blank() -> Vec<String> {
    vec![".".repeat(11); 11]
}

fn with(position: &Value, key: &str, value: Value) -> Value {
    let mut position = position.clone();
    position[key] = value;
    position
}

/// Each change makes the position contradict itself in this field.
fn contradict(game: &str, position: &Value, changes: &[(&str, Value, &str)]) {
    imagine(game, position).unwrap();
    for (key, value, named) in changes {
        let changed = with(position, key, value.clone());
        assert_eq!(&field(game, &changed), named, "{key} {value}");
    }
}

#[test]
fn cartographers_6_3_in_company_an_ambush_is_drawn_on_the_neighbors_sheet() {
    let mut full = vec!["F".repeat(11); 11];
    full[10] = "FFFFFFFFFF.".to_owned();
    let position =
        json!({ "map": blank(), "card": "A01", "players": 2, "others": [{ "map": full }] });
    let view = imagine("cartographers", &position).unwrap();
    let only = json!({ "game": "cartographers", "command":
        { "type": "draw", "terrain": "monster", "cells": [[10, 10]] } });
    let only: Command = serde_json::from_value(only).unwrap();
    assert_eq!(view.legal(), [only]);
    assert_eq!(view.scores().seats(), 2);
}

#[test]
fn cartographers_9_2_alone_nobody_draws_an_ambush() {
    let alone = json!({ "map": blank(), "card": "A01", "players": 1 });
    assert!(imagine("cartographers", &alone).unwrap().legal().is_empty());
    // Left open how many play, it is one in company.
    let open = json!({ "map": blank(), "card": "A01" });
    assert!(!imagine("cartographers", &open).unwrap().legal().is_empty());
}

#[test]
fn cartographers_13_4_skills_before_and_after_the_drawing_are_legal_in_their_time() {
    let mut map = blank();
    map[0] = "WWW........".to_owned();
    let skills = json!(["acrobatics", "diplomacy", "search"]);
    let before = json!({ "map": blank(), "card": "A01", "players": 1, "skills": skills, "coins": 3, "duty": "before" });
    let view = imagine("cartographers", &before).unwrap();
    assert_eq!(kinds(&view), ["acrobatics", "diplomacy", "pass"]);
    let after = json!({
        "map": map, "card": "E07", "skills": skills, "duty": "after",
        "drawn": { "terrain": "water", "cells": [[0, 0], [0, 1], [0, 2]], "shape": "E07a" },
    });
    let view = imagine("cartographers", &after).unwrap();
    assert_eq!(kinds(&view), ["pass", "search"]);
    contradict(
        "cartographers",
        &after,
        &[
            ("drawn", Value::Null, "drawn"),
            (
                "drawn",
                json!({ "terrain": "farm", "cells": [[0, 0]] }),
                "drawn",
            ),
            (
                "drawn",
                json!({ "terrain": "water", "cells": [[0, 0]], "shape": "E07a" }),
                "drawn",
            ),
            ("duty", json!("draw"), "drawn"),
            ("duty", Value::Null, "drawn"),
            ("skills", json!(["stealth"]), "duty"),
            ("skill", json!("stealth"), "skill"),
            ("card", Value::Null, "duty"),
            ("players", json!(0), "players"),
            ("players", json!(101), "players"),
            ("acrobats", json!([0]), "acrobats"),
            ("others", json!([{ "map": ["."] }]), "others/0"),
        ],
    );
    let acrobatics = with(&before, "skills", json!(["acrobatics"]));
    assert_eq!(
        field("cartographers", &with(&acrobatics, "card", json!("E07"))),
        "duty"
    );
}

#[test]
fn cartographers_9_6_alone_four_seasons_are_rated() {
    let edicts = json!(["sentinel_wood", "canal_lake", "great_city", "borderlands"]);
    let card = |edict: &str, points: i16| json!({ "edict": edict, "points": points, "cells": [] });
    let season = json!([{ "edicts": [card("sentinel_wood", 20), card("canal_lake", 5)],
        "coins": 2, "monsters": -1, "monster_cells": [] }]);
    let over = json!({ "map": blank(), "edicts": edicts, "season": "winter",
        "scored": [season, season, season, season] });
    let view = imagine("cartographers", &over).unwrap();
    let rating = view.rating().unwrap();
    assert_eq!(view.scores()[Seat(0)].banked.total(), 4 * 26);
    let cards = ["sentinel_wood", "canal_lake", "great_city", "borderlands"];
    assert!(rating.points < 4 * 26 && cards.len() == 4);
    contradict(
        "cartographers",
        &over,
        &[
            ("season", json!("spring"), "season"),
            ("edicts", Value::Null, "edicts"),
            ("card", json!("E07"), "card"),
            ("players", json!(2), "scored"),
            ("scored", json!([season]), "season"),
        ],
    );
}

#[test]
fn bunny_kingdom_6_1_others_kept_cards_are_told() {
    let position = json!({ "players": 2, "squares": [], "parchments": [["colonist"], []],
        "others_kept": [[], ["camp2", "city3", "city3", "city3"]] });
    let view = imagine("bunny_kingdom", &position).unwrap();
    assert!(view.to_string().contains("camp2"));
    contradict(
        "bunny_kingdom",
        &position,
        &[
            ("others_kept", json!([["city1"], []]), "others_kept"),
            ("others_kept", json!([[]]), "others_kept"),
            ("kept", json!(["camp2"]), "kept"),
            ("parchment_counts", json!([2, 0]), "parchment_counts/0"),
        ],
    );
}

#[test]
fn bunny_kingdom_6a_3_a_camp_asked_for_is_placed_or_kept() {
    let position = json!({ "players": 2, "squares": [], "kept": ["camp2"], "others_kept": [[], ["camp5"]],
        "camp": { "seat": 1, "camp": 5, "asked": 2 } });
    let view = imagine("bunny_kingdom", &position).unwrap();
    assert_eq!(kinds(&view), ["pass_camp", "place_camp"]);
    let others = with(&position, "me", json!(1));
    let others = with(&others, "kept", json!(["camp5"]));
    let others = with(&others, "others_kept", json!([["camp2"], []]));
    assert!(
        imagine("bunny_kingdom", &others)
            .unwrap()
            .legal()
            .is_empty()
    );
    contradict(
        "bunny_kingdom",
        &position,
        &[
            ("camp", json!({ "seat": 0, "camp": 5, "asked": 2 }), "camp"),
            ("camp", json!({ "seat": 1, "camp": 5, "asked": 3 }), "camp"),
            ("camp", json!({ "seat": 1, "camp": 5, "asked": 6 }), "camp"),
            ("kept", json!([]), "camp"),
            ("saved_camps", json!([7]), "saved_camps"),
            ("done", json!([2]), "done"),
            ("duty", json!("pick"), "duty"),
        ],
    );
}

#[test]
fn bunny_kingdom_6a_3_a_camp_announced_meanwhile_waits_and_is_not_announced_again() {
    let position = json!({ "players": 2, "squares": [], "kept": ["camp3", "camp4"],
        "others_kept": [[], ["camp2"]], "duty": "build",
        "camp": { "seat": 1, "camp": 2, "asked": 2 } });
    let announced = |position: &Value| -> Vec<Value> {
        let legal = imagine("bunny_kingdom", position).unwrap().legal();
        let legal = legal.iter().map(|it| serde_json::to_value(it).unwrap());
        legal
            .filter_map(|it| it.pointer("/command/camp").cloned())
            .collect()
    };
    assert_eq!(announced(&position), [json!(3), json!(4)]);
    let position = with(&position, "waiting_camps", json!([4]));
    assert_eq!(announced(&position), [json!(3)]);
    contradict(
        "bunny_kingdom",
        &position,
        &[
            ("waiting_camps", json!([4, 4]), "waiting_camps"),
            ("waiting_camps", json!([2]), "waiting_camps"),
            ("waiting_camps", json!([5]), "waiting_camps"),
            ("waiting_camps", json!([7]), "waiting_camps"),
            ("saved_camps", json!([4]), "waiting_camps"),
            ("camp", Value::Null, "waiting_camps"),
        ],
    );
}

#[test]
fn bunny_kingdom_3_1_round_and_turn_are_told_and_fit_the_hand() {
    let position =
        json!({ "players": 3, "squares": [], "round": 2, "turn": 6, "hand": ["T:A1", "T:A2"] });
    let view = imagine("bunny_kingdom", &position).unwrap();
    assert!(view.to_string().starts_with("round 2 turn 6"));
    contradict(
        "bunny_kingdom",
        &position,
        &[
            ("round", json!(5), "round"),
            ("round", json!(0), "round"),
            ("turn", json!(7), "turn"),
            ("turn", json!(5), "hand"),
            ("harvests_held", json!(3), "harvests_held"),
            ("duty", json!("trade"), "duty"),
        ],
    );
}

#[test]
fn bunny_kingdom_7_7_no_more_harvest_counts_and_given_points_are_a_line() {
    let held = |held: u8| {
        json!({ "players": 2, "points": [17, 0], "harvests_held": held,
        "squares": [{ "at": "A4", "owner": 0 }, { "at": "A5", "owner": 0 }] })
    };
    let sheet = |held: &Value| imagine("bunny_kingdom", held).unwrap().scores()[Seat(0)].clone();
    let (third, last) = (sheet(&held(3)), sheet(&held(4)));
    for sheet in [&third, &last] {
        assert_eq!(
            (sheet.banked.0[0].source.as_str(), sheet.banked.total()),
            ("earlier", 17)
        );
    }
    assert!(third.if_now.total() > 0);
    assert_eq!(last.if_now.total(), 0);
    contradict(
        "bunny_kingdom",
        &held(4),
        &[
            ("harvests_held", json!(5), "harvests_held"),
            ("harvests", json!([[[], []]]), "harvests_held"),
            ("points", json!([1]), "points"),
            (
                "trades",
                json!([{ "square": "A4", "resource": "wood" }]),
                "trades",
            ),
        ],
    );
}

fn overworld() -> Value {
    json!({
        "players": [{ "at": "x-11", "weapons": ["tnt", "stone_pickaxe", "bow", "wooden_sword"] }, {}],
        "stacks": [{ "at": "stack-22", "left": 1, "face_up": "mob-13" }, { "at": "stack-44", "left": 1, "face_up": "mob-14" }],
        "actions": ["fight"],
    })
}

#[test]
fn builders_biomes_7_1_a_second_block_is_pending() {
    let position = with(
        &with(&overworld(), "actions", json!(["collect_blocks"])),
        "duty",
        json!("second_block"),
    );
    assert_eq!(
        kinds(&imagine("builders_biomes", &position).unwrap()),
        ["take_block"]
    );
    contradict(
        "builders_biomes",
        &position,
        &[
            ("actions", json!(["explore"]), "duty"),
            ("active", json!(1), "active"),
            ("active", json!(4), "active"),
            ("duty", json!("extra_action"), "duty"),
        ],
    );
}

#[test]
fn builders_biomes_8_3_pickaxes_and_then_tnt_are_decided_in_a_fight() {
    let all = json!(["bow", "tnt", "stone_pickaxe", "wooden_sword"]);
    let position = with(
        &overworld(),
        "fight",
        json!({ "stack": "stack-22", "revealed": all }),
    );
    assert_eq!(
        kinds(&imagine("builders_biomes", &position).unwrap()),
        ["take_block"]
    );
    let dug = with(
        &position,
        "fight",
        json!({ "stack": "stack-22", "revealed": all, "pickaxes": 0 }),
    );
    assert_eq!(
        kinds(&imagine("builders_biomes", &dug).unwrap()),
        ["keep_tnt", "use_tnt"]
    );
    let fight = |more: Value| {
        let mut fight = json!({ "stack": "stack-22", "revealed": all });
        fight
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        fight
    };
    contradict(
        "builders_biomes",
        &position,
        &[
            ("fight", fight(json!({ "stack": "stack-11" })), "fight"),
            ("fight", fight(json!({ "stack": "stack-44" })), "fight"),
            (
                "fight",
                fight(json!({ "revealed": ["tnt", "stone_pickaxe", "bow"] })),
                "fight",
            ),
            (
                "fight",
                fight(json!({ "revealed": ["tnt", "tnt", "tnt"] })),
                "fight",
            ),
            ("fight", fight(json!({ "pickaxes": 9 })), "fight"),
            ("fight", fight(json!({ "pickaxes": 0, "tnt": 0 })), "fight"),
            ("duty", json!("tnt"), "duty"),
            ("duty", json!("act"), "fight"),
            ("fight", Value::Null, "duty"),
        ]
        .into_iter()
        .filter(|(_, value, _)| !value.is_null())
        .collect::<Vec<_>>(),
    );
    assert_eq!(
        field("builders_biomes", &with(&overworld(), "duty", json!("tnt"))),
        "fight"
    );
}

#[test]
fn builders_biomes_10_4_a_feature_is_chosen_in_a_scoring_round() {
    let position = json!({
        "players": [{}, {}], "options": { "automatic_features": false },
        "duty": "feature", "rounds_held": 0, "active": 1,
        "actions": ["explore", "collect_blocks"],
        "cube": vec![json!([null, null, null]); 16],
    });
    let view = imagine("builders_biomes", &position).unwrap();
    assert_eq!(kinds(&view), ["choose_feature"]);
    // Who ended the turn has scored already.
    let sheets = view.scores();
    let rounds = |seat: u8| {
        sheets[Seat(seat)]
            .if_now
            .0
            .iter()
            .filter(|line| line.source.starts_with("round_"))
            .count()
    };
    assert_eq!((rounds(0), rounds(1)), (1, 0));
    contradict(
        "builders_biomes",
        &position,
        &[
            ("rounds_held", json!(3), "duty"),
            ("options", json!({}), "duty"),
            ("rounds_held", json!(1), "rounds_held"),
        ],
    );
}

#[test]
fn builders_biomes_11_3_ranks_are_told_and_blocks_break_ties() {
    let players =
        json!([{ "xp": 5 }, { "xp": 5, "supply": { "wood": 1 } }, { "xp": 9 }, { "xp": 5 }]);
    let view = imagine(
        "builders_biomes",
        &json!({ "players": players, "rounds_held": 3 }),
    )
    .unwrap();
    let ranks: Vec<u8> = view
        .ranks()
        .unwrap()
        .iter()
        .map(|(_, rank)| *rank)
        .collect();
    assert_eq!(ranks, [3, 2, 1, 3]);
}

#[test]
fn builders_biomes_10_1_rounds_held_and_the_cube_agree() {
    let full = vec![json!([null, null, null, null]); 16];
    let flat = vec![json!([null, null, null]); 16];
    let position = json!({ "players": [{}, {}], "rounds_held": 1, "cube": flat });
    contradict(
        "builders_biomes",
        &position,
        &[
            ("cube", json!(full), "rounds_held"),
            ("rounds_held", json!(0), "rounds_held"),
            ("rounds_held", json!(2), "rounds_held"),
            ("scores", json!([]), "scores"),
            (
                "players",
                json!([{ "returned": ["mob-01"] }, {}]),
                "players/0",
            ),
            ("players", json!([{}, { "hoes": 1 }]), "players/1"),
        ],
    );
}

fn zones(explorers: &[&str]) -> Value {
    explorers
        .iter()
        .map(|explorer| json!({ "explorer": explorer }))
        .collect()
}

#[test]
fn big_monster_4_3_ships_that_are_taken_are_closed() {
    let position = json!({ "zones": zones(&["exp_blue_m", "exp_red_f", "exp_pink_m"]), "hand": ["desert", "swamp", "swamp"],
        "passed": [{ "from": 1, "to": 2 }] });
    let view = imagine("big_monster", &position).unwrap();
    assert_eq!(view.legal().len(), 2);
    let forced = with(
        &position,
        "passed",
        json!([{ "from": 1, "to": 2 }, { "from": 2, "to": 1 }]),
    );
    assert_eq!(imagine("big_monster", &forced).unwrap().legal().len(), 2);
    contradict(
        "big_monster",
        &position,
        &[
            (
                "passed",
                json!([{ "from": 1, "to": 2 }, { "from": 1, "to": 0 }]),
                "passed",
            ),
            (
                "passed",
                json!([{ "from": 1, "to": 0 }, { "from": 2, "to": 0 }]),
                "passed",
            ),
            ("passed", json!([{ "from": 1, "to": 1 }]), "passed"),
            ("passed", json!([{ "from": 0, "to": 1 }]), "passed"),
            ("passed", json!([{ "from": 1, "to": 3 }]), "passed"),
        ],
    );
}

#[test]
fn big_monster_8_1_the_extra_tile_comes_from_the_discards() {
    let position = json!({ "zones": zones(&["exp_black_m", "exp_red_f", "exp_pink_m"]), "discards": ["desert", "swamp", "desert"] });
    let view = imagine("big_monster", &position).unwrap();
    assert_eq!(kinds(&view), ["leave_discards", "take_discard"]);
    contradict(
        "big_monster",
        &position,
        &[
            ("me", json!(1), "discards"),
            ("hand", json!(["swamp"]), "discards"),
            (
                "discards",
                json!([
                    "desert", "swamp", "desert", "desert", "ice_red", "ice_red", "ice_red"
                ]),
                "discards",
            ),
        ],
    );
}

#[test]
fn big_monster_9_4_a_tile_is_taken_from_an_open_group() {
    let group = |number: u8, tiles: Value| json!({ "number": number, "tiles": tiles });
    let whole = json!(["desert", "swamp", "ice_red", "ice_blue"]);
    let position = json!({ "zones": zones(&["exp_blue_m", "exp_red_f"]),
        "groups": [group(3, whole.clone()), group(4, whole.clone())] });
    assert_eq!(
        imagine("big_monster", &position).unwrap().legal().len(),
        2 * 12
    );
    let picked = with(&position, "picked", json!(4));
    assert_eq!(imagine("big_monster", &picked).unwrap().legal().len(), 12);
    contradict(
        "big_monster",
        &position,
        &[
            ("picked", json!(5), "picked"),
            (
                "groups",
                json!([group(3, whole.clone()), group(3, whole.clone())]),
                "groups",
            ),
            (
                "groups",
                json!([group(3, json!(["desert", "swamp"]))]),
                "groups",
            ),
            ("groups", json!([group(21, whole)]), "groups"),
            ("hand", json!(["desert"]), "hand"),
            ("passed", json!([{ "from": 1, "to": 0 }]), "passed"),
            (
                "zones",
                zones(&["exp_blue_m", "exp_red_f", "exp_pink_m"]),
                "groups",
            ),
        ],
    );
    // The last tiles of a group may be those in the hand, but it is a group of this table.
    let last = json!({ "zones": zones(&["exp_blue_m", "exp_red_f"]), "tile": "desert" });
    imagine("big_monster", &with(&last, "picked", json!(20))).unwrap();
    contradict(
        "big_monster",
        &last,
        &[
            ("picked", json!(0), "picked"),
            ("picked", json!(21), "picked"),
        ],
    );
}

#[test]
fn big_monster_3_7_four_free_missions_lie_beside_those_always_there() {
    let mission =
        |name: &str, team: bool| json!({ "mission": name, "individual": true, "team": team });
    let six = [
        "desert",
        "rune",
        "big_monster",
        "swamp_grass",
        "crystals",
        "ice",
    ];
    let six: Vec<Value> = six.iter().map(|name| mission(name, false)).collect();
    let position = json!({ "zones": zones(&["exp_blue_m", "exp_red_f"]), "missions": six });
    let more = |name: &str| json!([&six[..], &[mission(name, false)]].concat());
    contradict(
        "big_monster",
        &position,
        &[
            ("missions", more("kinds"), "missions"),
            (
                "missions",
                json!([mission("lava", false), mission("crystals", false)]),
                "missions",
            ),
            (
                "missions",
                json!([mission("desert", false), mission("rune", true)]),
                "missions/1",
            ),
        ],
    );
}

#[test]
fn big_monster_3_8_snail_tiles_take_the_place_of_normal_ones() {
    let zone = |tiles: Value| json!([{ "explorer": "exp_blue_m", "tiles": tiles }]);
    let tile = |tile: &str, x: i8| json!({ "tile": tile, "x": x, "y": 0 });
    let position = json!({ "zones": zone(json!([tile("sp_yeti", 2)])), "taken_out": ["ice_red"] });
    contradict(
        "big_monster",
        &position,
        &[
            ("taken_out", json!(["swamp"]), "taken_out"),
            ("taken_out", json!(["ice_red", "ice_red"]), "taken_out"),
            ("taken_out", json!(["sp_gold"]), "taken_out"),
        ],
    );
    // All that were not taken out can lie in a zone, and no more.
    let red: Vec<Value> = (2..30).map(|x| tile("ice_red", x)).collect();
    let most = (1..28).rev().find(|most| {
        imagine(
            "big_monster",
            &json!({ "zones": zone(json!(red[..*most])) }),
        )
        .is_ok()
    });
    let all = json!({ "zones": zone(json!(red[..most.unwrap()])), "options": { "snail_extras": ["yeti"] } });
    contradict(
        "big_monster",
        &all,
        &[("taken_out", json!(["ice_red"]), "zones")],
    );
}

#[test]
fn big_monster_d_3_a_single_unicorn_lies_there_and_scores_nothing() {
    let tiles = json!([{ "tile": "sp_unicorn_a", "x": 2, "y": 0 }]);
    let position = json!({ "zones": [{ "explorer": "exp_blue_m", "tiles": tiles }] });
    let view = imagine("big_monster", &position).unwrap();
    assert_eq!(view.scores()[Seat(0)].if_now.total(), 0);
}
