//! Chapter 10: when rounds are held, in which order, and what they count.

use super::{
    super::{
        Event,
        features::{Feature, Round},
        score,
    },
    table::{Table, explore, fight, take},
};
use crate::Seat;

/// The rounds and seats that scored because of the last command.
fn scored(table: &Table) -> Vec<(Round, u8)> {
    let of = |event: &Event| {
        let Event::RoundScored { score } = event else {
            return None;
        };
        Some((score.round, score.seat.0))
    };
    table.events.iter().filter_map(of).collect()
}

/// Every column has three blocks, but for four at one corner.
fn one_block_on_top() -> Table {
    let mut heights = [[3; 4]; 4];
    heights[0][0] = 4;
    Table::new(3).cube(heights)
}

#[test]
fn a_round_is_held_at_the_end_of_the_turn_that_empties_its_layer() {
    // 10.1
    let mut table = one_block_on_top();
    table.play(0, take(0, 0)).play(0, take(0, 3));
    assert!(scored(&table).is_empty(), "the turn is not over");
    table.play(0, explore("x-22"));
    assert_eq!(
        scored(&table),
        [(Round::A, 0), (Round::A, 1), (Round::A, 2)]
    );
    assert_eq!(table.xp(2), 5);
    // 10.8
    assert_eq!(table.state.active, Seat(1));
}

#[test]
fn who_ended_the_turn_scores_first_then_clockwise() {
    // 10.3
    let mut table = one_block_on_top();
    table.play(0, explore("x-22")).play(0, take(3, 3));
    let left = table.legal(0)[0];
    table.play(0, left);
    table.state.cube = one_block_on_top().state.cube;
    table.state.scores.clear();
    table.state.round = None;
    table
        .play(1, explore("x-22"))
        .play(1, take(0, 0))
        .play(1, take(0, 3));
    assert_eq!(
        scored(&table),
        [(Round::A, 1), (Round::A, 2), (Round::A, 0)]
    );
}

#[test]
fn no_round_is_held_twice() {
    let mut table = one_block_on_top();
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 3));
    assert_eq!(table.state.scores.len(), 3);
    table
        .play(1, explore("x-22"))
        .play(1, take(3, 3))
        .play(1, take(3, 0));
    assert_eq!(table.state.scores.len(), 3);
}

#[test]
fn two_rounds_due_at_once_are_held_one_after_the_other() {
    // 10.2
    let mut heights = [[2; 4]; 4];
    heights[0][0] = 4;
    let mut table = Table::new(2).cube(heights);
    table.play(0, take(0, 0)).play(0, take(0, 0));
    table.play(0, explore("x-22"));
    assert_eq!(
        scored(&table),
        [(Round::A, 0), (Round::A, 1), (Round::B, 0), (Round::B, 1)]
    );
    assert!(!table.state.is_over());
    assert_eq!(table.state.active, Seat(1));
}

#[test]
fn three_rounds_due_at_once_end_the_match() {
    // 8.8, 10.2 and 11.1
    let mut heights = [[1; 4]; 4];
    heights[0][0] = 4;
    let mut table = Table::new(2)
        .cube(heights)
        .pile(0, "stone_pickaxe stone_sword wooden_sword")
        .tile("stack-22", "mob-05");
    table.play(0, fight("stack-22")).play(0, take(0, 0));
    assert_eq!(table.xp(0), 4);
    table.play(0, take(0, 0)).play(0, take(0, 0));
    assert_eq!(scored(&table).len(), 6);
    assert!(table.state.is_over());
    assert_eq!(table.state.cube.count(), 16, "blocks remain");
}

#[test]
fn only_the_largest_group_of_one_feature_scores() {
    // 10.4: two deserts here, one there.
    let table = Table::new(2).board(0, ["bld-15 bld-16 bld-01", ". . .", ". . ."]);
    let count = |feature| score::counted(table.state.table(), Seat(0), Round::B, feature).1;
    assert_eq!(count(Feature::Wood), 9);
    assert_eq!(count(Feature::Sand), 0);
}

#[test]
fn printed_biomes_count_and_connect_in_round_a_alone() {
    // 10.5 and 10.6: board 1 prints deserts at [1, 0], [0, 2] and [2, 2].
    let table = Table::new(2).board(0, ["bld-15 . .", ". . .", "bld-16 . ."]);
    let counted = |round, feature| score::counted(table.state.table(), Seat(0), round, feature);
    assert_eq!(counted(Round::A, Feature::Desert).1, 3 * 4);
    assert_eq!(
        counted(Round::B, Feature::Wood).1,
        3,
        "two that do not touch"
    );
    assert_eq!(counted(Round::C, Feature::House).1, 5);
}

#[test]
fn nothing_built_scores_nothing_in_rounds_b_and_c() {
    // 10.7
    let table = Table::new(2);
    for round in [Round::B, Round::C] {
        assert_eq!(
            score::best_feature(table.state.table(), Seat(0), round),
            None
        );
    }
}

#[test]
fn on_ties_the_first_feature_on_the_card_is_taken() {
    // D-12: single deserts and single mountains, worth 4 each.
    let table = Table::new(2).board(
        0,
        [
            "bld-15 bld-27 bld-16",
            "bld-28 bld-17 bld-29",
            "bld-18 bld-30 bld-19",
        ],
    );
    let best = score::best_feature(table.state.table(), Seat(0), Round::A);
    assert_eq!(best, Some(Feature::Desert));
}

#[test]
fn a_beginner_counts_every_space_with_the_feature() {
    // 12.1
    let rows = ["bld-15 . bld-01", ". bld-16 .", "bld-17 . ."];
    let table = |beginners: &[u8]| {
        let options = super::super::Options {
            beginners: beginners.iter().copied().map(Seat).collect(),
            ..super::super::Options::default()
        };
        Table::with(options, 2).board(0, rows)
    };
    let xp =
        |table: &Table| score::counted(table.state.table(), Seat(0), Round::A, Feature::Desert).1;
    assert_eq!(xp(&table(&[])), 16);
    assert_eq!(xp(&table(&[1])), 16, "only with those who play it");
    assert_eq!(xp(&table(&[0])), 20);
    assert_eq!(xp(&table(&[0, 1, 7])), 20);
}

#[test]
fn nothing_is_removed_when_a_round_is_scored() {
    // 10.8
    let mut table = one_block_on_top().supply(1, "2W 1E");
    let before = table.state.players[Seat(1)].clone();
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 3));
    let after = &table.state.players[Seat(1)];
    assert_eq!((after.supply, &after.built), (before.supply, &before.built));
}

#[test]
fn points_go_on_beyond_fifty() {
    // D-13
    let mut table = one_block_on_top();
    table.state.players[Seat(0)].xp = 49;
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(0, 3));
    assert_eq!(table.xp(0), 54);
}
