//! Which cells seats filled, added up by rank.

use crate::{
    columns::{chunk::Chunk, column::SelectionVector},
    facts::aggregates::{Schema, Tallies, Tally},
};
use domain::cast;

/// Seats by rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filling {
    pub(crate) by_rank: Vec<OfRank>,
}

/// The seats on one rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfRank {
    /// How many.
    pub(crate) seats: u64,
    /// How many filled a cell with something, by the code of both.
    pub(crate) filled: Vec<u64>,
}

impl Tally for Filling {
    fn add(&mut self, chunk: &Chunk, picked: SelectionVector<'_>, legend: Schema<'_>) {
        let ranks = chunk.picked(legend.columns.known("rank"), picked);
        chunk.cells.each_row(chunk.rows, picked, |nth, codes| {
            let Some(rank) = usize::try_from(ranks[nth]).ok().filter(|rank| *rank > 0) else {
                return;
            };
            let of_rank = self.rank(rank);
            of_rank.seats += 1;
            for &code in codes {
                let code = cast::<usize>(code);
                if code >= of_rank.filled.len() {
                    of_rank.filled.resize(code + 1, 0);
                }
                of_rank.filled[code] += 1;
            }
        });
    }

    fn merge(&mut self, other: &Filling) {
        for (rank, theirs) in other.by_rank.iter().enumerate() {
            let ours = self.rank(rank);
            ours.seats += theirs.seats;
            if ours.filled.len() < theirs.filled.len() {
                ours.filled.resize(theirs.filled.len(), 0);
            }
            let both = ours.filled.iter_mut().zip(&theirs.filled);
            both.for_each(|(ours, theirs)| *ours += theirs);
        }
    }

    fn of(tallies: &Tallies) -> &Filling {
        &tallies.filling
    }
}

impl Filling {
    fn rank(&mut self, rank: usize) -> &mut OfRank {
        if rank >= self.by_rank.len() {
            self.by_rank.resize(rank + 1, OfRank::default());
        }
        &mut self.by_rank[rank]
    }
}
