//! What rows of one group hold, and have in common with others of their deal, by group.

use std::collections::BTreeMap;

use domain::cast;

use crate::{
    columns::{
        chunk::Chunk,
        column::{SelectionVector, UNKNOWN},
        rows::Rows,
    },
    cores::on_all_cores,
    estimate::moments::{ClusterSums, Shared},
    facts::game::{DEAL, GameFacts},
    query::{
        decisions::Decisions,
        filter::{Bitmap, RowFilter},
        group_by::{self, Axis, Counts, GroupValues},
        histogram::group_ids,
        measure::Reading,
    },
};

/// A group, and what its values share with others of their deal.
pub(crate) type InDeals = (GroupValues, Shared);

/// What is found out about one metric.
pub(super) struct Share<'a> {
    reading: Reading,
    axes: &'a [Axis],
    values: Axis,
    counts: Counts<'a>,
    cluster_map: ClusterMap,
    /// Of decisions: in how many matches those of each group were made.
    matches: BTreeMap<u32, u64>,
}

/// What values share, in the making.
#[derive(Debug)]
struct ClusterMap {
    shared: Vec<Shared>,
    /// What each group has of the deal it was last seen in.
    open: Vec<(i32, ClusterSums)>,
    /// Of deals that other chunks have rows of as well: the group and the deal.
    parts: Vec<(u32, i32, ClusterSums)>,
}

/// Some rows of a chunk, those of one deal side by side.
pub(super) struct SideBySide {
    /// The group of each row.
    pub(super) groups: Vec<u32>,
    pub(super) deals: Deals,
}

pub(super) enum Deals {
    /// Of rows of one group: each deal, and how many rows it has.
    Whole(Vec<(i32, usize)>),
    /// Of rows of several groups: the deal of each row.
    OfRows(Vec<i32>),
}

/// What the selected rows are of some metrics, for each group of each.
pub(crate) fn groups(
    facts: &GameFacts,
    selection: &RowFilter,
    axes: &[Axis],
    readings: &[Reading],
) -> Vec<Vec<InDeals>> {
    let chunks: Vec<_> = facts.chunks().collect();
    let shares = on_all_cores(&chunks, |chunks| {
        let of = |&reading: &Reading| Share::new(facts, axes, reading);
        let mut shares: Vec<Share<'_>> = readings.iter().map(of).collect();
        let (mut marks, mut list) = (Bitmap::default(), Vec::new());
        for chunk in chunks {
            let rows = selection.rows(chunk, &mut marks);
            if !matches!(rows, Rows::None) {
                let picked = facts.clusters(chunk).picked(&rows, &mut list);
                let rows = SideBySide::of(facts, chunk, axes, picked);
                shares
                    .iter_mut()
                    .for_each(|share| share.add(facts, chunk, &rows, picked));
            }
        }
        shares
    });
    let merged = shares.into_iter().reduce(|ours, theirs| {
        let both = ours.into_iter().zip(theirs);
        both.map(|(ours, theirs)| ours.merged(theirs)).collect()
    });
    let merged = merged.unwrap_or_default().into_iter();
    merged.map(Share::groups).collect()
}

impl<'a> Share<'a> {
    pub(super) fn new(facts: &GameFacts, axes: &'a [Axis], reading: Reading) -> Share<'a> {
        let values = reading.axis(facts);
        Share {
            reading,
            axes,
            values,
            counts: Counts::new(axes, values),
            cluster_map: ClusterMap::new(axes),
            matches: BTreeMap::new(),
        }
    }

    fn add(
        &mut self,
        facts: &GameFacts,
        chunk: &Chunk,
        rows: &SideBySide,
        picked: SelectionVector<'_>,
    ) {
        if self.reading.is_per_decision() {
            let decisions = Decisions::of(facts, chunk, self.axes, picked);
            self.add_held(facts, &decisions.rows, &decisions.held);
            return self.add_matches(decisions.matches);
        }
        let held = chunk.picked(self.values.column(), picked);
        self.add_held(facts, rows, &held);
    }

    /// Adds what rows hold.
    pub(super) fn add_held(&mut self, facts: &GameFacts, rows: &SideBySide, held: &[i32]) {
        self.counts.add(&rows.groups, held);
        self.cluster_map.add(facts, rows, held, self.reading);
    }

    fn add_matches(&mut self, more: BTreeMap<u32, u64>) {
        for (group, matches) in more {
            *self.matches.entry(group).or_default() += matches;
        }
    }

    pub(super) fn merged(mut self, other: Share<'a>) -> Share<'a> {
        self.add_matches(other.matches);
        Share {
            counts: self.counts.merged(other.counts),
            cluster_map: self.cluster_map.merged(other.cluster_map),
            ..self
        }
    }

    pub(super) fn groups(self) -> Vec<InDeals> {
        let shared = self.cluster_map.closed();
        let groups = self.counts.groups().into_iter();
        let with_shared = |group: GroupValues| {
            let of_group = shared[group.number];
            let matches = self.matches.get(&cast::<u32>(group.number));
            let matches = matches.copied().unwrap_or(0);
            (GroupValues { matches, ..group }, of_group)
        };
        groups.map(with_shared).collect()
    }
}

impl ClusterMap {
    fn new(axes: &[Axis]) -> ClusterMap {
        let groups = group_by::groups(axes);
        ClusterMap {
            shared: vec![Shared::default(); groups],
            open: vec![Default::default(); groups],
            parts: Vec::new(),
        }
    }

    fn add(&mut self, facts: &GameFacts, rows: &SideBySide, held: &[i32], reading: Reading) {
        match &rows.deals {
            Deals::Whole(deals) => self.add_whole_deals(facts, deals, held, reading),
            Deals::OfRows(deals) => {
                for ((&group, &deal), &held) in rows.groups.iter().zip(deals).zip(held) {
                    if held != UNKNOWN {
                        let value = ClusterSums::one(reading.whole(held));
                        self.add_one(facts, group, deal, value);
                    }
                }
            }
        }
    }

    #[inline]
    fn add_one(&mut self, facts: &GameFacts, group: u32, deal: i32, value: ClusterSums) {
        if facts.spread.has(deal) {
            return self.parts.push((group, deal, value));
        }
        let (last, open) = &mut self.open[group as usize];
        if *last == deal && open.n > 0 {
            *open = self.shared[group as usize].meet(*open, value);
        } else {
            (*last, *open) = (deal, value);
        }
    }

    fn add_whole_deals(
        &mut self,
        facts: &GameFacts,
        deals: &[(i32, usize)],
        mut held: &[i32],
        reading: Reading,
    ) {
        for &(deal, rows) in deals {
            let (these, rest) = held.split_at(rows);
            held = rest;
            let known = these.iter().filter(|held| **held != UNKNOWN);
            let all = self.shared[0].meet_each_other(known.map(|&held| reading.whole(held)));
            if all.n > 0 && facts.spread.has(deal) {
                self.parts.push((0, deal, all));
            }
        }
    }

    fn merged(mut self, other: ClusterMap) -> ClusterMap {
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
        let same =
            |a: &(u32, i32, ClusterSums), b: &(u32, i32, ClusterSums)| (a.0, a.1) == (b.0, b.1);
        for parts in self.parts.chunk_by(same) {
            let shared = &mut self.shared[parts[0].0 as usize];
            let parts = parts.iter().map(|(_, _, part)| *part);
            parts.reduce(|all, part| shared.meet(all, part));
        }
        self.shared
    }
}

impl SideBySide {
    fn of(
        facts: &GameFacts,
        chunk: &Chunk,
        axes: &[Axis],
        picked: SelectionVector<'_>,
    ) -> SideBySide {
        let of_rows = || chunk.picked(facts.columns.known(DEAL), picked);
        let deals = match (axes, picked) {
            ([], SelectionVector::All) => {
                let deals = facts.clusters(chunk).each();
                Deals::Whole(deals.map(|it| (it.deal, it.rows().len())).collect())
            }
            ([], SelectionVector::These(_)) => {
                let of_rows = of_rows();
                let deals = of_rows.chunk_by(|a, b| a == b);
                Deals::Whole(deals.map(|rows| (rows[0], rows.len())).collect())
            }
            (_, _) => Deals::OfRows(of_rows()),
        };
        SideBySide {
            groups: group_ids(chunk, axes, picked),
            deals,
        }
    }
}
