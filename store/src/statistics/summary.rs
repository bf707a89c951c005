//! Numbers that sum up many, with what is known of how sure they are.
//!
//! The one place with floats. They are computed of integer counts in the order of the
//! values, so equal counts give equal bits.
#![expect(
    clippy::float_arithmetic,
    reason = "means, deviations and intervals are no integers"
)]

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};
use utoipa::ToSchema;

use super::question::Aggregate;

/// How often the interval that is given holds what is estimated.
pub const CONFIDENCE: f64 = 0.95;

/// A number, and how sure it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// How many values it is computed of.
    pub n: u64,
    /// The number. Null if nothing was counted, or if it is suppressed.
    pub value: Option<f64>,
    /// Where the interval begins, if there is one.
    pub lo: Option<f64>,
    /// Where it ends.
    pub hi: Option<f64>,
    /// How the interval was computed.
    pub method: Method,
    /// The number is withheld, because too few values were counted.
    pub suppressed: bool,
}

/// How an interval is computed. All are for 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = IntervalMethod)]
pub enum Method {
    /// There is none: the number is exact for what was counted.
    Exact,
    /// Of a mean, by Student's distribution.
    StudentsT,
    /// Of a difference of means, by Welch's approximation.
    WelchT,
    /// Of a mean of differences, one of each deal, by Student's distribution.
    PairedByDeal,
    /// Of a rate, by Wilson's score.
    Wilson,
    /// Of a percentile, by the ranks that enclose it.
    Ranks,
}

/// Values and how often each is there, the least first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Values {
    values: Vec<(f64, u64)>,
    pub(crate) n: u64,
}

impl Values {
    /// Values that need not be in order, or once.
    pub(crate) fn of(values: impl Iterator<Item = (f64, u64)>) -> Values {
        let mut values: Vec<(f64, u64)> = values.filter(|(_, count)| *count > 0).collect();
        values.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        values.dedup_by(|next, kept| {
            let same = next.0.total_cmp(&kept.0).is_eq();
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let n = values.iter().map(|(_, count)| count).sum();
        Values { values, n }
    }

    /// Each value and how often it is there.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (f64, u64)> {
        self.values.iter().copied()
    }

    /// The mean.
    pub(crate) fn mean(&self) -> Option<f64> {
        let sum: f64 = self
            .values
            .iter()
            .map(|(value, count)| value * float(*count))
            .sum();
        (self.n > 0).then(|| sum / float(self.n))
    }

    /// The variance, with n - 1.
    pub(crate) fn variance(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.n > 1)?;
        let square = |(value, count): &(f64, u64)| (value - mean).powi(2) * float(*count);
        let squares: f64 = self.values.iter().map(square).sum();
        Some(squares / float(self.n - 1))
    }

    /// The value at a rank, counted from one.
    fn at(&self, rank: u64) -> Option<f64> {
        let mut left = rank.max(1);
        for (value, count) in &self.values {
            if left <= *count {
                return Some(*value);
            }
            left -= count;
        }
        None
    }

    /// The aggregate, or that it is suppressed.
    pub(crate) fn estimate(&self, aggregate: Aggregate, is_share: bool, min_n: u64) -> Estimate {
        let n = self.n;
        if aggregate == Aggregate::N {
            return Estimate::exact(n, Some(float(n)));
        }
        if n < min_n {
            return Estimate {
                suppressed: true,
                ..Estimate::exact(n, None)
            };
        }
        match aggregate {
            Aggregate::Mean if is_share => wilson(self.mean().unwrap_or(0.0) * float(n), n),
            Aggregate::Mean => students_t(self.mean(), self.variance(), n),
            Aggregate::Percentile(thousandths) => self.percentile(thousandths),
            Aggregate::Sd => Estimate::exact(n, self.variance().map(f64::sqrt)),
            Aggregate::Min | Aggregate::N => Estimate::exact(n, self.at(1)),
            Aggregate::Max => Estimate::exact(n, self.at(n)),
        }
    }

    fn percentile(&self, thousandths: u16) -> Estimate {
        let (n, part) = (float(self.n), f64::from(thousandths) / 1000.0);
        let rank = (self.n * u64::from(thousandths)).div_ceil(1000);
        let away = normal_quantile() * (n * part * (1.0 - part)).sqrt();
        let bound = |rank: f64| self.at(whole(rank.clamp(1.0, n.max(1.0))));
        Estimate {
            value: self.at(rank),
            lo: bound((n * part - away).floor()),
            hi: bound((n * part + away).ceil() + 1.0),
            method: Method::Ranks,
            ..Estimate::exact(self.n, None)
        }
    }
}

impl Estimate {
    /// A number that is not estimated.
    pub(crate) const fn exact(n: u64, value: Option<f64>) -> Estimate {
        Estimate {
            n,
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
            suppressed: true,
            ..Estimate::exact(self.n, None)
        }
    }

    /// How long the interval is.
    pub(crate) fn width(&self) -> Option<f64> {
        Some(self.hi? - self.lo?)
    }
}

/// The rate of successes among `n`.
pub(crate) fn wilson(successes: f64, n: u64) -> Estimate {
    if n == 0 {
        return Estimate {
            method: Method::Wilson,
            ..Estimate::exact(0, None)
        };
    }
    let (z, count) = (normal_quantile(), float(n));
    let rate = successes / count;
    let spread = z * z / count;
    let middle = (rate + spread / 2.0) / (1.0 + spread);
    let away = z / (1.0 + spread) * (rate * (1.0 - rate) / count + spread / count / 4.0).sqrt();
    Estimate {
        value: Some(rate),
        lo: Some((middle - away).max(0.0)),
        hi: Some((middle + away).min(1.0)),
        method: Method::Wilson,
        ..Estimate::exact(n, None)
    }
}

/// A mean of `n` values with this variance.
pub(crate) fn students_t(mean: Option<f64>, variance: Option<f64>, n: u64) -> Estimate {
    let away = variance.map(|variance| {
        let freedom = float(n) - 1.0;
        t_quantile(freedom) * (variance / float(n)).sqrt()
    });
    let mean_and_away = mean.zip(away);
    Estimate {
        value: mean,
        lo: mean_and_away.map(|(mean, away)| mean - away),
        hi: mean_and_away.map(|(mean, away)| mean + away),
        method: Method::StudentsT,
        ..Estimate::exact(n, None)
    }
}

/// The mean of `a` less that of `b`.
pub(crate) fn welch_t(a: &Values, b: &Values) -> Estimate {
    let n = a.n.min(b.n);
    let difference = a.mean().zip(b.mean()).map(|(a, b)| a - b);
    let away = a.variance().zip(b.variance()).map(|(of_a, of_b)| {
        let (a_part, b_part) = (of_a / float(a.n), of_b / float(b.n));
        let error = a_part + b_part;
        let parts = a_part.powi(2) / float(a.n - 1) + b_part.powi(2) / float(b.n - 1);
        let freedom = if parts > 0.0 {
            error.powi(2) / parts
        } else {
            float(n)
        };
        t_quantile(freedom) * error.sqrt()
    });
    let both = difference.zip(away);
    Estimate {
        value: difference,
        lo: both.map(|(difference, away)| difference - away),
        hi: both.map(|(difference, away)| difference + away),
        method: Method::WelchT,
        ..Estimate::exact(n, None)
    }
}

fn normal_quantile() -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, CONFIDENCE))
}

fn t_quantile(freedom: f64) -> f64 {
    // Beyond this the two differ in the sixth digit, and the series gets slow.
    const NEARLY_NORMAL: f64 = 1e6;
    if freedom > NEARLY_NORMAL {
        return normal_quantile();
    }
    let distribution = StudentsT::new(0.0, 1.0, freedom.max(1.0));
    let distribution = distribution.expect("there is at least one degree of freedom");
    distribution.inverse_cdf(f64::midpoint(1.0, CONFIDENCE))
}

/// A count as a float: exact below 2^53.
#[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
pub(crate) const fn float(count: u64) -> f64 {
    count as f64
}

/// A rank from a float between one and a count.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it was clamped to a count"
)]
const fn whole(rank: f64) -> u64 {
    rank as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(of: &[i32]) -> Values {
        Values::of(of.iter().map(|&value| (f64::from(value), 1)))
    }

    fn near(estimate: Option<f64>, expected: f64) -> bool {
        estimate.is_some_and(|it| (it - expected).abs() < 1e-4)
    }

    /// Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 up to 0.1611.
    #[test]
    fn wilson_gives_the_intervals_of_the_literature() {
        let rate = wilson(81.0, 263);
        assert!(near(rate.lo, 0.2553) && near(rate.hi, 0.3662), "{rate:?}");
        let none = wilson(0.0, 20);
        assert!(near(none.lo, 0.0) && near(none.hi, 0.1611), "{none:?}");
        assert_eq!(wilson(0.0, 0).value, None);
    }

    /// t of 4 degrees of freedom is 2.776445.
    #[test]
    fn a_mean_has_students_interval() {
        let mean = values(&[1, 2, 3, 4, 5]).estimate(Aggregate::Mean, false, 1);
        let away = 2.776_445 * (2.5_f64 / 5.0).sqrt();
        assert!(near(mean.value, 3.0) && near(mean.lo, 3.0 - away) && near(mean.hi, 3.0 + away));
        let one = values(&[7]).estimate(Aggregate::Mean, false, 1);
        assert_eq!((one.value, one.lo, one.hi), (Some(7.0), None, None));
    }

    #[test]
    fn a_percentile_is_a_value_that_was_counted() {
        let all = values(&[10, 20, 30, 40]);
        let at = |thousandths| all.percentile(thousandths).value;
        assert_eq!(
            [0, 250, 251, 500, 750, 1000].map(at).map(Option::unwrap),
            [10.0, 10.0, 20.0, 20.0, 30.0, 40.0]
        );
        assert_eq!(Values::default().percentile(500).value, None);
    }

    #[test]
    fn too_few_are_suppressed_and_none_is_no_zero() {
        let few = values(&[1, 2]).estimate(Aggregate::Mean, false, 3);
        assert_eq!((few.n, few.value, few.suppressed), (2, None, true));
        let none = values(&[]).estimate(Aggregate::Mean, false, 0);
        assert_eq!((none.n, none.value, none.suppressed), (0, None, false));
    }
}
