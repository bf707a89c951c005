//! Two slices compared: the difference of their means, alone and deal by deal.

use crate::{
    columns::{chunk::Chunk, column::UNKNOWN, rows::Rows},
    cores::on_all_cores,
    estimate::{
        intervals,
        paired::{PairedSums, Pairs},
        summary::Estimate,
    },
    query::{
        answer::{Comparison, Paired},
        decisions::Held,
        facts_at::FactsAt,
        filter::{Bitmap, RowFilter},
        measure::Reading,
        question::{Slice, Unanswerable},
    },
};

/// Which slices a row is in, a bit for each.
type Mask = u8;

impl FactsAt<'_> {
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
        let pairs = self.pairs(&selections, reading);
        let means = [0, 1].map(|of| reading.mean(&pairs.sums(of), pairs.most[of]));
        let [difference, apart] = intervals::difference(&means, &pairs, reading.parts_of_one());
        let [a, b] = means.map(|mean| mean.estimate().unless_few(min_n));
        let is_few = a.suppressed || b.suppressed;
        let shown = |estimate: Estimate| estimate.unless_few(if is_few { u64::MAX } else { 0 });
        let paired = intervals::paired(&means, &pairs, reading.parts_of_one(), &difference);
        let paired = paired.filter(|_| !is_few);
        Ok(Comparison {
            about: self.about(first.game, reading, &selections[0]),
            other_population: selections[1].population.clone(),
            paired: paired.map(|(difference, seats)| {
                let difference = difference.unless_few(min_n);
                Paired {
                    narrower: narrower(difference.width(), apart.width()),
                    difference,
                    seats,
                }
            }),
            first: a,
            second: b,
            difference: shown(difference),
            apart: shown(apart),
        })
    }

    /// What the two have of each deal, summed up.
    fn pairs(&self, selections: &[RowFilter; 2], reading: Reading) -> Pairs {
        let chunks: Vec<_> = self.facts.chunks().collect();
        let shares = on_all_cores(&chunks, |chunks| {
            let (mut pairs, mut parts, mut marks) = <(Pairs, Vec<_>, Bitmap)>::default();
            for chunk in chunks {
                if let Some(masks) = masks(chunk, selections, &mut marks) {
                    let held = Held::of(self.facts, chunk, reading);
                    self.add_pairs(chunk, &masks, &held, reading, (&mut pairs, &mut parts));
                }
            }
            (pairs, parts)
        });
        let (mut pairs, mut parts) = <(Pairs, Vec<(i32, PairedSums)>)>::default();
        for (of_share, more) in shares {
            pairs = pairs.merged(&of_share);
            parts.extend(more);
        }
        parts.sort_unstable_by_key(|(deal, _)| *deal);
        for parts in parts.chunk_by(|(a, _), (b, _)| a == b) {
            let parts = parts.iter().map(|(_, part)| *part);
            pairs.add(parts.reduce(PairedSums::and).unwrap_or_default());
        }
        pairs
    }

    /// Adds the deals of a chunk; those with rows in other chunks are put aside.
    fn add_pairs(
        &self,
        chunk: &Chunk,
        masks: &[Mask],
        held: &Held,
        reading: Reading,
        (pairs, parts): (&mut Pairs, &mut Vec<(i32, PairedSums)>),
    ) {
        for cluster in self.facts.clusters(chunk).each() {
            let mut deal = PairedSums::default();
            for row in cluster.rows().filter(|&row| masks[row] != 0) {
                let known = held.of_row(row).iter().filter(|it| **it != UNKNOWN);
                for &value in known {
                    deal.put(masks[row], reading.whole(value), reading.most(value));
                }
            }
            match deal.n {
                [0, 0] => {}
                _ if self.facts.spread.has(cluster.deal) => parts.push((cluster.deal, deal)),
                _ => pairs.add(deal),
            }
        }
    }
}

impl PairedSums {
    /// Adds a value to the slices of a mask.
    fn put(&mut self, mask: Mask, value: i64, most: i32) {
        for of in [0, 1] {
            let is_in = mask >> of & 1;
            self.n[of] += i64::from(is_in);
            self.s[of] += i64::from(is_in) * value;
            self.most[of] = self.most[of].max(i32::from(is_in) * most);
        }
    }
}

/// Which slices each row of a chunk is in. None if no row is in any.
fn masks(chunk: &Chunk, selections: &[RowFilter; 2], marks: &mut Bitmap) -> Option<Vec<Mask>> {
    let mut masks: Option<Vec<Mask>> = None;
    for (of, selection) in selections.iter().enumerate() {
        let rows = selection.rows(chunk, marks);
        if let Rows::None = rows {
            continue;
        }
        let masks = masks.get_or_insert_with(|| vec![0; chunk.rows]);
        match rows {
            Rows::None => {}
            Rows::All => masks.iter_mut().for_each(|mask| *mask |= 1 << of),
            Rows::Some(marked) => {
                let both = masks.iter_mut().zip(marked);
                both.for_each(|(mask, &is_in)| *mask |= Mask::from(is_in) << of);
            }
        }
    }
    masks
}

#[expect(clippy::float_arithmetic, reason = "a part is no integer")]
fn narrower(paired: Option<f64>, apart: Option<f64>) -> Option<f64> {
    let (paired, apart) = paired.zip(apart).filter(|(_, apart)| *apart > 0.0)?;
    Some(1.0 - paired / apart)
}
