//! Options that every game is tested with.

use domain::{GameId, Options};
use serde_json::{Value, json};

/// Options a game is tested with: what a host gets by choosing nothing, and then
/// every answer of every option at least once.
pub(crate) fn option_sets(game: GameId) -> Vec<Options> {
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
        // There is nothing to choose; twice, so that two table sizes are kept.
        GameId::BunnyKingdom => vec![json!({})],
        GameId::BuildersBiomes => vec![
            json!({"beginners": [0, 2], "boards_bound_to_colour": false, "start_seat": 1}),
            json!({
                "extra_actions_only_after_normal_actions": false,
                "automatic_features": false,
                "mob_bonus_counts_printed_biomes": true,
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
