//! Ranks: of values that are not in order the one that would be at a place if they were.

/// Values, and how many there are in each of some spans of equal length.
#[derive(Clone, Debug)]
pub(crate) struct Ranks<'a> {
    values: &'a [i32],
    least: i32,
    /// A span is so many bits long.
    bits: u32,
    spans: Vec<u64>,
}

/// There are two to the power of that many spans.
// 2,048 counts of 8 bytes fit into the first cache of a core.
const SPANS: u32 = 11;

impl<'a> Ranks<'a> {
    pub(crate) fn of(values: &'a [i32]) -> Ranks<'a> {
        let least = values.iter().copied().min().unwrap_or(0);
        let most = values.iter().copied().max().unwrap_or(0);
        let bits = u32::BITS - most.abs_diff(least).leading_zeros();
        let mut ranks = Ranks {
            values,
            least,
            bits: bits.saturating_sub(SPANS),
            spans: vec![0; 1 << SPANS],
        };
        for &value in values {
            let span = ranks.span(value);
            ranks.spans[span] += 1;
        }
        ranks
    }

    #[inline]
    fn span(&self, value: i32) -> usize {
        (value.abs_diff(self.least) >> self.bits) as usize
    }

    /// The value at a place, counted from zero.
    pub(crate) fn at(&self, place: u64) -> Option<i32> {
        let mut left = place;
        let span = self.spans.iter().position(|&many| {
            let is_here = left < many;
            left -= if is_here { 0 } else { many };
            is_here
        })?;
        let mut within = Vec::new();
        for &value in self.values {
            if self.span(value) == span {
                within.push(value);
            }
        }
        let (_, at, _) = within.select_nth_unstable(usize::try_from(left).ok()?);
        Some(*at)
    }

    /// Each value, the least first, and how often it is there.
    pub(crate) fn counted(&self) -> Vec<(i64, u64)> {
        let mut values = self.values.to_vec();
        values.sort_unstable();
        let same = values.chunk_by(|a, b| a == b);
        let counted = (1..).zip(same);
        counted
            .map(|(_, same): (u64, &[i32])| (same[0].into(), same.len() as u64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_value_is_found_where_it_would_be_in_order(values: Vec<i32>, narrower in 0..32) {
            let values: Vec<i32> = values.into_iter().map(|it| it >> narrower).collect();
            let ranks = Ranks::of(&values);
            let mut sorted = values.clone();
            sorted.sort_unstable();
            for place in 0..=values.len() {
                let found = ranks.at(u64::try_from(place).unwrap());
                prop_assert_eq!(found, sorted.get(place).copied());
            }
        }
    }
}
