//! Two slices compared: the difference of their means, alone and deal by deal.

use super::{
    answer::{Comparison, Paired},
    asking::Moment,
    chunk::Chunk,
    column::UNKNOWN,
    counting::{Axis, Counts, on_all_cores},
    game::DEAL,
    question::{Aggregate, Slice, Unanswerable},
    reading::Reading,
    selecting::{Marks, Rows, Selection},
    summary::{Estimate, Method, Values, float, students_t, welch_t},
};

/// What both slices have of one deal.
#[derive(Clone, Copy, Debug, Default)]
struct OfDeal {
    sums: [i64; 2],
    counts: [u32; 2],
    matches: u32,
}

impl Moment<'_> {
    pub(crate) fn compare(
        &self,
        first: &Slice,
        second: &Slice,
        id: &str,
        min_n: u64,
    ) -> Result<Comparison, Unanswerable> {
        let reading = Reading::of(first, id)?;
        let second = Slice {
            game: first.game,
            ..second.clone()
        };
        let selections = [
            self.selection(first, reading)?,
            self.selection(&second, reading)?,
        ];
        let values = selections
            .each_ref()
            .map(|selection| self.values(selection, reading));
        let [a, b] = &values;
        let difference = welch_t(a, b).unless_few(min_n);
        let mean = |values: &Values| values.estimate(Aggregate::Mean, reading.is_share(), min_n);
        let paired = self.paired(&selections, reading);
        Ok(Comparison {
            about: self.about(first.game, reading, &selections[0]),
            other_population: selections[1].population.clone(),
            first: mean(a),
            second: mean(b),
            paired: paired.filter(|_| !difference.suppressed).map(
                |(estimate, matches_per_deal)| Paired {
                    narrower: narrower(estimate.width(), difference.width()),
                    difference: estimate,
                    matches_per_deal,
                },
            ),
            difference,
        })
    }

    fn values(&self, selection: &Selection, reading: Reading) -> Values {
        let counts = Counts::of(self.facts, selection, &[reading.axis(self.facts)]);
        let held = counts
            .groups()
            .pop()
            .map(|(_, held)| held)
            .unwrap_or_default();
        reading.values(&held)
    }

    /// The mean difference by deal, and how many matches a deal has.
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "a mean is no integer"
    )]
    fn paired(&self, selections: &[Selection; 2], reading: Reading) -> Option<(Estimate, f64)> {
        let deals = self.by_deal(selections, reading);
        let both = || {
            deals
                .iter()
                .filter(|deal| deal.counts.iter().all(|&count| count > 0))
        };
        let mean = |deal: &OfDeal, of: usize| deal.sums[of] as f64 / f64::from(deal.counts[of]);
        let parts = reading.parts() as f64;
        // Deals stand in the order they were first played, whoever counts them.
        let differences = || both().map(|deal| (mean(deal, 0) - mean(deal, 1)) / parts);
        let n = u64::try_from(both().count()).expect("it fits");
        let of_all = differences().sum::<f64>() / float(n);
        let squares: f64 = differences().map(|it| (it - of_all).powi(2)).sum();
        let variance = squares / (float(n) - 1.0);
        let matches: u64 = both().map(|deal| u64::from(deal.matches)).sum();
        let estimate = students_t(Some(of_all), Some(variance), n);
        let estimate = Estimate {
            method: Method::PairedByDeal,
            ..estimate
        };
        (n > 1).then(|| (estimate, float(matches) / float(n)))
    }

    /// What the two have of each deal.
    fn by_deal(&self, selections: &[Selection; 2], reading: Reading) -> Vec<OfDeal> {
        let columns = [Axis::of(DEAL, self.facts), reading.axis(self.facts)].map(|it| it.column());
        let chunks: Vec<_> = self.facts.chunks().collect();
        let found = on_all_cores(&chunks, |chunks| {
            let mut deals = vec![OfDeal::default(); self.facts.deals.len()];
            let mut marks = [Marks::default(), Marks::default()];
            for chunk in chunks {
                let [first, second] = &mut marks;
                let picked = [
                    selections[0].rows(chunk, first),
                    selections[1].rows(chunk, second),
                ];
                if !picked.iter().all(|rows| matches!(rows, Rows::None)) {
                    let [of_deal, values] = columns.map(|column| chunk.values(column));
                    add(chunk, &of_deal, &values, reading, &picked, &mut deals);
                }
            }
            deals
        });
        let added = found.into_iter().reduce(|mut all, share| {
            all.iter_mut()
                .zip(&share)
                .for_each(|(all, share)| all.merge(share));
            all
        });
        added.unwrap_or_default()
    }
}

fn add(
    chunk: &Chunk,
    of_deal: &[i32],
    values: &[i32],
    reading: Reading,
    picked: &[Rows<'_>; 2],
    deals: &mut [OfDeal],
) {
    let mut row = 0;
    for &(_, seats) in &chunk.matches {
        let rows = row..row + usize::from(seats);
        row = rows.end;
        let Some(deal) = usize::try_from(of_deal[rows.start])
            .ok()
            .and_then(|at| deals.get_mut(at))
        else {
            continue;
        };
        let mut counted = 0;
        for row in rows.filter(|&row| values[row] != UNKNOWN) {
            for (of, _) in picked.iter().enumerate().filter(|(_, it)| it.contain(row)) {
                deal.sums[of] += reading.whole(values[row]);
                deal.counts[of] += 1;
                counted = 1;
            }
        }
        deal.matches += counted;
    }
}

impl OfDeal {
    fn merge(&mut self, other: &OfDeal) {
        for of in 0..2 {
            self.sums[of] += other.sums[of];
            self.counts[of] += other.counts[of];
        }
        self.matches += other.matches;
    }
}

#[expect(clippy::float_arithmetic, reason = "a part is no integer")]
fn narrower(paired: Option<f64>, alone: Option<f64>) -> Option<f64> {
    let (paired, alone) = paired.zip(alone).filter(|(_, alone)| *alone > 0.0)?;
    Some(1.0 - paired / alone)
}
