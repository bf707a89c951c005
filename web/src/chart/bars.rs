//! Values in bars of one width: how many are in each, and what is in it, in words.
#![expect(clippy::float_arithmetic, reason = "a value is no integer")]

use super::{Scale, number};

/// Values from one on, up to another one that is no longer among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) from: f64,
    /// Where it ends as it is drawn.
    pub(super) to: f64,
    /// How many values are in it.
    pub(super) count: u64,
    /// Whether it holds all that is more, too.
    pub(super) is_open: bool,
    /// Whether between two whole numbers there is nothing.
    is_whole: bool,
}

/// About so many bars: fewer hide what there is, more are lines.
const BARS: f64 = 20.0;
/// The greatest value of each so many may be far away from all others: all others would be in one
/// bar.
const FAR: u64 = 100;

/// The values, the least first, in bars of one width, from the first to the last with one in it.
/// Whole numbers are in bars of whole numbers.
pub(super) fn bars(values: &[(f64, u64)], is_whole: bool) -> Vec<Bar> {
    let is_whole = is_whole && values.iter().all(|(value, _)| value.fract() == 0.0);
    let most = most(values);
    let near = values.iter().map(|(value, _)| *value);
    let near = near.filter(|value| most.is_none_or(|most| *value <= most));
    let Some(scale) = Scale::of(near, BARS) else {
        return Vec::new();
    };
    let width = if is_whole {
        scale.step.max(1.0)
    } else {
        scale.step
    };
    // What is a hair below the beginning of a bar is in it.
    let place = |value: f64| (value / width + 1e-9).floor();
    let first = place(scale.from);
    let open = most.map(|most| place(most) + 1.0);
    let mut bars: Vec<Bar> = Vec::new();
    for &(value, count) in values {
        let at = place(value);
        let at = open.map_or(at, |open| at.min(open));
        let mut next = bars.last().map_or(first, |last| place(last.from) + 1.0);
        while next <= at {
            bars.push(Bar {
                from: next * width,
                to: (next + 1.0) * width,
                count: 0,
                is_open: open == Some(next),
                is_whole,
            });
            next += 1.0;
        }
        if let Some(last) = bars.last_mut() {
            last.count += count;
        }
    }
    bars
}

/// The greatest value that is not far away, if some are: the last of each so many reach farther
/// than all others together.
fn most(values: &[(f64, u64)]) -> Option<f64> {
    let (least, greatest) = (values.first()?.0, values.last()?.0);
    let n: u64 = values.iter().map(|(_, count)| count).sum();
    let mut left = n - n / FAR;
    let near = values.iter().find(|(_, count)| {
        let is_here = left <= *count;
        left -= left.min(*count);
        is_here
    });
    let near = near?.0;
    (near > least && greatest - near > near - least).then_some(near)
}

impl Bar {
    /// What values are in it.
    pub(super) fn says(&self) -> String {
        let (from, to) = (plain(self.from), plain(self.to));
        if self.is_open {
            return format!("{from} and more");
        }
        if !self.is_whole {
            return format!("{from} up to {to}");
        }
        match self.to - 1.0 {
            last if last <= self.from => from,
            last => format!("{from} to {}", plain(last)),
        }
    }
}

/// A number with as many decimals as it needs, three at most.
pub(super) fn plain(value: f64) -> String {
    let written = number(value, 3);
    written
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(values: &[(f64, u64)], is_whole: bool) -> Vec<(String, u64)> {
        let bars = bars(values, is_whole);
        assert!(bars.windows(2).all(|two| two[0].to == two[1].from));
        bars.iter().map(|bar| (bar.says(), bar.count)).collect()
    }

    #[test]
    fn every_value_is_in_one_bar() {
        let values: Vec<(f64, u64)> = (-30..150).map(|value| (f64::from(value), 2)).collect();
        let told = told(&values, true);
        let all: u64 = told.iter().map(|(_, count)| count).sum();
        assert_eq!(all, 360);
        assert_eq!(told[0], ("\u{2212}30 to \u{2212}21".to_owned(), 20));
    }

    #[test]
    fn between_bars_of_what_is_no_count_there_is_no_gap() {
        let values: Vec<(f64, u64)> = (0..=40).map(|tenth| (f64::from(tenth) / 10.0, 1)).collect();
        let told = told(&values, false);
        assert_eq!(told.len(), 21, "{told:?}");
        assert_eq!(told[0], ("0 up to 0.2".to_owned(), 2));
        assert_eq!(told[1], ("0.2 up to 0.4".to_owned(), 2));
        assert_eq!(told[20], ("4 up to 4.2".to_owned(), 1));
        assert!(told.iter().all(|(_, count)| *count <= 2), "{told:?}");
    }

    #[test]
    fn what_is_far_away_from_all_others_is_in_one_last_bar() {
        // Two seats win 0 or 2; of a hundred seats one wins 100.
        let told = told(&[(0.0, 10_000), (2.0, 9_950), (100.0, 50)], false);
        assert_eq!(told[0], ("0 up to 0.1".to_owned(), 10_000));
        assert_eq!(told[20], ("2 up to 2.1".to_owned(), 9_950));
        assert_eq!(told[21..], [("2.1 and more".to_owned(), 50)]);
        let few = bars(&[(0.0, 990), (100.0, 10)], false);
        assert!(few.iter().all(|bar| !bar.is_open), "nothing else is near");
    }

    #[test]
    fn a_single_whole_number_is_told_alone() {
        assert_eq!(told(&[(4.0, 3)], true), [("4".to_owned(), 3)]);
        assert!(told(&[], true).is_empty());
    }
}
