//! Instructions per decision of random matches, counted by valgrind: the same on
//! every machine and under any load.

#![allow(clippy::print_stdout, reason = "it prints a report")]

mod common;

use std::{
    env,
    process::{Command, Stdio},
};

use common::{options, play};

/// Seats of the table.
const TABLES: [u8; 5] = [1, 2, 4, 12, 100];

fn main() {
    let arguments: Vec<String> = env::args().collect();
    match arguments.as_slice() {
        [_, flag, seats, matches] if flag == "--play" => {
            let number = |text: &str| text.parse().expect("a number");
            println!("{}", play_all(number(seats), number(matches)));
        }
        [program, ..] => report(program),
        [] => {}
    }
}

/// Plays so many matches and tells how many decisions they took.
fn play_all(seats: u8, matches: u8) -> u32 {
    let options = options();
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
    println!("seats  instructions per decision");
    for seats in TABLES {
        // What the program does once drops out of the difference.
        let (few, many) = (count(program, seats, 1), count(program, seats, 4));
        let per_decision = (many.0 - few.0) / (many.1 - few.1);
        println!("{seats:>5}  {per_decision}");
    }
}

/// Instructions and decisions of so many matches.
fn count(program: &str, seats: u8, matches: u8) -> (u64, u64) {
    let output = Command::new("valgrind")
        // Copies made by one repeated instruction would be counted byte by byte.
        .env(
            "GLIBC_TUNABLES",
            "glibc.cpu.x86_rep_movsb_threshold=1000000000",
        )
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args([program, "--play", &seats.to_string(), &matches.to_string()])
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
