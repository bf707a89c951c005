//! What the rules promise, tried on random matches and on those that are kept.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]
#![allow(
    clippy::disallowed_methods,
    reason = "what is kept is kept in files, and the environment says how many matches"
)]

mod absent;
mod actions;
mod ann;
mod arranged;
mod bad_input;
#[path = "../common/beside_bots.rs"]
mod beside_bots;
mod bots;
mod boxes;
mod contract;
mod defaults;
mod facts;
mod forks;
mod matches;
mod mutate;
#[path = "../common/opened.rs"]
mod opened;
mod options;
mod playout;
mod playthrough;
mod positions;
mod questions;
mod records;
mod replay;
mod rules_text;
mod ships;
mod states;
mod words;
