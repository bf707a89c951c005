//! 4.11: passes that are held, and the drawn order that takes the ships.

use std::collections::BTreeSet;

use serde_json::json;

use super::super::{Command, Event, State, event::Duty};
use super::table::{PLAIN, Table};
use crate::{Decided, Dice, Game as _, Seat, Seats, Seed, Viewer, decide, ledger};

/// What comes of passes, by the last of them, with this chance.
fn passed(state: &State, passes: &[(u8, u8)], seed: u8) -> Decided<State> {
    let dice = Dice::new(Seed([seed; 32]));
    let mut passes = passes.iter().map(|&(from, to)| {
        let tile = state.seats[Seat(from)].hand.tiles[0];
        let ship = Seat(to);
        (Seat(from), Command::Draft { tile, ship })
    });
    let (seat, command) = passes.next().unwrap();
    let first = decide(state, seat, command, &dice).unwrap();
    passes.fold(first, |before, (seat, command)| {
        decide(&before.state, seat, command, &dice).unwrap()
    })
}

fn lost(decided: &Decided<State>) -> Option<Seats> {
    decided.events.iter().find_map(|event| {
        if let Event::PassesSettled { lost, .. } = event {
            Some(*lost)
        } else {
            None
        }
    })
}

fn legal(state: &State, seat: u8) -> Vec<Command> {
    State::legal(&state.view(Viewer::Seat(Seat(seat))))
}

#[test]
fn a_pass_is_secret_until_all_have_passed_and_then_all_are_shown_together() {
    let state = Table::draft(4).state;
    let before: Vec<_> = (1..4).map(|seat| legal(&state, seat)).collect();
    let held = passed(&state, &[(0, 1)], 0);
    assert_eq!(held.events.len(), 1);
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let told = serde_json::to_value(held.events[0].clone().disclose(viewer)).unwrap();
        assert_eq!(
            told,
            json!({"type": "pass_held", "seat": 0, "tile": null, "ship": null})
        );
        let seen = held.state.view(viewer).seats[Seat(0)].clone();
        assert_eq!((seen.held, seen.kept, seen.passed_to), (None, None, None));
    }
    let own = held.state.view(Viewer::Seat(Seat(0))).seats[Seat(0)].clone();
    assert_eq!(own.held, Some(Seat(1)));
    assert!(own.kept.is_some() && legal(&held.state, 0).is_empty());
    let after: Vec<_> = (1..4).map(|seat| legal(&held.state, seat)).collect();
    assert_eq!(after, before, "what others may do tells nothing");

    let all = passed(&state, &[(0, 1), (1, 2), (2, 3), (3, 0)], 0);
    let kinds: Vec<String> = all.events[1..].iter().map(|it| format!("{it:?}")).collect();
    assert!(kinds[0].starts_with("PassesSettled"));
    assert!(kinds[1..5].iter().all(|it| it.starts_with("PilePassed")));
    assert!(kinds[5].starts_with("TilesRevealed"));
    assert_eq!(lost(&all), Some(Seats::NONE));
    assert_eq!(all.state.duty, Some(Duty::Place));
}

#[test]
fn a_drawn_order_takes_the_ship_and_who_lost_keeps_the_hand_and_chooses_again() {
    let state = Table::draft(4).state;
    let mut late = BTreeSet::new();
    for seed in 0..20 {
        // Whoever comes first, the order is the same.
        let passes = [(0, 3), (1, 3), (2, 1), (3, 2)];
        let other_way: Vec<_> = passes.iter().rev().copied().collect();
        let decided = passed(&state, &passes, seed);
        let loses = lost(&decided).unwrap();
        assert_eq!(lost(&passed(&state, &other_way, seed)), Some(loses));
        assert_eq!(loses.count(), 1);
        let seat = loses.iter().next().unwrap();
        late.insert(seat);
        let again = &decided.state;
        assert_eq!((again.duty, again.due), (Some(Duty::Draft), loses));
        assert_eq!(again.seats[seat].hand, state.seats[seat].hand);
        assert_eq!(again.seats[seat].kept, None);
        let ships = legal(again, seat.0).into_iter().map(|it| {
            let Command::Draft { ship, .. } = it else {
                panic!("{it:?}")
            };
            ship
        });
        assert_eq!(ships.collect::<BTreeSet<_>>(), BTreeSet::from([Seat(0)]));
        assert!(!again.is_holding());
    }
    assert_eq!(late, BTreeSet::from([Seat(0), Seat(1)]));
}

#[test]
fn who_loses_every_ship_to_others_is_forced_onto_the_own_one() {
    // 4.7
    let state = Table::draft(3).state;
    let mut dragons = 0;
    for seed in 0..20 {
        let decided = passed(&state, &[(0, 1), (1, 0), (2, 0)], seed);
        let last = lost(&decided).unwrap().iter().next().unwrap();
        let command = legal(&decided.state, last.0)[0];
        let then = decide(&decided.state, last, command, &Dice::new(Seed([seed; 32]))).unwrap();
        let is_forced = last == Seat(2);
        assert_eq!(then.state.dragon, Some(Seat(2)).filter(|_| is_forced));
        dragons += u32::from(is_forced);
    }
    assert!((3..18).contains(&dragons), "{dragons} of 20");
}

#[test]
fn the_black_woman_who_chose_her_own_ship_is_not_forced_because_the_order_put_her_last() {
    // 4.5
    let explorers = ["exp_black_f", PLAIN[0], PLAIN[1], PLAIN[2]];
    let state = Table::with(&explorers, json!({})).state;
    for seed in 0..20 {
        let decided = passed(&state, &[(0, 0), (1, 2), (2, 3), (3, 1)], seed);
        assert_eq!(lost(&decided), Some(Seats::NONE));
        assert_eq!(decided.state.dragon, None);
    }
}

#[test]
fn when_the_window_is_over_what_is_held_is_settled_and_the_others_are_asked_anew() {
    let state = Table::draft(4).state;
    let held = passed(&state, &[(0, 1), (2, 1)], 3).state;
    let dice = Dice::new(Seed([3; 32]));
    let decided = ledger::close_window(2, &held, &dice);
    let waited_for: Seats = [Seat(1), Seat(3)].into_iter().collect();
    assert_eq!(decided.closed, waited_for);
    let loses = lost(&decided).unwrap();
    let due = waited_for.iter().chain(loses.iter()).collect();
    assert_eq!(decided.state.due, due);
    assert!(loses.count() == 1 && !decided.state.is_holding());
    for seat in due.iter() {
        let on_it = |it: &Command| matches!(it, Command::Draft { ship: Seat(1), .. });
        assert!(!legal(&decided.state, seat.0).iter().any(on_it));
    }
}

#[test]
fn no_placing_shows_a_hand_before_all_have_placed() {
    let dice = Dice::new(Seed([1; 32]));
    let mut state = passed(&Table::draft(4).state, &[(0, 1), (1, 2), (2, 3), (3, 0)], 1).state;
    for left in (0..4).rev() {
        let seat = state.due.iter().next().unwrap();
        let command = legal(&state, seat.0)[0];
        let decided = decide(&state, seat, command, &dice).unwrap();
        let shows = |it: &Event| matches!(it, Event::TurnStarted { .. });
        assert_eq!(decided.events.iter().any(shows), left == 0);
        state = decided.state;
    }
    // One event gives all of them their hands.
    let sizes: Vec<usize> = state
        .seats
        .iter()
        .map(|(_, it)| it.hand.tiles.len())
        .collect();
    assert_eq!(sizes, [9; 4]);
}
