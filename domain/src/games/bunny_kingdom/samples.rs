//! What tests, benches and the examples of the document loop over. No rule reads it.

use serde_json::{Value, json};

use crate::game::samples::{Ending, Samples, totals};

/// Samples of the game.
pub fn samples() -> Samples {
    Samples {
        scored: scored(),
        decided: decided(),
        options: options(),
        positions: positions(),
        endings: endings(),
        parts: &[
            "harvest_1",
            "harvest_2",
            "harvest_3",
            "harvest_4",
            "parchment",
        ],
        may_take_nothing: &[],
        cells_of: ("squares", 1),
        board: ["    1   2   3   4   5   6   7   8   9   10\nA ", "d field"],
    }
}

fn scored() -> Value {
    json!({
        "players": 2,
        "squares": [
            { "at": "A2", "owner": 0, "building": { "type": "city", "strength": 2 } },
            { "at": "A3", "owner": 0, "building": { "type": "farm", "resource": "mushroom" } },
            { "at": "A4", "owner": 0 },
            { "at": "D3", "owner": 0 },
            { "at": "D4", "owner": 0, "building": { "type": "trading_post", "choice": "fish" } },
            { "at": "A5", "owner": 1 },
        ],
        "parchments": [["carrot_king", "left_glove"], ["matriarch"]],
        "kept": ["sky_tower"],
    })
}

fn decided() -> Value {
    json!({
        "players": 2,
        "squares": [{ "at": "A4", "owner": 0 }, { "at": "A5", "owner": 1 }],
        "round": 2,
        "points": [4, 6],
        "kept": ["camp2", "city1"],
        "others_kept": [[], ["camp5"]],
        "camp": { "seat": 1, "camp": 5, "asked": 2 },
    })
}

fn options() -> Vec<Value> {
    // There is nothing to choose; twice, so that two table sizes are kept.
    vec![json!({})]
}

fn positions() -> Vec<Value> {
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

fn endings() -> Vec<Ending> {
    let ending = |name, seats, by_greedy, is| Ending {
        name,
        options: json!({}),
        seats,
        by_greedy,
        is,
    };
    vec![
        ending("clear_win", 4, false, |standings, _| {
            totals(standings, 1).len() == 1
        }),
        ending("shared_win", 4, false, |standings, _| {
            totals(standings, 1).len() == 2
        }),
        ending("second_place_shared", 4, false, |standings, _| {
            totals(standings, 2).len() == 2
        }),
        ending("two_players", 2, true, |standings, _| {
            totals(standings, 1).len() == 1
        }),
        ending("copied_parchment", 3, false, |_, last| {
            last.contains(r#""copied":""#)
        }),
    ]
}
