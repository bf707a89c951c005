//! Batches: the seats of their matches, and what their bots came to.

mod results;
mod seats;

pub use results::{BatchResults, BotResult, PairResult};
