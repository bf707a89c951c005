//! Section 10: the rows of the score sheet, and the cells they count.

use serde_json::json;

use super::super::{State, tiles::Tile, zone::Spot};
use super::table::{imagine, line, pays, row, sheet, written};
use crate::{Cell, Replay as _, Seat};

#[test]
fn dragons_pay_14_in_the_example_of_the_rulebook() {
    // 6.6: four of three points, two angry ones of one.
    let dragons = row("lava_green lava_green lava_blue_s lava_blue_n lava_purple_s lava_purple_n");
    assert_eq!(line("exp_blue_m", &dragons, "lava"), Some(14));
}

#[test]
fn swamps_pay_2_8_18_32_50() {
    // 6.5
    for (count, points) in (1..).zip([2, 8, 18, 32, 50]) {
        let swamps = row(&"swamp ".repeat(count));
        assert_eq!(line("exp_blue_m", &swamps, "swamp"), Some(points));
    }
    assert_eq!(line("exp_blue_m", "", "swamp"), None);
}

#[test]
fn a_big_monster_pays_11_complete_and_1_each_half_alone() {
    // 6.4
    let pays = |tiles: &str| line("exp_blue_m", tiles, "big_monster");
    assert_eq!(pays("lake_left@2,0 lake_right@3,0"), Some(11));
    assert_eq!(pays("lake_left@2,0 lake_right@3,1"), Some(2));
    assert_eq!(pays("lake_right@2,0 lake_left@3,0"), Some(2));
    assert_eq!(
        pays("lake_left@2,0 lake_right@3,0 lake_right@4,0"),
        Some(12)
    );
    assert_eq!(pays("lake_left@2,0"), Some(1));
}

#[test]
fn desert_rune_and_radioactive_tiles_pay_nothing_by_themselves() {
    // 6.8
    let tiles = row("desert rune_double radio_twin radio_single");
    assert_eq!(sheet("exp_pink_f", &tiles, json!([]), json!({})), []);
}

#[test]
fn tokens_stand_under_missions_and_the_online_constants_can_be_overridden() {
    let tokens = json!([
        {"type": "mission", "mission": "desert", "scope": "individual"},
        {"type": "mission", "mission": "desert", "scope": "team"},
        {"type": "mission", "mission": "rune", "scope": "team"},
        {"type": "penalty"}, {"type": "dragon"}, {"type": "dragon"},
        {"type": "yeti"}, {"type": "panda"},
    ]);
    let banked = |options| {
        let position = json!({
            "zones": [written("exp_pink_f", "")], "tokens": [tokens], "options": options,
        });
        let sheets = State::scores(&imagine(position).unwrap());
        let lines = sheets[Seat(0)].banked.0.clone();
        let lines = lines.into_iter().map(|line| (line.source, line.points));
        lines.collect::<Vec<_>>()
    };
    let expected = [
        ("missions.desert", 10),
        ("missions.team_desert", 10),
        ("missions.team_rune", 5),
        ("missions.penalty", -10),
        ("missions.dragon", -10),
        ("missions.yeti", 10),
        ("missions.panda", 5),
    ];
    let expected = expected.map(|(name, points)| (name.to_owned(), points));
    assert_eq!(banked(json!({})), expected);
    let other = banked(json!({"yeti_token_points": -3, "panda_token_points": 0}));
    assert_eq!(
        other[5..].iter().map(|it| it.1).collect::<Vec<_>>(),
        [-3, 0]
    );
}

#[test]
fn rows_stand_in_the_order_of_the_sheet() {
    let tiles = row("swamp grass_grass lava_green lake_left ice_red rune_green rune_green");
    let lines = sheet("exp_red_m", &tiles, json!([]), json!({}));
    let names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "ice.ice_red",
            "big_monster",
            "lava",
            "grassland.grass_grass",
            "swamp",
            "crystals.green",
            "explorer.exp_red_m"
        ]
    );
}

#[test]
fn a_line_names_the_cells_it_counted() {
    let position = json!({"zones": [written("exp_blue_m", "swamp@2,0 ice_red@3,0")]});
    let sheets = State::scores(&imagine(position).unwrap());
    let cells = |nth: usize| sheets[Seat(0)].if_now.0[nth].cells.clone();
    assert_eq!(cells(0), Spot { x: 3, y: 0 }.cells(Tile::IceRed));
    assert_eq!(cells(1), [Cell(0, 2), Cell(1, 2)]);
    assert_eq!(cells(2), cells(0));
}

#[test]
fn snail_tiles_pay_in_the_row_of_their_terrain() {
    assert_eq!(line("exp_blue_m", &row("sp_yeti"), "ice.sp_yeti"), Some(-5));
    assert_eq!(line("exp_blue_m", &row("sp_gold"), "lava"), Some(0));
    assert_eq!(
        line("exp_blue_m", &row("sp_panda"), "grassland.sp_panda"),
        Some(0)
    );
    let none = pays(
        "exp_sp_gold",
        "",
        "explorer.exp_sp_gold",
        json!([]),
        json!({}),
    );
    assert_eq!(none, Some(2));
}
