//! Instructions per decision of random matches, counted by valgrind: the same on
//! every machine and under any load.

#![allow(clippy::print_stdout, reason = "it prints a report")]

mod common;

use std::{
    env,
    process::{Command, Stdio},
};

use common::play;
use domain::GameId;

/// Seats of the tables, of those a game allows.
const TABLES: [u8; 7] = [1, 2, 3, 4, 6, 12, 100];

fn main() {
    let arguments: Vec<String> = env::args().collect();
    match arguments.as_slice() {
        [_, flag, game, seats, matches] if flag == "--play" => {
            let number = |text: &str| text.parse().expect("a number");
            let game = GameId::ALL[usize::from(number(game))];
            println!("{}", play_all(game, number(seats), number(matches)));
        }
        [program, ..] => report(program),
        [] => {}
    }
}

/// Plays so many matches and tells how many decisions they took.
fn play_all(game: GameId, seats: u8, matches: u8) -> u32 {
    let options = game.default_options();
    let played = (0..matches).map(|seed| play(&options, seats, seed));
    played.map(|played| played.decisions).sum()
}

fn report(program: &str) {
    if Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_err()
    {
        println!("instructions: skipped, valgrind is not installed");
        return;
    }
    for (nth, game) in GameId::ALL.iter().enumerate() {
        let info = game.info();
        println!("{}: seats, instructions per decision", info.title);
        for seats in TABLES.into_iter().filter(|it| info.players.contains(it)) {
            // What the program does once drops out of the difference.
            let (few, many) = (count(program, nth, seats, 1), count(program, nth, seats, 4));
            let per_decision = (many.0 - few.0) / (many.1 - few.1);
            println!("{seats:>5}  {per_decision}");
        }
    }
}

/// Instructions and decisions of so many matches.
fn count(program: &str, game: usize, seats: u8, matches: u8) -> (u64, u64) {
    let output = Command::new("valgrind")
        // Copies made by one repeated instruction would be counted byte by byte.
        .env(
            "GLIBC_TUNABLES",
            "glibc.cpu.x86_rep_movsb_threshold=1000000000",
        )
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args([program, "--play"])
        .args([game, usize::from(seats), usize::from(matches)].map(|it| it.to_string()))
        .output()
        .expect("valgrind runs");
    let told = String::from_utf8_lossy(&output.stderr);
    let line = told.lines().find(|line| line.contains("Collected"));
    let number = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
    let decisions = String::from_utf8_lossy(&output.stdout).trim().parse();
    (
        number.expect("callgrind tells what it collected"),
        decisions.expect("the program tells its decisions"),
    )
}
