//! Whole matches of every game, written out decision by decision and kept.
//!
//! A change of rules shows here as a diff. To accept it: `make golden`.

use std::{env, fmt::Write as _, fs, path::Path};

use domain::{Dice, Event, GameId, Options, Seat, Seed, State, Viewer, Who};

use crate::options::{option_sets, tables};

/// For every game: the smallest table with the first options, and the next larger
/// with the second.
#[test]
fn playthroughs_are_as_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for &game in GameId::ALL {
        let name = serde_json::to_value(game).unwrap();
        for (nth, options) in option_sets(game).into_iter().enumerate().take(2) {
            let seats = tables(&options)[nth];
            let path = folder.join(format!("{}_{seats}.txt", name.as_str().unwrap()));
            let told = tell(&options, seats);
            if env::var("UPDATE_GOLDEN").is_ok() {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&path, &told).unwrap();
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                told == kept,
                "{} differs: see `make golden`",
                path.display()
            );
        }
    }
}

/// Plays a command of the last seat to act, another one at every decision.
fn tell(options: &Options, seats: u8) -> String {
    let dice = Dice::new(Seed([0; 32]));
    let setup = options.set_up(seats, &dice);
    let (mut state, begun) = setup.begin(&dice);
    let mut story = format!("{}\n", options.game().info().title);
    writeln!(story, "{}", serde_json::to_string(&setup).unwrap()).unwrap();
    begun
        .into_iter()
        .for_each(|event| tell_event(&mut story, event));
    for nth in 0.. {
        let Some(seat) = state.to_act().iter().last() else {
            break;
        };
        let view = state.view(Viewer::Seat(seat));
        let mut legal = view.legal();
        writeln!(story, "\n{view}").unwrap();
        write!(story, "seat {} of {} legal: ", seat.0, legal.len()).unwrap();
        let command = legal.swap_remove(nth * 17 % legal.len());
        writeln!(story, "{}", serde_json::to_string(&command).unwrap()).unwrap();
        writeln!(story, "  {}", view.said(&command, &Who::NUMBERED)).unwrap();
        let (next, events) = state.decide(seat, command, &dice).unwrap();
        events
            .into_iter()
            .for_each(|event| tell_event(&mut story, event));
        state = next;
    }
    tell_end(&mut story, &state);
    story
}

/// The event, and what the public sees of it if that is less.
fn tell_event(story: &mut String, event: Event) {
    let full = serde_json::to_string(&event).unwrap();
    let public = serde_json::to_string(&event.disclose(Viewer::Spectator)).unwrap();
    writeln!(story, "  {full}").unwrap();
    if public != full {
        writeln!(story, "  (public) {public}").unwrap();
    }
}

fn tell_end(story: &mut String, state: &State) {
    writeln!(story, "\n{}", state.view(Viewer::Referee)).unwrap();
    for (Seat(seat), standing) in state.outcome().unwrap().iter() {
        let (rank, total) = (standing.rank, standing.total);
        writeln!(story, "seat {seat}: rank {rank} with {total}").unwrap();
        for line in &standing.score.0 {
            writeln!(story, "  {}", serde_json::to_string(line).unwrap()).unwrap();
        }
    }
}

/// A board explains itself: rows and columns are numbered, and every letter is in the legend.
#[test]
fn a_board_of_text_has_numbers_and_a_legend() {
    for &game in GameId::ALL {
        let options = option_sets(game).remove(0);
        let dice = Dice::new(Seed([3; 32]));
        let setup = options.set_up(2.max(tables(&options)[0]), &dice);
        let (mut state, _) = setup.begin(&dice);
        while let Some(seat) = state.to_act().iter().next() {
            let command = state.view(Viewer::Seat(seat)).legal().remove(0);
            state = state.decide(seat, command, &dice).unwrap().0;
        }
        let board = state.view(Viewer::Spectator).to_string();
        let [numbers, legend] = game.samples().board;
        assert!(
            board.contains(numbers),
            "{game:?} numbers nothing:\n{board}"
        );
        assert!(
            board.contains(legend),
            "{game:?} explains nothing:\n{board}"
        );
    }
}
