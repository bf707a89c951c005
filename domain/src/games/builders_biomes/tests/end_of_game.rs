//! Chapter 11: mobs that pay at the end, and who wins.

use super::{
    super::{Options, State, features::Round, score},
    table::{Table, explore, take},
};
use crate::{Game as _, Replay as _, Seat, Viewer};

/// One turn before the end of the game.
fn last_turn(seats: u8) -> Table {
    let mut heights = [[1; 4]; 4];
    heights[0][0] = 2;
    heights[3][3] = 2;
    let mut table = Table::new(seats).cube(heights);
    table.state.round = Some(Round::B);
    for round in [Round::A, Round::B] {
        for seat in Seat::first(seats) {
            let score = super::super::event::RoundScore {
                round,
                seat,
                feature: None,
                spaces: Vec::new(),
                xp: 0,
            };
            table.state.scores.push(score);
        }
    }
    table
}

fn finish(mut table: Table) -> Table {
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(3, 3));
    assert!(table.state.is_over());
    table
}

fn ranks(table: &Table) -> Vec<u8> {
    let standings = table.state.outcome().unwrap();
    standings.iter().map(|(_, at)| at.rank).collect()
}

#[test]
fn the_game_ends_right_after_round_c() {
    // 11.1
    let table = finish(last_turn(3));
    let happened = table.happened();
    assert_eq!(happened.last().unwrap(), "mob_bonuses_scored");
    assert!(table.state.to_act().is_empty());
    assert_eq!(table.state.turn, 1, "seats need not have equal turns");
    assert!(table.legal(1).is_empty());
}

#[test]
fn mobs_count_visible_buildings_and_neither_printed_nor_covered_ones() {
    // 11.2 and D-14: mob-02 counts deserts, of which board 1 prints three.
    let table = last_turn(2)
        .board(0, ["bld-15 . .", ". bld-16 .", ". . ."])
        .board(0, [". . .", ". bld-01 .", ". . ."])
        .mobs(0, "mob-02");
    let table = finish(table);
    let bonuses = table.state.bonuses.as_ref().unwrap();
    assert_eq!(bonuses[Seat(0)].xp(), 2);
}

#[test]
fn printed_biomes_count_for_mobs_if_the_switch_says_so() {
    // D-14
    let mut table = last_turn(2)
        .board(0, ["bld-15 . .", ". . .", ". . ."])
        .mobs(0, "mob-02");
    table.state.options = Options {
        mob_bonus_counts_printed_biomes: true,
        ..table.state.options
    };
    let table = finish(table);
    assert_eq!(table.state.bonuses.as_ref().unwrap()[Seat(0)].xp(), 8);
}

#[test]
fn unused_extra_action_tiles_are_worth_nothing() {
    // 9.1
    let mut table = last_turn(2).mobs(0, "mob-17");
    table
        .play(0, explore("x-22"))
        .play(0, take(0, 0))
        .play(0, take(3, 3));
    table.play(0, super::super::Command::EndTurn {});
    assert!(table.state.is_over());
    assert_eq!(table.xp(0), 0);
}

#[test]
fn most_points_win() {
    // 11.3
    let mut table = last_turn(4);
    for (seat, xp) in [(0, 10), (1, 30), (2, 20), (3, 5)] {
        table.state.players[Seat(seat)].xp = xp;
    }
    assert_eq!(ranks(&finish(table)), [3, 1, 2, 4]);
}

#[test]
fn a_tie_is_broken_by_all_blocks_left() {
    // Seat 0 takes two more blocks in its last turn.
    let mut table = last_turn(3)
        .supply(0, "1W")
        .supply(1, "1E 2W 1O")
        .supply(2, "2S");
    for seat in 0..3 {
        table.state.players[Seat(seat)].xp = 12;
    }
    assert_eq!(ranks(&finish(table)), [2, 1, 3]);
}

#[test]
fn still_tied_they_share_the_victory() {
    let mut table = last_turn(3).supply(1, "1E 1W").supply(2, "1S");
    for seat in 0..3 {
        table.state.players[Seat(seat)].xp = 12;
    }
    let table = finish(table);
    assert_eq!(ranks(&table), [1, 1, 3]);
    let standings = table.state.outcome().unwrap();
    assert!(standings.iter().all(|(_, at)| at.total == 12));
}

#[test]
fn the_sheet_says_what_scored_and_where() {
    let mut table = last_turn(2)
        .board(0, ["bld-15 bld-16 .", ". . .", ". . ."])
        .mobs(0, "mob-05");
    table.state.players[Seat(0)].built[0].xp = 3;
    table.state.players[Seat(0)].mobs[0].xp = 4;
    table.state.players[Seat(0)].hoes = 2;
    table.state.players[Seat(0)].hoe_xp = 4;
    table.state.players[Seat(0)].xp = 11;
    let table = finish(table);
    let standings = table.state.outcome().unwrap();
    let lines = &standings[Seat(0)].score.0;
    let told: Vec<(&str, i16, usize)> = lines
        .iter()
        .map(|line| (&line.source[..], line.points, line.cells.len()))
        .collect();
    assert_eq!(
        told,
        [
            ("building.bld-15", 3, 1),
            ("mob.mob-05", 4, 0),
            ("golden_hoe", 4, 0),
            ("round_c.house", 5, 1),
            ("mob_bonus.mob-05", 4, 2),
        ]
    );
    assert_eq!(standings[Seat(0)].total, 20);
}

#[test]
fn if_now_is_what_is_still_to_come() {
    let table = last_turn(2)
        .board(0, ["bld-15 bld-16 .", ". . .", ". . ."])
        .mobs(0, "mob-05 mob-17");
    let sheets = State::scores(&table.state.view(Viewer::Spectator));
    let told: Vec<&str> = sheets[Seat(0)]
        .if_now
        .0
        .iter()
        .map(|it| &it.source[..])
        .collect();
    assert_eq!(told, ["round_c.house", "mob_bonus.mob-05"]);
    let mut fresh = Table::new(2);
    let sheets = score::scores(&fresh.state.view(Viewer::Spectator));
    assert_eq!(sheets[Seat(1)].if_now.total(), 5);
    fresh = finish(last_turn(2));
    let sheets = score::scores(&fresh.state.view(Viewer::Spectator));
    assert!(sheets[Seat(0)].if_now.0.is_empty());
}
