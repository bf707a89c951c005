//! Curves: the mean of the last matches, match after match, in the order they ended.

use std::collections::BTreeMap;

use domain::cast;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    columns::{
        column::{SelectionVector, UNKNOWN},
        rows::Rows,
    },
    estimate::{
        moments::{Shared, Sums},
        summary::{Estimate, Values},
    },
    facts::game::DEAL,
    query::{
        answer::About,
        decisions::Held,
        facts_at::FactsAt,
        filter::{Bitmap, filterable},
        group_by::Axis,
        histogram::group_ids,
        measure::Reading,
        question::{Slice, Unanswerable},
    },
};

/// More series of a curve are refused: nobody tells more lines apart.
pub const SERIES: usize = 20;
/// As many points a series has, and no more: a screen shows no more.
pub const POINTS: usize = 100;

/// A question about a curve.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CurveQuery {
    /// Which seats.
    pub slice: Slice,
    /// The id of a measure or rate.
    pub metric: String,
    /// A series for each value of this dimension or measure.
    pub group_by: Option<String>,
    /// How many matches of a series each point is the mean of.
    pub window: usize,
    /// Numbers of fewer values are withheld.
    pub min_n: u64,
}

/// The rolling mean of a metric over the matches of each series.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RollingCurve)]
pub struct Curve {
    /// What the answer is about.
    pub about: About,
    /// How many matches each point is the mean of.
    #[schema(minimum = 1, maximum = 1000)]
    pub window: u64,
    /// The dimension or measure that tells the series apart, if there is one.
    #[schema(max_length = 80)]
    pub group_by: Option<String>,
    /// The series, in the order of their keys.
    #[schema(max_items = 20)]
    pub series: Vec<Series>,
}

/// The curve of one group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CurveSeries)]
pub struct Series {
    /// The value that it was grouped by; null where it is unknown, and where nothing was grouped.
    #[schema(max_length = 80)]
    pub key: Option<String>,
    /// How many matches the series has.
    pub matches: u64,
    /// At most 100 points, evenly spread, the last match among them. The first is at the first
    /// full window; a series with fewer matches has one point, which is the mean of all.
    #[schema(max_items = 100)]
    pub points: Vec<CurvePoint>,
}

/// The mean of the last matches of a series at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = RollingPoint)]
pub struct CurvePoint {
    /// How many matches of the series had ended by then.
    pub matches: u64,
    /// The day on which the last of them ended, UTC.
    #[schema(max_length = 10)]
    pub day: Option<String>,
    /// The mean of the matches of the window, with its interval.
    pub mean: Estimate,
}

/// What a series has of one match.
struct Played {
    deal: i32,
    day: i32,
    values: Vec<i32>,
}

impl FactsAt<'_> {
    pub(crate) fn curve(&self, query: &CurveQuery) -> Result<Curve, Unanswerable> {
        let reading = Reading::of(&query.slice, &query.metric)?;
        let selection = self.selection(&query.slice, reading)?;
        let axes = query.group_by.iter().map(|id| {
            filterable(&query.slice, id)?;
            reading.may_be_grouped_by(&query.slice, id)?;
            Ok(Axis::of(id, self.facts))
        });
        let axes = axes.collect::<Result<Vec<Axis>, Unanswerable>>()?;
        let mut series: BTreeMap<u32, Vec<Played>> = BTreeMap::new();
        let mut marks = Bitmap::default();
        for chunk in self.facts.chunks() {
            let picked = selection.rows(chunk, &mut marks);
            if let Rows::None = picked {
                continue;
            }
            let column = |id| chunk.values(self.facts.columns.known(id));
            let [deals, days] = [DEAL, "day"].map(column);
            let held = Held::of(self.facts, chunk, reading);
            let groups = group_ids(chunk, &axes, SelectionVector::All);
            let mut end = 0;
            for (_, seats) in &chunk.matches {
                let rows = end..end + usize::from(*seats);
                end = rows.end;
                let mut here: BTreeMap<u32, Vec<i32>> = BTreeMap::new();
                for row in rows.clone() {
                    let known = held.of_row(row).iter().filter(|it| **it != UNKNOWN);
                    if picked.contain(row) && known.clone().next().is_some() {
                        here.entry(groups[row]).or_default().extend(known);
                    }
                }
                for (group, values) in here {
                    let (deal, day) = (deals[rows.start], days[rows.start]);
                    series
                        .entry(group)
                        .or_default()
                        .push(Played { deal, day, values });
                }
            }
            if series.len() > SERIES {
                return Err(Unanswerable::TooManyGroups {
                    groups: cast::<u64>(series.len()),
                    most: cast::<u64>(SERIES),
                });
            }
        }
        let key = |group: u32| {
            let (axis, id) = axes.first().zip(query.group_by.as_ref())?;
            self.key_of(&query.slice, id, axis.value(group.into()))
        };
        let series = series.into_iter().map(|(group, played)| Series {
            key: key(group),
            matches: cast::<u64>(played.len()),
            points: self.points(query, reading, &played),
        });
        let mut series: Vec<Series> = series.collect();
        series.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(Curve {
            about: self.about(query.slice.game, reading, &selection),
            window: cast::<u64>(query.window),
            group_by: query.group_by.clone(),
            series,
        })
    }

    fn points(&self, query: &CurveQuery, reading: Reading, played: &[Played]) -> Vec<CurvePoint> {
        ends(played.len(), query.window)
            .map(|end| {
                let window = &played[end.saturating_sub(query.window)..end];
                CurvePoint {
                    matches: cast::<u64>(end),
                    day: window.last().and_then(|last| self.word("day", last.day)),
                    mean: mean(reading, window).unless_few(query.min_n),
                }
            })
            .collect()
    }
}

/// After how many matches a point stands.
fn ends(matches: usize, window: usize) -> impl Iterator<Item = usize> {
    let first = window.min(matches).max(1);
    let step = (matches.saturating_sub(first)).div_ceil(POINTS - 1).max(1);
    let back = (0..).map(move |nth| matches.checked_sub(nth * step));
    let back = back.map_while(|end| end.filter(|end| *end >= first));
    let mut ends: Vec<usize> = back.collect();
    ends.reverse();
    ends.into_iter()
}

/// The mean of all values of some matches, as sure as their deals allow.
fn mean(reading: Reading, window: &[Played]) -> Estimate {
    let held = || window.iter().flat_map(|played| &played.values);
    let values = held().map(|&held| (reading.whole(held), 1));
    let values = Values::of(values, reading.parts());
    let mut by_deal: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for played in window {
        let of_deal = by_deal.entry(played.deal).or_default();
        of_deal.extend(played.values.iter().map(|&held| reading.whole(held)));
    }
    let mut shared = Shared::default();
    for values in by_deal.into_values() {
        shared.meet_each_other(values.into_iter());
    }
    let most = held().map(|&held| reading.most(held)).max();
    let sums = Sums::of(&values, shared);
    reading.mean(&sums, most.unwrap_or(0)).estimate()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_evenly_spread_from_the_first_full_window_to_the_last_match() {
        let of = |matches, window| ends(matches, window).collect::<Vec<_>>();
        assert_eq!(of(5, 3), [3, 4, 5]);
        assert_eq!(of(2, 3), [2], "of fewer matches all");
        assert!(of(0, 3).is_empty());
        let many = of(10_000, 50);
        assert!(many.len() <= POINTS && many.len() > POINTS / 2);
        assert_eq!(many.last(), Some(&10_000));
        assert!(
            many[0] >= 50
                && many
                    .windows(2)
                    .all(|two| two[1] - two[0] == many[1] - many[0])
        );
    }
}
