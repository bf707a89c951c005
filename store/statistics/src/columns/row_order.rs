//! The rows of a chunk deal by deal, and which deals have rows in several chunks.
//!
//! Seats of one match share what chance gave and one first place, and matches of one
//! deal share that chance as well. So a deal is what is independent of all else, and
//! every interval is computed of deals.

use std::{ops::Range, sync::Arc};

use domain::cast;

use crate::columns::{chunk::Chunk, column::SelectionVector, rows::Rows};

/// The rows of a chunk by deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clusters {
    /// The rows, those of one deal side by side. None: they are so already.
    order: Option<Box<[u32]>>,
    /// The code of each deal, and where its rows end.
    deals: Box<[(i32, u32)]>,
}

/// The rows of one deal in a chunk.
#[derive(Debug)]
pub(crate) struct Cluster<'a> {
    /// The code of the deal.
    pub(crate) deal: i32,
    rows: Range<usize>,
    order: Option<&'a [u32]>,
}

impl Clusters {
    /// By the deal of each row.
    pub(crate) fn of(deals: &[i32]) -> Clusters {
        let order = (!deals.is_sorted()).then(|| {
            let mut rows: Vec<u32> = (0..).take(deals.len()).collect();
            rows.sort_by_key(|&row| deals[index(row)]);
            rows.into_boxed_slice()
        });
        let deal = |nth: usize| match &order {
            Some(order) => deals[index(order[nth])],
            None => deals[nth],
        };
        let mut ends: Vec<(i32, u32)> = Vec::new();
        for (nth, end) in (0..deals.len()).zip(1..) {
            match ends.last_mut() {
                Some((same, last)) if *same == deal(nth) => *last = end,
                Some(_) | None => ends.push((deal(nth), end)),
            }
        }
        Clusters {
            order,
            deals: ends.into(),
        }
    }

    /// Deal by deal.
    pub(crate) fn each(&self) -> impl Iterator<Item = Cluster<'_>> {
        let mut begin = 0;
        self.deals.iter().map(move |&(deal, end)| {
            let rows = begin..index(end);
            begin = rows.end;
            let order = self.order.as_deref();
            Cluster { deal, rows, order }
        })
    }

    /// Picks rows, those of one deal side by side; `list` is where they are listed if they
    /// must be.
    pub(crate) fn picked<'a>(
        &self,
        rows: &Rows<'_>,
        list: &'a mut Vec<u32>,
    ) -> SelectionVector<'a> {
        match &self.order {
            None => rows.picked(list),
            Some(order) => {
                list.clear();
                let order = order.iter().copied();
                list.extend(order.filter(|&row| rows.contain(index(row))));
                SelectionVector::These(list)
            }
        }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.deals.len() + 4 * self.order.as_ref().map_or(0, |order| order.len())
    }
}

impl Cluster<'_> {
    /// Its rows.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = usize> {
        let order = self.order;
        self.rows
            .clone()
            .map(move |nth| order.map_or(nth, |order| index(order[nth])))
    }
}

/// Which deals have rows in several chunks.
#[derive(Clone, Debug, Default)]
pub(crate) struct SplitDeals {
    /// Of each deal the chunk that has its rows, or that there are several.
    home: Vec<u32>,
    read: usize,
}

/// Instead of one chunk.
const SEVERAL: u32 = u32::MAX;

impl SplitDeals {
    /// Reads the chunks that are new, and those that still grow.
    pub(crate) fn read_on(&mut self, chunks: &[Arc<Chunk>], tail: &Chunk, column: Option<usize>) {
        let new = (self.read..).zip(chunks.iter().skip(self.read));
        for (nth, chunk) in new {
            self.note(nth, &chunk.values(column));
        }
        self.note(chunks.len(), &tail.values(column));
        self.read = chunks.len();
    }

    fn note(&mut self, chunk: usize, deals: &[i32]) {
        let chunk = cast::<u32>(chunk);
        for &deal in deals {
            let Ok(at) = usize::try_from(deal) else {
                continue;
            };
            if at >= self.home.len() {
                self.home.resize(at + 1, chunk);
            }
            if self.home[at] != chunk {
                self.home[at] = SEVERAL;
            }
        }
    }

    /// Whether a deal has rows in several chunks, or may have.
    #[inline]
    pub(crate) fn has(&self, deal: i32) -> bool {
        let home = usize::try_from(deal).map(|deal| self.home.get(deal));
        home.ok().flatten().is_none_or(|&home| home == SEVERAL)
    }
}

fn index(row: u32) -> usize {
    cast::<usize>(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(deals: &[i32]) -> Vec<(i32, Vec<usize>)> {
        let clusters = Clusters::of(deals);
        let rows = |cluster: Cluster<'_>| (cluster.deal, cluster.rows().collect());
        clusters.each().map(rows).collect()
    }

    #[test]
    fn rows_of_a_deal_stand_side_by_side() {
        assert_eq!(rows(&[]), []);
        let in_order = [(3, vec![0, 1]), (5, vec![2])];
        assert_eq!(rows(&[3, 3, 5]), in_order);
        let mixed = [(1, vec![1, 4]), (2, vec![0, 2]), (4, vec![3])];
        assert_eq!(rows(&[2, 1, 2, 4, 1]), mixed);
    }

    #[test]
    fn a_deal_in_two_chunks_is_known_whether_they_grew_or_were_read_back() {
        let chunk = |deals: &[i32]| {
            let mut growing = super::super::chunk::Growing::default();
            for &deal in deals {
                let row = super::super::chunk::Row {
                    values: vec![(0, deal)],
                    ..Default::default()
                };
                growing.push(store_log::id::MatchId::of_bytes([0; 16]), vec![row]);
            }
            Arc::new(growing.chunk())
        };
        let (first, second) = (chunk(&[0, 1, 0]), chunk(&[2, 1]));
        let mut grew = SplitDeals::default();
        grew.read_on(&[], &chunk(&[0]), Some(0));
        grew.read_on(std::slice::from_ref(&first), &chunk(&[2]), Some(0));
        grew.read_on(std::slice::from_ref(&first), &second, Some(0));
        let mut read_back = SplitDeals::default();
        read_back.read_on(&[first, second], &Chunk::default(), Some(0));
        for spread in [grew, read_back] {
            assert_eq!([0, 1, 2].map(|deal| spread.has(deal)), [false, true, false]);
        }
    }
}
