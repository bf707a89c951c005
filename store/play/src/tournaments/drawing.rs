//! Who sits together in a round: next to each other in an order, and never met if that can be.

use std::collections::BTreeMap;

use super::plan::Table;

/// How many ways are tried before more repeated meetings are allowed.
// With 128 entrants a try takes under a microsecond: no draw takes longer than a tenth of a second.
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

/// Seats entrants at tables of `size`, the first of the order with those next to them. Meetings are
/// repeated only if no way without was found, and then as few as were found.
pub(crate) fn draw(order: &[u16], meetings: &Meetings, size: usize) -> Vec<Table> {
    let (least, _) = meetings.range(order);
    let allowances = std::iter::successors(Some(0_u32), |it| Some(it.saturating_mul(2).max(1)));
    let mut found = allowances.filter_map(|allowed| {
        let mut draw = Draw {
            meetings,
            size,
            least,
            tries_left: TRIES,
        };
        draw.seat(order.to_vec(), Vec::new(), allowed)
    });
    // Where any repetition is allowed, the first try succeeds.
    found.next().expect("some way is allowed")
}

impl Draw<'_> {
    /// The tables of those who are still free, the first of them beginning as given, with at most
    /// so many repeated meetings.
    fn seat(&mut self, mut free: Vec<u16>, table: Table, allowed: u32) -> Option<Vec<Table>> {
        self.tries_left = self.tries_left.checked_sub(1)?;
        if table.len() == self.size {
            let mut tables = self.seat(free, Vec::new(), allowed)?;
            tables.insert(0, table);
            return Some(tables);
        }
        if table.is_empty() {
            if free.is_empty() {
                return Some(Vec::new());
            }
            let first = free.remove(0);
            return self.seat(free, vec![first], allowed);
        }
        for nth in 0..free.len() {
            let next = free[nth];
            let again = self.again(&table, next);
            if again > allowed {
                continue;
            }
            let mut others = free.clone();
            others.remove(nth);
            let with = [&table[..], &[next]].concat();
            let tables = self.seat(others, with, allowed - again);
            if tables.is_some() {
                return tables;
            }
        }
        None
    }

    /// How many meetings would be repeated if one more sat down, beyond what all have met.
    fn again(&self, table: &[u16], next: u16) -> u32 {
        let met = |&one: &u16| self.meetings.of_two(one, next) - self.least;
        table.iter().map(met).sum()
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
