//! What tests, benches and the examples of the document loop over. No rule reads it.

use serde_json::{Value, json};

use crate::game::samples::{Ending, Samples, totals};

/// Samples of the game.
pub fn samples() -> Samples {
    Samples {
        scored: json!({ "players": 2, "hand": [4], "played": [[7, 12], [8, 1]] }),
        decided: json!({ "players": 3, "hand": [4, 7, 12], "chosen": [2] }),
        options: vec![json!({})],
        positions: positions(),
        endings: endings(),
        parts: &["round_1", "round_2", "round_3"],
        may_take_nothing: &[],
        cells_of: ("cards", 1),
        board: ["seat 0:", "(?) face down"],
    }
}

fn positions() -> Vec<Value> {
    vec![
        json!({ "players": 2, "hand": [1, 2, 3] }),
        json!({ "players": 3, "me": 1, "hand": [5, 9], "played": [[2], [3], [4]], "chosen": [0] }),
        json!({ "players": 2, "hand": [], "played": [[1, 2, 3], [4, 5, 6]] }),
    ]
}

fn endings() -> Vec<Ending> {
    vec![
        Ending {
            name: "clear_win",
            options: json!({}),
            seats: 2,
            by_greedy: false,
            is: |standings, _| totals(standings, 1).len() == 1,
        },
        Ending {
            name: "shared_win",
            options: json!({}),
            seats: 3,
            by_greedy: false,
            is: |standings, _| totals(standings, 1).len() == 2,
        },
    ]
}
