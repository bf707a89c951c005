//! Whole matches: legal is what is accepted, whatever the options.

use super::super::{
    Command, Options, Setup, State, View,
    map::{Area, BOARD, Side, Terrain},
    setup::Edition,
    shape::ShapeId,
};
use crate::{Dice, Game as _, Seat, Seed, Viewer, decide, dice::Roll, kit::cells::Cells, ledger};

/// Commands near what is legal: mostly refused, sometimes not.
fn near(legal: Command, roll: &mut Roll) -> Command {
    let mut terrain = || Terrain::ALL[usize::try_from(roll.below(6)).unwrap()];
    let (first, second) = (terrain(), terrain());
    let moved = |Area(cells): Area| Area(Cells(cells.0 << 1) & BOARD.all());
    match legal {
        Command::Draw { cells, .. } => [
            Command::Draw {
                terrain: first,
                cells,
            },
            Command::Draw {
                terrain: second,
                cells: moved(cells),
            },
            Command::ArcaneKnowledge { cells },
            Command::Negotiation {
                terrain: first,
                cells,
            },
            Command::Concentration { cells },
            Command::Healing {
                terrain: first,
                cells,
            },
            Command::Stealth {
                shape: ShapeId::E07a,
                terrain: first,
                cells,
            },
        ][usize::try_from(roll.below(7)).unwrap()],
        Command::ArcaneKnowledge { cells } => Command::ArcaneKnowledge {
            cells: moved(cells),
        },
        Command::Stealth { shape, cells, .. } => Command::Stealth {
            shape,
            terrain: first,
            cells,
        },
        Command::Negotiation { cells, .. } => Command::Negotiation {
            terrain: first,
            cells,
        },
        Command::Concentration { cells } => Command::Concentration {
            cells: moved(cells),
        },
        Command::Healing { cells, .. } => Command::Healing {
            terrain: first,
            cells,
        },
        Command::Search { cell } => Command::Diplomacy { cell },
        Command::Diplomacy { cell } => Command::Search { cell },
        Command::Acrobatics { .. } => Command::Acrobatics { orientation: None },
        Command::Pass {} => Command::Acrobatics { orientation: None },
    }
}

fn is_accepted(state: &State, seat: Seat, command: Command, dice: &Dice) -> bool {
    decide(state, seat, command, dice).is_ok()
}

/// Plays a match at random; every so often compares all that is legal, and what lies
/// near it, with what is accepted.
fn plays_through(options: Options, seats: u8, seed: u8) {
    let dice = Dice::new(Seed([seed; 32]));
    let mut roll = dice.roll("test", 0);
    let mut state = ledger::begin::<State>(&Setup::new(&options, seats, &dice), &dice).state;
    let mut decisions = 0;
    while let Some(seat) = state.to_act().iter().next() {
        let view = state.view(Viewer::Seat(seat));
        let legal = State::legal(&view);
        assert!(!legal.is_empty(), "{view}");
        if decisions % 9 == 0 {
            let written = serde_json::to_string(&view).unwrap();
            assert_eq!(serde_json::from_str::<View>(&written).unwrap(), view);
            assert!(
                legal
                    .iter()
                    .all(|&command| is_accepted(&state, seat, command, &dice))
            );
            for &command in &legal {
                let near = near(command, &mut roll);
                let accepted = is_accepted(&state, seat, near, &dice);
                assert_eq!(accepted, legal.contains(&near), "{near:?}\n{view}");
            }
            let once = |at: usize| !legal[at + 1..].contains(&legal[at]);
            assert!((0..legal.len()).all(once), "{view}");
        }
        let nth = roll.below(u32::try_from(legal.len()).unwrap());
        let command = legal[usize::try_from(nth).unwrap()];
        state = decide(&state, seat, command, &dice).unwrap().state;
        decisions += 1;
    }
    assert!(state.is_over() && state.outcome().is_some());
}

#[test]
fn legal_commands_and_no_others_are_accepted() {
    for (seed, seats) in (0..).zip([1, 2, 3, 5, 1, 2]) {
        for side in Side::ALL {
            for edition in [Edition::Rulebook, Edition::BoardGameArena] {
                for skills in [true, false] {
                    let options = Options {
                        side,
                        edition,
                        skills,
                        ..Options::default()
                    };
                    plays_through(options, seats, seed);
                }
            }
        }
    }
}

#[test]
fn a_hundred_play_to_the_end() {
    let options = Options {
        skills: true,
        ..Options::default()
    };
    let dice = Dice::new(Seed([9; 32]));
    let mut state = ledger::begin::<State>(&Setup::new(&options, 100, &dice), &dice).state;
    let mut roll = dice.roll("test", 0);
    while let Some(seat) = state.to_act().iter().next() {
        let mut legal = State::legal(&state.view(Viewer::Seat(seat)));
        let nth = roll.below(u32::try_from(legal.len()).unwrap());
        let command = legal.swap_remove(usize::try_from(nth).unwrap());
        state = decide(&state, seat, command, &dice).unwrap().state;
    }
    assert_eq!(state.outcome().unwrap().seats(), 100);
}
