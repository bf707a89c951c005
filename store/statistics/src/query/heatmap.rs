//! Heatmaps: which cell is filled how often, with what, and by whom.

use domain::{Cell, facts::Filled};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    estimate::summary::{Estimate, float},
    facts::cell_totals::{Filling, OfRank},
    query::{
        answer::About,
        facts_at::FactsAt,
        filter::RowFilter,
        measure::Reading,
        question::{Slice, Unanswerable},
    },
};

/// How often each cell is filled at the end of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Heatmap {
    /// What the answer is about.
    pub about: About,
    /// How many seats finished on each rank.
    #[schema(max_items = 100)]
    pub seats: Vec<OnRank>,
    /// Each cell with each thing that fills it in some match, in reading order.
    #[schema(max_items = 100000)]
    pub cells: Vec<Heat>,
}

/// The number of seats on a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SeatsOnRank)]
pub struct OnRank {
    /// The rank, counted from one.
    #[schema(minimum = 1, maximum = 100)]
    pub rank: i32,
    /// How many seats finished on this rank.
    pub count: u64,
}

/// A cell and one thing that fills it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = HeatmapCell)]
pub struct Heat {
    /// The cell, in the coordinates of the game's score lines.
    pub cell: Cell,
    /// The thing that fills it.
    #[schema(max_length = 80)]
    pub with: String,
    /// The share of all seats that filled it in this way, from 0 to 1.
    pub share: Estimate,
    /// How many seats on each rank filled it in this way.
    #[schema(max_items = 100)]
    pub by_rank: Vec<OnRank>,
}

impl FactsAt<'_> {
    pub(crate) fn heatmap(&self, slice: &Slice, min_n: u64) -> Result<Heatmap, Unanswerable> {
        let rank = Reading::of(slice, "rank")?;
        let selection = RowFilter::of(slice, self.facts)?;
        let Filling { by_rank } = self.tally(&selection);
        let seats = on_ranks(by_rank.iter().map(|it| it.seats));
        let all = seats.iter().map(|it| it.count).sum();
        let [design] = self.designs(&selection, [rank]);
        let heat = |(code, filled): (usize, &Filled)| {
            let count = |of_rank: &OfRank| of_rank.filled.get(code).copied().unwrap_or(0);
            let by_rank = on_ranks(by_rank.iter().map(count));
            let count = by_rank.iter().map(|it| it.count).sum();
            (count > 0).then(|| Heat {
                cell: filled.cell.moved(-slice.game.info().origin),
                with: filled.with.to_string(),
                share: design.rate(float(count), all, all).unless_few(min_n),
                by_rank,
            })
        };
        let filled = self.facts.cells.words().enumerate();
        let mut cells: Vec<Heat> = filled.filter_map(heat).collect();
        cells.sort_by(|a, b| (a.cell, &a.with).cmp(&(b.cell, &b.with)));
        Ok(Heatmap {
            about: self.about(slice.game, rank, &selection),
            seats,
            cells,
        })
    }
}

fn on_ranks(counts: impl Iterator<Item = u64>) -> Vec<OnRank> {
    let counts = (0..).zip(counts).filter(|(_, count)| *count > 0);
    counts.map(|(rank, count)| OnRank { rank, count }).collect()
}
