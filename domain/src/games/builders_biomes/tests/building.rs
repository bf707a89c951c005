//! 7.3: payment with emeralds, and building over what is there.

use proptest::prelude::*;

use super::{
    super::{
        Illegal,
        blocks::{Block, Blocks},
        board::{Space, Visible},
        features::{Feature, Round},
        score,
    },
    table::{Table, blocks, build, explore, named},
};
use crate::Seat;

fn counted_blocks(most: u8) -> impl Strategy<Value = Blocks> {
    prop::array::uniform5(0..=most).prop_map(|[wood, sand, stone, obsidian, emerald]| Blocks {
        wood,
        sand,
        stone,
        obsidian,
        emerald,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_payments_listed_are_all_that_pay(supply in counted_blocks(4), cost in counted_blocks(3)) {
        let cost = Blocks { emerald: 0, ..cost };
        let listed = supply.payments(cost);
        let mut found = Vec::new();
        for wood in 0..=supply.wood {
            for sand in 0..=supply.sand {
                for stone in 0..=supply.stone {
                    for obsidian in 0..=supply.obsidian {
                        for emerald in 0..=supply.emerald {
                            let paid = Blocks { wood, sand, stone, obsidian, emerald };
                            if paid.pays(cost) {
                                found.push(paid);
                            }
                        }
                    }
                }
            }
        }
        prop_assert_eq!(listed, found);
    }

    #[test]
    fn a_payment_gives_each_block_of_the_cost_itself_or_an_emerald(paid in counted_blocks(3), cost in counted_blocks(3)) {
        let cost = Blocks { emerald: 0, ..cost };
        let missing: u16 = Block::MATERIALS
            .into_iter()
            .map(|block| u16::from(cost.of(block).saturating_sub(paid.of(block))))
            .sum();
        let too_many = Block::MATERIALS.into_iter().any(|block| paid.of(block) > cost.of(block));
        prop_assert_eq!(paid.pays(cost), !too_many && missing == u16::from(paid.emerald));
    }
}

/// bld-04 costs 2 wood, 1 sand and 1 stone, and pays 2.
fn shop(supply: &str) -> Table {
    Table::new(2).tile("stack-22", "bld-04").supply(0, supply)
}

#[test]
fn a_building_is_paid_exactly_and_its_blocks_leave_the_game() {
    let mut table = shop("3W 1S 2T 1E");
    table.play(0, build("stack-22", [1, 1], "2W 1S 1T"));
    assert_eq!(table.state.players[Seat(0)].supply, blocks("1W 1T 1E"));
    assert_eq!(table.state.spent, blocks("2W 1S 1T"));
    // 7.3.3
    assert_eq!(table.xp(0), 2);
}

#[test]
fn an_emerald_stands_for_any_one_block_even_of_a_color_owned() {
    // D-20
    let table = shop("3W 1S 2T 2E");
    for payment in [
        "2W 1S 1T",
        "1W 1S 1T 1E",
        "2W 1T 1E",
        "1S 1T 2E",
        "1W 1S 2E",
    ] {
        assert!(
            table.allows(0, build("stack-22", [0, 0], payment)),
            "{payment}"
        );
    }
}

#[test]
fn nobody_pays_too_much_too_little_or_what_they_do_not_have() {
    let table = shop("3W 1S 2T 1E");
    let wrong = Illegal::WrongPayment(named("bld-04"));
    for payment in ["2W 1S", "2W 1S 1T 1E", "3W 1S 1T", "3W 1S", "1E", ""] {
        assert_eq!(
            table.refuses(0, build("stack-22", [0, 0], payment)),
            wrong,
            "{payment}"
        );
    }
    let poor = build("stack-22", [0, 0], "1S 1T 2E");
    assert_eq!(table.refuses(0, poor), Illegal::NotOwned);
}

#[test]
fn any_space_will_do_and_a_building_covers_another_for_good() {
    // 7.3.2 and D-10
    let mut table = shop("9W 9S 9T")
        .board(0, ["bld-15 . .", ". bld-16 .", ". . ."])
        .tile("stack-23", "bld-05");
    let spaces = table.legal(0);
    let spaces = spaces
        .iter()
        .filter(|it| matches!(it, super::super::Command::Build { .. }));
    assert_eq!(spaces.count(), 2 * 9, "one payment each, nine spaces");
    let before = score::counted(table.state.table(), Seat(0), Round::B, Feature::Wood);
    assert_eq!(before.1, 3);
    table.play(0, build("stack-23", [0, 0], "1S"));
    let landscape = table.state.players[Seat(0)].landscape();
    let corner = Space::try_from([0, 0]).unwrap();
    assert_eq!(landscape.at(corner), Visible::Built(named("bld-05")));
    assert!(
        landscape.built_with(Feature::Desert).count() == 1,
        "bld-15 is out of play"
    );
    assert_eq!(table.state.players[Seat(0)].built.len(), 3);
    table.play(0, explore("x-22"));
}

#[test]
fn a_building_hides_the_printed_biome() {
    let table = Table::new(2).board(0, [". bld-15 .", ". . .", ". . ."]);
    let landscape = table.state.players[Seat(0)].landscape();
    assert_eq!(landscape.showing(Feature::SnowyTundra).count(), 0);
    assert_eq!(landscape.showing(Feature::Desert).count(), 4);
}

#[test]
fn who_can_not_pay_can_not_build() {
    let table = shop("1W");
    let is_build = |it: &super::super::Command| matches!(it, super::super::Command::Build { .. });
    assert!(!table.legal(0).iter().any(is_build));
}
