//! Statistics: what is counted of finished matches, and questions about it.
//!
//! Read it in this order. `columns` holds values, a row for each seat, in chunks.
//! `facts` follows the log and keeps there what each match that ended comes to.
//! `estimate` says how sure a number is. `query` asks: it counts rows by what they hold,
//! in integers, and all else is computed of such counts. So neither the order of
//! threads, nor how facts are cut into chunks, nor whether they were rebuilt, shows in an
//! answer. Intervals are computed of sums over deals (`estimate::moments`,
//! `estimate::paired`), which are integers as well. `handle` is what the rest of the
//! program holds, `rating` rates players, `batches` tells how batches stand.

#[cfg(test)]
mod batch_tests;
mod batches;
mod columns;
mod cores;
mod estimate;
mod facts;
mod handle;
mod query;
mod rating;
#[cfg(test)]
mod running_tests;
pub mod synthetic;

pub use batches::{BatchResults, BotResult, PairResult};
pub use estimate::summary::{Aggregate, CONFIDENCE, Estimate, Method};
pub use facts::{catalogue::metrics, consistency::Consistency};
pub use handle::{Progress, Statistics};
pub use query::{
    answer::{
        About, Answer, Bar, Cell, Comparison, Counted, Distribution, Group, NeverCounted, Paired,
    },
    choices::{Choice, Choices},
    deals::{Deal, PLAYS, Play},
    export::{Batch, Counted as CountedMatches, Field, FieldValues, Table},
    facts_at::{BARS, DIMENSIONS, GROUPS},
    filter::DEFAULTED,
    heatmap::{Heat, Heatmap, OnRank},
    question::{Filter, IdKind, OneOf, Query, Slice, Test, Unanswerable},
};
pub use rating::{PLAYERS, Rated, Ratings};
