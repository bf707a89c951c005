//! How a mean scatters, and how far that puts the ends of its interval.
#![expect(clippy::float_arithmetic, reason = "moments are no integers")]

/// Of fewer deals than these nobody can say how rare are those that are like them.
const FEW_DEALS: f64 = 5.0;

/// How a mean scatters about what it estimates: its central moments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Scatter {
    /// Zero if all deals say the same.
    pub(crate) variance: f64,
    /// Above zero if few deals lie far above the others, below if below.
    pub(crate) third: f64,
}

impl Scatter {
    /// The same, where so many parts are one.
    pub(crate) fn in_ones(self, parts: f64) -> Scatter {
        Scatter {
            variance: self.variance / parts.powi(2),
            third: self.third / parts.powi(3),
        }
    }

    /// Of the difference of a mean and another one, if they have nothing in common.
    pub(crate) fn less_apart(self, other: Scatter) -> Scatter {
        Scatter {
            variance: self.variance + other.variance,
            third: self.third - other.third,
        }
    }

    /// Whether it rests on fewer than five deals that the mean scatters. The cube of the
    /// variance over the square of the third moment tells on about how many: of deals that
    /// all say 0 but for some, how many these are.
    pub(crate) fn rests_on_few_deals(self) -> bool {
        self.variance.powi(3) < FEW_DEALS * self.third.powi(2)
    }

    /// How far an interval goes below and above the mean. None if nothing scatters.
    ///
    /// Where few deals lie far off on one side, many batches have too few of them, and tell
    /// neither how far the mean may be off on that side nor how much it scatters. So the end
    /// on that side is moved as Wilson moves the middle of a rate: of values 0 and 1 it is
    /// his formula. Johnson (J. American Statistical Association 73, 1978) moves both ends
    /// likewise; here the other one stays where Student's distribution has it, for what is
    /// rare may be rarer than it seems.
    pub(crate) fn beyond(self, t: f64) -> Option<[f64; 2]> {
        let away = t * self.variance.sqrt();
        let tail = t * t / 2.0 * self.third / self.variance;
        (self.variance > 0.0).then(|| [away - tail.min(0.0), away + tail.max(0.0)])
    }
}

/// A sum of squares that is computed of terms of such a size: none at all if it is no more
/// than what rounding leaves of them.
pub(crate) fn unless_rounding(squares: f64, terms: f64) -> f64 {
    const ROUNDING: f64 = 1e-12;
    if squares > ROUNDING * terms {
        squares
    } else {
        0.0
    }
}
