//! Sums of two slices over the deals that either has something of.
#![expect(
    clippy::float_arithmetic,
    reason = "means and variances are no integers"
)]

use std::collections::BTreeMap;

use super::sums::{Sums, float, small_sample};

/// What two slices have of one deal: how many values each, and what they sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfDeal {
    pub(crate) n: [i64; 2],
    pub(crate) s: [i64; 2],
    /// What a value could be at most, if that is known.
    pub(crate) most: [i32; 2],
}

/// Sums over deals, by how many values each slice has of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairs {
    /// Of deals with few values, which most are: by `n[0] * FEW + n[1]`.
    few: Vec<Products>,
    many: BTreeMap<[i64; 2], Products>,
    /// What a value could be at most, if that is known.
    pub(crate) most: [i32; 2],
}

/// Of deals with equally many values: sums of what these sum up to, and of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Products {
    deals: i128,
    s: [i128; 2],
    /// Of the first with itself, of the second with itself, of both.
    ss: [i128; 3],
}

const FEW: i64 = 8;

impl OfDeal {
    /// Both parts of a deal together.
    pub(crate) fn and(self, other: OfDeal) -> OfDeal {
        let both = |ours: [i64; 2], theirs: [i64; 2]| [ours[0] + theirs[0], ours[1] + theirs[1]];
        OfDeal {
            n: both(self.n, other.n),
            s: both(self.s, other.s),
            most: greater(self.most, other.most),
        }
    }
}

impl Default for Pairs {
    fn default() -> Pairs {
        let places = usize::try_from(FEW * FEW).expect("few");
        Pairs {
            few: vec![Products::default(); places],
            many: BTreeMap::new(),
            most: [0; 2],
        }
    }
}

impl Pairs {
    /// Adds a deal.
    pub(crate) fn add(&mut self, deal: OfDeal) {
        self.most = greater(self.most, deal.most);
        let s = deal.s.map(i128::from);
        let products = self.of(deal.n);
        products.deals += 1;
        products.s = [products.s[0] + s[0], products.s[1] + s[1]];
        let [aa, bb, ab] = products.ss;
        products.ss = [aa + s[0] * s[0], bb + s[1] * s[1], ab + s[0] * s[1]];
    }

    fn of(&mut self, n: [i64; 2]) -> &mut Products {
        if n.iter().all(|&n| n < FEW) {
            let place = usize::try_from(n[0] * FEW + n[1]).expect("counts are no less than zero");
            return &mut self.few[place];
        }
        self.many.entry(n).or_default()
    }

    /// Both together.
    pub(crate) fn merged(mut self, other: &Pairs) -> Pairs {
        self.most = greater(self.most, other.most);
        for (n, theirs) in other.each() {
            let ours = self.of(n);
            ours.deals += theirs.deals;
            ours.s = [ours.s[0] + theirs.s[0], ours.s[1] + theirs.s[1]];
            let added = ours.ss.iter_mut().zip(theirs.ss);
            added.for_each(|(ours, theirs)| *ours += theirs);
        }
        self
    }

    /// How many values of each slice, and the products of deals that have so many.
    fn each(&self) -> impl Iterator<Item = ([i64; 2], Products)> {
        let few = (0..).zip(&self.few);
        let few = few.map(|(place, products)| ([place / FEW, place % FEW], *products));
        let many = self.many.iter().map(|(n, products)| (*n, *products));
        few.chain(many).filter(|(_, products)| products.deals > 0)
    }

    /// The sums of one slice.
    pub(crate) fn sums(&self, of: usize) -> Sums {
        let mut sums = Sums::default();
        for (n, products) in self.each().filter(|(n, _)| n[of] > 0) {
            let (n, deals) = (i128::from(n[of]), products.deals);
            sums += Sums {
                deals: u64::try_from(deals).expect("deals are counted"),
                n: n * deals,
                s: products.s[of],
                nn: n * n * deals,
                ns: n * products.s[of],
                ss: products.ss[of],
            };
        }
        sums
    }

    /// How many deals either has something of.
    pub(crate) fn deals(&self) -> u64 {
        let deals: i128 = self.each().map(|(_, products)| products.deals).sum();
        u64::try_from(deals).expect("deals are counted")
    }

    /// The covariance of the two means, as [`Sums::variance_of_mean`] is their variance.
    pub(crate) fn covariance_of_means(&self) -> Option<f64> {
        let [a, b] = [self.sums(0), self.sums(1)];
        if a.deals < 2 || b.deals < 2 {
            return None;
        }
        let near = [a.s.div_euclid(a.n), b.s.div_euclid(b.n)];
        let rest = |sums: Sums, near: i128| float(sums.s - near * sums.n) / float(sums.n);
        let rests = [rest(a, near[0]), rest(b, near[1])];
        let products = self.each().map(|(n, products)| {
            let Products { deals, s, ss } = products.about(n, near);
            let n = n.map(|n| float(n.into()));
            float(ss[2]) - rests[1] * n[1] * float(s[0]) - rests[0] * n[0] * float(s[1])
                + rests[0] * rests[1] * n[0] * n[1] * float(deals)
        });
        let factor = (small_sample(a.deals) * small_sample(b.deals)).sqrt();
        Some(products.sum::<f64>() / float(a.n) / float(b.n) * factor)
    }

    /// Of deals that both have something of: how many there are, the mean difference of
    /// the two means of a deal, and the variance of that. None of fewer than two.
    pub(crate) fn by_deal(&self) -> Option<Differences> {
        let both = || self.each().filter(|(n, _)| n.iter().all(|&n| n > 0));
        let deals: i128 = both().map(|(_, products)| products.deals).sum();
        if deals < 2 {
            return None;
        }
        // About a whole number first, so nothing is lost where both are large.
        let first = self.sums(0);
        let base = first.s.div_euclid(first.n);
        let differences = |(n, products): ([i64; 2], Products)| {
            let Products { s, .. } = products.about(n, [base, base]);
            float(s[0]) / float(n[0].into()) - float(s[1]) / float(n[1].into())
        };
        let mean = both().map(differences).sum::<f64>() / float(deals);
        let near = whole(mean);
        let squares = both().map(|(n, products)| {
            let Products { ss, .. } = products.about(n, [base + near, base]);
            let n = n.map(|n| float(n.into()));
            float(ss[0]) / n[0].powi(2) + float(ss[1]) / n[1].powi(2)
                - 2.0 * float(ss[2]) / n[0] / n[1]
        });
        let rest = mean - float(near);
        let squares = squares.sum::<f64>() - float(deals) * rest * rest;
        let seats = both().map(|(n, products)| i128::from(n[0] + n[1]) * products.deals);
        Some(Differences {
            deals: u64::try_from(deals).expect("deals are counted"),
            seats: u64::try_from(seats.sum::<i128>()).expect("seats are counted"),
            mean,
            variance_of_mean: squares.max(0.0) / float(deals - 1) / float(deals),
        })
    }
}

/// Differences of two slices on the same deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Differences {
    pub(crate) deals: u64,
    /// How many values of both slices these deals have.
    pub(crate) seats: u64,
    pub(crate) mean: f64,
    pub(crate) variance_of_mean: f64,
}

impl Products {
    /// The same if every value were less by so much, of deals with so many values.
    fn about(self, n: [i64; 2], near: [i128; 2]) -> Products {
        let [na, nb] = n.map(i128::from);
        let [ka, kb] = [near[0] * na, near[1] * nb];
        let Products {
            deals,
            s: [a, b],
            ss: [aa, bb, ab],
        } = self;
        Products {
            deals,
            s: [a - ka * deals, b - kb * deals],
            ss: [
                aa - 2 * ka * a + ka * ka * deals,
                bb - 2 * kb * b + kb * kb * deals,
                ab - kb * a - ka * b + ka * kb * deals,
            ],
        }
    }
}

fn greater(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// A whole number near this one.
#[expect(clippy::cast_possible_truncation, reason = "no mean is near 2^127")]
const fn whole(number: f64) -> i128 {
    number as i128
}
