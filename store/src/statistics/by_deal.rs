//! What rows of one group have in common with others of their deal, by group.

use super::{
    chunk::Chunk,
    column::{Picked, UNKNOWN},
    counting::{Axis, on_all_cores},
    game::{DEAL, GameFacts},
    reading::Reading,
    selecting::{Marks, Rows, Selection},
    sums::{OfDeal, Shared},
    table::places,
};

/// Of each group what its values share with others of their deal.
#[derive(Debug)]
pub(crate) struct ByDeal<'a> {
    axes: &'a [Axis],
    shared: Vec<Shared>,
}

/// The same in the making.
#[derive(Debug)]
struct Sharing {
    shared: Vec<Shared>,
    /// What each group has of the deal it was last seen in.
    open: Vec<(i32, OfDeal)>,
    /// Of deals that other chunks have rows of as well: the group and the deal.
    parts: Vec<(u32, i32, OfDeal)>,
}

/// Some rows of a chunk, those of one deal side by side.
struct SideBySide {
    groups: Vec<u32>,
    deals: Vec<i32>,
    held: Vec<i32>,
}

impl<'a> ByDeal<'a> {
    /// What the selected rows share, for each combination of the axes' slots.
    pub(crate) fn of(
        facts: &GameFacts,
        selection: &Selection,
        axes: &'a [Axis],
        reading: Reading,
    ) -> ByDeal<'a> {
        let columns = [facts.columns.known(DEAL), reading.axis(facts).column()];
        let chunks: Vec<_> = facts.chunks().collect();
        let shares = on_all_cores(&chunks, |chunks| {
            let (mut sharing, mut marks) = (Sharing::new(axes), Marks::default());
            let mut list = Vec::new();
            for chunk in chunks {
                let rows = selection.rows(chunk, &mut marks);
                if !matches!(rows, Rows::None) {
                    let picked = facts.clusters(chunk).picked(&rows, &mut list);
                    let rows = SideBySide::of(chunk, axes, columns, picked);
                    sharing.add(facts, &rows, reading);
                }
            }
            sharing
        });
        let shared = shares.into_iter().reduce(Sharing::merged);
        ByDeal {
            axes,
            shared: shared.map(Sharing::closed).unwrap_or_default(),
        }
    }

    /// What a group shares.
    pub(crate) fn group(&self, key: &[Option<i32>]) -> Shared {
        let place = self.axes.iter().zip(key).fold(0, |place, (axis, value)| {
            place * axis.slots + axis.slot(value.unwrap_or(UNKNOWN))
        });
        let place = usize::try_from(place).expect("groups are bounded");
        self.shared.get(place).copied().unwrap_or_default()
    }
}

impl Sharing {
    fn new(axes: &[Axis]) -> Sharing {
        let groups: u64 = axes.iter().map(|axis| axis.slots).product();
        let groups = usize::try_from(groups).expect("groups are bounded");
        Sharing {
            shared: vec![Shared::default(); groups],
            open: vec![Default::default(); groups],
            parts: Vec::new(),
        }
    }

    fn add(&mut self, facts: &GameFacts, rows: &SideBySide, reading: Reading) {
        let SideBySide {
            groups,
            deals,
            held,
        } = rows;
        if self.open.len() == 1 {
            return self.add_whole_deals(facts, deals, held, reading);
        }
        for ((&group, &deal), &held) in groups.iter().zip(deals).zip(held) {
            if held == UNKNOWN {
                continue;
            }
            let value = OfDeal::one(reading.whole(held));
            if facts.spread.has(deal) {
                self.parts.push((group, deal, value));
                continue;
            }
            let (last, open) = &mut self.open[group as usize];
            if *last == deal && open.n > 0 {
                *open = self.shared[group as usize].meet(*open, value);
            } else {
                (*last, *open) = (deal, value);
            }
        }
    }

    /// The same where all rows are of one group.
    fn add_whole_deals(
        &mut self,
        facts: &GameFacts,
        deals: &[i32],
        mut held: &[i32],
        reading: Reading,
    ) {
        for of_deal in deals.chunk_by(|a, b| a == b) {
            let (these, rest) = held.split_at(of_deal.len());
            held = rest;
            let known = these.iter().filter(|held| **held != UNKNOWN);
            let all = self.shared[0].meet_each_other(known.map(|&held| reading.whole(held)));
            if all.n > 0 && facts.spread.has(of_deal[0]) {
                self.parts.push((0, of_deal[0], all));
            }
        }
    }

    fn merged(mut self, other: Sharing) -> Sharing {
        let ours = self.shared.iter_mut();
        ours.zip(other.shared)
            .for_each(|(ours, theirs)| *ours += theirs);
        self.parts.extend(other.parts);
        self
    }

    /// What is shared, when all chunks were read.
    fn closed(mut self) -> Vec<Shared> {
        self.parts
            .sort_unstable_by_key(|&(group, deal, _)| (group, deal));
        let same = |a: &(u32, i32, OfDeal), b: &(u32, i32, OfDeal)| (a.0, a.1) == (b.0, b.1);
        for parts in self.parts.chunk_by(same) {
            let shared = &mut self.shared[parts[0].0 as usize];
            let parts = parts.iter().map(|(_, _, part)| *part);
            parts.reduce(|all, part| shared.meet(all, part));
        }
        self.shared
    }
}

impl SideBySide {
    /// Picked rows, with the columns of deals and of values.
    fn of(
        chunk: &Chunk,
        axes: &[Axis],
        [deals, held]: [Option<usize>; 2],
        picked: Picked<'_>,
    ) -> SideBySide {
        SideBySide {
            groups: places(chunk, axes, picked),
            deals: chunk.picked(deals, picked),
            held: chunk.picked(held, picked),
        }
    }
}
