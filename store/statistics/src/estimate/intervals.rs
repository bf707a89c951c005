//! Intervals that hold what is estimated 95 times in 100, for values that come in deals.
//!
//! Seats of one match are not independent: they share a deal and one first place. So
//! nothing here counts values; an interval is as sure as the sums of deals allow.
#![expect(clippy::float_arithmetic, reason = "an interval is no integer")]

use domain::cast;
use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};

use crate::estimate::{
    moments::Sums,
    paired::Pairs,
    scatter::Scatter,
    summary::{CONFIDENCE, Estimate, Method, float},
};

/// A mean of values, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mean {
    /// How many values.
    pub(crate) n: u64,
    /// How many deals they come from.
    pub(crate) deals: u64,
    pub(crate) value: Option<f64>,
    /// How it scatters; nobody can say of fewer than two deals.
    pub(crate) scatter: Option<Scatter>,
    /// Between what every value lies, if that is known.
    pub(crate) range: Option<Range>,
}

/// Between what every value lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Mean {
    /// The mean of values of which so many parts are one.
    pub(crate) fn of(sums: &Sums, parts: f64, range: Option<Range>) -> Mean {
        Mean {
            n: cast::<u64>(sums.n),
            deals: sums.deals,
            value: sums.mean().map(|mean| mean / parts),
            scatter: sums.scatter_of_mean().map(|it| it.in_ones(parts)),
            range,
        }
    }

    /// The mean with its interval.
    pub(crate) fn estimate(&self) -> Estimate {
        match self.value.zip(self.range) {
            Some((value, range)) => self.in_range(value, range),
            None => self.around(self.scatter, self.deals, Method::TByDeal),
        }
    }

    /// An interval by Student's distribution, with one degree of freedom less than there
    /// are deals. Where all deals say the same there is none: that does not tell how rare
    /// are those that say something else.
    fn around(&self, scatter: Option<Scatter>, deals: u64, method: Method) -> Estimate {
        let beyond = scatter.and_then(|scatter| scatter.beyond(t_quantile(deals)));
        let both = self.value.zip(beyond);
        Estimate {
            deals: Some(self.deals),
            value: self.value,
            lo: both.map(|(value, [below, _])| value - below),
            hi: both.map(|(value, [_, above])| value + above),
            method: match (scatter, beyond) {
                (None, _) => Method::TooFewDeals,
                (Some(_), None) => Method::AllTheSame,
                (Some(_), Some(_)) => method,
            },
            ..Estimate::exact(self.n, None)
        }
    }

    /// Agresti and Coull's interval of as many values as would be as sure if they were
    /// independent, for a mean is no more uncertain than a rate that lies where it does in
    /// its range. Unlike Student's it has a length where all values are the same. Compared
    /// with others and found to keep what it promises by Dean and Pagano, J. Survey
    /// Statistics and Methodology 3 (2015), and by Franco, Little, Louis and Slud, ibid. 7
    /// (2019).
    fn in_range(&self, value: f64, range: Range) -> Estimate {
        let length = range.to - range.from;
        let rate = ((value - range.from) / length).clamp(0.0, 1.0);
        let effective = self.effective_n(rate * (1.0 - rate) * length * length);
        let interval = effective.map(|n| agresti_coull(rate, n, self.deals));
        let at = |rate: f64| range.from + rate * length;
        Estimate {
            deals: Some(self.deals),
            value: Some(value),
            lo: interval.map(|(lo, _)| at(lo)),
            hi: interval.map(|(_, hi)| at(hi)),
            method: interval.map_or(Method::TooFewDeals, |_| Method::AgrestiCoullByDeal),
            ..Estimate::exact(self.n, None)
        }
    }

    /// How many independent values with this variance would be as sure as these are: n
    /// over the design effect (Kish, Survey Sampling, 1965), and no more than n. If all
    /// values are the same, no more than there are deals.
    pub(crate) fn effective_n(&self, variance: f64) -> Option<f64> {
        let of_mean = self.scatter?.variance;
        Some(if variance > 0.0 {
            float(self.n).min(variance / of_mean)
        } else {
            float(self.n.min(self.deals))
        })
    }

    /// How many times the variance of the mean is that of as many independent values
    /// with this variance; no less than one.
    pub(crate) fn design_effect(&self, variance: f64) -> f64 {
        let effective = self.effective_n(variance).filter(|n| *n > 0.0);
        effective.map_or(1.0, |effective| float(self.n) / effective)
    }
}

/// The mean of the first slice less that of the second, with what they have in common;
/// and the same as if they had no deal in common.
///
/// Var(a - b) = Var a + Var b - 2 Cov(a, b), each by deals. Degrees of freedom: one less
/// than the fewer deals of both, which is no more than Welch's. Where few deals carry one
/// of the means there is no interval: a mean's own is longer on the side where such deals
/// lie, but in a difference those of both hide each other.
pub(crate) fn difference(means: &[Mean; 2], pairs: &Pairs, parts: f64) -> [Estimate; 2] {
    let [a, b] = means;
    let of_both = Mean {
        n: a.n + b.n,
        deals: pairs.deals(),
        value: a.value.zip(b.value).map(|(a, b)| a - b),
        ..*a
    };
    let apart = a.scatter.zip(b.scatter).map(|(a, b)| a.less_apart(b));
    let together = pairs.scatter_of_difference();
    let together = together.map(|it| it.in_ones(parts));
    let covariance = apart.zip(together);
    let covariance = covariance.map(|(apart, both)| (apart.variance - both.variance) / 2.0);
    let each = [(together, covariance), (apart, covariance.map(|_| 0.0))];
    let rest_on_few = means
        .iter()
        .any(|mean| mean.scatter.is_some_and(Scatter::rests_on_few_deals));
    each.map(|(scatter, covariance)| {
        if a.range.is_some() && b.range.is_some() {
            return of_both.newcombe(means, covariance);
        }
        let scatter = scatter.filter(|_| !rest_on_few);
        of_both.around(scatter, a.deals.min(b.deals), Method::DifferenceByDeal)
    })
}

impl Mean {
    /// The difference of two means, from the ends of their intervals and how they are
    /// correlated: Newcombe, Statistics in Medicine 17 (1998); Zou and Donner, ibid. 27
    /// (2008).
    fn newcombe(&self, means: &[Mean; 2], covariance: Option<f64>) -> Estimate {
        let deviation = |mean: &Mean| mean.scatter.unwrap_or_default().variance.sqrt();
        let deviations = deviation(&means[0]) * deviation(&means[1]);
        let correlation = match covariance {
            Some(covariance) if deviations > 0.0 => (covariance / deviations).clamp(-1.0, 1.0),
            Some(_) | None => 0.0,
        };
        let [a, b] = means.each_ref().map(Mean::estimate);
        let away = |x: Option<f64>, y: Option<f64>| {
            let (x, y) = x.zip(y)?;
            Some((x * x + y * y - 2.0 * correlation * x * y).max(0.0).sqrt())
        };
        let less = |x: Option<f64>, y: Option<f64>| Some(x? - y?);
        let value = self.value;
        let down = away(less(a.value, a.lo), less(b.hi, b.value));
        let up = away(less(a.hi, a.value), less(b.value, b.lo));
        Estimate {
            deals: Some(self.deals),
            value,
            lo: less(value, down),
            hi: value.zip(up).map(|(value, up)| value + up),
            method: down.map_or(Method::TooFewDeals, |_| Method::NewcombeByDeal),
            ..Estimate::exact(self.n, None)
        }
    }
}

/// The mean of differences deal by deal, and of how many values it is computed. If all
/// deals say the same of wins, the next may still say otherwise: then the interval is
/// that of the difference of means. And there is none where that has none.
pub(crate) fn paired(
    means: &[Mean; 2],
    pairs: &Pairs,
    parts: f64,
    difference: &Estimate,
) -> Option<(Estimate, u64)> {
    let found = pairs.by_deal()?;
    let mean = Mean {
        n: found.deals,
        deals: found.deals,
        value: Some(found.mean / parts),
        scatter: Some(found.scatter.in_ones(parts)),
        range: None,
    };
    let scatter = mean
        .scatter
        .filter(|_| difference.method != Method::TooFewDeals);
    let mut estimate = mean.around(scatter, mean.deals, Method::PairedByDeal);
    if let [Some(a), Some(b)] = means.each_ref().map(|mean| mean.range) {
        if estimate.method == Method::AllTheSame {
            (estimate.lo, estimate.hi) = (difference.lo, difference.hi);
            estimate.method = difference.method;
        }
        estimate.lo = estimate.lo.map(|lo| lo.max(a.from - b.to));
        estimate.hi = estimate.hi.map(|hi| hi.min(a.to - b.from));
    }
    Some((estimate, found.seats))
}

/// The interval of a rate among `n` values, which need not be a whole number, of so many
/// deals, by Agresti and Coull, The American Statistician 52 (1998). About the middle of
/// Wilson's, but longer where rates are near 0 or 1: there Wilson's leaves out rates so
/// small that even one success is rare. Student's quantile stands where the normal one does,
/// since deals may be few (Korn and Graubard, Survey Methodology 24, 1998).
pub(crate) fn agresti_coull(rate: f64, n: f64, deals: u64) -> (f64, f64) {
    let z = t_quantile(deals);
    let n_and_more = n + z * z;
    let middle = (rate * n + z * z / 2.0) / n_and_more;
    let away = z * (middle * (1.0 - middle) / n_and_more).sqrt();
    // The rate itself lies within, whatever rounding did to a rate of 0 or 1.
    let lo = (middle - away).clamp(0.0, rate);
    (lo, (middle + away).clamp(rate, 1.0))
}

fn normal_quantile() -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, CONFIDENCE))
}

/// Student's, with one degree of freedom less than there are deals.
pub(crate) fn t_quantile(deals: u64) -> f64 {
    // Beyond this the two differ in the sixth digit, and the series gets slow.
    const NEARLY_NORMAL: u64 = 1_000_000;
    if deals > NEARLY_NORMAL {
        return normal_quantile();
    }
    let freedom = float(deals.max(2) - 1);
    let distribution = StudentsT::new(0.0, 1.0, freedom);
    let distribution = distribution.expect("there is at least one degree of freedom");
    distribution.inverse_cdf(f64::midpoint(1.0, CONFIDENCE))
}
