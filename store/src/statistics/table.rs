//! Tables: how many rows there are in each place, whether places are few or many.

use super::{chunk::Chunk, column::Picked, counting::Axis};

/// What is counted in.
pub(super) enum Table {
    /// A count for each place.
    Dense(Vec<u32>),
    /// The place of each row, to be sorted; none is greater than that.
    Sparse(Vec<u64>, u64),
}

/// More places than these have no count each.
const DENSE: u64 = 1 << 22;

impl Table {
    /// A table with a place for each combination of the axes' slots.
    pub(super) fn new(axes: &[Axis]) -> Table {
        let places: u64 = axes.iter().map(|axis| axis.slots).product();
        match usize::try_from(places) {
            Ok(few) if places <= DENSE => Table::Dense(vec![0; few]),
            Ok(_) | Err(_) => Table::Sparse(Vec::new(), places),
        }
    }

    /// Counts the picked rows of a chunk.
    pub(super) fn add(&mut self, chunk: &Chunk, axes: &[Axis], picked: Picked<'_>) {
        match self {
            Table::Dense(counts) => {
                let places = places(chunk, axes, picked);
                places.iter().for_each(|&place| counts[place as usize] += 1);
            }
            Table::Sparse(places, _) => {
                let before = places.len();
                places.resize(before + picked.count(chunk.rows), 0);
                let new = &mut places[before..];
                each_slot(chunk, axes, picked, new, |place, slots, slot| {
                    *place = *place * slots + slot;
                });
            }
        }
    }

    /// The places that hold something, in order, and how many rows each.
    pub(super) fn counts(self) -> Vec<(u64, u64)> {
        match self {
            Table::Dense(counts) => {
                let counts = (0..).zip(counts).filter(|(_, count)| *count > 0);
                counts.map(|(at, count)| (at, count.into())).collect()
            }
            Table::Sparse(places, greatest) => {
                let mut counts: Vec<(u64, u64)> = Vec::new();
                for at in sorted(places, greatest) {
                    match counts.last_mut() {
                        Some((same, count)) if *same == at => *count += 1,
                        Some(_) | None => counts.push((at, 1)),
                    }
                }
                counts
            }
        }
    }
}

/// The places of picked rows among the combinations of the axes' slots, which are few.
pub(super) fn places(chunk: &Chunk, axes: &[Axis], picked: Picked<'_>) -> Vec<u32> {
    let mut places = vec![0_u32; picked.count(chunk.rows)];
    each_slot(chunk, axes, picked, &mut places, |place, slots, slot| {
        *place = place.wrapping_mul(low(slots)).wrapping_add(low(slot));
    });
    places
}

/// Axis by axis, and row by row: what stands beside the row, how many slots the axis has,
/// and in which one the row is.
fn each_slot<T>(
    chunk: &Chunk,
    axes: &[Axis],
    picked: Picked<'_>,
    beside: &mut [T],
    each: impl Fn(&mut T, u64, u64),
) {
    for axis in axes {
        match axis.column().and_then(|column| chunk.columns.get(column)) {
            Some(column) => {
                let first = axis.slot(column.least);
                column.each_code(picked, beside, |it, code| {
                    let slot = code.map_or(0, |code| first + u64::from(code));
                    each(it, axis.slots, slot);
                });
            }
            None => beside.iter_mut().for_each(|it| each(it, axis.slots, 0)),
        }
    }
}

/// A place of a dense table, which has few.
#[expect(
    clippy::cast_possible_truncation,
    reason = "places are few, and so are the slots that make them up"
)]
const fn low(number: u64) -> u32 {
    number as u32
}

/// The same numbers in order, digit by digit from the last.
fn sorted(mut numbers: Vec<u64>, greatest: u64) -> Vec<u64> {
    const DIGIT: usize = 11;
    let bits = u64::BITS - greatest.leading_zeros();
    let mut moved = vec![0; numbers.len()];
    for shift in (0..bits).step_by(DIGIT) {
        let digit = |number: u64| low(number >> shift) as usize % (1 << DIGIT);
        let mut places = [0_usize; 1 << DIGIT];
        numbers.iter().for_each(|&it| places[digit(it)] += 1);
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for &number in &numbers {
            let place = &mut places[digit(number)];
            moved[*place] = number;
            *place += 1;
        }
        std::mem::swap(&mut numbers, &mut moved);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_are_sorted_digit_by_digit(numbers: Vec<u64>, shift in 0..64) {
            let numbers: Vec<u64> = numbers.into_iter().map(|it| it >> shift).collect();
            let greatest = numbers.iter().copied().max().unwrap_or(0);
            let mut expected = numbers.clone();
            expected.sort_unstable();
            prop_assert_eq!(sorted(numbers, greatest), expected);
        }
    }
}
