//! Counting rows by what they hold: the one thing every answer is computed of.
//!
//! Counts are integers and added up in any order, so neither chunks nor threads show
//! in an answer.

use crate::cores::on_all_cores;
use std::{collections::BTreeSet, sync::Arc};

use domain::cast;

use crate::{
    columns::{chunk::Chunk, column::UNKNOWN},
    facts::{game::GameFacts, timing::STAGE},
    query::{
        filter::{Bitmap, RowFilter},
        histogram::{ValueCounts, ValueTable, group_ids, low},
    },
};

/// What rows are told apart by. Its slots: 0 for unknown, then each value from the
/// least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    column: Option<usize>,
    least: i32,
    /// How many slots there are.
    pub(crate) cardinality: u64,
}

/// What the values of a metric are in each group, which is a combination of slots.
#[derive(Clone, Debug)]
pub(crate) struct Counts<'a> {
    axes: &'a [Axis],
    values: Axis,
    table: ValueTable,
}

/// A group: which, and what it holds of a metric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GroupValues {
    /// Its number among all combinations of slots.
    pub(crate) number: usize,
    pub(crate) key: Key,
    pub(crate) held: ValueCounts,
    /// Of a metric of decisions: in how many matches they were made.
    pub(crate) matches: u64,
}

/// Of each axis the value of a group.
pub(crate) type Key = Vec<Option<i32>>;

impl Axis {
    /// The axis of a metric.
    pub(crate) fn of(id: &str, facts: &GameFacts) -> Axis {
        let column = facts.columns.known(id);
        if let Some(stages) = column.filter(|_| id == STAGE) {
            return Axis {
                column,
                least: 0,
                cardinality: cast::<u64>(facts.words[stages].words().count()) + 1,
            };
        }
        let known = || {
            let columns = facts
                .chunks()
                .filter_map(|chunk| chunk.columns.get(column?));
            columns.filter(|column| column.least != UNKNOWN)
        };
        let ranges = known().map(|column| (column.least, column.most));
        Axis::spanning(ranges, column)
    }

    /// The axis of what decisions took, which no column holds.
    pub(crate) fn of_times(facts: &GameFacts) -> Axis {
        Axis::spanning(facts.chunks().filter_map(|it| it.times.range()), None)
    }

    fn spanning(ranges: impl Iterator<Item = (i32, i32)>, column: Option<usize>) -> Axis {
        let whole = ranges.reduce(|(least, most), range| (least.min(range.0), most.max(range.1)));
        match whole {
            Some((least, most)) => Axis {
                column,
                least,
                cardinality: u64::from(most.abs_diff(least)) + 2,
            },
            None => Axis {
                column: None,
                least: 0,
                cardinality: 1,
            },
        }
    }

    /// The axis of what two values of it differ by, which no column holds.
    pub(crate) fn of_differences(self) -> Axis {
        let most = i32::try_from(self.cardinality.saturating_sub(2)).unwrap_or(i32::MAX);
        Axis {
            column: None,
            least: -most,
            cardinality: 2 * u64::from(most.unsigned_abs()) + 2,
        }
    }

    /// The axis of any number, which no column holds.
    pub(crate) fn of_any() -> Axis {
        Axis {
            column: None,
            least: UNKNOWN + 1,
            cardinality: u64::from(u32::MAX),
        }
    }

    /// The same, of which every row has the first slot.
    pub(crate) const fn without_column(self) -> Axis {
        Axis {
            column: None,
            ..self
        }
    }

    /// The column it reads.
    pub(crate) const fn column(&self) -> Option<usize> {
        self.column
    }

    /// The slot of a value on the axis.
    #[inline]
    pub(crate) fn slot(&self, value: i32) -> u64 {
        match value {
            UNKNOWN => 0,
            value => u64::from(value.abs_diff(self.least)) + 1,
        }
    }

    /// The value of a slot.
    pub(crate) fn value(&self, slot: u64) -> Option<i32> {
        let above = i64::try_from(slot)
            .ok()?
            .checked_sub(1)
            .filter(|above| *above >= 0)?;
        i32::try_from(i64::from(self.least) + above).ok()
    }
}

impl<'a> Counts<'a> {
    /// Nothing yet, of these groups and values.
    pub(crate) fn new(axes: &'a [Axis], values: Axis) -> Counts<'a> {
        Counts {
            axes,
            values,
            table: ValueTable::new(groups(axes), &values),
        }
    }

    /// What the selected rows of all chunks hold.
    pub(crate) fn of(
        facts: &GameFacts,
        selection: &RowFilter,
        axes: &'a [Axis],
        values: Axis,
    ) -> Counts<'a> {
        let chunks: Vec<&Arc<Chunk>> = facts.chunks().collect();
        let shares = on_all_cores(&chunks, |chunks| {
            let (mut counts, mut marks) = (Counts::new(axes, values), Bitmap::default());
            let mut list = Vec::new();
            for chunk in chunks {
                let picked = selection.rows(chunk, &mut marks).picked(&mut list);
                let held = chunk.picked(values.column, picked);
                counts.add(&group_ids(chunk, axes, picked), &held);
            }
            counts
        });
        let merged = shares.into_iter().reduce(Counts::merged);
        merged.expect("there is a share")
    }

    /// Adds what rows of these groups hold.
    pub(crate) fn add(&mut self, groups: &[u32], held: &[i32]) {
        self.table.add(&self.values, groups, held);
    }

    /// Both together.
    pub(crate) fn merged(mut self, other: Counts<'a>) -> Counts<'a> {
        self.table.merge(other.table);
        self
    }

    /// Each group that a row is of.
    pub(crate) fn groups(self) -> Vec<GroupValues> {
        let group = |(number, held)| GroupValues {
            number,
            key: key(self.axes, number),
            held,
            matches: 0,
        };
        let groups = self.table.groups(&self.values);
        groups.into_iter().map(group).collect()
    }
}

/// How many combinations of slots the selected rows have.
pub(crate) fn combinations(facts: &GameFacts, selection: &RowFilter, axes: &[Axis]) -> u64 {
    let chunks: Vec<&Arc<Chunk>> = facts.chunks().collect();
    let shares = on_all_cores(&chunks, |chunks| {
        let (mut found, mut marks) = (BTreeSet::new(), Bitmap::default());
        let mut list = Vec::new();
        for chunk in chunks {
            let picked = selection.rows(chunk, &mut marks).picked(&mut list);
            let mut here = group_ids(chunk, axes, picked);
            here.sort_unstable();
            here.dedup();
            found.extend(here);
        }
        found
    });
    let all: BTreeSet<u32> = shares.into_iter().flatten().collect();
    cast::<u64>(all.len())
}

/// How far apart groups are whose slots on one of the axes are neighbors.
pub(crate) fn stride(axes: &[Axis], at: usize) -> u32 {
    low(axes[at + 1..].iter().map(|axis| axis.cardinality).product())
}

/// How many groups there can be.
pub(crate) fn groups(axes: &[Axis]) -> usize {
    let groups: u64 = axes.iter().map(|axis| axis.cardinality).product();
    cast::<usize>(groups)
}

fn key(axes: &[Axis], number: usize) -> Key {
    let mut left = cast::<u64>(number);
    let mut key: Key = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        key.push(axis.value(left % axis.cardinality));
        left /= axis.cardinality;
    }
    key.reverse();
    key
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::columns::{
        chunk::{Growing, Row},
        column::SelectionVector,
        dictionary::Dictionary,
    };
    use store_log::id::MatchId;

    /// Chunks of two matches of two with a group and a value, and the same as rows.
    fn facts(values: &[i32]) -> (GameFacts, Vec<(i32, i32)>) {
        let mut facts = GameFacts::default();
        for id in ["group", "value"] {
            facts.columns.code(id.to_owned(), |_, _| {});
            facts.words.push(Dictionary::default());
        }
        let mut rows = Vec::new();
        for four in values.chunks(4) {
            let mut growing = Growing::default();
            for two in four.chunks(2) {
                let group = i32::try_from(rows.len() % 3).unwrap();
                let row = |&value: &i32| Row {
                    values: vec![(0, group), (1, value)],
                    ..Row::default()
                };
                growing.push(MatchId::of_bytes([0; 16]), two.iter().map(row).collect());
                rows.extend(two.iter().map(|value| (group, *value)));
            }
            facts.chunks.push(growing.chunk().into());
        }
        (facts, rows)
    }

    fn counted(facts: &GameFacts) -> BTreeMap<(i32, i32), u64> {
        let [group, value] = ["group", "value"].map(|id| Axis::of(id, facts));
        let axes = [group];
        let counts = Counts::of(facts, &RowFilter::everything(), &axes, value);
        let mut counted = BTreeMap::new();
        for GroupValues { key, held, .. } in counts.groups() {
            for (value, count) in held.each() {
                *counted.entry((key[0].unwrap(), value)).or_default() += count;
            }
        }
        counted
    }

    #[test]
    fn narrow_and_wide_values_are_counted_alike() {
        for stretch in [1, 1_000_000_000] {
            let values: Vec<i32> = (0..400)
                .map(|nth| {
                    if nth % 7 == 0 {
                        UNKNOWN
                    } else {
                        nth % 3 * stretch - 5
                    }
                })
                .collect();
            let (facts, rows) = facts(&values);
            let mut slowly = BTreeMap::new();
            for row in rows.into_iter().filter(|(_, value)| *value != UNKNOWN) {
                *slowly.entry(row).or_default() += 1;
            }
            assert_eq!(counted(&facts), slowly);
        }
    }

    #[test]
    fn shares_counted_apart_and_merged_in_any_order_are_the_whole() {
        for stretch in [1, 1_000_000_000] {
            let values = (0..400).map(|nth| nth * nth % 3 * stretch - 5);
            let (facts, _) = facts(&values.collect::<Vec<i32>>());
            let [group, value] = ["group", "value"].map(|id| Axis::of(id, &facts));
            let axes = [group];
            let of = |chunks: &[Arc<Chunk>]| {
                let mut counts = Counts::new(&axes, value);
                for chunk in chunks {
                    let held = chunk.values(value.column);
                    counts.add(&group_ids(chunk, &axes, SelectionVector::All), &held);
                }
                counts
            };
            let groups = |counts: Counts<'_>| {
                let mut groups = counts.groups();
                groups
                    .iter_mut()
                    .for_each(|it| it.held.listed.sort_unstable());
                groups
            };
            let whole = groups(of(&facts.chunks));
            let shares: Vec<Counts<'_>> = facts.chunks.chunks(7).map(of).collect();
            let forward = shares.iter().cloned().reduce(Counts::merged).unwrap();
            let backward = shares.into_iter().rev().reduce(Counts::merged).unwrap();
            assert_eq!([groups(forward), groups(backward)], [whole.clone(), whole]);
        }
    }
}
