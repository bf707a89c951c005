//! Action ids are kept by programs that learned them: they may not change unseen.

use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::Path};

use domain::{Command, Dice, GameId, Options, Seat, Seed, View, Viewer};
use sha2::{Digest as _, Sha256};

use crate::options::{option_sets, tables};

/// Every size once, by the first options and number of seats that have it.
#[test]
fn action_ids_are_those_that_are_kept() {
    let mut told = String::new();
    for &game in GameId::ALL {
        let mut known = BTreeSet::new();
        for options in option_sets(game) {
            for seats in tables(&options) {
                let (bound, hash) = kept(&options, seats);
                if known.insert(hash.clone()) {
                    let options = serde_json::to_string(&options).unwrap();
                    writeln!(told, "{bound} {hash} {seats} {options}").unwrap();
                }
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/actions.txt");
    if env::var("UPDATE_GOLDEN").is_ok() {
        fs::write(&path, &told).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        told == kept,
        "{} differs: see `make golden`",
        path.display()
    );
}

/// How many actions a table has, and the hash of all of them in order.
fn kept(options: &Options, seats: u8) -> (u32, String) {
    let view = view(options, seats);
    assert_eq!(view.actions(), options.actions(seats));
    let bound = view.actions().unwrap_or(0);
    let mut hash = Sha256::new();
    for id in 0..bound {
        let command: Command = view.action(id).unwrap();
        hash.update(serde_json::to_vec(&command).unwrap());
    }
    (bound, hex::encode(&hash.finalize()[..8]))
}

fn view(options: &Options, seats: u8) -> View {
    let dice = Dice::new(Seed([7; 32]));
    let (state, _) = options.set_up(seats, &dice).begin(&dice);
    state.view(Viewer::Seat(Seat(0)))
}
