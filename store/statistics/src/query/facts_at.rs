//! Questions of one metric, answered: by group, and as a histogram.

use std::{cmp::Ordering, collections::BTreeMap};

use domain::{
    GameId, cast,
    facts::{Kind, Per},
};

use crate::{
    cores::on_all_cores,
    estimate::{
        intervals::Mean,
        moments::Sums,
        summary::{Aggregate, CONFIDENCE, Estimate, Values, float},
    },
    facts::{
        catalogue::metric,
        finished::day,
        game::{DEAL, GameFacts},
        timing::STAGE,
    },
    query::{
        answer::{
            About, AggregateCell, AggregateGroup, Bar, Distribution, NeverCounted, QueryAnswer,
            UnitOfCount,
        },
        clusters::{self, InDeals},
        filter::{RowFilter, filterable},
        group_by::{self, Axis, Counts},
        measure::Reading,
        opponents::{OPPONENT, PLAYER, Pairing},
        question::{Filter, OneOf, Query, Slice, Sort, Test, Unanswerable},
    },
};
use store_log::{id::Position, time::Timestamp};

/// What a question is asked of: the facts as they stand at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactsAt<'a> {
    pub(crate) facts: &'a GameFacts,
    pub(crate) as_of_position: Position,
    pub(crate) now: Timestamp,
}

/// The most groups of an answer: more are refused.
// Nobody reads more rows, and the answer has to be held in memory.
pub const GROUPS: u64 = 10_000;
/// The most dimensions of a group: more are refused.
pub const DIMENSIONS: usize = 3;
/// Where more are possible it is not tried how many there are: each takes room.
const POSSIBLE: u64 = 1 << 20;
/// More values of a histogram are refused.
// As the groups: more cannot be drawn on any screen.
pub const BARS: usize = 100_000;

/// Fewer deals of equal size do not tell how sure a mean of pairs is.
// As few as may carry a mean elsewhere: see `Scatter::rests_on_few_deals`.
const FEWEST_DEALS: f64 = 5.0;

impl FactsAt<'_> {
    pub(crate) fn query(&self, query: &Query) -> Result<QueryAnswer, Unanswerable> {
        let readings = query.metrics.iter();
        let readings = readings.map(|id| Reading::of(&query.slice, id));
        let readings = readings.collect::<Result<Vec<Reading>, _>>()?;
        let Some(&first) = readings.first() else {
            return Err(Reading::of(&query.slice, "").expect_err("no metric has this id"));
        };
        let selection = self.selection(&query.slice, first)?;
        let mut rows: BTreeMap<usize, Row> = BTreeMap::new();
        for &reading in &readings {
            let counted = self.counted(query, reading)?;
            let shares = on_all_cores(&counted, |groups| {
                let cells = groups.iter().map(|group| cells(query, reading, group));
                cells.collect::<Vec<_>>()
            });
            for (group, cells) in counted.iter().zip(shares.into_iter().flatten()) {
                let row = rows
                    .entry(group.own.0.number)
                    .or_insert_with(|| self.row(query, reading, group));
                row.group.cells.extend(cells);
            }
        }
        let group_count = cast::<u64>(rows.len());
        if group_count > GROUPS {
            let (groups, most) = (group_count, GROUPS);
            return Err(Unanswerable::TooManyGroups { groups, most });
        }
        let mut rows: Vec<Row> = rows.into_values().collect();
        rows.sort_by(|a, b| Row::greatest_first(a, b).then_with(|| a.key.cmp(&b.key)));
        rows.truncate(query.limit.unwrap_or(usize::MAX));
        Ok(QueryAnswer {
            about: self.about(query.slice.game, first, &selection),
            metrics: readings.iter().map(|it| it.metric.clone()).collect(),
            group_by: query.group_by.clone(),
            group_count,
            groups: rows.into_iter().map(|row| row.group).collect(),
        })
    }

    /// What each group holds of a metric.
    fn counted(&self, query: &Query, reading: Reading) -> Result<Vec<Counted>, Unanswerable> {
        let selection = self.selection(&query.slice, reading)?;
        let axes = self.axes(query, reading, &selection)?;
        if let Some(at) = opponent_at(query) {
            let pairing = Pairing {
                facts: self.facts,
                axes: &axes,
                at,
                reading,
            };
            let pairs = pairing.groups(&selection).into_iter();
            let pairs = pairs.map(|(own, differences)| Counted {
                own,
                differences: Some(differences),
            });
            return Ok(pairs.collect());
        }
        if query.aggregates.contains(&Aggregate::Difference) {
            return Err(Unanswerable::NoOpponent);
        }
        let mut groups = clusters::groups(self.facts, &selection, &axes, &[reading])
            .pop()
            .expect("one metric is asked for");
        if groups.is_empty() && query.group_by.is_empty() {
            groups.push(Default::default()); // of nothing there is an answer, too
        }
        let alone = |own| Counted {
            own,
            differences: None,
        };
        Ok(groups.into_iter().map(alone).collect())
    }

    /// A group without cells, with the number that it is sorted by.
    fn row(&self, query: &Query, reading: Reading, counted: &Counted) -> Row {
        let key = self.key(&query.slice, &query.group_by, &counted.own.0.key);
        let own = || match counted.differences {
            Some(_) => Summary::of_pairs(reading, &counted.own),
            None => Summary::of(reading, &counted.own),
        };
        let mean = || own().estimate(Aggregate::Mean, query.min_n);
        let by = match query.sort {
            Sort::Group => None,
            Sort::Mean => mean().value,
            Sort::AtLeast => mean().lo,
            Sort::N => Some(float(mean().n)),
        };
        Row {
            by,
            group: AggregateGroup {
                partial: self.is_partial(&query.slice, &query.group_by, &key),
                key: key.iter().map(Key::text).collect(),
                cells: Vec::new(),
            },
            key,
        }
    }

    pub(crate) fn distribution(
        &self,
        slice: &Slice,
        id: &str,
    ) -> Result<Distribution, Unanswerable> {
        let reading = Reading::of(slice, id)?;
        let selection = self.selection(slice, reading)?;
        let mut groups = if reading.is_per_decision() {
            let all = clusters::groups(self.facts, &selection, &[], &[reading]);
            all.into_iter().flatten().map(|(group, _)| group).collect()
        } else {
            Counts::of(self.facts, &selection, &[], reading.axis(self.facts)).groups()
        };
        let all = groups.pop().unwrap_or_default();
        let values = reading.values(&all.held);
        let bars = values.each();
        if bars.len() > BARS {
            let (bars, most) = (bars.len(), BARS);
            return Err(Unanswerable::TooManyBars { bars, most });
        }
        Ok(Distribution {
            about: self.about(slice.game, reading, &selection),
            n: values.moments.n,
            bars: bars
                .into_iter()
                .map(|(value, count)| Bar { value, count })
                .collect(),
        })
    }

    /// The rows of a slice, of which a match has one if that is how the metric is.
    pub(crate) fn selection(
        &self,
        slice: &Slice,
        reading: Reading,
    ) -> Result<RowFilter, Unanswerable> {
        let mut selection = RowFilter::of(slice, self.facts)?;
        selection.once_a_match = reading.is_per_match();
        Ok(selection)
    }

    pub(crate) fn about(&self, game: GameId, reading: Reading, selection: &RowFilter) -> About {
        About {
            game,
            metric: reading.metric.clone(),
            counted: match reading.metric.per {
                Per::Seat => UnitOfCount::Seats,
                Per::Match => UnitOfCount::Matches,
                Per::Decision => UnitOfCount::Decisions,
            },
            population: selection.population.clone(),
            never_counted: NeverCounted::ALL,
            confidence: CONFIDENCE,
            as_of_position: self.as_of_position,
        }
    }

    fn axes(
        &self,
        query: &Query,
        reading: Reading,
        selection: &RowFilter,
    ) -> Result<Vec<Axis>, Unanswerable> {
        if query.group_by.len() > DIMENSIONS {
            return Err(Unanswerable::TooManyDimensions);
        }
        let axis = |id: &String| {
            reading.may_be_grouped_by(&query.slice, id)?;
            if id == OPPONENT {
                return Ok(Axis::of(PLAYER, self.facts));
            }
            if id == STAGE {
                return Ok(Axis::of(STAGE, self.facts));
            }
            filterable(&query.slice, id)?;
            Ok(Axis::of(id, self.facts))
        };
        let axes = query.group_by.iter().map(axis);
        let axes = axes.collect::<Result<Vec<Axis>, Unanswerable>>()?;
        let cardinality = axes.iter().map(|axis| axis.cardinality.max(2) - 1);
        let mut groups = cardinality.fold(1, u64::saturating_mul);
        // That many there could be: of a slice there may be few.
        let cardinality = axes.iter().map(|axis| axis.cardinality);
        let positions = cardinality.fold(1, u64::saturating_mul);
        if groups > GROUPS && positions <= POSSIBLE {
            if opponent_at(query).is_some() {
                return Ok(axes); // how many there are is known when the pairs are counted
            }
            groups = group_by::combinations(self.facts, selection, &axes);
        }
        if groups > GROUPS {
            return Err(Unanswerable::TooManyGroups {
                groups,
                most: GROUPS,
            });
        }
        Ok(axes)
    }

    /// What a group is of, for sorting and for showing.
    fn key(&self, slice: &Slice, group_by: &[String], codes: &[Option<i32>]) -> Vec<Key> {
        let part = |(id, code): (&String, &Option<i32>)| self.part(slice, id, *code);
        group_by.iter().zip(codes).map(part).collect()
    }

    fn part(&self, slice: &Slice, id: &str, code: Option<i32>) -> Key {
        match code {
            None => Key::Unknown,
            Some(number) if metric(slice.game, id).is_some_and(|it| it.kind == Kind::Measure) => {
                Key::Number(number)
            }
            Some(code) => Key::Word(self.word(id, code).unwrap_or_default()),
        }
    }

    /// What a series is of, as it is shown.
    pub(crate) fn key_of(&self, slice: &Slice, id: &str, code: Option<i32>) -> Option<String> {
        self.part(slice, id, code).text()
    }

    /// The word of a code of a dimension.
    pub(crate) fn word(&self, id: &str, code: i32) -> Option<String> {
        let code = usize::try_from(code).ok()?;
        let id = if id == OPPONENT { PLAYER } else { id };
        if id == DEAL {
            return self.facts.deals.word(code).map(ToString::to_string);
        }
        let column = self.facts.columns.known(id)?;
        self.facts.words[column].word(code).cloned()
    }

    /// Whether a group, or the whole slice, is of a month or day that is not over.
    fn is_partial(&self, slice: &Slice, group_by: &[String], key: &[Key]) -> bool {
        let grouped = |(id, part): (&String, &Key)| match part {
            Key::Word(period) => self.is_not_over(id, period),
            Key::Number(_) | Key::Unknown => false,
        };
        let named = |filter: &Filter| match &filter.test {
            Test::In(OneOf(periods)) => periods.iter().any(|it| self.is_not_over(&filter.on, it)),
            Test::Between { to: Some(to), .. } => self.is_not_over(&filter.on, to),
            Test::Between { from, to: None } => {
                from.is_some() && ["day", "month"].contains(&&*filter.on)
            }
        };
        group_by.iter().zip(key).any(grouped) || slice.filters.iter().any(named)
    }

    fn is_not_over(&self, dimension: &str, period: &str) -> bool {
        let today = day(self.now);
        match dimension {
            "day" => *period >= *today,
            "month" => *period >= today[..7],
            _ => false,
        }
    }
}

/// What a group holds of a metric.
struct Counted {
    own: InDeals,
    /// Of pairs: what the seats differ by from their opponents.
    differences: Option<InDeals>,
}

/// A group on its way into an answer.
struct Row {
    key: Vec<Key>,
    by: Option<f64>,
    group: AggregateGroup,
}

impl Row {
    fn greatest_first(a: &Row, b: &Row) -> Ordering {
        let by = |row: &Row| row.by.unwrap_or(f64::NEG_INFINITY);
        by(b).total_cmp(&by(a))
    }
}

/// Which of the dimensions is the opponent, if one is.
fn opponent_at(query: &Query) -> Option<usize> {
    query.group_by.iter().position(|id| id == OPPONENT)
}

/// What is asked of a group.
fn cells(query: &Query, reading: Reading, counted: &Counted) -> Vec<AggregateCell> {
    let differences = counted.differences.as_ref();
    let own = match differences {
        Some(_) => Summary::of_pairs(reading, &counted.own),
        None => Summary::of(reading, &counted.own),
    };
    let differences = differences.map(|it| Summary::of_pairs(reading.differences(), it));
    let cell = |&aggregate: &Aggregate| {
        let is_difference = aggregate == Aggregate::Difference;
        let of = differences.as_ref().filter(|_| is_difference);
        AggregateCell {
            metric: reading.metric.id.clone(),
            aggregate,
            matches: reading.is_per_decision().then_some(counted.own.0.matches),
            estimate: of.unwrap_or(&own).estimate(aggregate, query.min_n),
        }
    };
    query.aggregates.iter().map(cell).collect()
}

/// The values of a group, and their mean.
struct Summary<'a> {
    values: Values<'a>,
    mean: Mean,
}

impl<'a> Summary<'a> {
    fn of(reading: Reading, (group, shared): &'a InDeals) -> Summary<'a> {
        let values = reading.values(&group.held);
        let sums = Sums::of(&values, *shared);
        Summary {
            mean: reading.mean(&sums, reading.most_of(&group.held)),
            values,
        }
    }

    /// The same of pairs: without an interval where a few deals have most of them, as one large
    /// table has.
    fn of_pairs(reading: Reading, counted: &'a InDeals) -> Summary<'a> {
        let mut summary = Summary::of(reading, counted);
        let sums = Sums::of(&summary.values, counted.1);
        if sums.equal_deals().is_none_or(|deals| deals < FEWEST_DEALS) {
            summary.mean.scatter = None;
        }
        summary
    }

    fn estimate(&self, aggregate: Aggregate, min_n: u64) -> Estimate {
        self.values.estimate(aggregate, &self.mean, min_n)
    }
}

/// One part of what a group is of. Numbers sort as numbers, words as words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Unknown,
    Number(i32),
    Word(String),
}

impl Key {
    fn text(&self) -> Option<String> {
        match self {
            Key::Unknown => None,
            Key::Number(number) => Some(number.to_string()),
            Key::Word(word) => Some(word.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::Synthetic;
    use store_play::projections::lobby::Visibility;

    #[test]
    fn groups_are_too_many_if_those_of_the_slice_are() {
        let matches = 2 * u32::try_from(GROUPS).unwrap() + 2;
        let facts = Synthetic::new(GameId::Cartographers, matches, 4096);
        let by_deal = |filters| Query {
            slice: Slice {
                game: GameId::Cartographers,
                filters,
                with_private: Visibility::All,
                still_closed: Vec::new(),
            },
            metrics: vec!["final_score".to_owned()],
            group_by: vec!["deal".to_owned()],
            aggregates: vec![Aggregate::N],
            min_n: 0,
            sort: Sort::Group,
            limit: None,
        };
        let too_many = facts.query(&by_deal(Vec::new())).unwrap_err();
        let groups = GROUPS + 1;
        let most = GROUPS;
        assert_eq!(too_many, Unanswerable::TooManyGroups { groups, most });
        let first = facts.deal(0).unwrap().unwrap().deal.to_string();
        let first = Filter::is_in("deal", &[&first]);
        assert_eq!(facts.query(&by_deal(vec![first])).unwrap().groups.len(), 1);
    }
}
