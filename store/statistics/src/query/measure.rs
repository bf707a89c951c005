//! How the values of a metric are read off the columns.

use crate::facts::wins::WHOLE;
use crate::facts::wins::win_index;
use crate::facts::wins::win_share;
use domain::facts::{Kind, Metric, Per};

use crate::{
    estimate::{
        intervals::{Mean, Range},
        moments::Sums,
        summary::Values,
    },
    facts::{
        catalogue::{metric, metrics},
        finished::{WIN, WIN_SEATS},
        game::GameFacts,
    },
    query::{
        group_by::Axis,
        histogram::ValueCounts,
        opponents::OPPONENT,
        question::{IdKind, Slice, Unanswerable},
    },
};

/// How the values of a metric are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) metric: &'static Metric,
    scale: Scale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Plain,
    WinShare,
    WinIndex,
    /// The values of two seats, one less the other, of which so many parts are one.
    Difference {
        parts: i64,
    },
}

impl Reading {
    /// A measure or rate by its id.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(crate) fn of(slice: &Slice, id: &str) -> Result<Reading, Unanswerable> {
        let found = metric(slice.game, id);
        let countable = |metric: &&Metric| matches!(metric.kind, Kind::Measure | Kind::Rate);
        let Some(metric) = found.filter(countable) else {
            return Err(Unanswerable::Unknown {
                what: IdKind::Metric,
                id: id.to_owned(),
                known: metrics(slice.game)
                    .filter(countable)
                    .map(|metric| metric.id.clone())
                    .collect(),
            });
        };
        let scale = match (metric.kind, id) {
            (Kind::Rate, "win_share") => Scale::WinShare,
            (Kind::Rate, _) => Scale::WinIndex,
            (Kind::Measure | Kind::Dimension | Kind::Choice, _) => Scale::Plain,
        };
        Ok(Reading { metric, scale })
    }

    /// The differences of its values between two seats, held in whole parts.
    pub(crate) const fn differences(self) -> Reading {
        Reading {
            scale: Scale::Difference {
                parts: self.parts(),
            },
            ..self
        }
    }

    /// Its axis.
    pub(crate) fn axis(self, facts: &GameFacts) -> Axis {
        match self.scale {
            Scale::Plain if self.is_per_decision() => Axis::of_times(facts),
            Scale::Plain => Axis::of(&self.metric.id, facts),
            Scale::WinShare | Scale::WinIndex => Axis::of(WIN, facts),
            Scale::Difference { parts: 1 } => Axis::of(&self.metric.id, facts).of_differences(),
            Scale::Difference { .. } => Axis::of_any(),
        }
    }

    /// Passes unless the dimension tells apart what the metric has one value for: the seats of a
    /// match, or the decisions of a seat. Decisions have no opponent.
    pub(crate) fn may_be_grouped_by(self, slice: &Slice, id: &str) -> Result<(), Unanswerable> {
        let tells = match metric(slice.game, id) {
            Some(dimension) => dimension.per,
            None if id == OPPONENT => Per::Seat,
            None => return Ok(()),
        };
        let metric = self.metric.id.clone();
        let (on, known) = (id.to_owned(), self.groups(slice));
        match (self.metric.per, tells) {
            (Per::Match, Per::Seat) => Err(Unanswerable::OfSeats { metric, on, known }),
            (Per::Seat | Per::Match, Per::Decision) => {
                Err(Unanswerable::OfDecisions { metric, on, known })
            }
            (Per::Decision, _) if id == OPPONENT => {
                Err(Unanswerable::OfDecisions { metric, on, known })
            }
            (_, _) => Ok(()),
        }
    }

    /// What it can be grouped by.
    fn groups(self, slice: &Slice) -> Vec<String> {
        let groups = metrics(slice.game).filter(|it| match it.per {
            Per::Match => matches!(it.kind, Kind::Dimension | Kind::Measure),
            Per::Seat => !self.is_per_match() && matches!(it.kind, Kind::Dimension | Kind::Measure),
            Per::Decision => self.is_per_decision() && it.kind == Kind::Dimension,
        });
        groups.map(|it| it.id.clone()).collect()
    }

    /// Whether a match has one value.
    pub(crate) fn is_per_match(self) -> bool {
        self.metric.per == Per::Match
    }

    /// Whether a seat has a value for each of its decisions.
    pub(crate) fn is_per_decision(self) -> bool {
        self.metric.per == Per::Decision
    }

    /// The value that a column holds so, in whole parts. See [`Reading::parts`].
    #[inline]
    pub(crate) fn whole(self, held: i32) -> i64 {
        match self.scale {
            Scale::Plain | Scale::Difference { .. } => held.into(),
            Scale::WinShare => win_share(held),
            Scale::WinIndex => win_index(held),
        }
    }

    /// How many parts are one.
    pub(crate) const fn parts(self) -> i64 {
        match self.scale {
            Scale::Plain => 1,
            Scale::WinShare | Scale::WinIndex => WHOLE,
            Scale::Difference { parts } => parts,
        }
    }

    /// The mean of sums of such parts, of values up to this one.
    pub(crate) fn mean(self, sums: &Sums, most: i32) -> Mean {
        let range = |to: f64| Range { from: 0.0, to };
        let range = match self.scale {
            Scale::Plain | Scale::Difference { .. } => None,
            Scale::WinShare => Some(range(1.0)),
            Scale::WinIndex => Some(range(f64::from(most.max(1)))),
        };
        Mean::of(sums, self.parts_of_one(), range)
    }

    /// What a win index of the row could be at most: the seats of the match.
    pub(crate) fn most(self, held: i32) -> i32 {
        match self.scale {
            Scale::Plain | Scale::WinShare | Scale::Difference { .. } => 0,
            Scale::WinIndex => held / WIN_SEATS,
        }
    }

    /// The same of all that a group holds.
    pub(crate) fn most_of(self, held: &ValueCounts) -> i32 {
        match self.scale {
            Scale::Plain | Scale::WinShare | Scale::Difference { .. } => 0,
            Scale::WinIndex => held
                .each()
                .map(|(held, _)| self.most(held))
                .max()
                .unwrap_or(0),
        }
    }

    /// How many parts are one, to divide by.
    #[expect(clippy::cast_precision_loss, reason = "a mean is no integer")]
    pub(crate) const fn parts_of_one(self) -> f64 {
        self.parts() as f64
    }

    /// The values that a group holds.
    pub(crate) fn values(self, held: &ValueCounts) -> Values<'_> {
        if self.scale == Scale::Plain && held.counted.is_empty() {
            return Values::listed(&held.listed);
        }
        let whole = |(held, count)| (self.whole(held), count);
        Values::of(held.each().map(whole), self.parts())
    }
}
