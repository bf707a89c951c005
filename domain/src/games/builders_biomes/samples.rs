//! What tests, benches and the examples of the document loop over. No rule reads it.

use serde_json::{Value, json};

use crate::game::samples::{Ending, Samples, tied, totals};

/// Samples of the game.
pub fn samples() -> Samples {
    Samples {
        scored: scored(),
        decided: decided(),
        options: options(),
        positions: positions(),
        endings: endings(),
        parts: &[
            "building",
            "mob",
            "golden_hoe",
            "round_a",
            "round_b",
            "round_c",
            "mob_bonus",
        ],
        may_take_nothing: &["building", "mob", "weapon"],
        cells_of: ("buildings.", 1),
        board: ["  x=0   x=1   x=2   x=3\n  y=0", "T stone"],
    }
}

fn scored() -> Value {
    json!({
        "players": [
            {
                "xp": 7,
                "built": [
                    { "building": "bld-15", "space": [0, 0] },
                    { "building": "bld-19", "space": [0, 1] },
                ],
                "mobs": ["mob-02"],
                "supply": { "wood": 2, "sand": 1, "emerald": 1 },
                "at": "x-11",
            },
            { "built": [{ "building": "bld-05", "space": [2, 2] }] },
        ],
        "rounds_held": 1,
        "stacks": [
            { "at": "stack-11", "left": 3, "face_up": "bld-03" },
            { "at": "stack-12", "left": 4 },
            { "at": "stack-21", "left": 2, "face_up": "mob-19" },
        ],
        "slots": [{ "at": "slot-10", "weapon": "iron_sword" }],
        "actions": ["explore"],
    })
}

fn decided() -> Value {
    json!({
        "players": [
            { "at": "x-11", "weapons": ["tnt", "bow", "wooden_sword", "iron_sword"] },
            { "supply": { "wood": 2 } },
        ],
        "stacks": [{ "at": "stack-22", "left": 1, "face_up": "mob-13" }],
        "fight": {
            "stack": "stack-22",
            "revealed": ["bow", "tnt", "wooden_sword", "iron_sword"],
        },
        "actions": ["explore", "fight"],
    })
}

fn options() -> Vec<Value> {
    vec![
        json!({"beginners": [0, 2], "boards_bound_to_colour": true, "start_seat": 1}),
        json!({
            "extra_actions_only_after_normal_actions": false,
            "automatic_features": false,
            "mob_bonus_counts_printed_biomes": true,
        }),
    ]
}

fn positions() -> Vec<Value> {
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

fn endings() -> Vec<Ending> {
    let ending = |name, options, seats, by_greedy, is| Ending {
        name,
        options,
        seats,
        by_greedy,
        is,
    };
    vec![
        ending("clear_win", json!({}), 2, true, |standings, _| {
            totals(standings, 1).len() == 1 && tied(standings).is_empty()
        }),
        ending(
            "tie_broken_by_blocks",
            json!({"beginners": [1]}),
            4,
            false,
            |standings, _| totals(standings, 1).len() == 1 && !tied(standings).is_empty(),
        ),
        ending("shared_win", json!({}), 4, false, |standings, _| {
            totals(standings, 1).len() == 2
        }),
        ending(
            "every_switch",
            json!({
                "beginners": [0],
                "boards_bound_to_colour": false,
                "extra_actions_only_after_normal_actions": false,
                "automatic_features": false,
                "mob_bonus_counts_printed_biomes": true,
                "start_seat": 2,
            }),
            3,
            true,
            |standings, _| totals(standings, 1).len() == 1,
        ),
    ]
}
