//! A scale: from numbers to lengths, with round numbers at its ticks.
#![expect(clippy::float_arithmetic, reason = "a length is no integer")]

/// A scale between two round numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Between two ticks.
    pub(crate) step: f64,
}

impl Scale {
    /// A scale that holds these values, with about so many steps. None if there is no value.
    pub(crate) fn of(values: impl Iterator<Item = f64> + Clone, steps: f64) -> Option<Scale> {
        let least = values.clone().min_by(f64::total_cmp)?;
        let most = values.max_by(f64::total_cmp)?;
        let step = round((most - least) / steps);
        let scale = Scale {
            from: (least / step).floor() * step,
            to: (most / step).ceil() * step,
            step,
        };
        Some(if scale.from < scale.to {
            scale
        } else {
            Scale {
                to: scale.from + step,
                ..scale
            }
        })
    }

    /// How far along a line of this length a value is.
    pub(crate) fn at(&self, value: f64, length: f64) -> f64 {
        (value - self.from) / (self.to - self.from) * length
    }

    /// The numbers at its ticks.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let (mut ticks, mut at) = (Vec::new(), self.from);
        while at <= self.to + self.step / 2.0 {
            ticks.push(at);
            at += self.step;
        }
        ticks
    }

    /// How many decimals tell its ticks apart.
    pub(crate) fn decimals(&self) -> usize {
        [1.0, 0.1, 0.01]
            .iter()
            .take_while(|least| self.step < **least)
            .count()
    }
}

/// The least of 1, 2, 5, 10, … that is no less.
fn round(step: f64) -> f64 {
    if step <= 0.0 {
        return 1.0;
    }
    let ten = 10_f64.powf(step.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0].into_iter();
    let mut steps = factors.map(|factor| factor * ten);
    // What is a hair above a round number is that number.
    let found = steps.find(|it| *it >= step * (1.0 - 1e-9));
    found.unwrap_or(10.0 * ten)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_begins_and_ends_at_round_numbers_around_all_values() {
        let scale = Scale::of([-27.0, 3.0, 148.0].into_iter(), 6.0).unwrap();
        assert_eq!((scale.from, scale.to, scale.step), (-50.0, 150.0, 50.0));
        assert_eq!(scale.ticks(), [-50.0, 0.0, 50.0, 100.0, 150.0]);
        assert_eq!(scale.at(50.0, 200.0), 100.0);
        let one = Scale::of([4.0].into_iter(), 6.0).unwrap();
        assert!(one.from <= 4.0 && 4.0 <= one.to && one.from < one.to);
        assert_eq!(Scale::of([].into_iter(), 6.0), None);
        let narrow = Scale::of([0.1, 0.9].into_iter(), 4.0).unwrap();
        assert_eq!((narrow.step, narrow.decimals()), (0.2, 1));
    }
}
