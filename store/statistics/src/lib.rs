//! Statistics: what is counted of finished matches, and questions about it.
//!
//! `following` reads the log and keeps the facts of each match that ended, a row for
//! each seat, in columns. `counting` counts rows by what they hold, in integers; all
//! else is computed of such counts. So neither the order of threads, nor how facts are
//! cut into chunks, nor whether they were rebuilt, shows in an answer. Intervals are
//! computed of sums over deals (`sums`, `pairs`), which are integers as well.

mod answer;
mod asking;
mod batch_results;
#[cfg(test)]
mod batch_tests;
mod by_deal;
#[cfg(test)]
mod by_deal_tests;
mod catalogue;
mod choosing;
mod chunk;
mod clusters;
mod column;
mod comparing;
mod consistency;
mod counting;
#[cfg(test)]
mod coverage_tests;
mod deals;
mod design;
mod dictionary;
mod export;
mod filling;
mod finished;
mod folding;
pub(crate) mod following;
mod game;
mod handle;
#[cfg(test)]
mod interval_tests;
mod intervals;
mod keys;
mod listed;
mod loading;
mod mapping;
mod pairs;
mod plays;
mod question;
mod ranks;
mod rating;
mod reading;
#[cfg(test)]
mod running_tests;
mod scatter;
mod selecting;
mod summary;
mod sums;
pub mod synthetic;
mod table;
mod taking;
mod tally;

pub use answer::{
    About, Answer, Bar, Cell, Comparison, Counted, Distribution, Group, NeverCounted, Paired,
};
pub use asking::{BARS, DIMENSIONS, GROUPS};
pub use batch_results::{BatchResults, BotResult, PairResult};
pub use catalogue::metrics;
pub use choosing::{Choice, Choices};
pub use consistency::Consistency;
pub use deals::{Deal, PLAYS, Play};
pub use export::{Batch, Counted as CountedMatches, Field, FieldValues, Table};
pub use handle::{Progress, Statistics};
pub use mapping::{Heat, Heatmap, OnRank};
pub use question::{Aggregate, Filter, OneOf, Query, Slice, Test, Unanswerable};
pub use rating::{PLAYERS, Rated, Ratings};
pub use selecting::DEFAULTED;
pub use summary::{CONFIDENCE, Estimate, Method};
