//! Numbers that sum up many, with what is known of how sure they are.
//!
//! Floats are computed of integers that are added up in any order, so equal counts give
//! equal bits.
#![expect(
    clippy::float_arithmetic,
    reason = "means, deviations and intervals are no integers"
)]

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::estimate::{
    intervals::{Mean, Range},
    moments::{Moments, Sums, cube},
    select_nth::Ranks,
};

/// How often the interval that is given holds what is estimated.
pub const CONFIDENCE: f64 = 0.95;

/// A number and how certain it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// How many values the number is based on.
    pub n: u64,
    /// How many deals these values come from. Intervals are computed from deals, because seats of
    /// one match, and matches of one deal, are not independent. Null where deals are not counted:
    /// for choices and cells.
    pub deals: Option<u64>,
    /// The number. Null if nothing was counted or if the number is suppressed.
    pub value: Option<f64>,
    /// The lower end of the 95 % interval. Null if there is no interval, for the reason in
    /// `method`; or if this end of a percentile's interval is open, because the few values cannot
    /// show it.
    pub lo: Option<f64>,
    /// The upper end of the interval. Null as for `lo`.
    pub hi: Option<f64>,
    /// How the interval was computed.
    pub method: Method,
    /// Whether the number is withheld because too few values were counted.
    pub suppressed: bool,
}

/// A number that sums up many. On the wire: `n`, `mean`, `difference`, `sd`, `min`, `max`,
/// `median`, or a percentile like `p10` and `p99.9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aggregate {
    /// The number of values in total.
    N,
    /// The arithmetic mean.
    Mean,
    /// The mean of the seat's value less that of its opponent.
    Difference,
    /// Their standard deviation, with n - 1.
    Sd,
    /// The smallest value.
    Min,
    /// The greatest value.
    Max,
    /// The least value that this many thousandths of all values do not exceed.
    Percentile(u16),
}

/// How an interval is computed. All intervals are for 95 % confidence and allow for values of one
/// deal being correlated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = IntervalMethod)]
pub enum Method {
    /// There is no interval: the number is exact for what was counted.
    Exact,
    /// There is no interval: every deal gives the same value, which does not show how rare other
    /// values are.
    AllTheSame,
    /// There is no interval: a single deal, or hardly more seats than one deal has, cannot show how
    /// much the next deal may differ. A difference also has none if one of its means rests on fewer
    /// than about five outlying deals.
    TooFewDeals,
    /// Of a mean: Student's distribution, with the variance of the sums of deals; the end
    /// on the side where few deals lie far off is further.
    TByDeal,
    /// Of a difference of means: the same, with what both have in common.
    DifferenceByDeal,
    /// Of a difference of win shares or win indices: of the ends of both intervals, with
    /// what both have in common.
    NewcombeByDeal,
    /// Of a mean of differences, one of each deal: as `t_by_deal`.
    PairedByDeal,
    /// Of a win share or win index: Agresti and Coull's, of as many values as would be as
    /// sure if they were independent.
    AgrestiCoullByDeal,
    /// Of a mean of seats: Student's distribution, with the design effect of all seats of
    /// the slice, or that of its players if it is greater.
    TByDesign,
    /// Of a rate among decisions or seats: Agresti and Coull's, as if all of one deal were
    /// one. Of a win index: the same, with the design effect as in `t_by_design`.
    AgrestiCoullByDesign,
    /// Of a percentile: the ranks that enclose it, of as many values as would be as sure
    /// if they were independent.
    RanksByDeal,
}

/// Whole parts of one, in an order.
#[derive(Clone, Debug)]
pub(crate) struct Values<'a> {
    ordered: Ordered<'a>,
    pub(crate) moments: Moments,
    /// The sum of their cubes.
    pub(crate) cubes: i128,
    /// How many parts are one.
    parts: i64,
}

#[derive(Clone, Debug)]
enum Ordered<'a> {
    /// The least first, and how often each is there.
    Counted(Vec<(i64, u64)>),
    Listed(Ranks<'a>),
}

impl<'a> Values<'a> {
    /// Values that need not be in order, or once.
    pub(crate) fn of(values: impl Iterator<Item = (i64, u64)>, parts: i64) -> Values<'a> {
        let mut values: Vec<(i64, u64)> = values.filter(|(_, count)| *count > 0).collect();
        values.sort_by_key(|(value, _)| *value);
        values.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let cubes = values.iter();
        let cubes = cubes.map(|&(value, count)| cube(value) * i128::from(count));
        Values {
            moments: Moments::of(values.iter().copied()),
            cubes: cubes.sum(),
            ordered: Ordered::Counted(values),
            parts,
        }
    }

    /// Values each by itself.
    pub(crate) fn listed(values: &'a [i32]) -> Values<'a> {
        Values {
            moments: Moments::of_each(values),
            cubes: values.iter().map(|&value| cube(value.into())).sum(),
            ordered: Ordered::Listed(Ranks::of(values)),
            parts: 1,
        }
    }

    /// Each value and how often it is there.
    pub(crate) fn each(&self) -> Vec<(f64, u64)> {
        let values = match &self.ordered {
            Ordered::Counted(values) => values,
            Ordered::Listed(ranks) => &ranks.counted(),
        };
        let each = values.iter();
        each.map(|&(value, count)| (self.value(value), count))
            .collect()
    }

    /// The variance, with n - 1.
    pub(crate) fn variance(&self) -> Option<f64> {
        self.moments.variance(self.parts)
    }

    /// The value at a rank, counted from one.
    pub(super) fn at(&self, rank: u64) -> Option<f64> {
        let mut left = rank.max(1);
        let value = match &self.ordered {
            Ordered::Listed(ranks) => ranks.at(left - 1).map(i64::from),
            Ordered::Counted(values) => {
                let found = values.iter().find(|(_, count)| {
                    let is_here = left <= *count;
                    left -= left.min(*count);
                    is_here
                });
                found.map(|(value, _)| *value)
            }
        };
        value.map(|value| self.value(value))
    }

    #[expect(clippy::cast_precision_loss, reason = "a value is no integer")]
    const fn value(&self, whole: i64) -> f64 {
        whole as f64 / self.parts as f64
    }

    /// The aggregate, or that it is suppressed; `mean` is that of the same values.
    pub(crate) fn estimate(&self, aggregate: Aggregate, mean: &Mean, min_n: u64) -> Estimate {
        let n = self.moments.n;
        let exact = |value| Estimate {
            deals: Some(mean.deals),
            ..Estimate::exact(n, value)
        };
        let estimate = match aggregate {
            Aggregate::N => return exact(Some(float(n))),
            Aggregate::Mean | Aggregate::Difference => mean.estimate(),
            Aggregate::Percentile(thousandths) => self.percentile(thousandths, mean),
            Aggregate::Sd => exact(self.variance().map(f64::sqrt)),
            Aggregate::Min => exact(self.at(1)),
            Aggregate::Max => exact(self.at(n)),
        };
        estimate.unless_few(min_n)
    }
}

impl Estimate {
    /// The mean of shares of one, of which so many parts are one, with its interval: of each deal
    /// how many there are, and their sum in parts.
    pub fn of_shares(deals: &[(u32, i64)], parts: i64) -> Estimate {
        let mut sums = Sums::default();
        deals.iter().for_each(|&(n, s)| sums.add(n.into(), s));
        let range = Range { from: 0.0, to: 1.0 };
        Mean::of(&sums, float(parts.unsigned_abs()), Some(range)).estimate()
    }

    /// A number that is not estimated.
    pub(crate) const fn exact(n: u64, value: Option<f64>) -> Estimate {
        Estimate {
            n,
            deals: None,
            value,
            lo: None,
            hi: None,
            method: Method::Exact,
            suppressed: false,
        }
    }

    /// The same, withheld if it is of too few.
    #[must_use]
    pub(crate) fn unless_few(self, min_n: u64) -> Estimate {
        if self.n >= min_n {
            return self;
        }
        Estimate {
            deals: self.deals,
            suppressed: true,
            ..Estimate::exact(self.n, None)
        }
    }

    /// How long the interval is.
    pub(crate) fn width(&self) -> Option<f64> {
        Some(self.hi? - self.lo?)
    }
}

/// A count as a float: exact below 2^53.
#[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
pub(crate) const fn float(count: u64) -> f64 {
    count as f64
}

/// What is whole of a float between zero and a count.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is no more than a count"
)]
pub(crate) const fn whole(rank: f64) -> u64 {
    rank as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each value is of a deal of its own.
    fn estimate(of: &[i32], aggregate: Aggregate, min_n: u64) -> Estimate {
        let mut sums = Sums::default();
        of.iter().for_each(|&value| sums.add(1, value.into()));
        let mean = Mean::of(&sums, 1.0, None);
        let counted = Values::of(of.iter().map(|&value| (value.into(), 1)), 1);
        let estimate = counted.estimate(aggregate, &mean, min_n);
        let listed = Values::listed(of).estimate(aggregate, &mean, min_n);
        assert_eq!(estimate, listed);
        estimate
    }

    #[test]
    fn a_percentile_is_a_value_that_was_counted() {
        let at = |thousandths| {
            let aggregate = Aggregate::Percentile(thousandths);
            estimate(&[10, 20, 30, 40], aggregate, 0).value
        };
        assert_eq!(
            [0, 250, 251, 500, 750, 1000].map(at).map(Option::unwrap),
            [10.0, 10.0, 20.0, 20.0, 30.0, 40.0]
        );
        assert_eq!(estimate(&[], Aggregate::Percentile(500), 0).value, None);
    }

    #[test]
    fn what_few_values_cannot_show_of_a_percentile_is_left_open() {
        let ends = |n: i32, thousandths| {
            let aggregate = Aggregate::Percentile(thousandths);
            let found = estimate(&(1..=n).collect::<Vec<_>>(), aggregate, 0);
            (found.lo, found.hi)
        };
        // All of five lie on one side of the median once in 16 times, all of eight once
        // in 128.
        assert_eq!(ends(5, 500), (None, None));
        assert_eq!(ends(8, 500), (Some(1.0), Some(8.0)));
        assert_eq!(ends(10, 990).1, None);
        assert_eq!(ends(1000, 0), (None, Some(1.0)));
        assert_eq!(ends(1000, 1000), (Some(1000.0), None));
    }

    #[test]
    fn too_few_are_suppressed_and_none_is_no_zero() {
        let few = estimate(&[1, 2], Aggregate::Mean, 3);
        assert_eq!((few.n, few.value, few.suppressed), (2, None, true));
        let none = estimate(&[], Aggregate::Mean, 0);
        assert_eq!((none.n, none.value, none.suppressed), (0, None, false));
    }
}
