//! Questions of one metric, answered: by group, and as a histogram.

use domain::{
    GameId,
    facts::{Kind, Per},
};

use crate::{
    cores::on_all_cores,
    estimate::{moments::Sums, summary::CONFIDENCE},
    facts::{
        catalogue::metric,
        finished::day,
        game::{DEAL, GameFacts},
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
        question::{Filter, OneOf, Query, Slice, Test, Unanswerable},
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
pub const GROUPS: u64 = 10_000;
/// The most dimensions of a group: more are refused.
pub const DIMENSIONS: usize = 3;
/// Where more are possible it is not tried how many there are: each takes room.
const POSSIBLE: u64 = 1 << 20;
/// More values of a histogram are refused.
pub const BARS: usize = 100_000;

impl FactsAt<'_> {
    pub(crate) fn query(&self, query: &Query) -> Result<QueryAnswer, Unanswerable> {
        let reading = Reading::of(&query.slice, &query.metric)?;
        let selection = self.selection(&query.slice, reading)?;
        let axes = self.axes(query, reading, &selection)?;
        let mut counted = clusters::groups(self.facts, &selection, &axes, &[reading])
            .pop()
            .expect("one metric is asked for");
        if counted.is_empty() && query.group_by.is_empty() {
            counted.push(Default::default()); // of nothing there is an answer, too
        }
        let shares = on_all_cores(&counted, |groups| {
            let groups = groups.iter().map(|group| self.group(query, reading, group));
            groups.collect::<Vec<_>>()
        });
        let mut groups: Vec<(Vec<Key>, AggregateGroup)> = shares.into_iter().flatten().collect();
        groups.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(QueryAnswer {
            about: self.about(query.slice.game, reading, &selection),
            group_by: query.group_by.clone(),
            groups: groups.into_iter().map(|(_, group)| group).collect(),
        })
    }

    fn group(
        &self,
        query: &Query,
        reading: Reading,
        (group, shared): &InDeals,
    ) -> (Vec<Key>, AggregateGroup) {
        let key = self.key(&query.slice, &query.group_by, &group.key);
        let values = reading.values(&group.held);
        let sums = Sums::of(&values, *shared);
        let mean = reading.mean(&sums, reading.most_of(&group.held));
        let cell = |&aggregate| AggregateCell {
            aggregate,
            estimate: values.estimate(aggregate, &mean, query.min_n),
        };
        let group = AggregateGroup {
            partial: self.is_partial(&query.slice, &query.group_by, &key),
            key: key.iter().map(Key::text).collect(),
            cells: query.aggregates.iter().map(cell).collect(),
        };
        (key, group)
    }

    pub(crate) fn distribution(
        &self,
        slice: &Slice,
        id: &str,
    ) -> Result<Distribution, Unanswerable> {
        let reading = Reading::of(slice, id)?;
        let selection = self.selection(slice, reading)?;
        let counts = Counts::of(self.facts, &selection, &[], reading.axis(self.facts));
        let all = counts.groups().pop().unwrap_or_default();
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
            filterable(&query.slice, id)?;
            reading.may_be_grouped_by(&query.slice, id)?;
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
        let part = |(id, code): (&String, &Option<i32>)| match code {
            None => Key::Unknown,
            Some(number) if metric(slice.game, id).is_some_and(|it| it.kind == Kind::Measure) => {
                Key::Number(*number)
            }
            Some(code) => Key::Word(self.word(id, *code).unwrap_or_default()),
        };
        group_by.iter().zip(codes).map(part).collect()
    }

    /// The word of a code of a dimension.
    pub(crate) fn word(&self, id: &str, code: i32) -> Option<String> {
        let code = usize::try_from(code).ok()?;
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
    use crate::{estimate::summary::Aggregate, synthetic::Synthetic};
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
            },
            metric: "final_score".to_owned(),
            group_by: vec!["deal".to_owned()],
            aggregates: vec![Aggregate::N],
            min_n: 0,
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
