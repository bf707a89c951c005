//! Anything at all as a command, options, a position or a record: read or refused,
//! never a panic.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

#[path = "common/mutate.rs"]
mod mutate;
#[path = "common/options.rs"]
mod options;
#[path = "common/playout.rs"]
mod playout;

use std::sync::LazyLock;

use domain::{
    Command, Dice, Event, GameId, Options, Position, Seat, Seed, Setup, State, Viewer,
    matches::MatchEvent,
};
use mutate::mutated;
use options::{option_sets, tables};
use playout::Playout;
use proptest::prelude::*;
use serde_json::{Value, json};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn json_is_read_or_refused(value in values()) {
        for game in GameId::ALL {
            for tag in ["command", "options", "position"] {
                let tagged = json!({"game": game, tag: value});
                read_all(tagged.to_string().as_bytes());
            }
        }
    }

    #[test]
    fn nearly_right_options_set_a_table_or_are_refused(seed: [u8; 32]) {
        let dice = Dice::new(Seed(seed));
        let mut roll = dice.roll("mutation", 0);
        for &game in GameId::ALL {
            for options in option_sets(game) {
                let right = serde_json::to_value(&options).unwrap();
                let wrong = mutated(&right, &mut roll);
                if let Ok(options) = serde_json::from_value::<Options>(wrong) {
                    let fewest = tables(&options).into_iter().next();
                    fewest.map(|seats| options.set_up(seats, &dice));
                }
            }
        }
    }

    #[test]
    fn nearly_right_positions_are_imagined_or_refused(seed: [u8; 32]) {
        let dice = Dice::new(Seed(seed));
        let mut roll = dice.roll("mutation", 0);
        for right in positions() {
            let mut wrong = mutated(&right, &mut roll);
            for _ in 0..roll.below(4) {
                wrong = mutated(&wrong, &mut roll);
            }
            read_all(wrong.to_string().as_bytes());
        }
    }

    #[test]
    fn nearly_right_commands_are_decided_or_refused(seed in 0..8usize, nth in 0..1000usize) {
        let playout = &PLAYOUTS[seed % PLAYOUTS.len()];
        let step = &playout.steps[nth % playout.steps.len()];
        let mut roll = playout.dice.roll("mutation", u32::try_from(nth).unwrap());
        let right = serde_json::to_value(&step.command).unwrap();
        let commands: Vec<Command> = (0..20)
            .filter_map(|_| serde_json::from_value(mutated(&right, &mut roll)).ok())
            .collect();
        playout.visit(4, |state, _| {
            for command in &commands {
                for seat in Seat::first(playout.seats) {
                    drop(state.decide(seat, command.clone(), &playout.dice));
                }
            }
        });
    }
}

/// Four matches of every game.
static PLAYOUTS: LazyLock<Vec<Playout>> = LazyLock::new(|| {
    let matches = |&game: &GameId| {
        let sets = option_sets(game);
        (0..4).map(move |seed| {
            let options = &sets[usize::from(seed) % sets.len()];
            let tables = tables(options);
            let seats = tables[usize::from(seed) % tables.len()];
            Playout::new(options, seats, seed)
        })
    };
    GameId::ALL.iter().flat_map(matches).collect()
});

/// Reads bytes as everything that comes from outside, and uses what can be read.
fn read_all(bytes: &[u8]) {
    drop(serde_json::from_slice::<Command>(bytes));
    drop(serde_json::from_slice::<Event>(bytes));
    drop(serde_json::from_slice::<Setup>(bytes));
    drop(serde_json::from_slice::<MatchEvent>(bytes));
    if let Ok(options) = serde_json::from_slice::<Options>(bytes) {
        let dice = Dice::new(Seed([1; 32]));
        for seats in tables(&options) {
            let state = State::new(&options.set_up(seats, &dice));
            assert!(!state.view(Viewer::Spectator).to_string().is_empty());
        }
    }
    if let Ok(position) = serde_json::from_slice::<Position>(bytes) {
        let Ok(view) = position.imagine() else { return };
        let legal = view.legal();
        legal
            .iter()
            .take(20)
            .for_each(|command| assert!(view.gain(command) > -10_000));
        assert!(view.scores().seats() > 0);
        assert!(!view.to_string().is_empty());
    }
}

/// Positions as score keepers write them.
fn positions() -> Vec<Value> {
    let of = |&game: &GameId| {
        let positions = match game {
            GameId::Cartographers => cartographers(),
            GameId::BunnyKingdom => bunny_kingdom(),
            GameId::BuildersBiomes => builders_biomes(),
            GameId::BigMonster => big_monster(),
        };
        let tagged = move |position: Value| json!({"game": game, "position": position});
        positions.into_iter().map(tagged)
    };
    GameId::ALL.iter().flat_map(of).collect()
}

fn builders_biomes() -> Vec<Value> {
    let mut cube = vec![json!(["wood", null, "emerald"]); 8];
    cube.extend([json!([]), json!([null]), json!(["sand", "stone"])]);
    cube.extend(vec![json!(["obsidian"]); 5]);
    vec![
        json!({"players": [{}, {}]}),
        json!({
            "players": [
                {
                    "board": "board-3", "xp": 12, "at": "x-11",
                    "built": [
                        {"building": "bld-15", "space": [0, 0]},
                        {"building": "bld-01", "space": [0, 0]},
                    ],
                    "mobs": ["mob-02", "mob-17"],
                    "supply": {"wood": 2, "sand": 3, "emerald": 2},
                    "weapons": ["tnt", "bow", "iron_sword", "poisonous_potato"],
                },
                {"board": "board-1", "supply": {"stone": 1}},
                {"board": "board-2"},
            ],
            "options": {"beginners": [0], "mob_bonus_counts_printed_biomes": true},
            "rounds_held": 1,
            "cube": cube,
            "stacks": [
                {"at": "stack-11", "left": 3, "face_up": "bld-41"},
                {"at": "stack-22", "left": 4},
                {"at": "stack-12", "left": 1, "face_up": "mob-13"},
            ],
            "slots": [{"at": "slot-01", "weapon": "golden_hoe"}, {"at": "slot-45"}],
            "actions": ["explore"],
        }),
        json!({
            "players": [{}, {"mobs": ["mob-14"]}], "me": 1, "rounds_held": 2,
            "actions": ["explore", "collect_blocks"],
        }),
        json!({"players": [{}, {}, {}, {}], "rounds_held": 3}),
        json!({
            "players": [
                {"at": "x-11", "weapons": ["bow", "wooden_sword", "stone_pickaxe", "iron_sword"], "tnt_used": 1},
                {"mobs": ["mob-19"], "returned": ["mob-19"], "hoes": 2, "hoe_xp": 4},
            ],
            "stacks": [{"at": "stack-22", "left": 1, "face_up": "mob-13"}],
            "fight": {
                "stack": "stack-22", "revealed": ["bow", "tnt", "wooden_sword", "stone_pickaxe"],
                "pickaxes": 1, "tnt": 0, "tnt_used": 1,
            },
            "duty": "pickaxe", "active": 0, "actions": ["explore", "fight"],
        }),
        json!({
            "players": [{}, {}], "options": {"automatic_features": false}, "duty": "feature",
            "active": 1, "actions": ["explore", "collect_blocks"],
            "scores": [{"round": "A", "seat": 1, "feature": null, "spaces": [], "xp": 0}],
        }),
    ]
}

fn bunny_kingdom() -> Vec<Value> {
    vec![
        json!({"players": 2, "squares": []}),
        json!({
            "players": 3,
            "squares": [
                {"at": "A2", "owner": 0, "building": {"type": "farm", "resource": "mushroom"}},
                {"at": "A4", "owner": 0},
                {"at": "B2", "owner": 0, "building": {"type": "city", "strength": 3}},
                {"at": "D4", "owner": 0, "building": {"type": "trading_post", "choice": "fish"}},
                {"at": "E4", "owner": 1, "building": {"type": "sky_tower", "pair": 1}},
                {"at": "J9", "owner": 1, "building": {"type": "sky_tower", "pair": 1}},
                {"at": "A6", "owner": 2, "building": {"type": "camp", "priority": 5}},
            ],
            "parchments": [["liberal", "left_glove"], ["bun_shee"], ["right_glove", "socialist"]],
            "copies": [[{"card": "liberal", "parchment": "right_glove"}], [], []],
            "camps_played": [0, 2, 1],
            "points": [10, 20, 20],
            "me": 2,
            "hand": ["T:B1", "city2", "camp3", "provisions", "royal_ring"],
            "kept": ["sky_tower", "camp1", "city1"],
        }),
        json!({
            "players": 4,
            "squares": [{"at": "J10", "owner": 3}, {"at": "J9", "owner": 3}],
            "me": 3, "kept": ["city1", "sky_tower", "camp6", "farm_pearl"],
        }),
        json!({
            "players": 2, "squares": [],
            "parchments": [["socialist"], ["liberal", "matriarch", "opportunist"]],
        }),
        json!({
            "players": 2, "round": 2, "turn": 10, "harvests_held": 1, "points": [6, 0],
            "squares": [
                {"at": "A4", "owner": 0},
                {"at": "B4", "owner": 0, "building": {"type": "trading_post"}},
            ],
            "harvests": [[[{
                "squares": ["A4"], "strength": 6, "points": 6,
                "produces": [{"resource": "wood", "units": 1}],
            }], []]],
            "kept": ["camp2"], "others_kept": [[], ["camp5"]], "parchment_counts": [0, 3],
            "camp": {"seat": 1, "camp": 5, "asked": 2}, "saved_camps": [3], "done": [1],
            "duty": "camp", "trades": [{"square": "B4", "resource": "fish"}],
        }),
    ]
}

fn big_monster() -> Vec<Value> {
    let zone = json!({
        "explorer": "exp_pink_f",
        "tiles": [
            {"tile": "ice_blue", "x": 1, "y": -2},
            {"tile": "radio_twin", "x": 1, "y": -3},
            {"tile": "lake_left", "x": 2, "y": 0},
            {"tile": "lake_right", "x": 3, "y": 0},
            {"tile": "lava_green", "x": -1, "y": 1},
            {"tile": "grass_kinds", "x": 0, "y": 2},
        ],
    });
    let yeti = json!({"explorer": "exp_orange_m", "tiles": [{"tile": "sp_yeti", "x": 2, "y": 1}]});
    vec![
        json!({"zones": [{"explorer": "exp_green_f"}]}),
        json!({"zones": [zone, yeti], "tile": "sp_panda", "me": 1}),
        json!({
            "zones": [
                {"explorer": "exp_pink_f", "tiles": [
                    {"tile": "ice_orange", "x": 1, "y": -2},
                    {"tile": "radio_twin", "x": 1, "y": -3},
                    {"tile": "lake_left", "x": 2, "y": 0},
                    {"tile": "lake_right", "x": 3, "y": 0},
                    {"tile": "grass_kinds", "x": 0, "y": 2},
                    {"tile": "rune_green", "x": -1, "y": 1},
                ]},
                {"explorer": "exp_red_m", "tiles": [
                    {"tile": "rune_double", "x": 2, "y": 1},
                    {"tile": "swamp", "x": -1, "y": 0},
                ]},
            ],
            "tokens": [[{"type": "mission", "mission": "kinds", "scope": "individual"}], []],
            "missions": [{"mission": "rune", "individual": true, "team": false}],
            "tile": "desert",
        }),
        json!({
            "zones": [
                yeti, zone, {"explorer": "exp_black_f"},
                {"explorer": "exp_sp_gold", "tiles": [{"tile": "desert", "x": -1, "y": -1}]},
            ],
            "options": {"mode": "team_draft", "edition": "board_game_arena", "yeti_token_points": 7},
            "tokens": [
                [{"type": "yeti"}, {"type": "penalty"}],
                [{"type": "mission", "mission": "rune", "scope": "team"}],
                [], [{"type": "dragon"}],
            ],
            "missions": [
                {"mission": "desert", "individual": true, "team": true},
                {"mission": "kinds", "individual": false, "team": true},
            ],
            "dragon": 2, "me": 2,
            "hand": ["swamp", "rune_double", "ice_red", "swamp"],
            "passed": [{"from": 0, "to": 1}],
        }),
        json!({
            "zones": [{"explorer": "exp_green_f"}, {"explorer": "exp_red_m"}], "picked": 7,
            "groups": [{"number": 7, "tiles": ["swamp", "desert"]}],
        }),
        json!({
            "zones": [
                {"explorer": "exp_black_m", "tiles": [{"tile": "sp_yeti", "x": 2, "y": 0}]},
                {"explorer": "exp_red_m"}, {"explorer": "exp_green_f"},
            ],
            "taken_out": ["ice_red"], "discards": ["swamp", "desert"],
        }),
    ]
}

fn cartographers() -> Vec<Value> {
    let blank = vec!["..........."; 11];
    let mut own = blank.clone();
    own[4] = "FFVVAAWWXXM";
    own[5] = "FFVVDDWW.XM";
    let side_a = [
        "...........",
        "...M.......",
        "........M..",
        "...........",
        "...........",
        ".....M.....",
        "...........",
        "...........",
        "..M........",
        ".......M...",
        "...........",
    ];
    vec![
        json!({"map": blank}),
        json!({"map": side_a, "side": "A", "card": "E07", "ruins_duty": true}),
        json!({
            "map": own, "ruins": [[4, 4], [0, 0]], "edicts": ["treetower", "canal_lake"],
            "coins": 3, "spent": 1, "coins_left": [[4, 10]], "season": "fall", "card": "E17",
            "options": {"skills": true}, "skills": ["stealth", "negotiation"],
        }),
        json!({"map": own, "card": "A02", "options": {"edition": "board_game_arena"}}),
        json!({
            "map": blank, "card": "A01", "players": 3, "others": [{"map": own, "skill": "acrobatics"}],
            "acrobats": [1], "skills": ["acrobatics", "diplomacy"], "coins": 2, "duty": "before",
        }),
        json!({
            "map": own, "card": "E07", "skills": ["search"], "duty": "after",
            "drawn": {"terrain": "water", "cells": [[4, 6], [5, 6]]},
        }),
    ]
}

#[test]
fn the_positions_are_right_before_they_are_changed() {
    for right in positions() {
        let position: Position = serde_json::from_value(right).unwrap();
        assert!(position.imagine().is_ok());
    }
}

/// Any JSON, but with the words and numbers of the games in it.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2..130i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[.FVAWXMLD]{0,11}".prop_map(Value::from),
        words().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 11, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
            prop::collection::btree_map(words(), inner, 0..8).prop_map(Value::from_iter),
        ]
    })
}

fn words() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "type",
        "draw",
        "pass",
        "stealth",
        "terrain",
        "cells",
        "cell",
        "shape",
        "forest",
        "E07a",
        "E07",
        "A01",
        "side",
        "A",
        "map",
        "ruins",
        "coins",
        "edicts",
        "card",
        "skills",
        "treetower",
        "season",
        "spring",
        "sheet",
        "sheets",
        "edition",
        "rulebook",
        "pick",
        "pick_one",
        "cards",
        "play",
        "throw_away",
        "build",
        "building",
        "build_towers",
        "squares",
        "square",
        "T:B4",
        "B4",
        "city1",
        "camp3",
        "provisions",
        "players",
        "at",
        "owner",
        "sky_tower",
        "parchments",
        "liberal",
        "copies",
        "kept",
        "hand",
        "take_block",
        "column",
        "explore",
        "to",
        "x-22",
        "stack-11",
        "slot-01",
        "payment",
        "wood",
        "emerald",
        "bld-01",
        "mob-13",
        "beginners",
        "built",
        "weapons",
        "tnt",
    ];
    prop::sample::select(WORDS).prop_map(str::to_owned)
}
