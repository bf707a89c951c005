//! Answers, with everything a reader must know to trust them.

use domain::{GameId, facts::Metric};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    estimate::summary::{Aggregate, Estimate},
    query::{
        choices::Choices,
        heatmap::{Heat, Heatmap},
        question::Filter,
    },
};
use store_log::id::Position;

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = AnswerAbout)]
pub struct About {
    /// The game that is asked about.
    pub game: GameId,
    /// What was counted, with its definition.
    pub metric: Metric,
    /// What one of n is.
    pub counted: UnitOfCount,
    /// Every condition that what was counted meets: yours, and those that hold unless
    /// you say otherwise.
    #[schema(max_items = 100)]
    pub population: Vec<Filter>,
    /// What no condition lets in.
    #[schema(max_items = 3)]
    pub never_counted: [NeverCounted; 3],
    /// How often an interval holds what it estimates.
    pub confidence: f64,
    /// Up to which position of the log matches were counted.
    pub as_of_position: Position,
}

/// An answer that tells how large it is.
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

/// What no condition lets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NeverCounted {
    /// Matches that are not over: nobody knows yet what they come to.
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

/// What one of n is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitOfCount {
    /// A seat of a match.
    Seats,
    /// A match counts once.
    Matches,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QueryAnswer {
    /// What it is about.
    pub about: About,
    /// What was grouped by.
    #[schema(max_items = 3)]
    pub group_by: Vec<String>,
    /// The groups that hold something, in order of their keys.
    #[schema(max_items = 10000)]
    pub groups: Vec<AggregateGroup>,
}

/// One group of seats or matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AggregateGroup {
    /// The value of each dimension grouped by; null where it is unknown.
    #[schema(max_items = 3)]
    pub key: Vec<Option<String>>,
    /// Its month or day is not over, or one that the conditions name.
    pub partial: bool,
    /// The aggregates asked for, in that order.
    #[schema(max_items = 20)]
    pub cells: Vec<AggregateCell>,
}

/// One aggregate of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AggregateCell {
    /// The aggregate that was computed.
    pub aggregate: Aggregate,
    /// Its value, with an interval.
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// An exact histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Distribution {
    /// What it is about.
    pub about: About,
    /// How many values there are.
    pub n: u64,
    /// Each value that is there, the least first.
    #[schema(max_items = 100000)]
    pub bars: Vec<Bar>,
}

/// One value of a histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = DistributionBar)]
pub struct Bar {
    /// The value of the metric.
    pub value: f64,
    /// How often it is there.
    pub count: u64,
}

/// Two slices side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Comparison {
    /// What it is about; its population is that of the first slice.
    pub about: About,
    /// The population of the second slice.
    #[schema(max_items = 100)]
    pub other_population: Vec<Filter>,
    /// The mean of the first.
    pub first: Estimate,
    /// The mean of the second.
    pub second: Estimate,
    /// The first less the second. Where both have something of one deal, what these have
    /// in common is taken into account; n is that of both, and so is the number of deals.
    pub difference: Estimate,
    /// The same difference with the interval it would have if the two had no deal in
    /// common.
    pub apart: Estimate,
    /// The first less the second on the same deals. Null if no two deals have both.
    pub paired: Option<Paired>,
}

/// A difference measured deal by deal: what chance gave both is no part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Paired {
    /// The mean of the differences, one of each deal, each counting alike; n is the number
    /// of deals.
    pub difference: Estimate,
    /// How many values of both slices these deals have.
    pub seats: u64,
    /// The part of the interval's length that pairing took away, against `apart`; below
    /// zero if the interval became longer. Null if one of the two has no length.
    pub narrower: Option<f64>,
}
