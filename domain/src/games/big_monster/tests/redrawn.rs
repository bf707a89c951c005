//! A table drawn anew looks the same to its viewer, and can be played on.

use serde_json::{Value, json};

use super::super::{Setup, State, redraw};
use super::table::{Table, options};
use crate::{Dice, Game as _, Seat, Seed, Viewer, decide, ledger};

const EXTRAS: [&str; 6] = ["gold", "camp", "unicorns", "yeti", "panda", "explorers"];

/// Every kind of table, with everything in the box and without.
fn tables() -> Vec<(u8, Value)> {
    vec![
        (2, json!({"snail_extras": EXTRAS})),
        (3, json!({"mode": "variant"})),
        (3, json!({})),
        (4, json!({"mode": "team_draft", "snail_extras": EXTRAS})),
        (5, json!({"edition": "board_game_arena"})),
        (6, json!({"mode": "team_draft"})),
    ]
}

/// Plays a match at random, and calls `visit` before every decision.
fn visit(seats: u8, options: &Value, seed: u8, mut visit: impl FnMut(&State, u32)) {
    let dice = Dice::new(Seed([seed; 32]));
    let setup = Setup::new(&self::options(options.clone()), seats, &dice);
    let mut state = ledger::begin::<State>(&setup, &dice).state;
    let mut roll = dice.roll("test", 0);
    for nth in 0.. {
        visit(&state, nth);
        let due: Vec<Seat> = state.to_act().iter().collect();
        if due.is_empty() {
            break;
        }
        let mut below = |count: usize| {
            let drawn = roll.below(u32::try_from(count).unwrap());
            usize::try_from(drawn).unwrap()
        };
        let seat = due[below(due.len())];
        let legal = State::legal(&state.view(Viewer::Seat(seat)));
        state = decide(&state, seat, legal[below(legal.len())], &dice)
            .unwrap()
            .state;
    }
}

fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    let seats = Seat::first(seats).map(Viewer::Seat);
    seats.chain([Viewer::Spectator, Viewer::Referee])
}

#[test]
fn a_state_drawn_anew_looks_the_same_to_its_viewer() {
    for (seats, options) in tables() {
        for seed in 0..2 {
            visit(seats, &options, seed, |state, nth| {
                for viewer in viewers(seats) {
                    let view = state.view(viewer);
                    let dice = Dice::new(Seed([u8::try_from(nth % 251).unwrap(); 32]));
                    assert_eq!(
                        redraw(&view, &dice).view(viewer),
                        view,
                        "{viewer:?} at {nth}"
                    );
                }
            });
        }
    }
}

#[test]
fn a_playout_from_a_state_drawn_anew_ends() {
    for (seats, options) in tables() {
        visit(seats, &options, 3, |state, nth| {
            if nth % 17 != 0 {
                return;
            }
            let dice = Dice::new(Seed([9; 32]));
            let viewer = Viewer::Seat(Seat(u8::try_from(nth).unwrap() % seats));
            let mut state = redraw(&state.view(viewer), &dice);
            while let Some(seat) = state.to_act().iter().next() {
                let legal = State::legal(&state.view(Viewer::Seat(seat)));
                state = decide(&state, seat, legal[legal.len() / 2], &dice)
                    .unwrap()
                    .state;
            }
            assert!(state.outcome().is_some());
        });
    }
}

#[test]
fn what_is_hidden_is_drawn_anew_and_what_looks_alike_draws_alike() {
    let mut table = Table::draft(4);
    table.turn_left();
    let me = Viewer::Seat(Seat(0));
    let mut other = table.state.clone();
    other.seats[Seat(2)].hand.tiles.reverse();
    other.deck.reverse();
    let drawn = |state: &State, seed| redraw(&state.view(me), &Dice::new(Seed([seed; 32])));
    assert_eq!(drawn(&table.state, 1), drawn(&other, 1));
    let hands = |state: &State| state.seats.map(|_, it| it.hand.tiles.clone());
    let (one, two) = (
        hands(&drawn(&table.state, 1)),
        hands(&drawn(&table.state, 2)),
    );
    assert_ne!(one[Seat(2)], two[Seat(2)]);
    assert_eq!(one[Seat(1)], two[Seat(1)], "seat 0 has passed it");
    let sizes = |state: &State| state.deck.len();
    assert_eq!(sizes(&drawn(&table.state, 1)), sizes(&table.state));
}

#[test]
fn a_state_reads_back_as_it_was_written() {
    for (seats, options) in tables() {
        visit(seats, &options, 1, |state, _| {
            let json = serde_json::to_string(state).unwrap();
            let read: State = serde_json::from_str(&json).unwrap();
            assert_eq!(&read, state);
        });
    }
}
