//! Sums of two slices over the deals that either has something of.
#![expect(
    clippy::float_arithmetic,
    reason = "means and variances are no integers"
)]

use std::collections::BTreeMap;

use domain::cast;

use crate::estimate::{
    moments::{Cubes, Sums, float, small_sample},
    scatter::{Scatter, unless_rounding},
};

/// What two slices have of one deal: how many values each, and what they sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PairedSums {
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
    /// Of three of the first, of two of it and one of the second, and so on.
    sss: [i128; 4],
}

const FEW: i64 = 8;

impl PairedSums {
    /// Both parts of a deal together.
    pub(crate) fn and(self, other: PairedSums) -> PairedSums {
        let both = |ours: [i64; 2], theirs: [i64; 2]| [ours[0] + theirs[0], ours[1] + theirs[1]];
        PairedSums {
            n: both(self.n, other.n),
            s: both(self.s, other.s),
            most: greater(self.most, other.most),
        }
    }
}

impl Default for Pairs {
    fn default() -> Pairs {
        let cells = cast::<usize>(FEW * FEW);
        Pairs {
            few: vec![Products::default(); cells],
            many: BTreeMap::new(),
            most: [0; 2],
        }
    }
}

impl Pairs {
    /// Adds a deal.
    pub(crate) fn add(&mut self, deal: PairedSums) {
        self.most = greater(self.most, deal.most);
        let s = deal.s.map(i128::from);
        let products = self.of(deal.n);
        products.deals += 1;
        products.s = [products.s[0] + s[0], products.s[1] + s[1]];
        let [aa, bb, ab] = products.ss;
        products.ss = [aa + s[0] * s[0], bb + s[1] * s[1], ab + s[0] * s[1]];
        let [a, b] = s;
        let more = [a * a * a, a * a * b, a * b * b, b * b * b];
        add(&mut products.sss, more);
    }

    fn of(&mut self, n: [i64; 2]) -> &mut Products {
        if n.iter().all(|&n| n < FEW) {
            let place = cast::<usize>(n[0] * FEW + n[1]);
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
            add(&mut ours.s, theirs.s);
            add(&mut ours.ss, theirs.ss);
            add(&mut ours.sss, theirs.sss);
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
                deals: cast::<u64>(deals),
                n: n * deals,
                s: products.s[of],
                nn: n * n * deals,
                ns: n * products.s[of],
                ss: products.ss[of],
                cubes: Cubes {
                    nnn: n * n * n * deals,
                    nns: n * n * products.s[of],
                    nss: n * products.ss[of],
                    sss: products.sss[3 * of],
                },
            };
        }
        sums
    }

    /// How many deals either has something of.
    pub(crate) fn deals(&self) -> u64 {
        let deals: i128 = self.each().map(|(_, products)| products.deals).sum();
        cast::<u64>(deals)
    }

    /// How the difference of the two means scatters, as [`Sums::scatter_of_mean`] says of
    /// each.
    pub(crate) fn scatter_of_difference(&self) -> Option<Scatter> {
        let sums = [self.sums(0), self.sums(1)];
        if sums.iter().any(|sums| sums.deals < 2) {
            return None;
        }
        let near = sums.map(|sums| sums.s.div_euclid(sums.n));
        let rest = |of: usize| float(sums[of].s - near[of] * sums[of].n) / float(sums[of].n);
        let factors = sums.map(|sums| small_sample(sums.deals).sqrt() / float(sums.n));
        let (mut scatter, mut terms) = (Scatter::default(), 0.0);
        for (n, products) in self.each() {
            let [a, b] = [0, 1].map(|of| factors[of] * rest(of) * float(n[of].into()));
            let about = products.about(n, near);
            let [squares, size] = about.squares(factors, a - b);
            scatter.variance += squares;
            scatter.third += about.cubes(factors, a - b);
            terms += size;
        }
        scatter.variance = unless_rounding(scatter.variance, terms);
        Some(scatter)
    }

    /// Of deals that both have something of: how many there are, the mean difference of
    /// the two means of a deal, and how that scatters. None of fewer than two.
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
        let rest = mean - float(near);
        let (mut squares, mut terms, mut cubes) = (0.0, 0.0, 0.0);
        for (n, products) in both() {
            let about = products.about(n, [base + near, base]);
            let factors = n.map(|n| 1.0 / float(n.into()));
            let [of_these, size] = about.squares(factors, rest);
            squares += of_these;
            terms += size;
            cubes += about.cubes(factors, rest);
        }
        let number = cast::<u64>(deals);
        let factor = small_sample(number).sqrt() / float(deals);
        let seats = both().map(|(n, products)| i128::from(n[0] + n[1]) * products.deals);
        Some(Differences {
            deals: number,
            seats: cast::<u64>(seats.sum::<i128>()),
            mean,
            scatter: Scatter {
                variance: unless_rounding(squares, terms) * factor.powi(2),
                third: cubes * factor.powi(3),
            },
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
    pub(crate) scatter: Scatter,
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
            sss: [aaa, aab, abb, bbb],
        } = self;
        Products {
            deals,
            s: [a - ka * deals, b - kb * deals],
            ss: [
                aa - 2 * ka * a + ka * ka * deals,
                bb - 2 * kb * b + kb * kb * deals,
                ab - kb * a - ka * b + ka * kb * deals,
            ],
            sss: [
                aaa - 3 * ka * aa + 3 * ka * ka * a - ka * ka * ka * deals,
                aab - kb * aa - 2 * ka * ab + 2 * ka * kb * a + ka * ka * b - ka * ka * kb * deals,
                abb - ka * bb - 2 * kb * ab + 2 * ka * kb * b + kb * kb * a - ka * kb * kb * deals,
                bbb - 3 * kb * bb + 3 * kb * kb * b - kb * kb * kb * deals,
            ],
        }
    }

    /// With `d` = `x` a - `y` b of a deal: Σ (d - `rest`)²; and of what size its terms are.
    fn squares(&self, factors: [f64; 2], rest: f64) -> [f64; 2] {
        let [x, y] = factors;
        let [a, b] = self.s.map(float);
        let [aa, bb, ab] = self.ss.map(float);
        let plus = x * x * aa + y * y * bb + rest * rest * float(self.deals);
        [plus - 2.0 * x * y * ab - 2.0 * rest * (x * a - y * b), plus]
    }

    /// The same of (d - `rest`)³.
    fn cubes(&self, [x, y]: [f64; 2], rest: f64) -> f64 {
        let [a, b] = self.s.map(float);
        let [aa, bb, ab] = self.ss.map(float);
        let [aaa, aab, abb, bbb] = self.sss.map(float);
        let cubes =
            x.powi(3) * aaa - 3.0 * x * x * y * aab + 3.0 * x * y * y * abb - y.powi(3) * bbb;
        let squares = x * x * aa - 2.0 * x * y * ab + y * y * bb;
        cubes - 3.0 * rest * squares + 3.0 * rest * rest * (x * a - y * b)
            - rest.powi(3) * float(self.deals)
    }
}

/// Adds each to its like.
fn add<const N: usize>(ours: &mut [i128; N], theirs: [i128; N]) {
    let both = ours.iter_mut().zip(theirs);
    both.for_each(|(ours, theirs)| *ours += theirs);
}

fn greater(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// A whole number near this one.
#[expect(clippy::cast_possible_truncation, reason = "no mean is near 2^127")]
const fn whole(number: f64) -> i128 {
    number as i128
}
