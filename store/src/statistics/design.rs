//! How sure numbers are that are counted seat by seat, where counting deal by deal would
//! cost too much: choices and cells, of which every seat has many.
//!
//! The design effect of the whole slice stands in for that of each of its parts. That is
//! on the safe side: a part that cuts across deals has fewer seats of each, so less in
//! common (Kish and Frankel, J. Royal Statistical Society B 36, 1974).
#![expect(clippy::float_arithmetic, reason = "an interval is no integer")]

use super::{
    asking::Moment,
    by_deal,
    intervals::{Mean, Range, wilson},
    reading::Reading,
    selecting::Selection,
    summary::{Estimate, Method, float, whole},
    sums::{Moments, Sums},
};

/// What the seats of a slice have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Design {
    /// How many seats a deal has, for the mean seat: Σ n² / Σ n.
    seats: f64,
    /// How many times the variance of the mean is what it would be if seats were
    /// independent; no less than one.
    effect: f64,
    range: Option<Range>,
}

impl Moment<'_> {
    /// What selected seats have in common in each of some metrics.
    pub(crate) fn designs<const N: usize>(
        &self,
        selection: &Selection,
        readings: [Reading; N],
    ) -> [Design; N] {
        let mut groups = by_deal::groups(self.facts, selection, &[], &readings).into_iter();
        readings.map(|reading| {
            let all = groups.next().and_then(|mut groups| groups.pop());
            let (all, shared) = all.unwrap_or_default();
            let values = reading.values(&all.held);
            let sums = Sums::of(&values.moments, shared);
            let mean = reading.mean(&sums, reading.most_of(&all.held));
            Design {
                seats: sums.seats_of_a_deal().unwrap_or(1.0),
                effect: mean.design_effect(values.variance().unwrap_or(0.0)),
                range: mean.range,
            }
        })
    }
}

impl Design {
    /// The mean of seats with these values, where so many parts are one.
    pub(crate) fn mean(&self, values: &Moments, parts: i64) -> Estimate {
        let (n, units) = (values.n, self.units(values.n));
        let variance = values.variance(parts);
        let mean = Mean {
            n,
            deals: units.unwrap_or(1),
            value: values.mean(parts),
            variance: units
                .and(variance)
                .map(|variance| variance * self.effect / float(n)),
            range: self.range,
        };
        Estimate {
            deals: None,
            method: match self.range {
                Some(_) => Method::WilsonByDesign,
                None => Method::TByDesign,
            },
            ..mean.estimate()
        }
    }

    /// The rate of successes among `n` decisions of so many seats. What decisions of one
    /// deal have in common is not known, so it is taken to be everything.
    pub(crate) fn rate(&self, successes: f64, n: u64, seats: u64) -> Estimate {
        let value = (n > 0).then(|| successes / float(n));
        let interval = value
            .zip(self.units(seats))
            .map(|(rate, units)| wilson(rate, float(n).min(float(seats) / self.seats), units));
        Estimate {
            value,
            lo: interval.map(|(lo, _)| lo),
            hi: interval.map(|(_, hi)| hi),
            method: Method::WilsonByDesign,
            ..Estimate::exact(n, None)
        }
    }

    /// About how many deals so many seats come from. None: hardly more than one.
    fn units(&self, seats: u64) -> Option<u64> {
        let units = whole(float(seats) / self.seats);
        (units > 1).then_some(units)
    }
}
