//! Heatmaps: which cell is filled how often, with what, and by whom.

use domain::{Cell, facts::Filled};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::About,
    asking::Moment,
    chunk::Chunk,
    counting::on_all_cores,
    question::{Slice, Unanswerable},
    reading::Reading,
    selecting::{Marks, Rows, Selection},
    summary::{Estimate, float},
};

/// How often each cell is filled at the end of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Heatmap {
    /// What it is about.
    pub about: About,
    /// How many seats finished on each rank.
    #[schema(max_items = 100)]
    pub seats: Vec<OnRank>,
    /// Each cell with each thing that fills it somewhere, in reading order.
    #[schema(max_items = 100000)]
    pub cells: Vec<Heat>,
}

/// How many on a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SeatsOnRank)]
pub struct OnRank {
    /// The rank, from one.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: i32,
    /// How many.
    pub count: u64,
}

/// A cell and what fills it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = HeatmapCell)]
pub struct Heat {
    /// The cell, as the game's score lines tell it.
    pub cell: Cell,
    /// What fills it.
    #[schema(max_length = 80)]
    pub with: String,
    /// The share of all seats that filled it so.
    pub share: Estimate,
    /// How many seats on each rank did.
    #[schema(max_items = 100)]
    pub by_rank: Vec<OnRank>,
}

impl Moment<'_> {
    pub(crate) fn heatmap(&self, slice: &Slice, min_n: u64) -> Result<Heatmap, Unanswerable> {
        let rank = Reading::of(slice, "rank")?;
        let selection = Selection::of(slice, self.facts)?;
        let column = rank.axis(self.facts).column();
        let tables = on_all_cores(&self.facts.chunks().collect::<Vec<_>>(), |chunks| {
            let mut counts = Filling::new(self.facts.cells.len());
            let mut marks = Marks::default();
            for chunk in chunks {
                counts.add(chunk, &selection.rows(chunk, &mut marks), column);
            }
            counts
        });
        let counts = tables
            .into_iter()
            .reduce(Filling::merged)
            .unwrap_or_default();
        let all = counts.seats.iter().sum();
        let design = self.design(&selection, rank);
        let heat = |(filled, by_rank): (&Filled, &[u64])| Heat {
            cell: filled.cell,
            with: filled.with.to_string(),
            share: design
                .rate(float(by_rank.iter().sum()), all, all)
                .unless_few(min_n),
            by_rank: on_ranks(by_rank),
        };
        let filled = self.facts.cells.words().zip(counts.filled.chunks(RANKS));
        let filled = filled.filter(|(_, by_rank)| by_rank.iter().any(|count| *count > 0));
        let mut cells: Vec<Heat> = filled.map(heat).collect();
        cells.sort_by(|a, b| (a.cell, &a.with).cmp(&(b.cell, &b.with)));
        Ok(Heatmap {
            about: self.about(slice.game, rank, &selection),
            seats: on_ranks(&counts.seats),
            cells,
        })
    }
}

/// No rank is greater, so each has a place in a table.
const RANKS: usize = 128;

/// Seats by rank, and of each filled cell the same.
#[derive(Default)]
struct Filling {
    seats: Vec<u64>,
    filled: Vec<u64>,
}

impl Filling {
    fn new(cells: usize) -> Filling {
        Filling {
            seats: vec![0; RANKS],
            filled: vec![0; cells * RANKS],
        }
    }

    fn add(&mut self, chunk: &Chunk, picked: &Rows<'_>, column: Option<usize>) {
        if let Rows::None = picked {
            return;
        }
        let ranks = chunk.values(column);
        chunk.cells.each_row(chunk.rows, |row, codes| {
            let rank = usize::try_from(ranks[row])
                .ok()
                .filter(|rank| *rank < RANKS);
            let Some(rank) = rank.filter(|_| picked.contain(row)) else {
                return;
            };
            self.seats[rank] += 1;
            for &code in codes {
                let code = usize::try_from(code).expect("codes are no less than zero");
                self.filled[code * RANKS + rank] += 1;
            }
        });
    }

    fn merged(mut self, other: Filling) -> Filling {
        let add = |(ours, theirs): (&mut u64, u64)| *ours += theirs;
        self.seats.iter_mut().zip(other.seats).for_each(add);
        self.filled.iter_mut().zip(other.filled).for_each(add);
        self
    }
}

fn on_ranks(counts: &[u64]) -> Vec<OnRank> {
    let counts = (0..).zip(counts).filter(|(_, count)| **count > 0);
    counts
        .map(|(rank, &count)| OnRank { rank, count })
        .collect()
}
