//! Sums over deals: what is known of how far a mean may be off.
//!
//! All are integers, so they can be added up in any order and in any shares.

#![expect(
    clippy::float_arithmetic,
    reason = "means and variances are no integers"
)]

use std::ops::AddAssign;

/// What a group's values come to, deal by deal: with `n` values of a deal and `s` what
/// they sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// How many deals there are.
    pub(crate) deals: u64,
    /// Σ n
    pub(crate) n: i128,
    /// Σ s
    pub(crate) s: i128,
    /// Σ n²
    pub(crate) nn: i128,
    /// Σ n s
    pub(crate) ns: i128,
    /// Σ s²
    pub(crate) ss: i128,
}

/// Some values of a deal: how many, and what they sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfDeal {
    pub(crate) n: i64,
    pub(crate) s: i64,
}

/// What values share with others of their deal: sums over all pairs of such values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shared {
    /// How many values are not the first of their deal.
    again: u64,
    /// How many pairs there are.
    pairs: i128,
    /// Σ a + b
    sums: i128,
    /// Σ a b
    products: i128,
}

/// Sums of some integers and of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    /// How many integers there are.
    pub(crate) n: u64,
    pub(crate) sum: i128,
    pub(crate) squares: i128,
}

impl Moments {
    /// Of integers that are so often there.
    pub(crate) fn of(values: impl Iterator<Item = (i64, u64)>) -> Moments {
        let mut moments = Moments::default();
        for (value, count) in values {
            moments.n += count;
            moments.sum += i128::from(value) * i128::from(count);
            moments.squares += product(value, value) * i128::from(count);
        }
        moments
    }

    /// Of these.
    pub(crate) fn of_each(values: &[i32]) -> Moments {
        let mut moments = Moments {
            n: values.len() as u64,
            ..Moments::default()
        };
        for &value in values {
            moments.sum += i128::from(value);
            moments.squares += product(value.into(), value.into());
        }
        moments
    }

    /// The mean, where so many parts are one.
    pub(crate) fn mean(&self, parts: i64) -> Option<f64> {
        (self.n > 0).then(|| float(self.sum) / float(self.n.into()) / float(parts.into()))
    }

    /// The variance, with n - 1, where so many parts are one.
    pub(crate) fn variance(&self, parts: i64) -> Option<f64> {
        let (n, parts) = (float(self.n.into()), float(parts.into()));
        // Integers until the end, so nothing is lost where the mean is large.
        let deviation = float(i128::from(self.n) * self.squares - self.sum.pow(2));
        (self.n > 1).then(|| deviation / (n * (n - 1.0)) / parts / parts)
    }
}

impl OfDeal {
    /// A single value.
    pub(crate) const fn one(value: i64) -> OfDeal {
        OfDeal { n: 1, s: value }
    }
}

impl Shared {
    /// Adds the pairs of values of which one is in each part of a deal; both parts
    /// together.
    #[inline]
    pub(crate) fn meet(&mut self, a: OfDeal, b: OfDeal) -> OfDeal {
        self.again += 1;
        self.pairs += product(a.n, b.n);
        self.sums += product(a.n, b.s) + product(b.n, a.s);
        self.products += product(a.s, b.s);
        OfDeal {
            n: a.n + b.n,
            s: a.s + b.s,
        }
    }

    /// Adds the pairs among all values of a deal; these together.
    #[inline]
    pub(crate) fn meet_each_other(&mut self, values: impl Iterator<Item = i64>) -> OfDeal {
        let (mut all, mut squares) = (OfDeal::default(), 0);
        for value in values {
            all.n += 1;
            all.s += value;
            squares += product(value, value);
        }
        if all.n > 1 {
            self.again += (all.n - 1).unsigned_abs();
            self.pairs += product(all.n, all.n - 1) / 2;
            self.sums += product(all.n - 1, all.s);
            self.products += (product(all.s, all.s) - squares) / 2;
        }
        all
    }
}

#[inline]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

impl AddAssign for Shared {
    fn add_assign(&mut self, other: Shared) {
        self.again += other.again;
        self.pairs += other.pairs;
        self.sums += other.sums;
        self.products += other.products;
    }
}

impl Sums {
    /// The sums of values, and of what they share.
    pub(crate) fn of(values: &Moments, shared: Shared) -> Sums {
        let (n, s) = (i128::from(values.n), values.sum);
        Sums {
            deals: values.n - shared.again,
            n,
            s,
            nn: n + 2 * shared.pairs,
            ns: s + shared.sums,
            ss: values.squares + 2 * shared.products,
        }
    }

    /// Adds a deal with so many values and their sum.
    #[cfg(test)]
    pub(crate) fn add(&mut self, n: i64, s: i64) {
        let (n, s) = (i128::from(n), i128::from(s));
        self.deals += 1;
        self.n += n;
        self.s += s;
        self.nn += n * n;
        self.ns += n * s;
        self.ss += s * s;
    }

    /// The mean of the values.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| float(self.s) / float(self.n))
    }

    /// How many values a deal has, for the mean value.
    pub(crate) fn seats_of_a_deal(&self) -> Option<f64> {
        (self.n > 0).then(|| float(self.nn) / float(self.n))
    }

    /// The variance of the mean, by how the sums of deals lie about what the mean gives
    /// them: Σ (s - mean n)² / (Σ n)², times m / (m - 1) for m deals. None for fewer
    /// than two.
    ///
    /// The mean is a ratio of two sums over clusters of unequal size: Cochran, Sampling
    /// Techniques (1977), 9A.1; Cameron and Miller, A Practitioner's Guide to
    /// Cluster-Robust Inference, J. Human Resources 50 (2015), for the factor and for the
    /// m - 1 degrees of freedom.
    pub(crate) fn variance_of_mean(&self) -> Option<f64> {
        if self.deals < 2 {
            return None;
        }
        // About a whole number near the mean first, so nothing is lost where it is large.
        let near = self.s.div_euclid(self.n);
        let ss = float(self.ss - 2 * near * self.ns + near * near * self.nn);
        let ns = float(self.ns - near * self.nn);
        let rest = float(self.s - near * self.n) / float(self.n);
        let squares = (ss - 2.0 * rest * ns + rest * rest * float(self.nn)).max(0.0);
        Some(squares / float(self.n).powi(2) * small_sample(self.deals))
    }
}

impl AddAssign for Moments {
    fn add_assign(&mut self, other: Moments) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.deals += other.deals;
        self.n += other.n;
        self.s += other.s;
        self.nn += other.nn;
        self.ns += other.ns;
        self.ss += other.ss;
    }
}

/// m / (m - 1), for m deals.
pub(crate) fn small_sample(deals: u64) -> f64 {
    let deals = float(deals.into());
    deals / (deals - 1.0)
}

/// The nearest float.
#[expect(clippy::cast_precision_loss, reason = "a mean is no integer")]
pub(crate) const fn float(integer: i128) -> f64 {
    integer as f64
}
