//! Tournaments over HTTP: who meets whom, how they stand, and that nothing of it is lost.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

mod caller;
mod entering;
mod kills;
mod standings;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::helpers::Ann;
use caller::Caller;

fn entrant(player: &Ann) -> Value {
    json!({ "kind": "player", "player": player.id })
}

fn bot(bot: &str) -> Value {
    json!({ "kind": "bot", "bot": bot })
}

/// The tables of each round, as sets of entrants.
fn tables(report: &Value) -> Vec<Vec<BTreeSet<u64>>> {
    let set = |table: &Value| {
        let entrants = table["entrants"].as_array().unwrap();
        entrants.iter().map(|it| it.as_u64().unwrap()).collect()
    };
    let rounds = report["rounds"].as_array().unwrap().iter();
    let tables = rounds.map(|round| round["tables"].as_array().unwrap());
    tables.map(|it| it.iter().map(set).collect()).collect()
}
