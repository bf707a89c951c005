//! Rows summed up by group and deal.

use super::{
    chunk::Chunk,
    column::{Picked, UNKNOWN},
    counting::{Axis, on_all_cores},
    game::GameFacts,
    reading::Reading,
    selecting::{Marks, Rows, Selection},
    sums::Sums,
    table::places,
};

/// Of each group the sums over its deals.
#[derive(Debug)]
pub(crate) struct ByDeal<'a> {
    axes: &'a [Axis],
    sums: Vec<Sums>,
}

/// Sums in the making.
struct Summing<'a> {
    facts: &'a GameFacts,
    sums: Vec<Sums>,
    /// What each group has of the deal that is being read.
    open: Vec<OfDeal>,
    /// The groups that have something of it.
    touched: Vec<usize>,
    /// Of deals that other chunks have rows of as well: the group and the deal.
    parts: Vec<(usize, i32, OfDeal)>,
}

/// How many values of a deal there are, and what they sum up to.
#[derive(Clone, Copy, Debug, Default)]
struct OfDeal {
    n: i64,
    s: i64,
}

/// The place of rows that are not counted.
const OUTSIDE: u32 = u32::MAX;

impl<'a> ByDeal<'a> {
    /// Sums up what the selected rows hold, for each combination of the axes' slots.
    pub(crate) fn of(
        facts: &GameFacts,
        selection: &Selection,
        axes: &'a [Axis],
        reading: Reading,
    ) -> ByDeal<'a> {
        let column = reading.axis(facts).column();
        let chunks: Vec<_> = facts.chunks().collect();
        let shares = on_all_cores(&chunks, |chunks| {
            let (mut summing, mut marks) = (Summing::new(facts, axes), Marks::default());
            for chunk in chunks {
                let rows = selection.rows(chunk, &mut marks);
                if let Rows::None = rows {
                    continue;
                }
                let held = chunk.values(column);
                let groups = groups(chunk, axes, &rows, &held);
                summing.add(chunk, &groups, |row| reading.whole(held[row]));
            }
            summing
        });
        let sums = shares.into_iter().reduce(Summing::merged);
        ByDeal {
            axes,
            sums: sums.map(Summing::closed).unwrap_or_default(),
        }
    }

    /// The sums of a group.
    pub(crate) fn group(&self, key: &[Option<i32>]) -> Sums {
        let place = self.axes.iter().zip(key).fold(0, |place, (axis, value)| {
            place * axis.slots + axis.slot(value.unwrap_or(UNKNOWN))
        });
        let place = usize::try_from(place).expect("groups are bounded");
        self.sums.get(place).copied().unwrap_or_default()
    }
}

impl<'a> Summing<'a> {
    fn new(facts: &'a GameFacts, axes: &[Axis]) -> Summing<'a> {
        let groups = axes.iter().map(slots).product();
        Summing {
            facts,
            sums: vec![Sums::default(); groups],
            open: vec![OfDeal::default(); groups],
            touched: Vec::new(),
            parts: Vec::new(),
        }
    }

    fn add(&mut self, chunk: &Chunk, groups: &[u32], value: impl Fn(usize) -> i64) {
        let has_one_group = self.sums.len() == 1;
        for cluster in self.facts.clusters(chunk).each() {
            let rows = cluster.rows().filter(|&row| groups[row] != OUTSIDE);
            if has_one_group {
                let add = |OfDeal { n, s }, row| OfDeal {
                    n: n + 1,
                    s: s + value(row),
                };
                let of_deal = rows.fold(OfDeal::default(), add);
                self.close(0, cluster.deal, of_deal);
                continue;
            }
            for row in rows {
                let place = groups[row] as usize;
                let open = &mut self.open[place];
                if open.n == 0 {
                    self.touched.push(place);
                }
                open.n += 1;
                open.s += value(row);
            }
            while let Some(place) = self.touched.pop() {
                let of_deal = std::mem::take(&mut self.open[place]);
                self.close(place, cluster.deal, of_deal);
            }
        }
    }

    /// Adds what a group has of a deal in a chunk.
    fn close(&mut self, place: usize, deal: i32, of_deal: OfDeal) {
        if of_deal.n > 0 && self.facts.spread.has(deal) {
            self.parts.push((place, deal, of_deal));
        } else if of_deal.n > 0 {
            self.sums[place].add(of_deal.n, of_deal.s);
        }
    }

    fn merged(mut self, other: Summing<'_>) -> Summing<'a> {
        let add = |(ours, theirs): (&mut Sums, Sums)| *ours += theirs;
        self.sums.iter_mut().zip(other.sums).for_each(add);
        self.parts.extend(other.parts);
        self
    }

    /// The sums, when all chunks were read.
    fn closed(mut self) -> Vec<Sums> {
        self.parts
            .sort_unstable_by_key(|&(place, deal, _)| (place, deal));
        let same = |(a, of_a, _): &(usize, i32, OfDeal), (b, of_b, _): &(usize, i32, OfDeal)| {
            (a, of_a) == (b, of_b)
        };
        for parts in self.parts.chunk_by(same) {
            let of_all = |of: fn(&OfDeal) -> i64| parts.iter().map(|(_, _, part)| of(part)).sum();
            self.sums[parts[0].0].add(of_all(|part| part.n), of_all(|part| part.s));
        }
        self.sums
    }
}

/// The group of each row.
fn groups(chunk: &Chunk, axes: &[Axis], rows: &Rows<'_>, held: &[i32]) -> Vec<u32> {
    let mut groups = places(chunk, axes, Picked::All);
    for (group, &held) in groups.iter_mut().zip(held) {
        *group = if held == UNKNOWN { OUTSIDE } else { *group };
    }
    if let Rows::Some(marked) = rows {
        for (group, &is_in) in groups.iter_mut().zip(*marked) {
            *group = if is_in { *group } else { OUTSIDE };
        }
    }
    groups
}

fn slots(axis: &Axis) -> usize {
    usize::try_from(axis.slots).expect("groups are bounded")
}
