//! How sure numbers are that are counted seat by seat, where counting deal by deal would
//! cost too much: choices and cells, of which every seat has many.
//!
//! The design effect of the whole slice stands in for that of each of its parts. That is
//! on the safe side: a part that cuts across deals has fewer seats of each, so less in
//! common (Kish and Frankel, J. Royal Statistical Society B 36, 1974).
#![expect(clippy::float_arithmetic, reason = "an interval is no integer")]

use super::{
    asking::Moment,
    by_deal::ByDeal,
    counting::Counts,
    intervals::{Mean, Range, wilson},
    reading::Reading,
    selecting::Selection,
    summary::{Estimate, Method, float, whole},
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
    /// What selected seats have in common in a metric.
    pub(crate) fn design(&self, selection: &Selection, reading: Reading) -> Design {
        let shared = ByDeal::of(self.facts, selection, &[], reading).group(&[]);
        let counts = Counts::of(self.facts, selection, &[reading.axis(self.facts)]);
        let held = counts.groups().pop().map(|(_, held)| held);
        let held = held.unwrap_or_default();
        let sums = reading.sums(&held, shared);
        let variance = reading.values(&held).variance();
        let mean = reading.mean(&sums, reading.most_of(&held));
        Design {
            seats: sums.seats_of_a_deal().unwrap_or(1.0),
            effect: mean.design_effect(variance.unwrap_or(0.0)),
            range: mean.range,
        }
    }
}

impl Design {
    /// The mean of so many seats, with the variance of one.
    pub(crate) fn mean(&self, value: Option<f64>, variance: Option<f64>, n: u64) -> Estimate {
        let units = self.units(n);
        let mean = Mean {
            n,
            deals: units.unwrap_or(1),
            value,
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
