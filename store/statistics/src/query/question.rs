//! Questions: what is asked of the facts, and why it may have no answer.

use crate::estimate::summary::Aggregate;
use std::{fmt, str::FromStr};

use domain::GameId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use store_log::id;
use store_play::projections::lobby::Visibility;

/// Some of the seats of a game's finished matches.
///
/// Four conditions hold unless there is a filter of yours on the same dimension:
/// `server_made`, `forked` and `imported` are `no`, and `rules` is the latest edition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slice {
    /// The game whose matches are counted.
    pub game: GameId,
    /// Which seats: those that pass all of these.
    pub filters: Vec<Filter>,
    /// Whether private matches are counted.
    #[serde(skip)]
    pub with_private: Visibility,
    /// The batches and tournaments, by their ids, whose matches are left out: some of their
    /// closed deals are still played.
    #[serde(skip)]
    pub still_closed: Vec<String>,
}

/// A condition on a dimension or a measure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub struct Filter {
    /// The id of the dimension or measure.
    #[schema(max_length = 80)]
    pub on: String,
    /// The test that it must pass.
    pub test: Test,
}

/// The test for a dimension or measure. An unknown value passes no test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FilterTest)]
pub enum Test {
    /// One of these values.
    In(OneOf),
    /// Between these two values, both included: measures are ordered by number, words
    /// alphabetically.
    Between {
        /// The least value that passes.
        #[schema(max_length = 80)]
        from: Option<String>,
        /// The greatest value that passes.
        #[schema(max_length = 80)]
        to: Option<String>,
    },
}

/// Words or numbers, each listed once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(max_items = 100)]
pub struct OneOf(pub Vec<String>);

impl Slice {
    /// The same slice, written as all are that mean the same.
    #[must_use]
    pub fn canonical(&self) -> Slice {
        let mut slice = self.clone();
        for filter in &mut slice.filters {
            if let Test::In(OneOf(values)) = &mut filter.test {
                values.sort_unstable();
                values.dedup();
            }
        }
        slice.filters.sort_unstable();
        slice.filters.dedup();
        slice
    }
}

impl Filter {
    /// It is one of these.
    pub fn is_in(on: &str, values: &[&str]) -> Filter {
        let values = values.iter().map(|value| (*value).to_owned());
        let test = Test::In(OneOf(values.collect()));
        Filter {
            on: on.to_owned(),
            test,
        }
    }

    /// It is known.
    pub fn is_known(on: &str) -> Filter {
        let test = Test::Between {
            from: None,
            to: None,
        };
        Filter {
            on: on.to_owned(),
            test,
        }
    }
}

/// A question: metrics, summed up for each group of a slice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Query {
    /// Which seats.
    pub slice: Slice,
    /// The ids of measures or rates, at least one.
    pub metrics: Vec<String>,
    /// At most three dimensions or measures: a group for each combination. One of them may be
    /// `opponent`, who is no dimension of a seat but of two.
    pub group_by: Vec<String>,
    /// What is computed of each group.
    pub aggregates: Vec<Aggregate>,
    /// Groups with fewer values are suppressed.
    pub min_n: u64,
    /// In which order the groups are.
    pub sort: Sort,
    /// How many groups are given, the first in this order. None: all.
    pub limit: Option<usize>,
}

/// The order of the groups of an answer. What has no number, or a number that is withheld, comes
/// last; groups of the same number are in the order of `group`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GroupOrder)]
pub enum Sort {
    /// By what they are grouped by: numbers by size, words alphabetically.
    #[default]
    Group,
    /// By the mean of the first metric, the greatest first.
    Mean,
    /// By the lower end of the interval of this mean, the greatest first, so that a small sample
    /// with a lucky mean does not lead.
    AtLeast,
    /// By the number of values of the first metric, the greatest first.
    N,
}

/// What an id in a question is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKind {
    /// What is counted.
    Metric,
    /// What is filtered or grouped by.
    Dimension,
    /// What is computed of a group.
    Aggregate,
    /// A word that a dimension can have.
    Value,
    /// A kind of thing that decisions offer.
    Choice,
}

impl fmt::Display for IdKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IdKind::Metric => "metric",
            IdKind::Dimension => "dimension",
            IdKind::Aggregate => "aggregate",
            IdKind::Value => "value",
            IdKind::Choice => "kind of choice",
        })
    }
}

/// Why a query has no answer. The fault lies with the query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswerable {
    /// There is no such thing; `known` lists what there is.
    #[error("there is no {what} {id:?}")]
    Unknown {
        /// What was looked for.
        what: IdKind,
        /// The id that nothing has.
        id: String,
        /// All there are.
        known: Vec<String>,
    },
    /// A measure is compared with a word.
    #[error("{value:?} is not a whole number, but {on} is a measure")]
    NoNumber {
        /// The measure.
        on: String,
        /// The word.
        value: String,
    },
    /// A metric of matches is asked for by a dimension of their seats.
    #[error("{metric} has one value per match, but {on} differs between the seats of a match")]
    OfSeats {
        /// The metric.
        metric: String,
        /// The dimension.
        on: String,
        /// The dimensions that tell matches apart.
        known: Vec<String>,
    },
    /// Of what is asked for and what it is to be grouped by, one is of decisions, the other not.
    #[error("{metric} cannot be grouped by {on}: only one of them is of single decisions")]
    OfDecisions {
        /// The metric.
        metric: String,
        /// The dimension.
        on: String,
        /// The dimensions that it can be grouped by.
        known: Vec<String>,
    },
    /// A difference to nobody.
    #[error("a difference is to an opponent: `group_by` must name `opponent`")]
    NoOpponent,
    /// More dimensions than three.
    #[error("at most three dimensions are allowed in `group_by`")]
    TooManyDimensions,
    /// Too fine.
    #[error("the answer would have {groups} groups; at most {most} are allowed")]
    TooManyGroups {
        /// How many groups there could be.
        groups: u64,
        /// How many there may be.
        most: u64,
    },
    /// Too many values for a histogram.
    #[error("the answer would have {bars} bars; at most {most} are allowed")]
    TooManyBars {
        /// How many values there are.
        bars: usize,
        /// How many there may be.
        most: usize,
    },
}

impl Aggregate {
    const NAMED: [(&'static str, Aggregate); 7] = [
        ("n", Aggregate::N),
        ("mean", Aggregate::Mean),
        ("difference", Aggregate::Difference),
        ("sd", Aggregate::Sd),
        ("min", Aggregate::Min),
        ("max", Aggregate::Max),
        ("median", Aggregate::Percentile(500)),
    ];
}

impl fmt::Display for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut named = Aggregate::NAMED.iter();
        match (named.find(|(_, aggregate)| aggregate == self), self) {
            (Some((name, _)), _) => f.write_str(name),
            (None, Aggregate::Percentile(thousandths)) if thousandths % 10 == 0 => {
                write!(f, "p{}", thousandths / 10)
            }
            (None, Aggregate::Percentile(thousandths)) => {
                write!(f, "p{}.{}", thousandths / 10, thousandths % 10)
            }
            (None, _) => unreachable!("all others have a name"),
        }
    }
}

impl FromStr for Aggregate {
    type Err = Unanswerable;

    fn from_str(text: &str) -> Result<Aggregate, Unanswerable> {
        if let Some((_, aggregate)) = Aggregate::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*aggregate);
        }
        let percentile = || {
            let (whole, tenth) = text
                .strip_prefix('p')?
                .split_once('.')
                .unwrap_or((&text[1..], "0"));
            let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            if tenth.len() != 1 || !digits(whole) || !digits(tenth) {
                return None;
            }
            let (whole, tenth): (u16, u16) = (whole.parse().ok()?, tenth.parse().ok()?);
            let thousandths = whole.checked_mul(10)? + tenth;
            (thousandths <= 1000).then_some(Aggregate::Percentile(thousandths))
        };
        percentile().ok_or_else(|| Unanswerable::Unknown {
            what: IdKind::Aggregate,
            id: text.to_owned(),
            known: Aggregate::known(),
        })
    }
}

impl Aggregate {
    fn known() -> Vec<String> {
        let named = Aggregate::NAMED.iter().map(|(name, _)| (*name).to_owned());
        named
            .chain(["p0 to p100, like p10 or p99.9".to_owned()])
            .collect()
    }
}

impl Serialize for Aggregate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Aggregate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Aggregate, D::Error> {
        id::parsed(deserializer)
    }
}

impl PartialSchema for Aggregate {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(
                r"^(n|mean|difference|sd|min|max|median|p([0-9]{1,2}(\.[0-9])?|100(\.0)?))$",
            ))
            .max_length(Some(10))
            .description(Some(
                "`n`, `mean`, `sd`, `min`, `max`, `median`, a percentile like `p10` or `p99.9`, or, \
                 of groups by `opponent`, `difference`: the mean of the seat's value minus that of \
                 the opponent.",
            ))
            .into()
    }
}

impl ToSchema for Aggregate {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggregates_are_read_as_they_are_written() {
        for name in [
            "n",
            "mean",
            "difference",
            "sd",
            "min",
            "max",
            "median",
            "p0",
            "p10",
            "p99.9",
            "p100",
        ] {
            let aggregate: Aggregate = name.parse().unwrap();
            assert_eq!(aggregate.to_string(), name);
        }
        assert_eq!("p50".parse(), Ok(Aggregate::Percentile(500)));
        for wrong in ["", "p", "p101", "p1.23", "p-1", "average", "p1.", "é"] {
            assert!(wrong.parse::<Aggregate>().is_err(), "{wrong}");
        }
    }
}
