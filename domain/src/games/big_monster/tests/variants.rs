//! Section 9: two and three players without ships.

use serde_json::{Value, json};

use super::super::{Command, Event, Illegal, event::Duty, tiles::Tile};
use super::table::{PLAIN, Table, row};
use crate::{Game as _, Seat};

fn variant(seats: usize, options: Value) -> Table {
    let mut options = options;
    options["mode"] = "variant".into();
    Table::with(&PLAIN[..seats], options)
}

/// Group numbers and sizes.
fn open(table: &Table) -> Vec<(u8, usize)> {
    let groups = table.state.groups.iter();
    groups.map(|it| (it.number, it.tiles.len())).collect()
}

fn play_turn(table: &mut Table) {
    let turn = table.state.turn;
    while table.state.turn == turn && !table.state.is_over() {
        table.all_play_first();
    }
}

#[test]
fn groups_open_as_the_rulebook_says() {
    // 9.3
    for (seats, from) in [(2, 2), (3, 3)] {
        let mut table = variant(seats, json!({}));
        for turn in 1..=20 {
            let expected = if turn < from || turn == 20 { 1 } else { 2 };
            assert_eq!(
                (table.state.turn, table.state.groups.len()),
                (turn, expected)
            );
            assert!(open(&table).iter().all(|(_, size)| *size == 2 * seats));
            play_turn(&mut table);
        }
        assert!(table.state.is_over());
        assert!(table.state.groups.is_empty());
        assert_eq!(table.state.deck_left, 0);
        // 9.6
        assert!(
            table
                .state
                .seats
                .iter()
                .all(|(_, it)| it.zone.tiles.len() == 20)
        );
        assert_eq!(table.state.removed.len(), 20 * seats);
    }
}

#[test]
fn the_first_picks_a_group_and_the_others_take_from_it() {
    // 9.4 and 9.5
    let mut table = variant(3, json!({}));
    play_turn(&mut table);
    play_turn(&mut table);
    let first = table.state.first.unwrap().0;
    assert_eq!(table.due(), [first]);
    let [(one, _), (other, _)] = open(&table)[..] else {
        panic!("two groups are open")
    };
    let from = |table: &Table, seat: u8, group: u8| {
        let is_from = |it: &Command| matches!(it, Command::Take { group: it, .. } if *it == group);
        table.legal(seat).into_iter().find(is_from)
    };
    assert!(from(&table, first, one).is_some());
    let command = from(&table, first, other).unwrap();
    table.play(first, command);
    // The tile is placed before the next player takes.
    assert_eq!(
        (table.state.duty, table.due()),
        (Some(Duty::Place), vec![first])
    );
    table.all_play_first();
    let second = (first + 1) % 3;
    assert_eq!(
        (table.state.duty, table.due()),
        (Some(Duty::Take), vec![second])
    );
    assert_eq!(from(&table, second, one), None);
    let tiles = &table
        .state
        .groups
        .iter()
        .find(|it| it.number == one)
        .unwrap()
        .tiles;
    let command = Command::Take {
        group: one,
        take: tiles[0],
        remove: tiles[1],
    };
    assert_eq!(table.refuses(second, command), Illegal::NotThatGroup(one));
    assert_eq!(open(&table), [(one, 6), (other, 4)]);
    play_turn(&mut table);
    // 9.2
    assert_eq!(table.state.first, Some(Seat(second)));
    assert_eq!(open(&table)[0], (one, 6));
}

#[test]
fn the_last_player_has_two_tiles_left_and_removes_the_other() {
    let mut table = variant(2, json!({}));
    let first = table.state.first.unwrap().0;
    table.all_play_first();
    table.all_play_first();
    let last = 1 - first;
    let left = table.state.groups[0].tiles.clone();
    assert_eq!(left.len(), 2);
    table.play(
        last,
        Command::Take {
            group: 1,
            take: left[1],
            remove: left[0],
        },
    );
    assert!(table.state.groups.is_empty());
    assert_eq!(table.state.removed.last(), Some(&left[0]));
}

#[test]
fn one_tile_is_not_taken_and_removed_at_once() {
    let table = variant(2, json!({}));
    let first = table.state.first.unwrap().0;
    let tiles = &table.state.groups[0].tiles;
    let alone = tiles
        .iter()
        .find(|tile| tiles.iter().filter(|it| it == tile).count() == 1);
    let tile = *alone.unwrap();
    let command = Command::Take {
        group: 1,
        take: tile,
        remove: tile,
    };
    assert_eq!(
        table.refuses(first, command),
        Illegal::NotInGroup(tile, tile)
    );
}

/// At the placement of the first player of a turn, who fulfills the desert mission with it.
fn about_to_fulfill(options: Value) -> (Table, u8) {
    let mut table = variant(2, options);
    let first = table.state.first.unwrap().0;
    table.all_play_first();
    for seat in 0..2 {
        table.set_zone(seat, &row("desert desert"));
    }
    table.state.seats[Seat(first)].kept = Some(Tile::Desert);
    (table, first)
}

#[test]
fn missions_are_checked_after_the_last_player_or_online_after_every_tile() {
    // 9.5 and D-15
    let (mut table, first) = about_to_fulfill(json!({}));
    table.all_play_first();
    assert!(table.tokens(first).is_empty());
    table.all_play_first();
    table.state.seats[Seat(1 - first)].kept = Some(Tile::Desert);
    table.all_play_first();
    assert_eq!(
        (table.tokens(0), table.tokens(1)),
        (
            vec!["missions.desert".to_owned()],
            vec!["missions.desert".to_owned()]
        )
    );
    for options in [
        json!({"variant_mission_check": "each_placement"}),
        json!({"edition": "board_game_arena"}),
    ] {
        let (mut table, first) = about_to_fulfill(options);
        table.all_play_first();
        assert_eq!(table.tokens(first), ["missions.desert"]);
        table.all_play_first();
        table.state.seats[Seat(1 - first)].kept = Some(Tile::Desert);
        table.all_play_first();
        assert!(table.tokens(1 - first).is_empty());
    }
}

#[test]
fn there_is_no_dragon_and_a_tie_of_two_costs_nobody() {
    // 9.6
    let mut table = variant(2, json!({}));
    let mut seen = Vec::new();
    while !table.state.is_over() {
        table.all_play_first();
        seen.extend(table.events.clone());
    }
    assert!(
        !seen
            .iter()
            .any(|it| matches!(it, Event::DragonTaken { .. }))
    );
    assert_eq!(table.state.discards, []);
    let penalties = seen
        .iter()
        .filter(|it| matches!(it, Event::PenaltyPaid { .. }));
    assert!(penalties.count() <= 1);
    assert!(table.state.outcome().is_some());
}
