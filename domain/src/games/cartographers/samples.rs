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
        parts: &["spring", "summer", "fall", "winter"],
        may_take_nothing: &["skill"],
        cells_of: ("cells.", 1),
        board: ["   0 1 2 3 4 5 6 7 8 9 10\n 0 ", "L wasteland"],
    }
}

fn scored() -> Value {
    json!({
        "map": [
            "...........", "...M.......", "FF.......M.", "FF.........", "...........",
            "...V.M.....", "..VV.......", ".....WW....", ".M...W.....", ".......M...",
            "...........",
        ],
        "edicts": ["sentinel_wood", "canal_lake", "wildholds", "borderlands"],
        "coins": 2,
        "card": "E07",
    })
}

fn decided() -> Value {
    json!({
        "map": [
            "...........", "...M.......", "FF.......M.", "FF.........", "...........",
            "...V.M.....", "..VV.......", "....WWW....", ".M.........", ".......M...",
            "...........",
        ],
        "players": 2,
        "others": [{ "map": [
            "...........", "...M..FF...", ".........M.", "...........", ".....X.....",
            ".....M.....", "...........", "...........", ".M.........", ".......M...",
            "...........",
        ] }],
        "skills": ["search", "acrobatics", "diplomacy"],
        "coins": 1,
        "card": "E07",
        "duty": "after",
        "drawn": { "terrain": "water", "cells": [[7, 4], [7, 5], [7, 6]], "shape": "E07a" },
    })
}

fn options() -> Vec<Value> {
    vec![
        json!({"side": "B", "skills": true}),
        json!({"side": "A", "edition": "board_game_arena", "skills": true}),
        json!({
            "side": "B",
            "edition": "board_game_arena",
            "ruins_fallback_allows_mountain": true,
            "plain_fallback_terrain": "any_but_mountain",
        }),
        json!({
            "ruins_fallback_allows_mountain": false,
            "plain_fallback_terrain": "printed_on_card",
            "skills": true,
        }),
    ]
}

fn positions() -> Vec<Value> {
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

fn endings() -> Vec<Ending> {
    vec![
        Ending {
            name: "clear_win",
            options: json!({}),
            seats: 2,
            by_greedy: false,
            is: |standings, _| totals(standings, 1).len() == 1 && tied(standings).is_empty(),
        },
        Ending {
            name: "tie_broken_by_monsters",
            options: json!({"side": "B"}),
            seats: 2,
            by_greedy: false,
            is: |standings, _| totals(standings, 1).len() == 1 && !tied(standings).is_empty(),
        },
        Ending {
            name: "shared_win",
            options: json!({}),
            seats: 4,
            by_greedy: false,
            is: |standings, _| totals(standings, 1).len() == 2,
        },
        Ending {
            name: "solo_with_title",
            options: json!({"side": "B"}),
            seats: 1,
            by_greedy: true,
            is: |_, last| last.contains(r#""title":""#),
        },
        Ending {
            name: "solo_without_title",
            options: json!({}),
            seats: 1,
            by_greedy: false,
            is: |_, last| last.contains(r#""title":null"#),
        },
        Ending {
            name: "skills_online_edition",
            options: json!({"edition": "board_game_arena", "skills": true}),
            seats: 3,
            by_greedy: false,
            is: |standings, _| totals(standings, 1).len() == 1,
        },
    ]
}
