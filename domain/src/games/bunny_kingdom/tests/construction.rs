//! Construction without camps (section 6).

use super::super::{Command, Illegal, cards::Building, event::Duty};
use super::table::{Table, build, square, towers};
use crate::{Reason as _, Seat};

#[test]
fn a_building_goes_on_a_square_of_ones_own_without_building() {
    // 6.2 and 1.4
    let table = Table::building(&["A1 A4 B1:gold", "A2"], &["city1", ""]);
    assert_eq!(
        table.refuses(0, build("city1", "A2")),
        Illegal::NotYours(square("A2"))
    );
    assert_eq!(
        table.refuses(0, build("city1", "A3")),
        Illegal::NotYours(square("A3"))
    );
    assert_eq!(
        table.refuses(0, build("city1", "A4")),
        Illegal::BuiltUpon(square("A4"))
    );
    let refused = table.refuses(0, build("city1", "B1"));
    assert_eq!(refused, Illegal::BuiltUpon(square("B1")));
    assert_eq!(refused.refusal().cells, [crate::Cell(1, 0).into()]);
    assert_eq!(table.legal(0), [Command::Done {}, build("city1", "A1")]);
}

#[test]
fn what_minds_the_terrain_goes_there_only() {
    // 6.3
    let kept = "city3 farm_mushroom farm_pearl farm_spice farm_copper farm_wood trading_post";
    let table = Table::building(&["A1 A5 C7 B1 D1", ""], &[kept, ""]);
    let places = |name: &str| {
        let legal = table.legal(0);
        let at = |square: &&str| legal.contains(&build(name, square));
        ["A1", "A5", "C7", "B1", "D1"]
            .iter()
            .filter(|it| at(it))
            .count()
    };
    assert_eq!(places("city3"), 1);
    assert!(table.legal(0).contains(&build("city3", "B1")));
    assert!(table.legal(0).contains(&build("farm_mushroom", "A1")));
    assert!(table.legal(0).contains(&build("farm_pearl", "A5")));
    assert!(table.legal(0).contains(&build("farm_spice", "C7")));
    assert!(table.legal(0).contains(&build("farm_copper", "B1")));
    assert_eq!(
        ["farm_mushroom", "farm_pearl", "farm_spice", "farm_copper"].map(places),
        [1; 4]
    );
    assert_eq!(["farm_wood", "trading_post"].map(places), [5, 5]);
    let refused = table.refuses(0, build("farm_pearl", "A1"));
    assert_eq!(
        (refused, refused.refusal().rule),
        (Illegal::WrongTerrain(square("A1")), Some("6.3"))
    );
}

#[test]
fn placing_is_optional_and_what_is_kept_waits_for_a_later_round() {
    // 6.1
    let mut table = Table::building(&["A1", ""], &["city1", ""]);
    assert_eq!(table.due(), [0]);
    table.play(0, Command::Done {});
    assert_eq!(table.state.round, 2);
    assert_eq!(table.state.seats[Seat(0)].kept, [Building::City1]);
    table.until(Duty::Build);
    assert!(table.legal(0).contains(&build("city1", "A1")));
}

#[test]
fn a_building_card_is_used_up_by_building() {
    // 6.6
    let mut table = Table::building(&["A1 A2", ""], &["city1 city2", ""]);
    table.play(0, build("city1", "A1"));
    assert_eq!(table.state.seats[Seat(0)].kept, [Building::City2]);
    assert_eq!(
        table.refuses(0, build("city1", "A2")),
        Illegal::NotKept(Building::City1)
    );
}

#[test]
fn seats_build_in_any_order_and_who_has_nothing_left_is_done() {
    // 6.7
    let mut table = Table::building(&["A1 A2", "A5", "J1"], &["city1 city1", "city2", ""]);
    assert_eq!(table.due(), [0, 1]);
    table.play(0, build("city1", "A1"));
    table.play(1, build("city2", "A5"));
    assert_eq!(table.due(), [0]);
    table.play(0, build("city1", "A2"));
    assert_eq!(table.state.round, 2);
}

#[test]
fn who_can_place_nothing_is_not_asked() {
    let table = Table::building(
        &["A1 A4", "J1", ""],
        &["city3 farm_pearl", "city1", "city1"],
    );
    assert_eq!(table.due(), [1]);
}

#[test]
fn a_square_keeps_its_resource_under_a_building() {
    // 6.5
    let mut table = Table::building(&["A1", ""], &["city1", ""]);
    table.play(0, build("city1", "A1"));
    assert_eq!(table.state.points(Seat(0)), 1);
}

#[test]
fn sky_towers_link_two_fiefs() {
    // 6.8 and 7.5
    let mut table = Table::building(&["A1 A2 E6 E7", ""], &["sky_tower city1", ""]);
    assert_eq!(
        table.refuses(0, towers("A1", "A2")),
        Illegal::SameFief(square("A1"), square("A2"))
    );
    assert_eq!(
        table.refuses(0, towers("A1", "A1")),
        Illegal::SameFief(square("A1"), square("A1"))
    );
    assert_eq!(
        table.refuses(0, towers("A1", "E6")),
        Illegal::BuiltUpon(square("E6"))
    );
    assert_eq!(
        table.refuses(0, towers("A1", "J1")),
        Illegal::NotYours(square("J1"))
    );
    assert_eq!(
        table.refuses(0, build("sky_tower", "A1")),
        Illegal::TwoTowers
    );
    let pairs = |it: &&Command| matches!(it, Command::BuildTowers { .. });
    assert_eq!(table.legal(0).iter().filter(pairs).count(), 2);
    table.play(0, towers("E7", "A2"));
    table.play(0, Command::Done {});
    // A city and wood, through the towers.
    assert_eq!(table.state.points(Seat(0)), 1);
}

#[test]
fn without_two_fiefs_a_sky_tower_waits() {
    // 6.8
    let table = Table::building(&["A1 A2 A3", "J1"], &["sky_tower", "city1"]);
    assert_eq!(table.due(), [1]);
}

#[test]
fn sky_towers_cross_lava_and_chain() {
    // 6.8
    let board = ["B1:/1 B2:/1 E1:/2 G1 J1:/2", ""];
    let table = Table::building(&board, &["sky_tower", ""]);
    let legal = table.legal(0);
    // Only G1 is free.
    assert_eq!(legal, []);
    let table = Table::building(
        &["B1:/1 B2:/1 C1 E1:/2 G1 J1:/2 J2", ""],
        &["sky_tower", ""],
    );
    let cities = |it: &&Command| matches!(it, Command::BuildTowers { .. });
    // G1 and J2 are free and apart; C1 is a printed city.
    assert_eq!(table.legal(0).iter().filter(cities).count(), 1);
}
