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
            json!({"beginners": [0, 2], "boards_bound_to_colour": true, "start_seat": 1}),
            json!({
                "extra_actions_only_after_normal_actions": false,
                "automatic_features": false,
                "mob_bonus_counts_printed_biomes": true,
            }),
        ],
        GameId::BigMonster => vec![
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
        ],
    };
    let parse = |options: Value| {
        let tagged = json!({"game": game, "options": options});
        serde_json::from_value(tagged).expect("the options of this game")
    };
    let chosen = variants.into_iter().map(parse);
    std::iter::once(game.default_options())
        .chain(chosen)
        .collect()
}

/// The seats that can play with these options, the fewest first.
pub(crate) fn tables(options: &Options) -> Vec<u8> {
    let players = options.game().info().players;
    players
        .filter(|&seats| options.fits(seats).is_ok())
        .collect()
}
