//! The worked examples of chapter 17.

use super::{
    super::{
        board::Space,
        features::{Feature, Round},
        score,
        weapons::{Fight, shown},
    },
    table::{Table, fight, named, weapons},
};
use crate::{Seat, kit::cells::Cells};

fn scored(table: &Table, round: Round, feature: Feature) -> (usize, i16) {
    let (spaces, xp) = score::counted(table.state.table(), Seat(0), round, feature);
    (Space::each(spaces).count(), xp)
}

fn best(table: &Table, round: Round) -> Option<Feature> {
    score::best_feature(table.state.table(), Seat(0), round)
}

#[test]
fn four_connected_deserts_and_one_at_a_corner_are_16_in_round_a() {
    // 17.1; board 1 has printed deserts at [1, 0] and [2, 2].
    //   D . F
    //   D D .
    //   D . D
    let rows = ["bld-15 . bld-01", ". bld-16 .", "bld-17 . ."];
    let table = Table::new(2).board(0, rows);
    assert_eq!(scored(&table, Round::A, Feature::Desert), (4, 16));
    assert_eq!(best(&table, Round::A), Some(Feature::Desert));
}

#[test]
fn a_single_printed_tundra_is_5_in_round_a() {
    // 17.2
    for seat in [0, 1, 2, 3] {
        let table = Table::new(4);
        let (spaces, xp) = score::counted(
            table.state.table(),
            Seat(seat),
            Round::A,
            Feature::SnowyTundra,
        );
        assert_eq!((spaces.count(), xp), (1, 5));
        assert_eq!(best(&table, Round::A), Some(Feature::SnowyTundra));
    }
}

#[test]
fn five_connected_wooden_buildings_are_15_in_round_b() {
    // 17.3
    let rows = ["bld-01 bld-02 .", ". bld-03 bld-04", ". bld-15 ."];
    let table = Table::new(2).board(0, rows);
    assert_eq!(scored(&table, Round::B, Feature::Wood), (5, 15));
    assert_eq!(best(&table, Round::B), Some(Feature::Wood));
}

#[test]
fn two_animal_farms_beat_two_houses_in_round_c_and_only_one_of_them_scores() {
    // 17.4
    let rows = ["bld-03 bld-07 .", ". . .", "bld-02 bld-06 ."];
    let mut table = Table::new(2).board(0, rows);
    assert_eq!(scored(&table, Round::C, Feature::AnimalFarm), (2, 12));
    assert_eq!(scored(&table, Round::C, Feature::House), (2, 10));
    assert_eq!(best(&table, Round::C), Some(Feature::AnimalFarm));
    table = table.cube([[0; 4], [0; 4], [0; 4], [1, 2, 1, 2]]);
    table.state.round = Some(Round::B);
    for round in [Round::A, Round::B] {
        for seat in [0, 1] {
            let score = super::super::event::RoundScore {
                round,
                seat: Seat(seat),
                feature: None,
                spaces: Vec::new(),
                xp: 0,
            };
            table.state.scores.push(score);
        }
    }
    table.play(0, super::table::take(3, 1));
    table.play(0, super::table::take(3, 3));
    table.play(0, super::table::explore("x-22"));
    assert_eq!(table.xp(0), 12);
    assert!(table.state.is_over());
}

#[test]
fn end_of_game_mobs_pay_13() {
    // 17.5: forest 2, obsidian 3, animal farm 3, sand 2.
    let table = Table::new(2)
        .board(0, ["bld-14 . .", ". . .", ". . bld-03"])
        .mobs(0, "mob-01 mob-08 mob-11 mob-06");
    let bonuses = score::mob_bonuses(table.state.table());
    let paid: Vec<i16> = bonuses[Seat(0)].0.iter().map(|bonus| bonus.xp).collect();
    assert_eq!(paid, [4, 3, 6, 0]);
    assert_eq!(bonuses[Seat(0)].xp(), 13);
    assert_eq!(bonuses[Seat(1)].xp(), 0);
}

#[test]
fn two_bows_show_five_tokens_whose_6_hearts_beat_an_enderman() {
    // 17.6
    let order = "bow poisonous_potato bow diamond_sword poisonous_potato";
    assert_eq!(shown(&weapons(order)).len(), 5);
    let fight_of = Fight::new(named("stack-22"), named("mob-16"), weapons(order));
    assert_eq!(fight_of.hearts(), 6);
    let mut table = Table::new(2).pile(0, order).tile("stack-22", "mob-16");
    table.play(0, fight("stack-22"));
    assert_eq!(table.happened()[..2], ["tokens_revealed", "fight_won"]);
    assert_eq!(table.xp(0), 6);
}

#[test]
fn no_space_is_counted_twice() {
    let table = Table::new(2).board(0, ["bld-15 bld-16 .", ". . .", ". . ."]);
    let (spaces, _) = score::counted(table.state.table(), Seat(0), Round::B, Feature::Wood);
    assert_eq!(spaces, Cells(0b11));
}
