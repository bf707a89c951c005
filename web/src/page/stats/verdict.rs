//! What a comparison comes to, in a sentence.
#![expect(clippy::float_arithmetic, reason = "a mean is no integer")]

use crate::chart::{Interval, number};

/// Two groups and what they differ by.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The first.
    pub first: String,
    /// The other.
    pub second: String,
    /// What is compared, in the middle of a sentence.
    pub metric: String,
    /// Its unit, if it has one.
    pub unit: &'static str,
    /// How many decimals the numbers have.
    pub decimals: usize,
    /// The first less the second.
    pub difference: Interval,
}

/// Who is ahead, by how much, how sure that is, and whether it may be chance.
pub fn verdict(compared: &Compared) -> String {
    let Compared {
        first,
        second,
        metric,
        unit,
        decimals,
        difference,
    } = compared;
    let shown = |value: f64| number(value, *decimals);
    let Some(value) = difference.value else {
        return format!("Too few matches to compare {first} with {second}.");
    };
    let (ahead, behind, sign) = if value < 0.0 {
        (second, first, -1.0)
    } else {
        (first, second, 1.0)
    };
    let space = if unit.is_empty() { "" } else { " " };
    let more = format!(
        "{ahead} is {}{space}{unit} above {behind} in {metric}",
        shown(value * sign)
    );
    let Some((lo, hi)) = difference.lo.zip(difference.hi) else {
        return format!("{more}. How sure that is cannot be said of so few deals.");
    };
    let [lo, hi] = if value < 0.0 { [-hi, -lo] } else { [lo, hi] };
    let interval = format!("95% interval: {} to {}", shown(lo), shown(hi));
    let verdict = if lo > 0.0 {
        "The difference is clear."
    } else {
        "The difference may be chance."
    };
    format!("{more} ({interval}). {verdict}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(difference: [Option<f64>; 3]) -> String {
        let [lo, value, hi] = difference;
        verdict(&Compared {
            first: "Greedy".to_owned(),
            second: "Random".to_owned(),
            metric: "final score".to_owned(),
            unit: "points",
            decimals: 1,
            difference: Interval {
                n: 20,
                value,
                lo,
                hi,
            },
        })
    }

    #[test]
    fn a_difference_is_clear_only_if_its_interval_has_one_sign() {
        let clear = said([Some(10.1), Some(12.3), Some(14.5)]);
        assert_eq!(
            clear,
            "Greedy is 12.3 points above Random in final score (95% interval: 10.1 to 14.5). \
             The difference is clear."
        );
        let behind = said([Some(-14.5), Some(-12.3), Some(-10.1)]);
        assert!(
            behind.starts_with("Random is 12.3 points above Greedy"),
            "{behind}"
        );
        assert!(
            behind.ends_with("10.1 to 14.5). The difference is clear."),
            "{behind}"
        );
        assert!(
            said([Some(-1.0), Some(3.0), Some(7.0)]).ends_with("The difference may be chance.")
        );
        assert!(said([None, Some(3.0), None]).contains("cannot be said"));
        assert!(said([None, None, None]).starts_with("Too few matches"));
    }
}
