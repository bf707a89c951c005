//! The scoring cards against the worked examples of the rulebook.

use super::super::{
    edicts::{Edict, Tally, monsters},
    map::Land,
};
use crate::kit::cells::{Cells, Grid};

type Toy = Land<5>;

const BOARD: Grid = Toy::BOARD;

/// A 5×5 map whose outer border is the edge. Ruins are given apart.
fn toy(rows: [&str; 5], ruins: Cells) -> Toy {
    Toy::from_letters(&rows, ruins).unwrap()
}

/// Marks cells on a 5×5 map with `x`.
fn marked(rows: [&str; 5]) -> Cells {
    toy(
        rows.map(|row| row.replace('x', "X"))
            .each_ref()
            .map(String::as_str),
        Cells::NONE,
    )
    .monster
}

/// The card pays `points` for the map and counts the cells marked `x`.
fn pays(edict: Edict, rows: [&str; 5], points: i16, counted: [&str; 5]) {
    pays_with_ruins(edict, rows, Cells::NONE, points, counted);
}

fn pays_with_ruins(edict: Edict, rows: [&str; 5], ruins: Cells, points: i16, counted: [&str; 5]) {
    let cells = marked(counted);
    assert_eq!(edict.score(&toy(rows, ruins)), Tally { points, cells });
}

/// The village card pays `points` for the sizes of villages in [`VILLAGES`].
fn shieldgate_pays(rows: [&str; 5], points: i16) {
    assert_eq!(
        Edict::Shieldgate.score(&toy(rows, Cells::NONE)).points,
        points
    );
}

const GLADE: [&str; 5] = [
    "FF...", //
    ".F...", //
    "....F", //
    ".....", //
    "..F..", //
];

#[test]
fn sentinel_wood_counts_forest_on_the_edge() {
    // 11.1: (1,1) is not on the edge; the corner counts once.
    pays(
        Edict::SentinelWood,
        GLADE,
        4,
        [
            "xx...", //
            ".....", //
            "....x", //
            ".....", //
            "..x..", //
        ],
    );
}

#[test]
fn greenbough_counts_rows_and_columns_with_forest() {
    // 11.2: rows 0, 1, 2, 4 and columns 0, 1, 2, 4.
    pays(
        Edict::Greenbough,
        GLADE,
        8,
        [
            "xx...", //
            ".x...", //
            "....x", //
            ".....", //
            "..x..", //
        ],
    );
}

#[test]
fn treetower_counts_surrounded_forest() {
    // 11.3: two map sides close (0,0).
    pays(
        Edict::Treetower,
        [
            "FW...", //
            "A....", //
            "..X..", //
            ".MFA.", //
            "..V..", //
        ],
        2,
        [
            "x....", //
            ".....", //
            ".....", //
            "..x..", //
            ".....", //
        ],
    );
}

#[test]
fn forest_closes_a_side_of_its_neighbor() {
    // 11.3: neighboring forest counts as filled.
    pays(
        Edict::Treetower,
        [
            "FF...", //
            "FV...", //
            ".....", //
            ".....", //
            ".....", //
        ],
        1,
        [
            "x....", //
            ".....", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn undrawn_ruins_leave_a_side_open() {
    // 11.3
    let ruins = BOARD.cell(0, 1);
    let rows = |first| [first, "A....", ".....", ".....", "....."];
    let none = ["....."; 5];
    pays_with_ruins(Edict::Treetower, rows("F...."), ruins, 0, none);
    let corner = rows("FW...");
    assert_eq!(Edict::Treetower.score(&toy(corner, ruins)).points, 1);
}

#[test]
fn stoneside_forest_counts_mountains_joined_by_a_forest() {
    // 11.4: the lower forest touches (3,1) only.
    pays(
        Edict::StonesideForest,
        [
            "MFF..", //
            "..FM.", //
            ".....", //
            ".MF..", //
            ".....", //
        ],
        6,
        [
            "x....", //
            "...x.", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn a_mountain_is_joined_once_and_not_to_itself() {
    // 11.4: two forests join the mountains of the first row, which still pay once;
    // the lower mountain is touched twice by one forest.
    pays(
        Edict::StonesideForest,
        [
            "MFM..", //
            "F.F..", //
            "FFF..", //
            "...FF", //
            "...FM", //
        ],
        6,
        [
            "x.x..", //
            ".....", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn canal_lake_counts_farm_and_water_side_by_side() {
    // 11.5: the water at (0,2) touches no farm.
    pays(
        Edict::CanalLake,
        [
            "AWW..", //
            "A....", //
            "W....", //
            ".....", //
            ".....", //
        ],
        4,
        [
            "xx...", //
            "x....", //
            "x....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn mages_valley_counts_water_twice_and_farm_once_beside_mountains() {
    // 11.6: (2,2) touches no mountain.
    pays(
        Edict::MagesValley,
        [
            ".W...", //
            "AMW..", //
            ".AA..", //
            ".....", //
            ".....", //
        ],
        6,
        [
            ".x...", //
            "x.x..", //
            ".x...", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn two_mountains_do_not_count_a_space_twice() {
    // 11.6
    pays(
        Edict::MagesValley,
        [
            "MWMAM", //
            ".....", //
            ".....", //
            ".....", //
            ".....", //
        ],
        3,
        [
            ".x.x.", //
            ".....", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn the_golden_granary_counts_water_beside_ruins_and_farm_on_ruins() {
    // 11.7: ruins at (1,1), undrawn, and (3,1), with a farm drawn.
    pays_with_ruins(
        Edict::TheGoldenGranary,
        [
            ".WW..", //
            ".....", //
            ".....", //
            "WA...", //
            ".....", //
        ],
        BOARD.cell(1, 1) | BOARD.cell(3, 1),
        5,
        [
            ".x...", //
            ".....", //
            ".....", //
            "xx...", //
            ".....", //
        ],
    );
}

#[test]
fn water_on_ruins_needs_other_ruins_beside_it() {
    // 11.7
    let rows = [
        "W.WW.", //
        ".....", //
        ".....", //
        ".....", //
        ".....", //
    ];
    let ruins = BOARD.cell(0, 0) | BOARD.cell(0, 2) | BOARD.cell(0, 3);
    let both = ["..xx.", ".....", ".....", ".....", "....."];
    pays_with_ruins(Edict::TheGoldenGranary, rows, ruins, 2, both);
}

#[test]
fn shoreside_expanse_counts_farms_and_lakes_apart() {
    // 11.8: farm (3,1) and water (3,2) spoil each other.
    pays(
        Edict::ShoresideExpanse,
        [
            ".....", //
            ".AA..", //
            "...W.", //
            ".AW..", //
            ".....", //
        ],
        6,
        [
            ".....", //
            ".xx..", //
            "...x.", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn shoreside_expanse_leaves_out_what_reaches_the_edge() {
    // 11.8: mountains, monsters and wasteland beside it do not matter.
    pays(
        Edict::ShoresideExpanse,
        [
            "..A..", //
            "..A..", //
            "M....", //
            "XWLAA", //
            ".....", //
        ],
        3,
        [
            ".....", //
            ".....", //
            ".....", //
            ".x...", //
            ".....", //
        ],
    );
}

#[test]
fn wildholds_counts_villages_of_six_or_more() {
    // 11.9: sizes six and five.
    pays(
        Edict::Wildholds,
        [
            "VVV..", //
            "VVV..", //
            ".....", //
            "VVVVV", //
            ".....", //
        ],
        8,
        [
            "xxx..", //
            "xxx..", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn a_village_of_twelve_counts_once() {
    // 11.9
    pays(
        Edict::Wildholds,
        [
            "VVVV.", //
            "VVVV.", //
            "VVVV.", //
            ".....", //
            ".....", //
        ],
        8,
        [
            "xxxx.", //
            "xxxx.", //
            "xxxx.", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn great_city_counts_the_largest_village_apart_from_mountains() {
    // 11.10: the village of three touches the mountain.
    pays(
        Edict::GreatCity,
        [
            "VVV..", //
            "..M..", //
            ".....", //
            "VV.V.", //
            ".....", //
        ],
        2,
        [
            ".....", //
            ".....", //
            ".....", //
            "xx...", //
            ".....", //
        ],
    );
}

#[test]
fn of_equal_cities_one_counts() {
    // 11.10
    pays(
        Edict::GreatCity,
        [
            "V.VV.", //
            ".....", //
            "VV...", //
            ".....", //
            "....V", //
        ],
        2,
        [
            "..xx.", //
            ".....", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn greengold_plains_counts_villages_beside_three_terrains() {
    // 11.11: the village at (3,3) touches forest and water only.
    pays(
        Edict::GreengoldPlains,
        [
            ".F...", //
            "WVVX.", //
            ".....", //
            "..FVF", //
            "...W.", //
        ],
        3,
        [
            ".....", //
            ".xx..", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn wasteland_and_ruins_are_no_terrain_beside_a_village() {
    // 11.11: farm and mountain are terrains; wasteland and undrawn ruins are not.
    let rows = [
        ".L...", //
        "AVM..", //
        ".....", //
        "..M..", //
        ".AVX.", //
    ];
    let counted = [
        ".....", //
        ".....", //
        ".....", //
        ".....", //
        "..x..", //
    ];
    pays_with_ruins(Edict::GreengoldPlains, rows, BOARD.cell(2, 1), 3, counted);
}

#[test]
fn the_farm_half_of_a_diplomacy_cell_is_not_beside_its_own_village() {
    // Skill cards, Diplomacy: only cells outside the village supply terrains.
    let rows = |right| [".F...", right, ".....", ".....", "....."];
    pays(Edict::GreengoldPlains, rows("WDV.."), 0, ["....."; 5]);
    let counted = rows(".xx..").map(|row| if row == ".F..." { "....." } else { row });
    pays(Edict::GreengoldPlains, rows("WDVA."), 3, counted);
}

#[test]
fn shieldgate_counts_the_second_village() {
    // 11.12: sizes 4, 3, 3.
    pays(
        Edict::Shieldgate,
        [
            "VVV.V", //
            "....V", //
            "VV..V", //
            "VV...", //
            ".....", //
        ],
        6,
        [
            "xxx..", //
            ".....", //
            ".....", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn the_second_village_may_be_as_large_as_the_first() {
    // 11.12: 4, 4, 1 → 8; 5, 5, 3 → 10; one → 0; singles → 2; none → 0.
    shieldgate_pays(["VV.VV", "VV.VV", ".....", "V....", "....."], 8);
    shieldgate_pays(["VVVVV", ".....", "VVVVV", ".....", "VVV.."], 10);
    shieldgate_pays(["VVVVV", "V....", ".....", ".....", "....."], 0);
    shieldgate_pays(["V.V.V", ".....", "V.V.V", ".....", "V...."], 2);
    shieldgate_pays(["....."; 5], 0);
}

#[test]
fn borderlands_counts_full_rows_and_columns() {
    // 11.13: row 0 and column 0.
    pays(
        Edict::Borderlands,
        [
            "FWAXV", //
            "F....", //
            "M....", //
            "W....", //
            "A....", //
        ],
        12,
        [
            "xxxxx", //
            "x....", //
            "x....", //
            "x....", //
            "x....", //
        ],
    );
}

#[test]
fn lost_barony_counts_the_side_of_the_largest_full_square() {
    // 11.14
    pays(
        Edict::LostBarony,
        [
            "FFF..", //
            "FMX..", //
            "WWAL.", //
            ".....", //
            "....V", //
        ],
        9,
        [
            "xxx..", //
            "xxx..", //
            "xxx..", //
            ".....", //
            ".....", //
        ],
    );
}

#[test]
fn a_lone_space_is_a_square_and_no_space_is_none() {
    // 11.14
    let lone = [".....", ".....", "...L.", ".....", "....."];
    pays(
        Edict::LostBarony,
        lone,
        3,
        [".....", ".....", "...x.", ".....", "....."],
    );
    pays(Edict::LostBarony, ["....."; 5], 0, ["....."; 5]);
}

#[test]
fn the_broken_road_counts_full_diagonals_from_the_left_edge() {
    // 11.15: the main diagonal and (3,0)-(4,1); (4,0) is empty.
    pays(
        Edict::TheBrokenRoad,
        [
            "F....", //
            ".W...", //
            "..M..", //
            "A..X.", //
            ".V..F", //
        ],
        6,
        [
            "x....", //
            ".x...", //
            "..x..", //
            "x..x.", //
            ".x..x", //
        ],
    );
}

#[test]
fn the_bottom_left_corner_is_a_road_and_none_starts_on_the_top_edge() {
    // 11.15: nor do roads that climb count.
    pays(
        Edict::TheBrokenRoad,
        [
            ".F..F", //
            "..FF.", //
            "..FF.", //
            ".F..F", //
            "F....", //
        ],
        3,
        [
            ".....", //
            ".....", //
            ".....", //
            ".....", //
            "x....", //
        ],
    );
}

#[test]
fn the_cauldrons_count_surrounded_empty_spaces() {
    // 11.16: (0,0) and (3,2).
    pays(
        Edict::TheCauldrons,
        [
            ".F...", //
            "W....", //
            "..F..", //
            ".V.M.", //
            "..X..", //
        ],
        2,
        [
            "x....", //
            ".....", //
            ".....", //
            "..x..", //
            ".....", //
        ],
    );
}

#[test]
fn undrawn_ruins_can_be_a_cauldron() {
    // 11.16
    let rows = [".F...", "W....", ".....", ".....", "....."];
    let counted = ["x....", ".....", ".....", ".....", "....."];
    pays_with_ruins(Edict::TheCauldrons, rows, BOARD.cell(0, 0), 1, counted);
}

#[test]
fn monsters_cost_one_for_each_empty_space_beside_them() {
    // 11.17: (1,2) and (2,1) touch two monsters, still one each.
    let rows = [
        "..X..", //
        ".....", //
        "X.X..", //
        ".....", //
        ".....", //
    ];
    let counted = [
        ".x.x.", //
        "x.x..", //
        ".x.x.", //
        "x.x..", //
        ".....", //
    ];
    let lost = Tally {
        points: -8,
        cells: marked(counted),
    };
    assert_eq!(monsters(&toy(rows, Cells::NONE)), lost);
}

#[test]
fn undrawn_ruins_beside_monsters_cost_and_wasteland_and_mountains_do_not() {
    // 7.3
    let rows = ["LXM..", ".....", ".....", ".....", "....."];
    let lost = Tally {
        points: -1,
        cells: BOARD.cell(1, 1),
    };
    assert_eq!(monsters(&toy(rows, BOARD.cell(1, 1))), lost);
}
