//! How sure numbers are that are counted seat by seat, where counting deal by deal would
//! cost too much: choices and cells, of which every seat has many.
//!
//! The design effect of the whole slice stands in for that of each of its parts: a part
//! that cuts across deals has fewer seats of each, so less in common (Kish and Frankel, J.
//! Royal Statistical Society B 36, 1974). Where unlike players meet in every deal, their
//! seats together have little in common and those of each player much; what only one of
//! them takes is as uncertain as that one. So the effect is no less than that of players.
#![expect(clippy::float_arithmetic, reason = "an interval is no integer")]

use crate::{
    estimate::{
        intervals::{Mean, Range, agresti_coull},
        moments::{Moments, Sums},
        scatter::Scatter,
        summary::{Estimate, Method, float, whole},
    },
    query::{
        clusters::{self, InDeals},
        facts_at::FactsAt,
        filter::RowFilter,
        group_by::Axis,
        measure::Reading,
    },
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

impl FactsAt<'_> {
    /// What selected seats have in common in each of some metrics.
    pub(crate) fn designs<const N: usize>(
        &self,
        selection: &RowFilter,
        readings: [Reading; N],
    ) -> [Design; N] {
        let player = [Axis::of("player", self.facts)];
        let of = |axes| clusters::groups(self.facts, selection, axes, &readings).into_iter();
        let (mut whole, mut of_players) = (of(&[]), of(&player));
        readings.map(|reading| {
            let all = whole.next().and_then(|mut groups| groups.pop());
            let design = Design::of(reading, &all.unwrap_or_default());
            let effects = of_players.next().unwrap_or_default();
            let effects = effects.iter().map(|group| {
                let seats = float(reading.values(&group.0.held).moments.n);
                [seats, seats * Design::of(reading, group).effect]
            });
            let [seats, effect] = effects.fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
            Design {
                effect: design.effect.max(effect / seats.max(1.0)),
                ..design
            }
        })
    }
}

impl Design {
    /// What the seats of a group have in common.
    fn of(reading: Reading, (group, shared): &InDeals) -> Design {
        let values = reading.values(&group.held);
        let sums = Sums::of(&values, *shared);
        let mean = reading.mean(&sums, reading.most_of(&group.held));
        Design {
            seats: sums.seats_of_a_deal().unwrap_or(1.0),
            effect: mean.design_effect(values.variance().unwrap_or(0.0)),
            range: mean.range,
        }
    }

    /// The mean of seats with these values, which are given in units of 1/`parts`.
    pub(crate) fn mean(&self, values: &Moments, parts: i64) -> Estimate {
        let (n, units) = (values.n, self.units(values.n));
        let variance = values.variance(parts);
        let mean = Mean {
            n,
            deals: units.unwrap_or(1),
            value: values.mean(parts),
            scatter: units.and(variance).map(|variance| Scatter {
                variance: variance * self.effect / float(n),
                third: 0.0,
            }),
            range: self.range,
        };
        let estimate = mean.estimate();
        Estimate {
            deals: None,
            method: match (estimate.lo, self.range) {
                (None, _) => estimate.method,
                (Some(_), None) => Method::TByDesign,
                (Some(_), Some(_)) => Method::AgrestiCoullByDesign,
            },
            ..estimate
        }
    }

    /// The rate of successes among `n` decisions of so many seats. What decisions of one
    /// deal have in common is not known, so it is taken to be everything.
    pub(crate) fn rate(&self, successes: f64, n: u64, seats: u64) -> Estimate {
        let value = (n > 0).then(|| successes / float(n));
        let interval = value.zip(self.units(seats)).map(|(rate, units)| {
            agresti_coull(rate, float(n).min(float(seats) / self.seats), units)
        });
        Estimate {
            value,
            lo: interval.map(|(lo, _)| lo),
            hi: interval.map(|(_, hi)| hi),
            method: interval.map_or(Method::TooFewDeals, |_| Method::AgrestiCoullByDesign),
            ..Estimate::exact(n, None)
        }
    }

    /// About how many deals so many seats come from. None: hardly more than one.
    fn units(&self, seats: u64) -> Option<u64> {
        let units = whole(float(seats) / self.seats);
        (units > 1).then_some(units)
    }
}
