//! Counting rows by what they hold: the one thing every answer is computed of.
//!
//! Counts are integers and added up in any order, so neither chunks nor threads show
//! in an answer.

use std::{sync::Arc, thread};

use super::{
    chunk::Chunk,
    column::UNKNOWN,
    folding::cores,
    game::GameFacts,
    selecting::{Marks, Selection},
    table::Table,
};

/// What rows are told apart by. Its slots: 0 for unknown, then each value from the
/// least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    column: Option<usize>,
    least: i32,
    /// How many slots there are.
    pub(crate) slots: u64,
}

/// How many rows there are of each combination of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    axes: Vec<Axis>,
    /// Combinations in order, the last axis changing fastest; none without rows.
    counts: Vec<(u64, u64)>,
}

/// Of each axis but the last the value of a group.
pub(crate) type Key = Vec<Option<i32>>;
/// Values of the last axis and how often each is there.
pub(crate) type Held = Vec<(i32, u64)>;

/// Fewer chunks are counted on one thread.
const PARALLEL_CHUNKS: usize = 32;

impl Axis {
    /// The axis of a metric.
    pub(crate) fn of(id: &str, facts: &GameFacts) -> Axis {
        let column = facts.columns.known(id);
        let known = || {
            let columns = facts
                .chunks()
                .filter_map(|chunk| chunk.columns.get(column?));
            columns.filter(|column| column.least != UNKNOWN)
        };
        let least = known().map(|column| column.least).min();
        let most = known().map(|column| column.most).max();
        match least.zip(most) {
            Some((least, most)) => Axis {
                column,
                least,
                slots: u64::from(most.abs_diff(least)) + 2,
            },
            None => Axis {
                column: None,
                least: 0,
                slots: 1,
            },
        }
    }

    /// The column it reads.
    pub(crate) const fn column(&self) -> Option<usize> {
        self.column
    }

    /// The slot of a value on the axis.
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

impl Counts {
    /// Counts the selected rows.
    pub(crate) fn of(facts: &GameFacts, selection: &Selection, axes: &[Axis]) -> Counts {
        let chunks: Vec<&Arc<Chunk>> = facts.chunks().collect();
        Counts::of_chunks(&chunks, selection, axes)
    }

    /// Counts the selected rows of some chunks.
    pub(crate) fn of_chunks(
        chunks: &[&Arc<Chunk>],
        selection: &Selection,
        axes: &[Axis],
    ) -> Counts {
        let tables = on_all_cores(chunks, |share| count(share, selection, axes));
        let none = Counts {
            axes: axes.to_vec(),
            counts: Vec::new(),
        };
        tables.into_iter().fold(none, Counts::merged)
    }

    /// How many combinations have rows.
    pub(crate) fn combinations(&self) -> u64 {
        u64::try_from(self.counts.len()).expect("no more than rows")
    }

    /// Both together.
    pub(crate) fn merged(self, other: Counts) -> Counts {
        let mut merged = Vec::with_capacity(self.counts.len().max(other.counts.len()));
        let (mut ours, mut theirs) = (
            self.counts.into_iter().peekable(),
            other.counts.into_iter().peekable(),
        );
        while let Some(&(at, _)) = [ours.peek(), theirs.peek()]
            .into_iter()
            .flatten()
            .min_by_key(|(at, _)| *at)
        {
            let ours = ours.next_if(|(here, _)| *here == at).map_or(0, |(_, n)| n);
            let theirs = theirs
                .next_if(|(here, _)| *here == at)
                .map_or(0, |(_, n)| n);
            merged.push((at, ours + theirs));
        }
        Counts {
            axes: self.axes,
            counts: merged,
        }
    }

    /// Each group, which is all axes but the last, with what it holds of the last.
    pub(crate) fn groups(&self) -> Vec<(Key, Held)> {
        let last = self.axes.last().expect("something is counted");
        let mut groups: Vec<(u64, Held)> = Vec::new();
        for &(at, count) in &self.counts {
            let (group, slot) = (at / last.slots, at % last.slots);
            if groups.last().is_none_or(|(before, _)| *before != group) {
                groups.push((group, Vec::new()));
            }
            let (_, values) = groups.last_mut().expect("it was pushed");
            values.extend(last.value(slot).map(|value| (value, count)));
        }
        let keys = groups
            .into_iter()
            .map(|(group, values)| (self.key(group), values));
        keys.collect()
    }

    fn key(&self, mut group: u64) -> Key {
        let axes = self.axes.split_last().expect("something is counted").1;
        let mut key: Key = Vec::with_capacity(axes.len());
        for axis in axes.iter().rev() {
            key.push(axis.value(group % axis.slots));
            group /= axis.slots;
        }
        key.reverse();
        key
    }
}

/// What is found in some chunks, for the shares of as many threads as can work at once.
pub(crate) fn on_all_cores<T: Send>(
    chunks: &[&Arc<Chunk>],
    find: impl Fn(&[&Arc<Chunk>]) -> T + Sync,
) -> Vec<T> {
    if chunks.len() < PARALLEL_CHUNKS {
        return vec![find(chunks)];
    }
    let find = &find;
    thread::scope(|scope| {
        let shares = chunks.chunks(chunks.len().div_ceil(cores()));
        let threads: Vec<_> = shares
            .map(|share| scope.spawn(move || find(share)))
            .collect();
        let found = threads.into_iter().map(thread::ScopedJoinHandle::join);
        found
            .map(|found| found.expect("counting does not fail"))
            .collect()
    })
}

fn count(chunks: &[&Arc<Chunk>], selection: &Selection, axes: &[Axis]) -> Counts {
    let (mut table, mut marks, mut list) = (Table::new(axes), Marks::default(), Vec::new());
    for chunk in chunks {
        let rows = selection.rows(chunk, &mut marks);
        table.add(chunk, axes, rows.picked(&mut list));
    }
    Counts {
        axes: axes.to_vec(),
        counts: table.counts(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        id::MatchId,
        statistics::{
            chunk::{Growing, Row},
            dictionary::Dictionary,
        },
    };

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
                growing.push(MatchId([0; 16]), two.iter().map(row).collect());
                rows.extend(two.iter().map(|value| (group, *value)));
            }
            facts.chunks.push(growing.chunk().into());
        }
        (facts, rows)
    }

    fn counted(facts: &GameFacts) -> BTreeMap<(i32, i32), u64> {
        let axes = ["group", "value"].map(|id| Axis::of(id, facts));
        let counts = Counts::of(facts, &Selection::everything(), &axes);
        let groups = counts.groups().into_iter();
        let flat = groups.flat_map(|(key, held)| {
            let group = key[0].unwrap();
            held.into_iter()
                .map(move |(value, count)| ((group, value), count))
        });
        flat.collect()
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
        let (facts, _) = facts(&(0..400).map(|nth| nth * nth % 11).collect::<Vec<i32>>());
        let axes = ["group", "value"].map(|id| Axis::of(id, &facts));
        let chunks: Vec<&Arc<Chunk>> = facts.chunks().collect();
        let whole = Counts::of_chunks(&chunks, &Selection::everything(), &axes);
        let shares = chunks
            .chunks(7)
            .map(|share| Counts::of_chunks(share, &Selection::everything(), &axes));
        let shares: Vec<Counts> = shares.collect();
        let forward = shares.iter().cloned().reduce(Counts::merged);
        let backward = shares.iter().rev().cloned().reduce(Counts::merged);
        assert_eq!(
            [forward.unwrap(), backward.unwrap()],
            [whole.clone(), whole]
        );
    }
}
