//! A metric: one thing that is counted, with its definition.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{NONE, yes_no};

/// A metric: one thing that is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Metric {
    /// The id of the metric: stable, never given another meaning; `snake_case`, parts joined by
    /// dots.
    #[schema(max_length = 80, pattern = "^[a-z0-9_.]+$")]
    pub id: String,
    /// A short title of a few words.
    #[schema(max_length = 120)]
    pub title: String,
    /// The unit of the metric.
    pub unit: Unit,
    /// How the metric can be used.
    pub kind: Kind,
    /// What the metric has one value for.
    pub per: Per,
    /// The exact definition of what is counted.
    #[schema(max_length = 600)]
    pub definition: String,
    /// The first version of the program that counted it.
    #[schema(max_length = 20)]
    pub since: String,
    /// The words that a dimension can have. Left out if they are not a closed set, and in tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 100)]
    pub values: Vec<String>,
}

/// The unit of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MetricUnit)]
pub enum Unit {
    /// Points of the game's score.
    Points,
    /// A place among the seats, from one.
    Rank,
    /// Seats of a table.
    Seats,
    /// Decisions of a seat.
    Decisions,
    /// Commands that were refused.
    Tries,
    /// Cells of a board.
    Cells,
    /// Cards of the game.
    Cards,
    /// Pieces: buildings, coins, tokens.
    Pieces,
    /// Milliseconds of time.
    Milliseconds,
    /// Seconds of time.
    Seconds,
    /// A part of one.
    Share,
    /// A number that is compared with 1.
    Index,
    /// No number: a word.
    Word,
}

/// How a metric can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MetricKind)]
pub enum Kind {
    /// An integer: counted up, averaged, filtered by range.
    Measure,
    /// A rate that is computed of the ranks.
    Rate,
    /// A word of a set: filtered and grouped by.
    Dimension,
    /// A kind of things offered and taken in decisions.
    Choice,
}

/// What a metric has one value for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MetricPer)]
pub enum Per {
    /// Every seat of a match has its own.
    Seat,
    /// A match has one.
    Match,
    /// Every decision of a seat has its own.
    Decision,
}

/// A measure as tables of them have it: id, title, unit and definition.
pub(crate) type Row = (&'static str, &'static str, Unit, &'static str);

impl Metric {
    /// A measure of a table.
    pub(crate) fn row((id, title, unit, definition): Row) -> Metric {
        Metric::measure(id, title, unit, definition)
    }

    /// What lines of the final score sheet paid together: those named after this part of
    /// their source.
    pub(crate) fn points(part: &str, title: &str, definition: &str) -> Metric {
        Metric::measure(&format!("points.{part}"), title, Unit::Points, definition)
    }

    /// An integer of each seat.
    pub fn measure(id: &str, title: &str, unit: Unit, definition: &str) -> Metric {
        Metric {
            id: id.to_owned(),
            title: title.to_owned(),
            unit,
            kind: Kind::Measure,
            per: Per::Seat,
            definition: definition.to_owned(),
            since: "0.1.0".to_owned(),
            values: Vec::new(),
        }
    }

    /// A rate of each seat.
    pub fn rate(id: &str, title: &str, unit: Unit, definition: &str) -> Metric {
        Metric {
            kind: Kind::Rate,
            ..Metric::measure(id, title, unit, definition)
        }
    }

    /// A word of each seat.
    pub fn dimension(id: &str, title: &str, definition: &str) -> Metric {
        Metric {
            kind: Kind::Dimension,
            ..Metric::measure(id, title, Unit::Word, definition)
        }
    }

    /// Whether something is so of each seat.
    pub fn yes_no(id: &str, title: &str, definition: &str) -> Metric {
        Metric::dimension(id, title, definition).one_of([true, false].map(yes_no))
    }

    /// The same, with one of these words and no other.
    #[must_use]
    pub fn one_of(self, values: impl IntoIterator<Item = impl ToString>) -> Metric {
        let values = values.into_iter().map(|value| value.to_string()).collect();
        Metric { values, ..self }
    }

    /// The same, which may also be none of them.
    #[must_use]
    pub(crate) fn or_none(mut self) -> Metric {
        self.values.push(NONE.to_owned());
        self
    }

    /// A kind of things offered and taken: id, title and definition.
    pub(crate) fn choice([id, title, definition]: [&str; 3]) -> Metric {
        Metric {
            kind: Kind::Choice,
            ..Metric::measure(id, title, Unit::Decisions, definition)
        }
    }

    /// The same, of which a match has one.
    #[must_use]
    pub fn per_match(self) -> Metric {
        Metric {
            per: Per::Match,
            ..self
        }
    }

    /// The same, of which every decision has one.
    #[must_use]
    pub fn per_decision(self) -> Metric {
        Metric {
            per: Per::Decision,
            ..self
        }
    }
}
