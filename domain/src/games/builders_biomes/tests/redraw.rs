//! Tables that look like a view, and states that are read back as written.

use proptest::prelude::*;

use super::super::{Options, Setup, State, redraw::redraw, tiles::Tile};
use crate::{Dice, Game as _, Seat, Seats, Seed, Viewer, decide, ledger};

/// So many random decisions of a match.
fn played(seats: u8, seed: u8, decisions: usize, options: Options) -> State {
    let dice = Dice::new(Seed([seed; 32]));
    let setup = Setup::new(options, seats, &dice);
    let state = ledger::begin::<State>(&setup, &dice).state;
    go_on(state, &dice, decisions)
}

fn go_on(mut state: State, dice: &Dice, decisions: usize) -> State {
    let mut roll = dice.roll("test", 0);
    for _ in 0..decisions {
        let Some(seat) = state.to_act().iter().next() else {
            break;
        };
        let legal = State::legal(&state.view(Viewer::Seat(seat)));
        let nth = roll.below(u32::try_from(legal.len()).unwrap());
        let command = legal[usize::try_from(nth).unwrap()];
        state = decide(&state, seat, command, dice).unwrap().state;
    }
    state
}

fn by_player() -> Options {
    Options {
        automatic_features: false,
        beginners: Seats::only(Seat(1)),
        extra_actions_only_after_normal_actions: false,
        ..Options::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_redrawn_table_looks_the_same_and_can_be_played_to_its_end(
        seats in 2..=4u8, seed: u8, decisions in 0..160usize, anew: u8, asked: bool,
    ) {
        let options = if asked { by_player() } else { Options::default() };
        let state = played(seats, seed, decisions, options);
        let dice = Dice::new(Seed([anew; 32]));
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Referee] {
            let view = state.view(viewer);
            let drawn = redraw(&view, &dice);
            prop_assert_eq!(&drawn.view(viewer), &view);
            prop_assert_eq!(hidden(&drawn), hidden(&state));
            prop_assert!(go_on(drawn, &dice, 1_000).is_over());
        }
    }

    #[test]
    fn a_state_is_read_back_as_it_was_written(seats in 2..=4u8, seed: u8, decisions in 0..160usize) {
        let state = played(seats, seed, decisions, by_player());
        let written = serde_json::to_string(&state).unwrap();
        let read: State = serde_json::from_str(&written).unwrap();
        prop_assert_eq!(read, state);
    }
}

/// Everything in the box that lies where not all can see it, sorted: the same
/// whatever was drawn.
fn hidden(state: &State) -> (Vec<Tile>, Vec<String>, Vec<String>) {
    let stacks = state.overworld.stacks.iter().flat_map(|it| &it.tiles);
    let mut tiles: Vec<Tile> = stacks.map(|tile| *tile.get()).collect();
    let tokens = state.overworld.slots.iter().flatten();
    let mut weapons: Vec<String> = tokens.map(|it| it.weapon.get().id().to_owned()).collect();
    let places = state.cube.places();
    let colors = places.map(|(at, level)| format!("{:?}", state.cube.block(at, level).unwrap()));
    let mut colors: Vec<String> = colors.collect();
    tiles.sort_unstable();
    weapons.sort_unstable();
    colors.sort_unstable();
    (tiles, weapons, colors)
}

#[test]
fn what_is_hidden_is_drawn_and_not_copied() {
    let state = played(2, 1, 0, Options::default());
    let view = state.view(Viewer::Spectator);
    let drawn = redraw(&view, &Dice::new(Seed([9; 32])));
    let again = redraw(&view, &Dice::new(Seed([8; 32])));
    assert_ne!(drawn, state);
    assert_ne!(drawn, again);
    assert_eq!(drawn, redraw(&view, &Dice::new(Seed([9; 32]))));
}
