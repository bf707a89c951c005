//! Anything at all as a command, options, a position or a record: read or refused,
//! never a panic.

use std::sync::LazyLock;

use domain::{
    Command, Dice, Event, GameId, Options, Position, Seat, Seed, Setup, State, Viewer,
    matches::MatchEvent,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    mutate::mutated,
    options::{option_sets, tables},
    playout::Playout,
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn json_is_read_or_refused(value in values()) {
        for game in GameId::ALL {
            for tag in ["command", "options", "position"] {
                let tagged = json!({"game": game, tag: value});
                read_all(tagged.to_string().as_bytes());
            }
        }
    }

    #[test]
    fn nearly_right_options_set_a_table_or_are_refused(seed: [u8; 32]) {
        let dice = Dice::new(Seed(seed));
        let mut roll = dice.roll("mutation", 0);
        for &game in GameId::ALL {
            for options in option_sets(game) {
                let right = serde_json::to_value(&options).unwrap();
                let wrong = mutated(&right, &mut roll);
                if let Ok(options) = serde_json::from_value::<Options>(wrong) {
                    let fewest = tables(&options).into_iter().next();
                    fewest.map(|seats| options.set_up(seats, &dice));
                }
            }
        }
    }

    #[test]
    fn nearly_right_positions_are_imagined_or_refused(seed: [u8; 32]) {
        let dice = Dice::new(Seed(seed));
        let mut roll = dice.roll("mutation", 0);
        for right in positions() {
            let mut wrong = mutated(&right, &mut roll);
            for _ in 0..roll.below(4) {
                wrong = mutated(&wrong, &mut roll);
            }
            read_all(wrong.to_string().as_bytes());
        }
    }

    #[test]
    fn nearly_right_commands_are_decided_or_refused(seed in 0..8usize, nth in 0..1000usize) {
        let playout = &PLAYOUTS[seed % PLAYOUTS.len()];
        let step = &playout.steps[nth % playout.steps.len()];
        let mut roll = playout.dice.roll("mutation", u32::try_from(nth).unwrap());
        let right = serde_json::to_value(&step.command).unwrap();
        let commands: Vec<Command> = (0..20)
            .filter_map(|_| serde_json::from_value(mutated(&right, &mut roll)).ok())
            .collect();
        playout.visit(4, |state, _| {
            for command in &commands {
                for seat in Seat::first(playout.seats) {
                    drop(state.decide(seat, command.clone(), &playout.dice));
                }
            }
        });
    }
}

/// Four matches of every game.
static PLAYOUTS: LazyLock<Vec<Playout>> = LazyLock::new(|| {
    let matches = |&game: &GameId| {
        let sets = option_sets(game);
        (0..4).map(move |seed| {
            let options = &sets[usize::from(seed) % sets.len()];
            let tables = tables(options);
            let seats = tables[usize::from(seed) % tables.len()];
            Playout::new(options, seats, seed)
        })
    };
    GameId::ALL.iter().flat_map(matches).collect()
});

/// Reads bytes as everything that comes from outside, and uses what can be read.
fn read_all(bytes: &[u8]) {
    drop(serde_json::from_slice::<Command>(bytes));
    drop(serde_json::from_slice::<Event>(bytes));
    drop(serde_json::from_slice::<Setup>(bytes));
    drop(serde_json::from_slice::<MatchEvent>(bytes));
    if let Ok(options) = serde_json::from_slice::<Options>(bytes) {
        let dice = Dice::new(Seed([1; 32]));
        for seats in tables(&options) {
            let state = State::new(&options.set_up(seats, &dice));
            assert!(!state.view(Viewer::Spectator).to_string().is_empty());
        }
    }
    if let Ok(position) = serde_json::from_slice::<Position>(bytes) {
        let Ok(view) = position.imagine() else { return };
        let legal = view.legal();
        legal
            .iter()
            .take(20)
            .for_each(|command| assert!(view.gain(command) > -10_000));
        assert!(view.scores().seats() > 0);
        assert!(!view.to_string().is_empty());
    }
}

/// Positions as score keepers write them.
fn positions() -> Vec<Value> {
    let of = |&game: &GameId| {
        let tagged = move |position: Value| json!({"game": game, "position": position});
        game.samples().positions.into_iter().map(tagged)
    };
    GameId::ALL.iter().flat_map(of).collect()
}

#[test]
fn the_positions_are_right_before_they_are_changed() {
    for right in positions() {
        let position: Position = serde_json::from_value(right).unwrap();
        assert!(position.imagine().is_ok());
    }
}

/// Any JSON, but with the words and numbers of the games in it.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2..130i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[.FVAWXMLD]{0,11}".prop_map(Value::from),
        words().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 11, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
            prop::collection::btree_map(words(), inner, 0..8).prop_map(Value::from_iter),
        ]
    })
}

fn words() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "type",
        "draw",
        "pass",
        "stealth",
        "terrain",
        "cells",
        "cell",
        "shape",
        "forest",
        "E07a",
        "E07",
        "A01",
        "side",
        "A",
        "map",
        "ruins",
        "coins",
        "edicts",
        "card",
        "skills",
        "treetower",
        "season",
        "spring",
        "sheet",
        "sheets",
        "edition",
        "rulebook",
        "pick",
        "pick_one",
        "cards",
        "play",
        "throw_away",
        "build",
        "building",
        "build_towers",
        "squares",
        "square",
        "T:B4",
        "B4",
        "city1",
        "camp3",
        "provisions",
        "players",
        "at",
        "owner",
        "sky_tower",
        "parchments",
        "liberal",
        "copies",
        "kept",
        "hand",
        "take_block",
        "column",
        "explore",
        "to",
        "x-22",
        "stack-11",
        "slot-01",
        "payment",
        "wood",
        "emerald",
        "bld-01",
        "mob-13",
        "beginners",
        "built",
        "weapons",
        "tnt",
    ];
    prop::sample::select(WORDS).prop_map(str::to_owned)
}
