//! Charts: numbers as pictures, each with its title, its unit and what it shows in words.
//!
//! The colors are those of the page, light or dark, by the classes of `stats.css`.

mod bars;
mod heat;
mod histogram;
mod interval;
mod line;
mod scale;

pub use heat::{Heat, HeatCell};
pub use histogram::Histogram;
pub use interval::Interval;
pub(crate) use interval::{axis, interval};
pub use line::{Line, Lines};
pub(crate) use scale::Scale;

/// A number for people: so many decimals, and a minus that is as wide as a plus.
pub fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let digits = text.trim_start_matches('-');
    let is_zero = digits.chars().all(|digit| matches!(digit, '0' | '.'));
    match text.strip_prefix('-') {
        Some(digits) if !is_zero => format!("\u{2212}{digits}"),
        Some(_) | None => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_a_wide_minus_and_nothing_below_zero_is_zero() {
        let written = [-1.25, -0.001, 0.0, 12.0].map(|value| number(value, 1));
        assert_eq!(written, ["\u{2212}1.2", "0.0", "0.0", "12.0"]);
    }
}
