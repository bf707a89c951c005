//! Plain scans: what one would write by hand, a loop over plain arrays of 32-bit
//! integers that does the least a question needs, on all cores.

use std::{hint::black_box, ops::Range};

use store::statistics::synthetic::Synthetic;

/// Seats whose value in a column is this.
pub(crate) struct Filter {
    column: Vec<i32>,
    value: i32,
}

impl Filter {
    /// Seats with a word of a dimension.
    pub(crate) fn of(facts: &Synthetic, dimension: &str, word: &str) -> Filter {
        let code = facts.code(dimension, word).unwrap();
        Filter {
            column: facts.plain(&[dimension]).remove(0),
            value: i32::try_from(code).unwrap(),
        }
    }

    fn passes(&self, row: usize) -> bool {
        self.column[row] == self.value
    }
}

/// A histogram of some columns together.
pub(crate) fn histogram(columns: Vec<Vec<i32>>, filter: Option<Filter>) -> impl Fn() {
    let slots: Vec<usize> = columns
        .iter()
        .map(|column| index(*column.iter().max().unwrap()) + 1)
        .collect();
    move || {
        on_all_cores(columns[0].len(), |rows| {
            let column = |at: usize| &columns[at][rows.clone()];
            let passes = |row: usize| {
                let filter = filter.as_ref();
                filter.is_none_or(|filter| filter.passes(rows.start + row))
            };
            match slots[..] {
                [a] => count([column(0)], [a], passes),
                [a, b] => count([column(0), column(1)], [a, b], passes),
                [a, b, c] => count([column(0), column(1), column(2)], [a, b, c], passes),
                [a, b, c, d] => count([0, 1, 2, 3].map(column), [a, b, c, d], passes),
                _ => unreachable!("a question has at most three dimensions"),
            }
        });
    }
}

fn count<const N: usize>(columns: [&[i32]; N], slots: [usize; N], passes: impl Fn(usize) -> bool) {
    let places: usize = slots.iter().product();
    let rows = columns[0].len();
    if places > 1 << 22 {
        // Too many to count one by one: what the columns hold is only added up.
        let sum = |column: &[i32]| column.iter().map(|&it| i64::from(it)).sum::<i64>();
        black_box(columns.map(sum));
        return;
    }
    let mut counts = vec![0_u32; places];
    for row in (0..rows).filter(|&row| passes(row)) {
        let add = |place, (column, slots): (&&[i32], &usize)| place * slots + index(column[row]);
        counts[columns.iter().zip(&slots).fold(0, add)] += 1;
    }
    black_box(counts);
}

/// A histogram of lists, of which each seat has one of the same length.
pub(crate) fn lists(codes: &[i32], filter: Option<Filter>) -> impl Fn() {
    const CODES: usize = 128;
    move || {
        let length = filter
            .as_ref()
            .map_or(1, |filter| codes.len() / filter.column.len());
        on_all_cores(codes.len() / length, |rows| {
            let mut counts = vec![0_u32; CODES];
            match &filter {
                None => codes[rows]
                    .iter()
                    .for_each(|&code| counts[index(code)] += 1),
                Some(filter) => {
                    for row in rows.filter(|&row| filter.passes(row)) {
                        let list = &codes[row * length..][..length];
                        list.iter().for_each(|&code| counts[index(code)] += 1);
                    }
                }
            }
            black_box(counts);
        });
    }
}

/// The sum of a value for each deal, and of each of two slices.
pub(crate) fn by_deal(values: Vec<i32>, deals: Vec<i32>, slices: [Filter; 2]) -> impl Fn() {
    let many = index(*deals.iter().max().unwrap()) + 1;
    move || {
        on_all_cores(values.len(), |rows| {
            let mut sums = vec![[0_i32; 2]; many];
            for row in rows {
                for (slice, filter) in slices.iter().enumerate() {
                    if filter.passes(row) {
                        sums[index(deals[row])][slice] += values[row];
                    }
                }
            }
            black_box(sums);
        });
    }
}

fn index(value: i32) -> usize {
    usize::try_from(value).unwrap_or(0)
}

fn on_all_cores(rows: usize, scan: impl Fn(Range<usize>) + Sync) {
    let cores = std::thread::available_parallelism().unwrap().get();
    let (share, scan) = (rows.div_ceil(cores), &scan);
    std::thread::scope(|scope| {
        for from in (0..rows).step_by(share) {
            scope.spawn(move || scan(from..rows.min(from + share)));
        }
    });
}
