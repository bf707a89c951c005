//! Playing with boxes that were put in the place of the printed ones: strange ones, as
//! far as a box may go. A box is for a whole process, so this is a process of its own.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

#[path = "common/opened.rs"]
mod opened;

use std::sync::Once;

use domain::{
    BySeat, GameId, Options, Position, Seat, Seed,
    bots::Bot,
    matches::{self, Match, Place, PlayerId, Request, Terms},
};
use opened::fold;
use serde_json::{Value, json};

fn changed(game: GameId, printed: &str, changes: &[(&str, Value)]) {
    let mut json: Value = serde_json::from_str(printed).unwrap();
    for (at, to) in changes {
        *json.pointer_mut(at).unwrap() = to.clone();
    }
    game.replace_components(json.to_string()).unwrap();
}

/// Puts the strange boxes in place, once, before anything looks into the printed ones.
fn strange() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        let printed = include_str!("../src/games/bunny_kingdom/components.json");
        let rich = json!({ "op": "per", "count": { "of": "resource_units", "resource": "fish" },
            "points": 4 });
        let around = json!({ "op": "if_at_least", "count": { "of": "fiefs_of_size_at_least",
            "size": 4_294_967_295_u32 }, "min": 65_535, "points": 0 });
        changed(
            GameId::BunnyKingdom,
            printed,
            &[
                ("/cards/other/26/score/points", json!(9)),
                ("/cards/other/27/score", rich),
                ("/cards/other/45/score", around),
                ("/cards/other/55/score/add", json!(3)),
                ("/cards/other/0/requires/terrain", json!(["sea"])),
                ("/cards/other/58/score/place", json!(255)),
                ("/players/rounds", json!(1)),
                ("/players/pass_direction_by_round", json!({ "1": "right" })),
            ],
        );
        let printed = include_str!("../src/games/cartographers/components.json");
        let row = |open: &str| format!("{open}{}", "L".repeat(11 - open.len()));
        let grid: Vec<String> = [
            "M....", "M....", "M....", "M....", "M....", "", "", "", "", "", "",
        ]
        .map(row)
        .to_vec();
        let cells = |rows: std::ops::Range<u8>, from: u8| {
            rows.flat_map(move |row| (from..11).map(move |col| [row, col]))
        };
        let wastelands: Vec<[u8; 2]> = cells(0..5, 5).chain(cells(5..11, 0)).collect();
        let mountains = [0, 1, 2, 3, 4].map(|row| json!({ "cell": [row, 0], "coin": true }));
        let wide = json!([[0, 0], [0, 4], [4, 0], [4, 4], [2, 2], [1, 1]]);
        changed(
            GameId::Cartographers,
            printed,
            &[
                ("/maps/0/blank_grid", json!(grid)),
                ("/maps/0/wastelands", json!(wastelands)),
                ("/maps/0/mountains", json!(mountains)),
                ("/maps/0/ruins", json!([])),
                ("/explore_cards/6/shapes/0/cells", wide.clone()),
                ("/explore_cards/6/shapes/0/size", json!(6)),
                ("/ambush_cards/0/shape/cells", wide),
                ("/ambush_cards/0/shape/size", json!(6)),
                ("/explore_cards/6/time", json!(3)),
                ("/season_cards/0/time_threshold", json!(1)),
                ("/skill_cards/0/cost_coins", json!(1)),
                ("/skill_cards/1/cost_coins", json!(1)),
                ("/coin_track/slots", json!(1)),
            ],
        );
    });
}

#[test]
fn a_corrected_value_is_what_a_position_scores() {
    strange();
    let position = json!({ "game": "bunny_kingdom", "position": {
        "players": 2, "squares": [], "parchments": [["royal_crown"], []] } });
    let position: Position = serde_json::from_value(position).unwrap();
    let sheets = position.imagine().unwrap().scores();
    assert_eq!(sheets[Seat(0)].if_now.total(), 9);
}

#[test]
fn a_box_in_use_stays() {
    strange();
    let before = GameId::BunnyKingdom.components_sha256();
    let printed = include_str!("../src/games/bunny_kingdom/components.json");
    let late = GameId::BunnyKingdom.replace_components(printed.to_owned());
    assert!(late.unwrap_err().0.contains("in use"));
    assert_eq!(GameId::BunnyKingdom.components_sha256(), before);
}

#[test]
fn whole_matches_end_with_the_strangest_boxes() {
    strange();
    for &game in GameId::ALL {
        let players = game.info().players;
        for seats in *players.start()..=(*players.end()).min(4) {
            for nth in 0..8 {
                let ended = played(game, seats, Seed([nth; 32]));
                assert!(ended.is_over(), "{game:?} of {seats}");
            }
        }
    }
}

#[test]
fn skills_are_played_with_the_strangest_box() {
    strange();
    let options = json!({ "game": "cartographers", "options": { "skills": true } });
    let options: Options = serde_json::from_value(options).unwrap();
    for nth in 0..8 {
        assert!(with(&options, 3, Seed([nth; 32])).is_over());
    }
}

fn played(game: GameId, seats: u8, seed: Seed) -> Match {
    with(&game.default_options(), seats, seed)
}

/// A match of the server's bots, to its end.
fn with(options: &Options, seats: u8, seed: Seed) -> Match {
    let bot = |seat: Seat| Bot::ALL[usize::from(seat.0) % Bot::ALL.len()];
    let places = BySeat::new(seats, |seat| Place::Bot { bot: bot(seat) });
    let host = PlayerId(format!("p_{}", "0".repeat(32)));
    let terms = Terms {
        rng: None,
        ..opened::terms(options, places, host, seed)
    };
    let mut game = fold(&matches::open(&terms, seed, &[]).unwrap());
    while let Some(seat) = game.table().unwrap().server_to_act().iter().next() {
        let (decision, command) = game.bot_decision(seat).unwrap();
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let more = game.decide(None, request).unwrap();
        game.evolve_all(&more);
    }
    game
}
