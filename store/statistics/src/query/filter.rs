//! Which rows of a chunk a question is about.

use crate::columns::rows::Rows;
use std::collections::BTreeSet;

use domain::{
    bots::Bot,
    facts::{self, Kind, Metric, Per},
};

use crate::{
    columns::{
        chunk::Chunk,
        column::{Column, UNKNOWN},
    },
    facts::{
        catalogue::{metric, metrics},
        game::{DEAL, GameFacts},
    },
    query::{
        opponents::{OPPONENT, Opponents, PLAYER},
        question::{Filter, IdKind, OneOf, Slice, Test, Unanswerable},
    },
};
use store_log::{DealId, id::StreamId};
use store_play::projections::lobby::Visibility;

/// The conditions of a slice, ready to be tried.
#[derive(Clone, Debug)]
pub(crate) struct RowFilter {
    conditions: Vec<Condition>,
    /// Only the first row of each match.
    pub(crate) once_a_match: bool,
    /// All filters that hold, the default ones too.
    pub(crate) population: Vec<Filter>,
}

#[derive(Clone, Debug)]
struct Condition {
    /// None if nothing was ever known of it.
    column: Option<usize>,
    passes: Passes,
}

#[derive(Clone, Debug)]
enum Passes {
    These(BTreeSet<i32>),
    Between(i32, i32),
    NoneOf(BTreeSet<i32>),
    Met(Opponents),
}

impl RowFilter {
    /// The rows of a slice.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub(crate) fn of(slice: &Slice, facts: &GameFacts) -> Result<RowFilter, Unanswerable> {
        let mut population = slice.filters.clone();
        for (on, word) in defaults(slice) {
            if on == PRIVATE || !slice.filters.iter().any(|filter| filter.on == on) {
                population.push(Filter::is_in(on, &[&word]));
            }
        }
        population.sort_unstable();
        population.dedup();
        let conditions = population
            .iter()
            .map(|filter| condition(slice, filter, facts));
        let told = STILL_CLOSED_BY.map(|on| none_of(&slice.still_closed, on, facts));
        let conditions = conditions.chain(told.into_iter().flatten().map(Ok));
        Ok(RowFilter {
            conditions: conditions.collect::<Result<_, _>>()?,
            once_a_match: false,
            population,
        })
    }

    /// Every row.
    #[cfg(test)]
    pub(crate) const fn everything() -> RowFilter {
        RowFilter {
            conditions: Vec::new(),
            once_a_match: false,
            population: Vec::new(),
        }
    }

    /// The rows of a chunk that it selects; `marks` is where they may be marked.
    pub(crate) fn rows<'a>(&self, chunk: &Chunk, marks: &'a mut Bitmap) -> Rows<'a> {
        marks.begin(chunk.rows);
        let mut all = true;
        for condition in &self.conditions {
            let column = condition
                .column
                .and_then(|column| chunk.columns.get(column));
            let Some(column) = column else {
                if matches!(condition.passes, Passes::NoneOf(_)) {
                    continue;
                }
                return Rows::None;
            };
            if let Passes::Met(opponents) = &condition.passes {
                opponents.mark(chunk, &mut marks.0);
                all = false;
                continue;
            }
            match column.same() {
                Some(value) if condition.passes.value(value) => {}
                Some(_) => return Rows::None,
                None if condition.passes.mark(column, &mut marks.0) => all = false,
                None => return Rows::None,
            }
        }
        if self.once_a_match {
            marks.keep_first(chunk);
            all = false;
        }
        if all { Rows::All } else { Rows::Some(&marks.0) }
    }

    /// Of whom one must have been met, if that is a condition.
    pub(crate) fn opponents(&self) -> Option<&Opponents> {
        self.conditions
            .iter()
            .find_map(|condition| match &condition.passes {
                Passes::Met(opponents) => Some(opponents),
                Passes::These(_) | Passes::Between(..) | Passes::NoneOf(_) => None,
            })
    }

    /// Whether rows with these values of columns are selected. None: that takes more.
    pub(crate) fn passes(&self, values: &[(Option<usize>, i32)]) -> Option<bool> {
        let passes = |condition: &Condition| {
            if matches!(condition.passes, Passes::Met(_)) {
                return None;
            }
            let (_, value) = values.iter().find(|(it, _)| *it == condition.column)?;
            Some(condition.column.is_some() && condition.passes.value(*value))
        };
        let mut passes = self.conditions.iter().map(passes);
        let is_whole = !self.once_a_match;
        is_whole.then(|| passes.try_fold(true, |all, it| Some(all && it?)))?
    }
}

const PRIVATE: &str = "private";

/// The dimensions of which a condition holds unless there is another.
pub const DEFAULTED: [&str; 7] = [
    "server_made",
    "forked",
    "imported",
    "foreknown",
    "deal_closed",
    "rules",
    PRIVATE,
];

/// The dimensions that say of which batch or tournament a match is.
const STILL_CLOSED_BY: [&str; 2] = ["batch", "tournament"];

/// The rows with none of these words; None if no row has any of them.
fn none_of(words: &[String], on: &str, facts: &GameFacts) -> Option<Condition> {
    let column = facts.columns.known(on);
    let known = codes(on, column, &Test::In(OneOf(words.to_vec())), facts);
    (!known.is_empty()).then_some(Condition {
        column,
        passes: Passes::NoneOf(known),
    })
}

/// The conditions of these that hold for a slice.
fn defaults(slice: &Slice) -> impl Iterator<Item = (&'static str, String)> {
    let rules = slice.game.info().rules.to_string();
    let hidden = slice.with_private == Visibility::Public;
    let on = DEFAULTED.into_iter();
    on.filter(move |&on| on != PRIVATE || hidden)
        .map(move |on| match on {
            "rules" => (on, rules.clone()),
            _ => (on, "no".to_owned()),
        })
}

fn condition(slice: &Slice, filter: &Filter, facts: &GameFacts) -> Result<Condition, Unanswerable> {
    if filter.on == OPPONENT {
        return met(slice, &filter.test, facts);
    }
    let on = filterable(slice, &filter.on).map_err(or_opponent)?;
    let column = facts.columns.known(filter.on.as_str());
    let passes = match (on.kind, &filter.test) {
        // Anything known: codes are no less than zero. Words of deals stand elsewhere.
        (
            Kind::Dimension,
            Test::Between {
                from: None,
                to: None,
            },
        ) => Passes::Between(0, i32::MAX),
        (Kind::Dimension, test) => {
            if let Test::In(OneOf(words)) = test {
                words.iter().try_for_each(|word| could_be(on, word))?;
            }
            Passes::These(codes(&filter.on, column, test, facts))
        }
        (_, Test::In(OneOf(values))) => {
            let values = values.iter().map(|value| number(filter, value));
            Passes::These(values.collect::<Result<_, _>>()?)
        }
        (_, Test::Between { from, to }) => {
            let bound = |bound: &Option<String>, else_: i32| {
                bound
                    .as_ref()
                    .map_or(Ok(else_), |value| number(filter, value))
            };
            Passes::Between(bound(from, UNKNOWN + 1)?, bound(to, i32::MAX)?)
        }
    };
    Ok(Condition { column, passes })
}

/// The same said of an opponent.
fn of_opponent(mut why: Unanswerable, word: &str) -> Unanswerable {
    if let Unanswerable::Unknown { id, .. } = &mut why {
        *id = format!("{OPPONENT}:{word}");
    }
    why
}

/// The same, with `opponent` among what there is.
fn or_opponent(mut why: Unanswerable) -> Unanswerable {
    if let Unanswerable::Unknown { known, .. } = &mut why {
        known.push(OPPONENT.to_owned());
    }
    why
}

/// The seats that met one of these players.
fn met(slice: &Slice, test: &Test, facts: &GameFacts) -> Result<Condition, Unanswerable> {
    let player = filterable(slice, PLAYER)?;
    if let Test::In(OneOf(words)) = test {
        for word in words {
            could_be(player, word).map_err(|why| of_opponent(why, word))?;
        }
    }
    let column = facts.columns.known(PLAYER);
    let players = codes(PLAYER, column, test, facts);
    let passes = Passes::Met(Opponents::new(players, facts));
    Ok(Condition { column, passes })
}

/// A dimension or measure of seats or matches: rows are selected, not their decisions.
pub(crate) fn filterable(slice: &Slice, id: &str) -> Result<&'static Metric, Unanswerable> {
    let usable = |metric: &Metric| {
        matches!(metric.kind, Kind::Dimension | Kind::Measure) && metric.per != Per::Decision
    };
    match metric(slice.game, id) {
        Some(metric) if usable(metric) => Ok(metric),
        Some(_) | None => Err(Unanswerable::Unknown {
            what: IdKind::Dimension,
            id: id.to_owned(),
            known: metrics(slice.game)
                .filter(|metric| usable(metric))
                .map(|metric| metric.id.clone())
                .collect(),
        }),
    }
}

/// Refuses a word that a dimension can never have, so that a slip of the pen is not
/// answered with nothing.
fn could_be(dimension: &Metric, word: &str) -> Result<(), Unanswerable> {
    let bots = || {
        Bot::ALL
            .iter()
            .map(|bot| format!("bot:{}", facts::word(bot)))
    };
    let is_date = |parts: usize| {
        word.split('-').count() == parts && word.split('-').all(|part| part.parse::<u16>().is_ok())
    };
    let form = |form: &str| vec![form.to_owned()];
    let id = word.parse::<StreamId>();
    let (can_be, known) = match dimension.id.as_str() {
        "player" => (
            matches!(id, Ok(StreamId::Player(_))) || bots().any(|bot| bot == word),
            bots()
                .chain(form("p_0123456789abcdef0123456789abcdef"))
                .collect(),
        ),
        "batch" => (
            matches!(id, Ok(StreamId::Batch(_))),
            form("b_0123456789abcdef0123456789abcdef"),
        ),
        "tournament" => (
            matches!(id, Ok(StreamId::Tournament(_))),
            form("t_0123456789abcdef0123456789abcdef"),
        ),
        DEAL => (
            word.parse::<DealId>().is_ok(),
            form("d_0123456789abcdef0123456789abcdef"),
        ),
        "month" => (is_date(2), form("2031-05")),
        "day" => (is_date(3), form("2031-05-17")),
        _ => {
            let values = &dimension.values;
            let is_one = values.iter().any(|value| value == word);
            (values.is_empty() || is_one, values.clone())
        }
    };
    if can_be {
        return Ok(());
    }
    Err(Unanswerable::Unknown {
        what: IdKind::Value,
        id: format!("{}:{word}", dimension.id),
        known,
    })
}

/// The codes of the words that pass a test.
fn codes(on: &str, column: Option<usize>, test: &Test, facts: &GameFacts) -> BTreeSet<i32> {
    let Some(column) = column else {
        return BTreeSet::new();
    };
    let known = |word: &String| {
        if on == DEAL {
            facts.deals.known(&word.parse::<DealId>().ok()?)
        } else {
            facts.words[column].known(word.as_str())
        }
    };
    let codes: Vec<usize> = match test {
        Test::In(OneOf(words)) => words.iter().filter_map(known).collect(),
        Test::Between { from, to } => {
            let lies = |word: &String| {
                from.as_ref().is_none_or(|from| word >= from)
                    && to.as_ref().is_none_or(|to| word <= to)
            };
            let codes = |lie: &mut dyn Iterator<Item = bool>| {
                let lying = lie.enumerate().filter(|(_, lies)| *lies);
                lying.map(|(code, _)| code).collect()
            };
            if on == DEAL {
                codes(&mut facts.deals.words().map(|deal| lies(&deal.to_string())))
            } else {
                codes(&mut facts.words[column].words().map(lies))
            }
        }
    };
    codes
        .into_iter()
        .filter_map(|code| i32::try_from(code).ok())
        .collect()
}

fn number(filter: &Filter, value: &str) -> Result<i32, Unanswerable> {
    let number = value.parse().ok().filter(|&number| number != UNKNOWN);
    number.ok_or_else(|| Unanswerable::NoNumber {
        on: filter.on.clone(),
        value: value.to_owned(),
    })
}

impl Passes {
    fn value(&self, value: i32) -> bool {
        match self {
            Passes::These(values) => values.contains(&value),
            Passes::Between(from, to) => (*from..=*to).contains(&value),
            Passes::NoneOf(values) => !values.contains(&value),
            // Who somebody met is told by the table, and tried there.
            Passes::Met(_) => true,
        }
    }

    /// Unmarks the rows of a column that do not pass; tells whether any value could.
    fn mark(&self, column: &Column, marked: &mut [bool]) -> bool {
        let (least, most) = (column.least, column.most);
        let (from, to) = match self {
            Passes::These(values) => {
                let mut values = values.range(least..=most).copied();
                let first = values.next();
                match (first, values.next_back().or(first)) {
                    (Some(from), Some(to)) => (from, to),
                    (_, _) => return false,
                }
            }
            Passes::Between(from, to) => (*from.max(&least), *to.min(&most)),
            Passes::NoneOf(values) => {
                column.keep(marked, |it| !values.contains(&it));
                return true;
            }
            Passes::Met(_) => return true,
        };
        match self {
            Passes::These(values) if from != to => column.keep(marked, |it| values.contains(&it)),
            Passes::These(_) | Passes::Between(..) if from <= to => {
                column.keep_between(marked, from, to);
            }
            Passes::These(_) | Passes::Between(..) | Passes::NoneOf(_) | Passes::Met(_) => {}
        }
        from <= to
    }
}

/// Room to mark rows in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bitmap(Vec<bool>);

impl Bitmap {
    fn begin(&mut self, rows: usize) {
        self.0.clear();
        self.0.resize(rows, true);
    }

    fn keep_first(&mut self, chunk: &Chunk) {
        let mut rows = &mut self.0[..];
        for &(_, seats) in &chunk.matches {
            let (of_match, rest) = rows.split_at_mut(usize::from(seats));
            let mut is_before = false;
            for mark in of_match {
                let is_marked = *mark;
                *mark &= !is_before;
                is_before |= is_marked;
            }
            rows = rest;
        }
    }
}
