//! Two slices compared: the difference of their means, alone and deal by deal.

use std::collections::BTreeMap;

use super::{
    answer::{Comparison, Paired},
    asking::Moment,
    column::UNKNOWN,
    counting::{Axis, Counts},
    game::DEAL,
    question::{Aggregate, Slice, Unanswerable},
    reading::Reading,
    selecting::{Marks, Selection},
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
        let deals = self.by_deal(selections, reading)?;
        let both = || {
            deals
                .values()
                .filter(|deal| deal.counts.iter().all(|&count| count > 0))
        };
        let mean = |deal: &OfDeal, of: usize| deal.sums[of] as f64 / f64::from(deal.counts[of]);
        let parts = reading.parts() as f64;
        let differences = both().map(|deal| ((mean(deal, 0) - mean(deal, 1)) / parts, 1));
        let differences = Values::of(differences);
        let matches: u64 = both().map(|deal| u64::from(deal.matches)).sum();
        let n = differences.n;
        let estimate = students_t(differences.mean(), differences.variance(), n);
        let estimate = Estimate {
            method: Method::PairedByDeal,
            ..estimate
        };
        (n > 1).then(|| (estimate, float(matches) / float(n)))
    }

    fn by_deal(
        &self,
        selections: &[Selection; 2],
        reading: Reading,
    ) -> Option<BTreeMap<i32, OfDeal>> {
        let deal = Axis::of(DEAL, self.facts).column()?;
        let metric = reading.axis(self.facts).column()?;
        let mut deals: BTreeMap<i32, OfDeal> = BTreeMap::new();
        let mut marks = [Marks::default(), Marks::default()];
        for chunk in self.facts.chunks() {
            let [of_first, of_second] = &mut marks;
            let picked = [
                selections[0].rows(chunk, of_first),
                selections[1].rows(chunk, of_second),
            ];
            let [of_deal, values] = [deal, metric].map(|column| chunk.values(Some(column)));
            let mut row = 0;
            for &(_, seats) in &chunk.matches {
                let rows = row..row + usize::from(seats);
                row = rows.end;
                let entry = deals.entry(of_deal[rows.start]).or_default();
                entry.matches += 1;
                for row in rows.filter(|&row| values[row] != UNKNOWN) {
                    for (of, picked) in picked.iter().enumerate().filter(|(_, it)| it.contain(row))
                    {
                        entry.sums[of] += reading.whole(values[row]);
                        entry.counts[of] += u32::from(picked.contain(row));
                    }
                }
            }
        }
        Some(deals)
    }
}

#[expect(clippy::float_arithmetic, reason = "a part is no integer")]
fn narrower(paired: Option<f64>, alone: Option<f64>) -> Option<f64> {
    let (paired, alone) = paired.zip(alone).filter(|(_, alone)| *alone > 0.0)?;
    Some(1.0 - paired / alone)
}
