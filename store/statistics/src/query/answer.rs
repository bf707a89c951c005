//! Answers, with everything a reader must know to trust them.

use domain::{GameId, facts::Metric};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    estimate::summary::{Aggregate, Estimate},
    query::{
        choices::Choices,
        curve::Curve,
        heatmap::{Heat, Heatmap},
        question::Filter,
    },
};
use store_log::id::Position;

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AnswerAbout)]
pub struct About {
    /// The game that was asked about.
    pub game: GameId,
    /// The metric that was counted, with its definition; of several, the first.
    pub metric: Metric,
    /// The unit of `n`, of this metric.
    pub counted: UnitOfCount,
    /// Every condition that the counted seats meet: yours, and the default ones that you did not
    /// override.
    #[schema(max_items = 100)]
    pub population: Vec<Filter>,
    /// What is never counted, whatever the conditions.
    #[schema(max_items = 3)]
    pub never_counted: [NeverCounted; 3],
    /// The confidence level of every interval.
    pub confidence: f64,
    /// The position of the log up to which matches were counted.
    pub as_of_position: Position,
}

/// An answer that reports its size.
pub(crate) trait Measured {
    /// About how many numbers and words it holds.
    fn size(&self) -> usize;
}

/// What every answer has beside its rows.
const ABOUT: usize = 100;

impl Measured for QueryAnswer {
    fn size(&self) -> usize {
        let cells = self.groups.first().map_or(0, |group| group.cells.len());
        ABOUT + self.groups.len() * (1 + self.group_by.len() + 2 * cells)
    }
}

impl Measured for Distribution {
    fn size(&self) -> usize {
        ABOUT + self.bars.len()
    }
}

impl Measured for Comparison {
    fn size(&self) -> usize {
        2 * ABOUT
    }
}

impl Measured for Curve {
    fn size(&self) -> usize {
        let points = self.series.iter().map(|series| series.points.len());
        ABOUT + 8 * points.sum::<usize>()
    }
}

impl Measured for Choices {
    fn size(&self) -> usize {
        ABOUT + 15 * self.choices.len()
    }
}

impl Measured for Heatmap {
    fn size(&self) -> usize {
        let of_cell = |heat: &Heat| 5 + heat.by_rank.len();
        ABOUT + self.cells.iter().map(of_cell).sum::<usize>()
    }
}

/// What is never counted, whatever the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NeverCounted {
    /// Matches that are not over: their result is not known yet.
    Unfinished,
    /// Matches played with another box of components than the one in use, which cannot
    /// be read without it.
    OtherBox,
    /// Matches whose record is damaged: the server's own messages name them. Once it is
    /// mended, a rebuild counts them.
    Unreadable,
}

impl NeverCounted {
    /// All there is.
    pub const ALL: [NeverCounted; 3] = [
        NeverCounted::Unfinished,
        NeverCounted::OtherBox,
        NeverCounted::Unreadable,
    ];
}

/// The unit of `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitOfCount {
    /// A seat of a match.
    Seats,
    /// A match counts once.
    Matches,
    /// A decision of a seat.
    Decisions,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QueryAnswer {
    /// What the answer is about.
    pub about: About,
    /// The metrics that were counted, in the order you asked for. `per` of each says what its `n`
    /// counts.
    #[schema(min_items = 1, max_items = 6)]
    pub metrics: Vec<Metric>,
    /// The dimensions or measures that the answer is grouped by.
    #[schema(max_items = 3)]
    pub group_by: Vec<String>,
    /// How many groups contain something. `groups` may have fewer: those within `limit`.
    #[schema(maximum = 10000)]
    pub group_count: u64,
    /// The groups that contain something, in the order you asked for.
    #[schema(max_items = 10000)]
    pub groups: Vec<AggregateGroup>,
}

/// One group of seats or matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AggregateGroup {
    /// The value of each dimension grouped by; null where it is unknown.
    #[schema(max_items = 3)]
    pub key: Vec<Option<String>>,
    /// Whether the month or day of this group, or one that the conditions name, is not over.
    pub partial: bool,
    /// For each metric the aggregates you asked for, in that order.
    #[schema(max_items = 120)]
    pub cells: Vec<AggregateCell>,
}

/// One aggregate of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AggregateCell {
    /// The id of the metric.
    #[schema(max_length = 80, pattern = "^[a-z0-9_.]+$")]
    pub metric: String,
    /// The aggregate that was computed.
    pub aggregate: Aggregate,
    /// Of a metric of decisions: in how many matches they were made. Left out of all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<u64>,
    /// The value, with its interval if it is an estimate.
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// An exact histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Distribution {
    /// What the answer is about.
    pub about: About,
    /// The number of values in total.
    pub n: u64,
    /// Each value that occurs, the smallest first.
    #[schema(max_items = 100000)]
    pub bars: Vec<Bar>,
}

/// One value of a histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = DistributionBar)]
pub struct Bar {
    /// The value of the metric.
    pub value: f64,
    /// How often the value occurs.
    pub count: u64,
}

/// Two slices side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Comparison {
    /// What the answer is about; its population is that of the first slice.
    pub about: About,
    /// The population of the second slice.
    #[schema(max_items = 100)]
    pub other_population: Vec<Filter>,
    /// The mean of the first.
    pub first: Estimate,
    /// The mean of the second.
    pub second: Estimate,
    /// The mean of the first slice minus that of the second. Where both have values from the same
    /// deal, their covariance is taken into account. `n` and `deals` count both slices.
    pub difference: Estimate,
    /// The same difference with the interval it would have if the two slices shared no deal.
    pub apart: Estimate,
    /// The mean of the first minus that of the second on the same deals. Null if fewer than two
    /// deals have both.
    pub paired: Option<Paired>,
}

/// A difference measured deal by deal, so that the luck of the deal cancels out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Paired {
    /// The mean of the differences, one for each deal, with equal weights; `n` is the number of
    /// deals.
    pub difference: Estimate,
    /// How many values of both slices these deals contain.
    pub seats: u64,
    /// The fraction by which pairing shortened the interval of `apart`; below zero if the interval
    /// became longer. Null if either has no length.
    pub narrower: Option<f64>,
}
