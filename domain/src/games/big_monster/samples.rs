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
            "ice",
            "big_monster",
            "lava",
            "grassland",
            "swamp",
            "crystals",
            "explorer",
            "missions",
        ],
        may_take_nothing: &[],
        cells_of: ("tiles.", 2),
        board: [" 0   1", "EXPL explorer"],
    }
}

fn scored() -> Value {
    json!({
        "zones": [
            { "explorer": "exp_pink_f", "tiles": [
                { "tile": "ice_orange", "x": 1, "y": -2 },
                { "tile": "radio_twin", "x": 1, "y": -3 },
                { "tile": "lake_left", "x": 2, "y": 0 },
                { "tile": "lake_right", "x": 3, "y": 0 },
                { "tile": "grass_kinds", "x": 0, "y": 2 },
                { "tile": "rune_green", "x": -1, "y": 1 },
            ] },
            { "explorer": "exp_red_m", "tiles": [
                { "tile": "rune_double", "x": 2, "y": 1 },
                { "tile": "swamp", "x": -1, "y": 0 },
            ] },
        ],
        "tokens": [[{ "type": "mission", "mission": "kinds", "scope": "individual" }], []],
        "missions": [{ "mission": "rune", "individual": true, "team": false }],
        "tile": "desert",
    })
}

fn decided() -> Value {
    json!({
        "zones": [
            { "explorer": "exp_pink_f" },
            { "explorer": "exp_red_m", "tiles": [{ "tile": "swamp", "x": -1, "y": 0 }] },
            { "explorer": "exp_green_f" },
        ],
        "hand": ["rune_double", "ice_red", "swamp"],
        "passed": [{ "from": 2, "to": 1 }],
    })
}

fn options() -> Vec<Value> {
    vec![
        json!({"snail_extras": ["gold", "camp", "unicorns", "yeti", "panda", "explorers"]}),
        json!({"mode": "team_draft", "missions": {"type": "first_game"}}),
        json!({
            "mode": "team_draft",
            "edition": "board_game_arena",
            "missions": {"type": "team", "a": "kinds", "b": "ice"},
            "snail_extras": ["yeti", "panda"],
            "yeti_token_points": -3,
            "panda_token_points": 0,
        }),
        json!({
            "mode": "individual_draft",
            "extra_tile_compulsory": true,
            "last_turn_passes": false,
            "dragon": false,
            "desert_explorer_is_a_kind": false,
            "camp_counts": "round_tile",
            "snail_extras": ["camp"],
        }),
        json!({
            "mode": "variant",
            "edition": "board_game_arena",
            "missions": {
                "type": "individual",
                "lake": "big_monster", "grass_swamp": "kinds",
                "lava": "crystals", "ice": "radioactive",
            },
        }),
        json!({
            "mode": "variant",
            "variant_mission_check": "each_placement",
            "snail_extras": ["unicorns", "explorers"],
        }),
    ]
}

fn positions() -> Vec<Value> {
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
        scored(),
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

fn endings() -> Vec<Ending> {
    let ending = |name, options, seats, by_greedy, is| Ending {
        name,
        options,
        seats,
        by_greedy,
        is,
    };
    let teams = || json!({"mode": "team_draft"});
    let extras = ["gold", "camp", "unicorns", "yeti", "panda", "explorers"];
    vec![
        ending("clear_win", json!({}), 5, true, |standings, _| {
            totals(standings, 1).len() == 1 && tied(standings).is_empty()
        }),
        ending(
            "tie_broken_by_big_monsters",
            json!({}),
            4,
            false,
            |standings, _| totals(standings, 1).len() == 1 && !tied(standings).is_empty(),
        ),
        ending("shared_win", json!({}), 3, false, |standings, _| {
            totals(standings, 1).len() == 2
        }),
        ending("team_win", teams(), 4, false, |standings, _| {
            // The winners are not both ahead of both others.
            let (best, rest) = (totals(standings, 1), totals(standings, 2));
            best.len() == 2 && best.iter().min() < rest.iter().max()
        }),
        ending("six_in_teams", teams(), 6, true, |standings, _| {
            totals(standings, 3).len() == 2
        }),
        ending("two_players", json!({}), 2, true, |standings, _| {
            totals(standings, 1).len() == 1
        }),
        ending(
            "three_players_without_ships",
            json!({"mode": "variant", "snail_extras": extras}),
            3,
            false,
            |standings, _| totals(standings, 1).len() == 1,
        ),
        ending(
            "snail_extras_online_edition",
            json!({"mode": "team_draft", "edition": "board_game_arena", "snail_extras": extras}),
            6,
            false,
            |_, last| last.contains("missions.yeti") && last.contains("grassland.sp_unicorn_a"),
        ),
    ]
}
