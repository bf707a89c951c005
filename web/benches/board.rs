//! What drawing a board costs: every step of matches of bots, by game and seats.
//!
//! `cargo bench -p web`.
#![expect(clippy::print_stdout, reason = "the report")]

use std::{hint::black_box, time::Duration};

use domain::{Dice, GameId, Seed, State, View, Viewer, bots::Bot};
use rustix::time::{ClockId, clock_gettime};
use web::Focus;

/// Matches of each table, so that a rare long hand or a full board is among their steps.
const MATCHES: u8 = 3;
/// Seats of the tables, of those a game allows.
const TABLES: [u8; 4] = [2, 4, 12, 100];

fn main() {
    println!("board.svg at every decision of a match of bots: microseconds of CPU, and bytes");
    println!("game, seats                      p50     p99   bytes p50     p99");
    for &game in GameId::ALL {
        let seats = TABLES.into_iter();
        for seats in seats.filter(|it| game.info().players.contains(it)) {
            let views: Vec<View> = (0..MATCHES)
                .flat_map(|seed| views(game, seats, seed))
                .collect();
            let (mut took, mut bytes): (Vec<_>, Vec<_>) = views.iter().map(drawn).unzip();
            println!(
                "{:<26}{seats:>4}{:>8}{:>8}{:>12}{:>8}",
                game.info().title,
                percentile(&mut took, 50).as_micros(),
                percentile(&mut took, 99).as_micros(),
                percentile(&mut bytes, 50),
                percentile(&mut bytes, 99),
            );
        }
    }
}

/// What a spectator sees at every decision, and at the end.
fn views(game: GameId, seats: u8, seed: u8) -> Vec<View> {
    let dice = Dice::new(Seed([seed; 32]));
    let (mut state, _) = game.default_options().set_up(seats, &dice).begin(&dice);
    let mut roll = dice.roll("bench", 0);
    let mut views = vec![seen(&state)];
    while let Some(seat) = state.to_act().iter().next() {
        let command = Bot::Greedy.choose(&state.view(Viewer::Seat(seat)), &mut roll);
        let decided = state.decide(seat, command, &dice);
        state = decided.expect("bots are legal").0;
        views.push(seen(&state));
    }
    views
}

fn seen(state: &State) -> View {
    state.view(Viewer::Spectator)
}

/// How long the core worked to draw it, and how long the picture is.
fn drawn(view: &View) -> (Duration, usize) {
    let before = worked();
    let picture = black_box(web::board(view, &Focus::default()));
    let took = worked().saturating_sub(before);
    assert!(picture.ends_with("</svg>"), "a whole picture");
    (took, picture.len())
}

/// For how long the core has worked for this thread: nobody else's work is in it.
fn worked() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).expect("it counts from nothing upwards")
}

fn percentile<T: Ord + Copy>(measured: &mut [T], percent: usize) -> T {
    measured.sort_unstable();
    measured[(measured.len() - 1) * percent / 100]
}
