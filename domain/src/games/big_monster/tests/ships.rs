//! 4.3 to 4.7: the race for the ships, and the angry dragon.

use serde_json::json;

use super::super::{Command, Event, Illegal, event::Duty};
use super::table::{PLAIN, Table};
use crate::{Reason as _, Seat};

fn dragon(table: &Table) -> Option<u8> {
    table.state.dragon.map(|seat| seat.0)
}

/// Four seats, the first with the black woman.
fn with_black_woman() -> Table {
    Table::with(
        &["exp_black_f", "exp_blue_m", "exp_red_f", "exp_pink_m"],
        json!({}),
    )
}

#[test]
fn who_comes_later_finds_the_ship_taken_and_keeps_the_hand() {
    // 4.3 and 13.2
    let mut table = Table::draft(4);
    let late = table.passing(1, 3);
    let before = table.view(1);
    table.pass(0, 3);
    let refused = table.refuses(1, late);
    assert_eq!(refused, Illegal::ShipTaken(Seat(3)));
    assert_eq!(
        (refused.refusal().code, refused.refusal().rule),
        ("ship_taken", Some("4.3"))
    );
    let after = table.view(1);
    assert_eq!(table.due(), [1, 2, 3]);
    assert_eq!(after.seats[Seat(1)], before.seats[Seat(1)]);
    assert!(!table.legal(1).contains(&late));
    table.pass(1, 2);
    assert_eq!(table.due(), [2, 3]);
}

#[test]
fn the_own_ship_is_for_nobody_while_another_is_empty() {
    // 4.4
    let mut table = Table::draft(3);
    let own = table.passing(0, 0);
    let refused = table.refuses(0, own);
    assert_eq!(
        (refused, refused.refusal().code, refused.refusal().rule),
        (Illegal::OwnShip, "own_ship", Some("4.4"))
    );
    assert_eq!(table.refuses(0, table.passing(0, 3)), Illegal::NoSuchShip);
    table.pass(1, 2);
    table.pass(2, 1);
    assert!(
        table
            .legal(0)
            .iter()
            .all(|it| matches!(it, Command::Draft { ship: Seat(0), .. }))
    );
    assert_eq!(
        table.refuses(0, table.passing(0, 1)),
        Illegal::ShipTaken(Seat(1))
    );
    table.pass(0, 0);
}

#[test]
fn a_pass_cannot_be_taken_back_and_the_tile_must_be_in_hand() {
    // 4.2 and 4.6
    let mut table = Table::draft(3);
    let missing = super::super::tiles::Tile::ALL
        .into_iter()
        .find(|it| !table.hand(0).contains(it));
    let missing = missing.unwrap();
    let command = Command::Draft {
        tile: missing,
        ship: Seat(1),
    };
    assert_eq!(table.refuses(0, command), Illegal::NotInHand(missing));
    table.pass(0, 1);
    assert_eq!(table.refuses(0, table.passing(0, 2)), Illegal::NotDue);
}

#[test]
fn piles_shrink_by_one_and_the_next_hand_is_what_lies_on_the_own_ship() {
    // 4.2
    let mut table = Table::draft(3);
    for size in (3..=10).rev() {
        assert_eq!(table.hand(0).len(), size);
        let mut passed = table.hand(0).to_vec();
        table.turn_left();
        passed.remove(0);
        assert_eq!(table.hand(1), passed);
    }
    assert_eq!((table.state.round, table.state.turn), (1, 9));
    assert_eq!(table.hand(0).len(), 2);
    table.turn_left();
    // 4.10
    assert_eq!((table.state.round, table.state.turn), (2, 1));
    assert_eq!(table.state.discards.len(), 3);
    assert_eq!(table.hand(2).len(), 10);
    assert_eq!(table.state.deck_left, 0);
}

#[test]
fn who_is_forced_onto_the_own_ship_takes_the_dragon_and_hands_it_on() {
    // 4.7
    let mut table = Table::draft(3);
    table.pass(0, 1);
    table.pass(1, 0);
    table.pass(2, 2);
    let taken = |seat, from: Option<u8>| Event::DragonTaken {
        seat: Seat(seat),
        from: from.map(Seat),
    };
    assert!(table.events.contains(&taken(2, None)));
    assert_eq!(dragon(&table), Some(2));
    table.all_play_first();
    // Forced again: it stays.
    table.turn(&[(0, 1), (1, 0), (2, 2)]);
    assert_eq!(dragon(&table), Some(2));
    table.pass(2, 1);
    table.pass(1, 2);
    table.pass(0, 0);
    assert!(table.events.contains(&taken(0, Some(2))));
    table.all_play_first();
    table.turn_left();
    assert_eq!(dragon(&table), Some(0));
}

#[test]
fn each_round_has_its_own_dragon() {
    // 4.7: one forced in each round, in turn nine, too (D-13).
    let mut table = Table::draft(3);
    table.turn(&[(0, 1), (1, 0), (2, 2)]);
    (0..8).for_each(|_| table.turn_left());
    assert_eq!(
        table
            .tokens(2)
            .iter()
            .filter(|it| *it == "missions.dragon")
            .count(),
        1
    );
    assert_eq!((table.state.round, dragon(&table)), (2, None));
    (0..8).for_each(|_| table.turn_left());
    for (from, to) in [(1, 2), (2, 1), (0, 0)] {
        table.pass(from, to);
    }
    assert_eq!(dragon(&table), Some(0));
    table.all_play_first();
    assert!(table.state.is_over());
    for seat in [0, 2] {
        assert!(table.tokens(seat).contains(&"missions.dragon".to_owned()));
        let sheet = &table.state.scores.as_ref().unwrap()[Seat(seat)];
        let line = sheet.0.iter().find(|line| line.source == "missions.dragon");
        assert_eq!(line.unwrap().points, -5);
    }
    assert!(!table.tokens(1).contains(&"missions.dragon".to_owned()));
}

#[test]
fn a_round_in_which_nobody_was_forced_costs_nobody() {
    let mut table = Table::draft(3);
    (0..9).for_each(|_| table.turn_left());
    assert!((0..3).all(|seat| !table.tokens(seat).contains(&"missions.dragon".to_owned())));
}

#[test]
fn the_black_woman_may_use_her_own_ship_and_gets_no_dragon_for_it() {
    // 4.5
    let mut table = with_black_woman();
    table.pass(0, 0);
    assert!(
        !table
            .events
            .iter()
            .any(|it| matches!(it, Event::DragonTaken { .. }))
    );
    assert_eq!(table.refuses(1, table.passing(1, 1)), Illegal::OwnShip);
    // Somebody else finds no other ship: the dragon is for them.
    table.pass(1, 2);
    table.pass(2, 1);
    table.pass(3, 3);
    assert_eq!(dragon(&table), Some(3));
}

#[test]
fn her_own_ship_is_taken_for_her_like_for_anybody() {
    let mut table = with_black_woman();
    table.pass(1, 0);
    assert_eq!(
        table.refuses(0, table.passing(0, 0)),
        Illegal::ShipTaken(Seat(0))
    );
}

#[test]
fn the_black_woman_is_forced_like_anybody_if_only_her_ship_is_empty() {
    // D-12
    let mut table = with_black_woman();
    table.pass(1, 2);
    table.pass(2, 3);
    table.pass(3, 1);
    table.pass(0, 0);
    assert_eq!(dragon(&table), Some(0));
}

#[test]
fn the_dragon_can_stay_in_the_box() {
    // D-20
    for options in [
        json!({"dragon": false}),
        json!({"edition": "board_game_arena"}),
    ] {
        let mut table = Table::with(&PLAIN[..3], options);
        table.turn(&[(0, 1), (1, 0), (2, 2)]);
        assert_eq!(dragon(&table), None);
    }
    let both = json!({"edition": "board_game_arena", "dragon": true});
    let mut table = Table::with(&PLAIN[..3], both);
    table.turn(&[(0, 1), (1, 0), (2, 2)]);
    assert_eq!(dragon(&table), Some(2));
}

#[test]
fn the_last_tile_is_not_passed_online() {
    // D-13
    let mut table = Table::with(&PLAIN[..3], json!({"last_turn_passes": false}));
    (0..8).for_each(|_| table.turn_left());
    assert_eq!(table.state.duty, Some(Duty::Keep));
    let [kept, left] = table.hand(0) else {
        panic!("two tiles are left")
    };
    let (kept, left) = (*kept, *left);
    assert_eq!(table.refuses(0, table.passing(0, 1)), Illegal::WrongMoment);
    table.play(0, Command::Keep { tile: kept });
    table.all_play_first();
    assert_eq!(
        table.state.seats[Seat(0)].ship.as_ref().unwrap().tiles,
        [left]
    );
    table.all_play_first();
    assert_eq!(table.state.discards.len(), 3);
    assert_eq!(table.state.round, 2);
}
