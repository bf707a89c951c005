//! Heatmaps: which cell is filled how often, with what, and by whom.

use std::collections::BTreeMap;

use domain::Cell;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::About,
    asking::Moment,
    question::{Slice, Unanswerable},
    reading::Reading,
    selecting::{Marks, Selection},
    summary::{Estimate, float, wilson},
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
    #[schema(max_items = 10000)]
    pub cells: Vec<Heat>,
}

/// How many on a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OnRank {
    /// The rank, from one.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: i32,
    /// How many.
    pub count: u64,
}

/// A cell and what fills it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Heat {
    /// The cell.
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
        let mut seats: BTreeMap<i32, u64> = BTreeMap::new();
        let mut filled: Vec<BTreeMap<i32, u64>> = vec![BTreeMap::new(); self.facts.cells.len()];
        let mut marks = Marks::default();
        for chunk in self.facts.chunks() {
            let picked = selection.rows(chunk, &mut marks);
            let ranks = chunk.values(column);
            chunk.cells.each_row(chunk.rows, |row, codes| {
                if !picked.contain(row) {
                    return;
                }
                *seats.entry(ranks[row]).or_default() += 1;
                for &code in codes {
                    let code = usize::try_from(code).expect("codes are no less than zero");
                    *filled[code].entry(ranks[row]).or_default() += 1;
                }
            });
        }
        let all = seats.values().sum();
        let heat = |(filled, by_rank): (&domain::facts::Filled, BTreeMap<i32, u64>)| Heat {
            cell: filled.cell,
            with: filled.with.to_string(),
            share: wilson(float(by_rank.values().sum()), all).unless_few(min_n),
            by_rank: on_ranks(by_rank),
        };
        let cells = self.facts.cells.words().zip(filled);
        let mut cells: Vec<Heat> = cells
            .filter(|(_, by_rank)| !by_rank.is_empty())
            .map(heat)
            .collect();
        cells.sort_by(|a, b| (a.cell, &a.with).cmp(&(b.cell, &b.with)));
        Ok(Heatmap {
            about: self.about(slice.game, rank, &selection),
            seats: on_ranks(seats),
            cells,
        })
    }
}

fn on_ranks(counts: BTreeMap<i32, u64>) -> Vec<OnRank> {
    let counts = counts.into_iter();
    counts.map(|(rank, count)| OnRank { rank, count }).collect()
}
