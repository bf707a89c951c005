//! Samples of a game: what tests, benches and the examples of the document loop over, so
//! that none of them has an arm for each game. No rule reads any of it.

use serde_json::Value;

use crate::{BySeat, Standing};

/// Samples of a game. Options and positions are as someone would write them in JSON,
/// without the name of the game.
#[derive(Debug)]
pub struct Samples {
    /// A position to be scored. The document shows it, so it should have something of all
    /// that pays.
    pub scored: Value,
    /// A position in the middle of a decision. The document shows it.
    pub decided: Value,
    /// Besides what a host gets by choosing nothing: options with every answer to every
    /// question at least once.
    pub options: Vec<Value>,
    /// Positions that can stand, with every field in one of them. Tests damage them.
    pub positions: Vec<Value>,
    /// The ways a match can end. Of each, one match is kept as a record.
    pub endings: Vec<Ending>,
    /// The measures `points.…` that between them hold every line of a final score sheet once.
    pub parts: &'static [&'static str],
    /// The kinds of choice of which nothing may be taken where something is offered.
    pub may_take_nothing: &'static [&'static str],
    /// The measure that counts what fills cells, and how many cells each takes. After a dot
    /// comes what it is.
    pub cells_of: (&'static str, i32),
    /// What every printed board shows: numbers of rows or columns, and a line of its legend.
    pub board: [&'static str; 2],
}

/// A way a match can end, and how to come by one.
#[derive(Debug)]
pub struct Ending {
    /// The name of its record.
    pub name: &'static str,
    /// What the host chose.
    pub options: Value,
    /// How many sit at the table.
    pub seats: u8,
    /// Whether greedy bots play it, or random ones.
    pub by_greedy: bool,
    /// Whether a match ended so, by its standings and the JSON of its last event but one.
    pub is: fn(&BySeat<Standing>, &str) -> bool,
}

/// The totals of those with this rank.
pub fn totals(standings: &BySeat<Standing>, rank: u8) -> Vec<i16> {
    let there = standings.iter().filter(|(_, at)| at.rank == rank);
    there.map(|(_, at)| at.total).collect()
}

/// Those who have as many points as the winner, and yet did not win.
pub fn tied(standings: &BySeat<Standing>) -> Vec<u8> {
    let best = totals(standings, 1)[0];
    let tied = standings
        .iter()
        .filter(|(_, at)| at.total == best && at.rank > 1);
    tied.map(|(seat, _)| seat.0).collect()
}
