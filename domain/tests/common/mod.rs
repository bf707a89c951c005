//! Matches played for the tests, of every game there is.

pub mod mutate;
pub mod playout;

use domain::{GameId, Options};
use serde_json::{Value, json};

/// Options a game is tested with: what a host gets by choosing nothing, and then
/// every answer of every option at least once.
pub fn option_sets(game: GameId) -> Vec<Options> {
    let variants: Vec<Value> = match game {
        GameId::Cartographers => vec![
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
        ],
    };
    let parse = |options| {
        let tagged = json!({"game": game, "options": options});
        serde_json::from_value(tagged).expect("the options of this game")
    };
    let chosen = variants.into_iter().map(parse);
    std::iter::once(game.default_options())
        .chain(chosen)
        .collect()
}

/// Numbers of seats worth a match, of those the game allows.
pub fn table_sizes(game: GameId) -> impl Iterator<Item = u8> {
    let players = game.info().players;
    [1, 2, 3, 4, 12, 100]
        .into_iter()
        .filter(move |seats| players.contains(seats))
}

/// A value as it comes back from its own JSON.
pub fn through_json<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    let json = serde_json::to_string(value).expect("values of the wire serialize");
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error} in {json}"))
}
