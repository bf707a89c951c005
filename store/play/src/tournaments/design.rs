//! The rounds of a round robin: every set of entrants once, or a balanced part of them.

use domain::cast;

use super::{
    drawing::{Meetings, balanced, byes, draw},
    plan::Table,
};

/// Up to so many sets of entrants, each of them meets.
const SETS: u64 = 1_000;

/// How many sets of `size` there are among `entrants`.
pub(crate) fn sets(entrants: usize, size: usize) -> u64 {
    let (entrants, size) = (cast::<u64>(entrants), cast::<u64>(size));
    let mut sets: u64 = 1;
    for nth in 0..size.min(entrants) {
        sets = sets.saturating_mul(entrants - nth) / (nth + 1);
        // Later factors make up for the few that follow the middle; it is far too many already.
        if sets > SETS * 1_000_000 {
            return u64::MAX;
        }
    }
    sets
}

/// Whether every set of entrants meets.
pub(crate) fn is_complete(entrants: usize, size: usize, rounds: Option<u32>) -> bool {
    rounds.is_none() && (size == 2 || sets(entrants, size) <= SETS)
}

/// How many tables a round robin has.
pub(crate) fn tables(entrants: usize, size: usize, rounds: Option<u32>) -> u64 {
    if is_complete(entrants, size, rounds) {
        return sets(entrants, size);
    }
    u64::from(rounds.unwrap_or_else(|| least_rounds(entrants, size))) * cast::<u64>(entrants / size)
}

/// In how many rounds all could have met: nobody meets more than `size - 1` in one.
fn least_rounds(entrants: usize, size: usize) -> u32 {
    cast::<u32>((entrants - 1).div_ceil(size - 1))
}

/// The tables of each round.
pub(crate) fn design(order: &[u16], size: usize, rounds: Option<u32>) -> Vec<Vec<Table>> {
    if !is_complete(order.len(), size, rounds) {
        let rounds = rounds.unwrap_or_else(|| least_rounds(order.len(), size));
        return balanced_rounds(order, size, rounds);
    }
    let rounds = match size {
        2 => circle(order),
        _ => packed(order, size),
    };
    in_turn(rounds)
}

/// Every two once: the first stays, all others move round the table. Of an odd number, who would
/// meet nobody has a bye.
fn circle(order: &[u16]) -> Vec<Vec<Table>> {
    let mut places: Vec<Option<u16>> = order.iter().copied().map(Some).collect();
    if places.len() % 2 == 1 {
        places.push(None);
    }
    let (count, half) = (places.len(), places.len() / 2);
    let mut rounds = Vec::new();
    for _ in 1..count {
        let pairs = (0..half).map(|nth| (places[nth], places[count - 1 - nth]));
        let tables = pairs.filter_map(|(one, other)| Some(vec![one?, other?]));
        rounds.push(tables.collect());
        places[1..].rotate_right(1);
    }
    rounds
}

/// Every set once, each in the first round in which none of its entrants plays.
fn packed(order: &[u16], size: usize) -> Vec<Vec<Table>> {
    let mut rounds: Vec<Vec<Table>> = Vec::new();
    for set in all_sets(order, size) {
        let plays = |round: &Vec<Table>| round.iter().flatten().any(|it| set.contains(it));
        match rounds.iter_mut().find(|round| !plays(round)) {
            Some(round) => round.push(set),
            None => rounds.push(vec![set]),
        }
    }
    rounds
}

fn all_sets(order: &[u16], size: usize) -> Vec<Table> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let firsts = order.iter().enumerate();
    let sets = firsts.flat_map(|(nth, &first)| {
        let rest = all_sets(&order[nth + 1..], size - 1);
        rest.into_iter()
            .map(move |rest| [vec![first], rest].concat())
    });
    sets.collect()
}

/// So many rounds in which those sit together who have met least.
fn balanced_rounds(order: &[u16], size: usize, rounds: u32) -> Vec<Vec<Table>> {
    let mut meetings = Meetings::default();
    let mut played: Vec<Vec<Table>> = Vec::new();
    for _ in 0..rounds {
        let rested = |it: u16| {
            let rests = |tables: &&Vec<Table>| !tables.iter().flatten().any(|&at| at == it);
            cast::<u32>(played.iter().filter(rests).count())
        };
        let byes = byes(order, size, rested);
        let playing: Vec<u16> = order
            .iter()
            .copied()
            .filter(|it| !byes.contains(it))
            .collect();
        let tables = draw(&playing, &meetings, size);
        tables.iter().for_each(|table| meetings.add(table));
        played.push(tables);
    }
    in_turn(played)
}

/// The same, with the sides of each table taken in turn.
fn in_turn(rounds: Vec<Vec<Table>>) -> Vec<Vec<Table>> {
    let mut begun = std::collections::BTreeMap::<u16, u32>::new();
    let mut seat = |table: Table| {
        let table = balanced(&table, |it| begun.get(&it).copied().unwrap_or(0));
        *begun.entry(table[0]).or_default() += 1;
        table
    };
    let mut in_round = |tables: Vec<Table>| tables.into_iter().map(&mut seat).collect();
    rounds.into_iter().map(&mut in_round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(entrants: u16) -> Vec<u16> {
        (0..entrants).collect()
    }

    #[test]
    fn every_two_meet_once_and_nobody_twice_in_a_round() {
        for entrants in 2..=12 {
            let order = order(entrants);
            let rounds = design(&order, 2, None);
            let meetings = Meetings::of(rounds.iter().flatten());
            assert_eq!(meetings.range(&order), (1, 1), "{entrants}");
            assert_eq!(rounds.len(), usize::from(entrants - 1 + entrants % 2));
            for round in rounds {
                let mut all: Vec<u16> = round.concat();
                let count = all.len();
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len(), count);
            }
        }
    }

    #[test]
    fn nobody_begins_much_more_often_than_others() {
        let rounds = design(&order(9), 2, None);
        let begun = |it: u16| {
            rounds
                .iter()
                .flatten()
                .filter(|table| table[0] == it)
                .count()
        };
        let all: Vec<usize> = (0..9).map(begun).collect();
        assert!(
            all.iter().max().unwrap() - all.iter().min().unwrap() <= 2,
            "{all:?}"
        );
    }

    #[test]
    fn every_set_meets_once_if_there_are_few() {
        let rounds = design(&order(6), 3, None);
        let tables: Vec<_> = rounds.iter().flatten().collect();
        assert_eq!(tables.len(), 20);
        assert_eq!(sets(6, 3), 20);
        assert_eq!(Meetings::of(tables).range(&order(6)), (4, 4));
    }

    #[test]
    fn of_many_sets_a_balanced_part_meets() {
        let order = order(20);
        assert_eq!(sets(20, 4), 4845);
        assert!(!is_complete(20, 4, None));
        let rounds = design(&order, 4, Some(14));
        assert_eq!(tables(20, 4, Some(14)), 70);
        let (least, most) = Meetings::of(rounds.iter().flatten()).range(&order);
        assert!(least >= 1 && most <= 4, "{least} to {most}");
    }

    #[test]
    fn too_many_sets_are_no_overflow() {
        assert_eq!(sets(128, 64), u64::MAX);
        assert_eq!(sets(128, 2), 8128);
        assert_eq!(sets(4, 4), 1);
    }
}
