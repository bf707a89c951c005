//! Two slices compared: the difference of their means, alone and deal by deal.

use super::{
    answer::{Comparison, Paired},
    asking::Moment,
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
            paired: paired
                .filter(|_| !difference.suppressed)
                .map(|(estimate, seats)| Paired {
                    narrower: narrower(estimate.width(), difference.width()),
                    difference: estimate,
                    seats,
                }),
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

    /// The mean difference by deal, and how many seats it is computed of.
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "a mean is no integer"
    )]
    fn paired(&self, selections: &[Selection; 2], reading: Reading) -> Option<(Estimate, u64)> {
        let deals = self.by_deal(selections, reading);
        let mean = |deal: &OfDeal, of: usize| deal.sums[of] as f64 / f64::from(deal.counts[of]);
        let parts = reading.parts() as f64;
        let (mut differences, mut seats) = (Vec::new(), 0);
        // Deals stand in the order they were first played, whoever counts them.
        for deal in deals
            .iter()
            .filter(|deal| deal.counts.iter().all(|&count| count > 0))
        {
            differences.push((mean(deal, 0) - mean(deal, 1)) / parts);
            seats += deal
                .counts
                .iter()
                .map(|&count| u64::from(count))
                .sum::<u64>();
        }
        let n = u64::try_from(differences.len()).expect("it fits");
        let of_all = differences.iter().sum::<f64>() / float(n);
        let squares: f64 = differences.iter().map(|it| (it - of_all).powi(2)).sum();
        let variance = squares / (float(n) - 1.0);
        let estimate = students_t(Some(of_all), Some(variance), n);
        let estimate = Estimate {
            method: Method::PairedByDeal,
            ..estimate
        };
        (n > 1).then_some((estimate, seats))
    }

    /// What the two have of each deal.
    fn by_deal(&self, selections: &[Selection; 2], reading: Reading) -> Vec<OfDeal> {
        let columns = [Axis::of(DEAL, self.facts), reading.axis(self.facts)].map(|it| it.column());
        let chunks: Vec<_> = self.facts.chunks().collect();
        let found = on_all_cores(&chunks, |chunks| {
            let (mut found, mut marks) = (Vec::new(), Marks::default());
            for chunk in chunks {
                for (of, selection) in selections.iter().enumerate() {
                    let picked = selection.rows(chunk, &mut marks);
                    if let Rows::None = picked {
                        continue;
                    }
                    let [deals, values] = columns.map(|column| chunk.values(column));
                    let rows = (0..chunk.rows).filter(|&row| picked.contain(row));
                    let known = rows.filter(|&row| values[row] != UNKNOWN);
                    found.extend(known.map(|row| (deals[row], of, reading.whole(values[row]))));
                }
            }
            found
        });
        let mut deals = vec![OfDeal::default(); self.facts.deals.len()];
        for (deal, of, value) in found.into_iter().flatten() {
            let deal = usize::try_from(deal)
                .ok()
                .and_then(|deal| deals.get_mut(deal));
            let deal = deal.expect("every seat has a deal");
            deal.sums[of] += value;
            deal.counts[of] += 1;
        }
        deals
    }
}

#[expect(clippy::float_arithmetic, reason = "a part is no integer")]
fn narrower(paired: Option<f64>, alone: Option<f64>) -> Option<f64> {
    let (paired, alone) = paired.zip(alone).filter(|(_, alone)| *alone > 0.0)?;
    Some(1.0 - paired / alone)
}
