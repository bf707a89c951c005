//! What is played for a seat that does not decide: legal, seen by its owner alone, and enough
//! to bring every match to its end.

use std::{env, fs, path::Path};

use domain::{Command, Dice, GameId, Options, Seed, Viewer, facts::word};
use sha2::{Digest as _, Sha256};

use crate::{
    options::{option_sets, tables},
    playout::Playout,
};

/// No match of defaults is longer for each seat.
const DECISIONS_MAX: usize = 200;

/// Every table that there can be; of Cartographers, where more seats add nothing new, some.
fn each_table(mut see: impl FnMut(&Options, u8, u8)) {
    for &game in GameId::ALL {
        for (nth, options) in (0..).zip(option_sets(game)) {
            let sizes = tables(&options).into_iter();
            let sizes = sizes.filter(|seats| *seats <= 6 || [12, 100].contains(seats));
            sizes.for_each(|seats| see(&options, seats, nth));
        }
    }
}

#[test]
fn a_default_is_legal_and_only_who_owes_a_decision_has_one() {
    each_table(|options, seats, nth| {
        let playout = Playout::new(options, seats, nth);
        playout.visit(30, |state, _| {
            let due = state.to_act();
            for seat in due.iter() {
                let view = state.view(Viewer::Seat(seat));
                let default = view.default_command().expect("it owes a decision");
                assert!(
                    view.legal().contains(&default),
                    "{default:?} in {options:?}"
                );
                let decided = state.decide(seat, default, &playout.dice);
                assert!(decided.is_ok(), "{decided:?}");
            }
            let idle = domain::Seat::first(seats).filter(|seat| !due.contains(*seat));
            for viewer in idle
                .map(Viewer::Seat)
                .chain([Viewer::Spectator, Viewer::Referee])
            {
                assert_eq!(state.view(viewer).default_command(), None);
            }
        });
    });
}

#[test]
fn nothing_but_the_view_says_what_the_default_is() {
    each_table(|options, seats, nth| {
        let playout = Playout::new(options, seats, nth);
        playout.visit(6, |state, step| {
            let view = state.view(Viewer::Seat(step.seat));
            let default = view.default_command();
            let alike = view.redraw(&Dice::new(Seed([77; 32])));
            assert_eq!(
                alike.view(Viewer::Seat(step.seat)).default_command(),
                default
            );
        });
    });
}

#[test]
fn a_match_in_which_nobody_decides_comes_to_its_end() {
    each_table(|options, seats, nth| {
        let made = of_defaults(options, seats, Seed([nth; 32]));
        assert!(made.len() <= DECISIONS_MAX * usize::from(seats));
    });
}

/// Game, rules, and the hash of every default of a match of nothing else. `UPDATE_GOLDEN` adds
/// what is missing and never changes a line: a record that holds a default is checked against
/// the default of today.
#[test]
fn a_default_comes_out_otherwise_only_under_another_edition() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/defaults.txt");
    let mut kept = fs::read_to_string(&path).unwrap_or_default();
    for &game in GameId::ALL {
        let which = format!("{} rules {}:", word(&game), game.info().rules);
        let mut digest = Sha256::new();
        for options in option_sets(game) {
            let made = of_defaults(&options, tables(&options)[0], Seed([11; 32]));
            digest.update(serde_json::to_vec(&made).unwrap());
        }
        let digest = hex::encode(digest.finalize());
        if env::var_os("UPDATE_GOLDEN").is_some() && !kept.contains(&which) {
            kept += &format!("{which} {digest}\n");
            fs::write(&path, &kept).unwrap();
        }
        assert!(
            kept.contains(&format!("{which} {digest}\n")),
            "{which} defaults are others than they were: count up the edition"
        );
    }
}

/// Every command of a match in which only defaults are played.
fn of_defaults(options: &Options, seats: u8, seed: Seed) -> Vec<Command> {
    let dice = Dice::new(seed);
    let (mut state, _) = options.set_up(seats, &dice).begin(&dice);
    let mut made = Vec::new();
    while let Some(seat) = state.to_act().iter().next() {
        let default = state.view(Viewer::Seat(seat)).default_command();
        let command = default.expect("it owes a decision");
        (state, _) = state.decide(seat, command.clone(), &dice).unwrap();
        made.push(command);
        assert!(
            made.len() <= DECISIONS_MAX * usize::from(seats),
            "{options:?} does not end"
        );
    }
    assert!(state.outcome().is_some());
    made
}
