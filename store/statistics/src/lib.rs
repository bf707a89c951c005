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
//!
//! A question names a metric, the seats it is asked of, and what they are grouped by:
//!
//! ```
//! use domain::GameId;
//! use store_statistics::{Aggregate, Filter, Query, Slice, Sort};
//!
//! let query = Query {
//!     slice: Slice {
//!         game: GameId::Cartographers,
//!         filters: vec![Filter::is_in("player", &["bot:greedy", "bot:random"])],
//!         with_private: store_play::Visibility::Public,
//!         still_closed: Vec::new(),
//!     },
//!     metrics: vec!["final_score".to_owned()],
//!     group_by: vec!["player".to_owned()],
//!     aggregates: vec![Aggregate::Mean, Aggregate::Percentile(900)],
//!     min_n: 5,
//!     sort: Sort::AtLeast,
//!     limit: None,
//! };
//! assert!(serde_json::to_string(&query).unwrap().contains(r#""p90""#));
//! ```

#[cfg(test)]
mod batch_tests;
mod batches;
mod columns;
mod comparing;
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
pub use comparing::Compared;
pub use estimate::summary::{Aggregate, CONFIDENCE, Estimate, Method};
pub use facts::{catalogue::metrics, consistency::Consistency};
pub use handle::{Progress, Statistics};
pub use query::{
    answer::{
        About, AggregateCell, AggregateGroup, Bar, Comparison, Distribution, NeverCounted, Paired,
        QueryAnswer, UnitOfCount,
    },
    choices::{ChoiceCounts, Choices},
    curve::{Curve, CurvePoint, CurveQuery, POINTS, SERIES, Series},
    deals::{Deal, DealPlay, PLAYS},
    export::{CountedMatches, ExportTable, Field, FieldValues, RowBatch},
    facts_at::{BARS, DIMENSIONS, GROUPS},
    filter::DEFAULTED,
    heatmap::{Heat, Heatmap, OnRank},
    opponents::OPPONENT,
    question::{Filter, IdKind, OneOf, Query, Slice, Sort, Test, Unanswerable},
};
pub use rating::{PLAYERS, Rated, Ratings};
