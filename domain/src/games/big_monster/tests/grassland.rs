//! 6.7: every grassland tile with what it counts.

use serde_json::{Value, json};

use super::table::{line, pays, row};

const MISSION_AND_PENALTY: &str = r#"[{"type":"mission","mission":"rune","scope":"team"},{"type":"penalty"},{"type":"dragon"},{"type":"yeti"}]"#;

#[test]
fn every_grassland_tile_counts_what_it_shows() {
    let table = [
        ("grass_green_crystal", "rune_green rune_green rune_green", 4),
        ("grass_green_crystal", "rune_green swamp rune_green", 0),
        ("grass_kinds", "", 1),
        ("grass_kinds", "swamp desert desert ice_red lake_left", 5),
        (
            "grass_kinds",
            "swamp desert rune_double ice_red lake_left lava_green",
            7,
        ),
        (
            "grass_big_monster",
            "lake_left lake_right lake_left lake_right lake_left",
            8,
        ),
        ("grass_big_monster", "lake_left", 0),
        ("grass_rune", "rune_double rune_pink_s", 6),
        ("grass_desert", "desert desert", 6),
        ("grass_crystal", "rune_green rune_green rune_green", 2),
        ("grass_lava", "lava_green lava_purple_s sp_gold", 3),
        ("grass_grass", "", 2),
        ("grass_grass", "grass_kinds sp_panda", 6),
        ("sp_camp", "", 1),
        ("sp_camp", "swamp", 1),
        ("sp_camp", "radio_twin radio_single swamp", 3),
        ("sp_unicorn_a", "sp_unicorn_b", 9),
        ("sp_unicorn_b", "sp_unicorn_a", 9),
        ("sp_unicorn_a", "grass_grass", 0),
    ];
    for (tile, others, points) in table {
        let tiles = row(&format!("{others} {tile}"));
        let paid = line("exp_blue_m", &tiles, &format!("grassland.{tile}"));
        assert_eq!(paid, Some(points), "{tiles}");
    }
}

#[test]
fn the_missions_tile_counts_mission_tokens_and_penalties_but_no_others() {
    let tokens: Value = serde_json::from_str(MISSION_AND_PENALTY).unwrap();
    let paid = pays(
        "exp_blue_m",
        &row("grass_missions"),
        "grassland.grass_missions",
        tokens,
        json!({}),
    );
    assert_eq!(paid, Some(4));
}

#[test]
fn the_kinds_tile_counts_the_desert_explorer_but_not_the_pink_woman() {
    // D-16
    let tiles = row("grass_kinds swamp");
    let paid = |explorer, options| {
        pays(
            explorer,
            &tiles,
            "grassland.grass_kinds",
            json!([]),
            options,
        )
    };
    assert_eq!(paid("exp_blue_m", json!({})), Some(2));
    assert_eq!(paid("exp_pink_f", json!({})), Some(2));
    assert_eq!(paid("exp_orange_m", json!({})), Some(3));
    assert_eq!(
        paid("exp_orange_m", json!({"edition": "board_game_arena"})),
        Some(2)
    );
    let own = json!({"edition": "board_game_arena", "desert_explorer_is_a_kind": true});
    assert_eq!(paid("exp_orange_m", own), Some(3));
}

#[test]
fn the_desert_tile_counts_the_desert_explorer() {
    let tiles = row("grass_desert desert");
    assert_eq!(
        line("exp_orange_m", &tiles, "grassland.grass_desert"),
        Some(6)
    );
    assert_eq!(
        line("exp_blue_m", &tiles, "grassland.grass_desert"),
        Some(3)
    );
}

#[test]
fn the_camp_counts_round_the_explorer_or_online_round_itself() {
    // D-17
    let paid =
        |tiles: &str, options| pays("exp_blue_m", tiles, "grassland.sp_camp", json!([]), options);
    let online = || json!({"camp_counts": "round_tile"});
    // Beside the explorer it counts itself.
    let beside = "sp_camp@2,0 swamp@3,0 swamp@-1,0";
    assert_eq!(paid(beside, json!({})), Some(2));
    assert_eq!(paid(beside, online()), Some(1));
    // Corners count, and a tile counts once.
    let corners = "swamp@2,0 swamp@2,2 radio_twin@0,-1 swamp@-1,-1 sp_camp@3,1";
    assert_eq!(paid(corners, json!({})), Some(4));
    assert_eq!(paid(corners, online()), Some(2));
    assert_eq!(
        paid(corners, json!({"edition": "board_game_arena"})),
        Some(2)
    );
}
