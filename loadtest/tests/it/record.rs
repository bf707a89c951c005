//! A match's record as a stranger reads it: lines of JSON.

use std::collections::BTreeSet;

use domain::{
    BySeat, Standing,
    matches::{Match, MatchEvent},
};
use serde_json::Value;
use store::record::{Chain, Line};

/// How many decisions were made, no two of them the same.
pub(crate) fn decisions_made_once(record: &str) -> u64 {
    let mut made = BTreeSet::new();
    for line in record.lines() {
        let commit: Value = serde_json::from_str(line).unwrap();
        let cause = &commit["public"]["cause"];
        if let Some(decision) = cause["decision"].as_u64() {
            let seat = cause["seat"].as_u64().unwrap();
            assert!(
                made.insert((seat, decision)),
                "seat {seat} made {decision} twice"
            );
        }
    }
    u64::try_from(made.len()).unwrap()
}

/// Folds the record with the rules' own types: the standings it ends with, which
/// must be those the state comes to.
pub(crate) fn standings(record: &str) -> BySeat<Standing> {
    let events: Vec<MatchEvent> = record.lines().flat_map(events).collect();
    let mut game = Match::opened(&events[0]);
    for event in &events[1..] {
        game.evolve(event);
    }
    let table = game.table().unwrap();
    let written = table.standings.clone().unwrap();
    assert_eq!(Some(&written), table.state.outcome().as_ref());
    written
}

/// How many events there are, none of which the server made for want of a player's answer.
pub(crate) fn events_of_players(record: &str) -> u32 {
    let events: Vec<MatchEvent> = record.lines().flat_map(events).collect();
    let mut seated = BTreeSet::new();
    for event in &events {
        let by_server = matches!(
            event,
            MatchEvent::TimedOut { .. }
                | MatchEvent::Forfeited { .. }
                | MatchEvent::Abandoned { .. }
        );
        assert!(!by_server, "{event:?}");
        if let MatchEvent::SeatTaken { seat, .. } = event {
            assert!(seated.insert(*seat), "{seat:?} was taken twice");
        }
    }
    u32::try_from(events.len()).unwrap()
}

/// The version after the last commit: each has the hash it says, and goes on from the version and
/// the hash of the one before.
pub(crate) fn version_of_chain(record: &str) -> u32 {
    let mut chain = Chain::from_start();
    for line in record.lines() {
        chain.link(&Line::parse(line.to_owned()).unwrap()).unwrap();
    }
    chain.tip().version
}

/// The events of a commit: the full form where there is one.
fn events(line: &str) -> Vec<MatchEvent> {
    let commit: Value = serde_json::from_str(line).unwrap();
    let public = commit["public"]["events"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate();
    let full = |at: usize| commit["private"]["events"].get(at.to_string());
    let events = public.map(|(at, public)| full(at).unwrap_or(public));
    events
        .map(|event| serde_json::from_value(event.clone()).unwrap())
        .collect()
}
