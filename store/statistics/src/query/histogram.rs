//! Tables: what each group holds of a metric, whether its values are few or many.

use crate::{
    columns::{
        chunk::Chunk,
        column::{SelectionVector, UNKNOWN},
    },
    query::group_by::Axis,
};

/// What each of some groups holds. Its values are counted or, where there could be too
/// many of them, listed.
#[derive(Clone, Debug)]
pub(crate) struct ValueTable {
    /// By group and slot; empty if they are listed.
    counts: Vec<u32>,
    lists: Vec<List>,
}

#[derive(Clone, Debug, Default)]
struct List {
    values: Vec<i32>,
    /// Of a row nothing is known.
    has_unknown: bool,
}

/// What a group holds of a metric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueCounts {
    /// Values, the least first, and how often each is there.
    pub(crate) counted: Vec<(i32, u64)>,
    /// Values each by itself, in any order.
    pub(crate) listed: Vec<i32>,
}

/// If there are more, nothing is counted.
const MOST_COUNTS: usize = 1 << 22;

impl ValueTable {
    /// A table for so many groups.
    pub(crate) fn new(groups: usize, axis: &Axis) -> ValueTable {
        let cardinality = usize::try_from(axis.cardinality).unwrap_or(usize::MAX);
        let (counts, lists) = match groups.saturating_mul(cardinality) {
            few @ ..=MOST_COUNTS => (few, 0),
            _ => (0, groups),
        };
        ValueTable {
            counts: vec![0; counts],
            lists: vec![List::default(); lists],
        }
    }

    /// Adds what rows of these groups hold.
    pub(crate) fn add(&mut self, axis: &Axis, groups: &[u32], held: &[i32]) {
        let rows = groups.iter().zip(held);
        if self.lists.is_empty() {
            let cardinality = low(axis.cardinality);
            for (group, &held) in rows {
                self.counts[(group * cardinality + low(axis.slot(held))) as usize] += 1;
            }
        } else {
            for (&group, &held) in rows {
                self.lists[group as usize].push(held);
            }
        }
    }

    /// Adds another table of the same groups.
    pub(crate) fn merge(&mut self, other: ValueTable) {
        let counts = self.counts.iter_mut().zip(&other.counts);
        counts.for_each(|(ours, theirs)| *ours += theirs);
        let lists = self.lists.iter_mut().zip(other.lists);
        lists.for_each(|(ours, theirs)| ours.extend(theirs));
    }

    /// Each group that a row is of, by number.
    pub(crate) fn groups(self, axis: &Axis) -> Vec<(usize, ValueCounts)> {
        let cardinality = usize::try_from(axis.cardinality).unwrap_or(usize::MAX);
        let counted = (0..).zip(self.counts.chunks(cardinality));
        let counted = counted.filter(|(_, counts)| counts.iter().any(|count| *count > 0));
        let counted = counted.map(|(group, counts)| (group, ValueCounts::counted(axis, counts)));
        let listed = (0..).zip(self.lists);
        let listed = listed.filter(|(_, list)| list.has_unknown || !list.values.is_empty());
        let listed = listed.map(|(group, list)| (group, ValueCounts::listed(list.values)));
        counted.chain(listed).collect()
    }
}

impl List {
    fn push(&mut self, held: i32) {
        match held {
            UNKNOWN => self.has_unknown = true,
            known => self.values.push(known),
        }
    }

    fn extend(&mut self, other: List) {
        self.values.extend(other.values);
        self.has_unknown |= other.has_unknown;
    }
}

impl ValueCounts {
    fn counted(axis: &Axis, counts: &[u32]) -> ValueCounts {
        let held = (0..).zip(counts).filter(|(_, count)| **count > 0);
        let held = held.filter_map(|(slot, &count)| Some((axis.value(slot)?, count.into())));
        ValueCounts {
            counted: held.collect(),
            listed: Vec::new(),
        }
    }

    const fn listed(values: Vec<i32>) -> ValueCounts {
        ValueCounts {
            counted: Vec::new(),
            listed: values,
        }
    }

    /// Each value, and how often it is there as far as it is counted.
    pub(crate) fn each(&self) -> impl Iterator<Item = (i32, u64)> {
        let listed = self.listed.iter().map(|&value| (value, 1));
        self.counted.iter().copied().chain(listed)
    }
}

/// The group of each picked row: its number among the combinations of the axes' values,
/// which are few.
pub(crate) fn group_ids(chunk: &Chunk, axes: &[Axis], picked: SelectionVector<'_>) -> Vec<u32> {
    let mut group_ids = vec![0_u32; picked.count(chunk.rows)];
    for axis in axes {
        let cardinality = low(axis.cardinality);
        match axis.column().and_then(|column| chunk.columns.get(column)) {
            Some(column) => {
                let first = low(axis.slot(column.least));
                column.each_code(picked, &mut group_ids, |id, code| {
                    *id = *id * cardinality + code.map_or(0, |code| first + code);
                });
            }
            None => group_ids.iter_mut().for_each(|id| *id *= cardinality),
        }
    }
    group_ids
}

/// A number among few.
#[expect(
    clippy::cast_possible_truncation,
    reason = "groups are few, and so are the values that they are made of"
)]
pub(crate) const fn low(number: u64) -> u32 {
    number as u32
}
