//! What is hidden changes nothing anybody sees or hears.

use super::{
    super::{Event, Options, Setup, State, redraw::redraw, setup::Tiles, tiles::Tile},
    table::{DICE, Table, explore, take},
};
use crate::{Dice, Game as _, Seat, Secret, Seed, Viewer, decide, ledger};

const OTHER: Dice = Dice::new(Seed([77; 32]));

/// The same table with everything hidden drawn anew.
fn elsewhere(state: &State, viewer: Viewer) -> State {
    redraw(&state.view(viewer), &OTHER)
}

#[test]
fn a_setup_tells_neither_tiles_nor_tokens_nor_the_inside_of_the_cube() {
    let setup = Setup::new(Options::default(), 2, &DICE);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let told = setup.clone().disclose(viewer);
        assert_eq!(told.tiles, Secret::Withheld);
        assert_eq!(told.tokens, Secret::Withheld);
        let hidden = told.cube.places();
        let hidden = hidden.filter(|(at, level)| told.cube.block(*at, *level).is_none());
        assert_eq!(hidden.count(), 12);
        let text = serde_json::to_string(&told).unwrap();
        assert!(!text.contains("mob-") && !text.contains("bld-"), "{text}");
    }
}

#[test]
fn setups_that_differ_in_hidden_things_alone_are_told_alike() {
    let setup = Setup::new(Options::default(), 2, &DICE);
    let mut other = setup.clone();
    other.tiles = Secret::Known(Tiles(Tile::all().collect()));
    let (one, two) = (super::table::column(1, 1), super::table::column(2, 2));
    let colors =
        [1, 2, 3].map(|level| (other.cube.block(one, level), other.cube.block(two, level)));
    for (level, (first, second)) in (1..).zip(colors) {
        for (column, block) in [(one, second), (two, first)] {
            other.cube.show(super::super::cube::Shown {
                column,
                level,
                block: block.unwrap(),
            });
        }
    }
    assert_ne!(setup, other);
    let told = |setup: &Setup| setup.clone().disclose(Viewer::Seat(Seat(1)));
    assert_eq!(told(&setup), told(&other));
    let view = |setup: &Setup| {
        ledger::begin::<State>(setup, &DICE)
            .state
            .view(Viewer::Spectator)
    };
    assert_eq!(view(&setup), view(&other));
}

#[test]
fn what_lies_face_down_and_inside_changes_nothing_one_sees() {
    let mut table = Table::new(3);
    table
        .play(0, explore("x-11"))
        .play(0, take(0, 0))
        .play(0, take(0, 1));
    let viewers = [0, 1, 2].map(|seat| Viewer::Seat(Seat(seat)));
    for viewer in viewers.into_iter().chain([Viewer::Spectator]) {
        let other = elsewhere(&table.state, viewer);
        assert_ne!(other, table.state);
        assert_eq!(other.view(viewer), table.state.view(viewer));
        let legal = |state: &State| State::legal(&state.view(viewer));
        assert_eq!(legal(&other), legal(&table.state));
    }
}

#[test]
fn an_exploration_tells_everybody_what_it_flips() {
    let mut table = Table::new(2);
    table.play(0, explore("x-22"));
    for event in &table.events {
        assert_eq!(&State::disclose(event.clone(), Viewer::Spectator), event);
    }
    let mut outsider = State::new(
        &Setup::new(
            Options {
                start_seat: Some(Seat(0)),
                boards_bound_to_colour: true,
                ..Options::default()
            },
            2,
            &DICE,
        )
        .disclose(Viewer::Spectator),
    );
    let begun = Table::new(2).events;
    let told = begun.iter().chain(&table.events);
    told.for_each(|event| outsider.evolve(event));
    let spectator = Viewer::Spectator;
    assert_eq!(outsider.view(spectator), table.state.view(spectator));
}

#[test]
fn the_order_of_a_pile_is_nowhere_not_even_in_the_state() {
    // 14.3: a pile is its contents; a fight draws an order of its own.
    let shown = |dice: &Dice| {
        let table = Table::new(2).tile("stack-22", "mob-16");
        let fight = super::table::fight("stack-22");
        let decided = decide(&table.state, Seat(0), fight, dice).unwrap();
        let Event::TokensRevealed { weapons, .. } = &decided.events[0] else {
            panic!("a fight shows tokens")
        };
        weapons.clone()
    };
    let dice = (0..20).map(|seed| Dice::new(Seed([seed; 32])));
    let orders: std::collections::BTreeSet<_> = dice.map(|dice| shown(&dice)).collect();
    assert!(orders.len() > 3);
}

#[test]
fn the_referee_sees_what_is_hidden() {
    let table = Table::new(2);
    let view = table.state.view(Viewer::Referee);
    assert_eq!(view.cube, table.state.cube);
    assert_eq!(view.overworld, table.state.overworld);
    assert!(State::legal(&view).is_empty());
}
