//! Who sits together in a round: next to each other in an order, and never met if that can be.

use std::collections::BTreeMap;

use super::plan::Table;

/// How many ways are tried before repeated meetings are allowed.
// Most draws need no more tries than there are entrants; this many end in well under a second.
const TRIES: u32 = 10_000;

/// How often entrants have met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meetings(BTreeMap<(u16, u16), u32>);

/// Ways to seat entrants, tried one after the other.
struct Draw<'a> {
    meetings: &'a Meetings,
    size: usize,
    /// What every two have met at least.
    least: u32,
    tries_left: u32,
}

impl Meetings {
    /// Those of tables that were played.
    pub(crate) fn of<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Meetings {
        let mut meetings = Meetings::default();
        tables.into_iter().for_each(|table| meetings.add(table));
        meetings
    }

    pub(crate) fn add(&mut self, table: &[u16]) {
        for (nth, &one) in table.iter().enumerate() {
            for &other in &table[nth + 1..] {
                *self.0.entry(pair(one, other)).or_default() += 1;
            }
        }
    }

    pub(crate) fn of_two(&self, one: u16, other: u16) -> u32 {
        self.0.get(&pair(one, other)).copied().unwrap_or(0)
    }

    /// How often any two of these have met, at least and at most.
    pub(crate) fn range(&self, entrants: &[u16]) -> (u32, u32) {
        let (mut least, mut most) = (u32::MAX, 0);
        for (nth, &one) in entrants.iter().enumerate() {
            for &other in &entrants[nth + 1..] {
                let met = self.of_two(one, other);
                (least, most) = (least.min(met), most.max(met));
            }
        }
        (least.min(most), most)
    }
}

fn pair(one: u16, other: u16) -> (u16, u16) {
    (one.min(other), one.max(other))
}

/// Seats entrants at tables of `size`, the first of the order with those next to them. If no way
/// was found in which nobody meets again, neighbours sit together but for swaps that make
/// repeated meetings fewer, until none does.
pub(crate) fn draw(order: &[u16], meetings: &Meetings, size: usize) -> Vec<Table> {
    let (least, _) = meetings.range(order);
    let mut draw = Draw {
        meetings,
        size,
        least,
        tries_left: TRIES,
    };
    let found = draw.seat(order.to_vec(), Vec::new());
    found.unwrap_or_else(|| draw.swapped(order.chunks(size).map(<[u16]>::to_vec).collect()))
}

impl Draw<'_> {
    /// The tables of those who are still free, the first of them beginning as given, so that nobody
    /// meets again.
    fn seat(&mut self, mut free: Vec<u16>, table: Table) -> Option<Vec<Table>> {
        self.tries_left = self.tries_left.checked_sub(1)?;
        if table.len() == self.size {
            let mut tables = self.seat(free, Vec::new())?;
            tables.insert(0, table);
            return Some(tables);
        }
        if table.is_empty() {
            if free.is_empty() {
                return Some(Vec::new());
            }
            let first = free.remove(0);
            return self.seat(free, vec![first]);
        }
        for nth in 0..free.len() {
            let next = free[nth];
            if table.iter().any(|&one| self.again(one, next) > 0) {
                continue;
            }
            let mut others = free.clone();
            others.remove(nth);
            let tables = self.seat(others, [&table[..], &[next]].concat());
            if tables.is_some() {
                return tables;
            }
        }
        None
    }

    /// The tables after every swap of two entrants that makes repeated meetings fewer.
    fn swapped(&self, mut tables: Vec<Table>) -> Vec<Table> {
        while let Some(better) = self.better(&tables) {
            tables = better;
        }
        tables
    }

    /// The tables after the swap that gains most, if one gains.
    fn better(&self, tables: &[Table]) -> Option<Vec<Table>> {
        let mut best = (0, None);
        for (nth, one) in tables.iter().enumerate() {
            for (other_nth, other) in tables.iter().enumerate().skip(nth + 1) {
                let before = self.cost(one) + self.cost(other);
                for (from, to) in
                    (0..one.len()).flat_map(|it| (0..other.len()).map(move |to| (it, to)))
                {
                    let (mut one, mut other) = (one.clone(), other.clone());
                    std::mem::swap(&mut one[from], &mut other[to]);
                    let gain = before.saturating_sub(self.cost(&one) + self.cost(&other));
                    if gain > best.0 {
                        best = (gain, Some((nth, one, other_nth, other)));
                    }
                }
            }
        }
        let (nth, one, other_nth, other) = best.1?;
        let mut tables = tables.to_vec();
        (tables[nth], tables[other_nth]) = (one, other);
        Some(tables)
    }

    /// What a table costs: meetings that are repeated more often weigh more than in proportion.
    fn cost(&self, table: &[u16]) -> u64 {
        let firsts = table.iter().enumerate();
        let pairs =
            firsts.flat_map(|(nth, &one)| table[nth + 1..].iter().map(move |&it| (one, it)));
        pairs
            .map(|(one, other)| u64::from(self.again(one, other)).pow(2))
            .sum()
    }

    /// How often two have met beyond what all have.
    fn again(&self, one: u16, other: u16) -> u32 {
        self.meetings.of_two(one, other) - self.least
    }
}

/// Who has a bye: as many as are left over, the last of the order among those with the fewest.
pub(crate) fn byes(order: &[u16], size: usize, had: impl Fn(u16) -> u32) -> Vec<u16> {
    let mut last: Vec<u16> = order.iter().rev().copied().collect();
    last.sort_by_key(|&it| had(it));
    last.truncate(order.len() % size);
    last
}

/// A table in the order of its sides: who has begun least often is the first.
pub(crate) fn balanced(table: &[u16], begun: impl Fn(u16) -> u32) -> Table {
    let mut table = table.to_vec();
    table.sort_by_key(|&it| begun(it));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_meet_unless_they_have_met() {
        let mut meetings = Meetings::default();
        let order: Vec<u16> = (0..8).collect();
        let first = draw(&order, &meetings, 2);
        assert_eq!(first, [[0, 1], [2, 3], [4, 5], [6, 7]]);
        first.iter().for_each(|table| meetings.add(table));
        assert_eq!(draw(&order, &meetings, 2), [[0, 2], [1, 3], [4, 6], [5, 7]]);
    }

    #[test]
    fn nobody_meets_again_before_all_have_met() {
        for (entrants, size, rounds) in [(8, 2, 7), (16, 2, 10), (16, 4, 3), (9, 3, 3)] {
            let order: Vec<u16> = (0..entrants).collect();
            let mut meetings = Meetings::default();
            for _ in 0..rounds {
                let tables = draw(&order, &meetings, size);
                tables.iter().for_each(|table| meetings.add(table));
            }
            let (_, most) = meetings.range(&order);
            assert_eq!(most, 1, "{entrants} at tables of {size}");
        }
    }

    #[test]
    fn where_all_have_met_meetings_are_repeated() {
        let order = [0, 1];
        let meetings = Meetings::of(&[vec![0, 1], vec![1, 0]]);
        assert_eq!(meetings.range(&order), (2, 2));
        assert_eq!(draw(&order, &meetings, 2), [[0, 1]]);
    }

    #[test]
    fn a_bye_goes_to_the_last_who_has_had_fewest() {
        let order = [3, 0, 2, 1, 4];
        assert_eq!(byes(&order, 2, |_| 0), [4]);
        assert_eq!(byes(&order, 2, |it| u32::from(it == 4)), [1]);
        assert_eq!(byes(&order, 3, |_| 0), [4, 1]);
        assert_eq!(byes(&order, 5, |_| 0), [0_u16; 0]);
    }
}
