//! Sums over deals: what is known of how far a mean may be off.
//!
//! All are integers, so they can be added up in any order and in any shares.

#![expect(
    clippy::float_arithmetic,
    reason = "means and variances are no integers"
)]

use std::ops::AddAssign;

use crate::estimate::{
    scatter::{Scatter, unless_rounding},
    summary::Values,
};

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
    pub(crate) cubes: Cubes,
}

/// Sums of products of three, which tell on what side few deals lie far off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cubes {
    /// Σ n³
    pub(crate) nnn: i128,
    /// Σ n² s
    pub(crate) nns: i128,
    /// Σ n s²
    pub(crate) nss: i128,
    /// Σ s³
    pub(crate) sss: i128,
}

/// Some values of a deal: how many, and what they sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClusterSums {
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
    /// Those of the deals, less those of each value by itself.
    cubes: Cubes,
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

impl ClusterSums {
    /// A single value.
    pub(crate) const fn one(value: i64) -> ClusterSums {
        ClusterSums { n: 1, s: value }
    }
}

impl Shared {
    /// Adds the pairs of values of which one is in each part of a deal; both parts
    /// together.
    #[inline]
    pub(crate) fn meet(&mut self, a: ClusterSums, b: ClusterSums) -> ClusterSums {
        self.again += 1;
        self.pairs += product(a.n, b.n);
        self.sums += product(a.n, b.s) + product(b.n, a.s);
        self.products += product(a.s, b.s);
        let n = a.n + b.n;
        self.cubes += Cubes {
            nnn: product(3 * a.n * b.n, n),
            nns: product(b.n * (a.n + n), a.s) + product(a.n * (b.n + n), b.s),
            nss: product(b.n * a.s + n * b.s, a.s) + product(a.n * b.s + n * a.s, b.s),
            sss: product(a.s, b.s) * i128::from(3 * (a.s + b.s)),
        };
        ClusterSums { n, s: a.s + b.s }
    }

    /// Adds the pairs among all values of a deal; these together.
    #[inline]
    pub(crate) fn meet_each_other(&mut self, values: impl Iterator<Item = i64>) -> ClusterSums {
        let (mut all, mut squares, mut cubes) = (ClusterSums::default(), 0, 0);
        for value in values {
            all.n += 1;
            all.s += value;
            squares += product(value, value);
            cubes += cube(value);
        }
        if all.n > 1 {
            self.again += (all.n - 1).unsigned_abs();
            self.pairs += product(all.n, all.n - 1) / 2;
            self.sums += product(all.n - 1, all.s);
            self.products += (product(all.s, all.s) - squares) / 2;
            let (n, s) = (i128::from(all.n), i128::from(all.s));
            self.cubes += Cubes {
                nnn: n * n * n - n,
                nns: (n * n - 1) * s,
                nss: n * s * s - squares,
                sss: s * s * s - cubes,
            };
        }
        all
    }
}

#[inline]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// A value times itself, twice.
#[inline]
pub(crate) fn cube(value: i64) -> i128 {
    product(value, value) * i128::from(value)
}

impl AddAssign for Shared {
    fn add_assign(&mut self, other: Shared) {
        self.again += other.again;
        self.pairs += other.pairs;
        self.sums += other.sums;
        self.products += other.products;
        self.cubes += other.cubes;
    }
}

impl AddAssign for Cubes {
    #[inline]
    fn add_assign(&mut self, other: Cubes) {
        self.nnn += other.nnn;
        self.nns += other.nns;
        self.nss += other.nss;
        self.sss += other.sss;
    }
}

impl Cubes {
    /// The same if every value were less by so much.
    fn about(self, near: i128) -> Cubes {
        let Cubes { nnn, nns, nss, sss } = self;
        Cubes {
            nnn,
            nns: nns - near * nnn,
            nss: nss - 2 * near * nns + near * near * nnn,
            sss: sss - 3 * near * nss + 3 * near * near * nns - near * near * near * nnn,
        }
    }
}

impl Sums {
    /// The sums of values, and of what they share.
    pub(crate) fn of(values: &Values<'_>, shared: Shared) -> Sums {
        let Moments { n, sum, squares } = values.moments;
        let (deals, n) = (n - shared.again, i128::from(n));
        // Of deals with a single value.
        let mut cubes = Cubes {
            nnn: n,
            nns: sum,
            nss: squares,
            sss: values.cubes,
        };
        cubes += shared.cubes;
        Sums {
            deals,
            n,
            s: sum,
            nn: n + 2 * shared.pairs,
            ns: sum + shared.sums,
            ss: squares + 2 * shared.products,
            cubes,
        }
    }

    /// Adds a deal with so many values and their sum.
    pub(crate) fn add(&mut self, n: i64, s: i64) {
        let (n, s) = (i128::from(n), i128::from(s));
        self.deals += 1;
        self.n += n;
        self.s += s;
        self.nn += n * n;
        self.ns += n * s;
        self.ss += s * s;
        self.cubes += Cubes {
            nnn: n * n * n,
            nns: n * n * s,
            nss: n * s * s,
            sss: s * s * s,
        };
    }

    /// The mean of the values.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| float(self.s) / float(self.n))
    }

    /// Of how many deals of equal size a mean would be as evenly made: (Σ n)² / Σ n².
    pub(crate) fn equal_deals(&self) -> Option<f64> {
        (self.nn > 0).then(|| float(self.n) * float(self.n) / float(self.nn))
    }

    /// How many values a deal has, for the mean value.
    pub(crate) fn seats_of_a_deal(&self) -> Option<f64> {
        (self.n > 0).then(|| float(self.nn) / float(self.n))
    }

    /// How the mean scatters, by how the sums of deals lie about what the mean gives
    /// them. The variance is Σ (s - mean n)² / (Σ n)², times m / (m - 1) for m deals, the
    /// third moment likewise. None for fewer than two.
    ///
    /// The mean is a ratio of two sums over clusters of unequal size: Cochran, Sampling
    /// Techniques (1977), 9A.1; Cameron and Miller, A Practitioner's Guide to
    /// Cluster-Robust Inference, J. Human Resources 50 (2015), for the factor and for the
    /// m - 1 degrees of freedom.
    pub(crate) fn scatter_of_mean(&self) -> Option<Scatter> {
        if self.deals < 2 {
            return None;
        }
        // About a whole number near the mean first, so nothing is lost where it is large.
        let near = self.s.div_euclid(self.n);
        let ss = float(self.ss - 2 * near * self.ns + near * near * self.nn);
        let ns = float(self.ns - near * self.nn);
        let rest = float(self.s - near * self.n) / float(self.n);
        let squares = ss - 2.0 * rest * ns + rest * rest * float(self.nn);
        let squares = unless_rounding(squares, ss + rest * rest * float(self.nn));
        let Cubes { nnn, nns, nss, sss } = self.cubes.about(near);
        let cubes = float(sss) - 3.0 * rest * float(nss) + 3.0 * rest.powi(2) * float(nns)
            - rest.powi(3) * float(nnn);
        let factor = small_sample(self.deals).sqrt() / float(self.n);
        Some(Scatter {
            variance: squares * factor.powi(2),
            third: cubes * factor.powi(3),
        })
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
        self.cubes += other.cubes;
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
