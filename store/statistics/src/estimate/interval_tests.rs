//! Intervals against slow computations and against the literature.
#![allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a slow computation is made of floats"
)]

use crate::estimate::{
    intervals::{Mean, Range, agresti_coull, difference, paired, t_quantile},
    moments::Sums,
    paired::{PairedSums, Pairs},
    summary::{Estimate, Method},
};

/// A stream of numbers that look like chance (`SplitMix64`).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, below: u64) -> i64 {
        i64::try_from(self.next() % below).unwrap()
    }

    /// About normal with mean 0 and so great a deviation: a sum of twelve.
    pub(crate) fn noise(&mut self, deviation: f64) -> f64 {
        let twelve: f64 = (0..12).map(|_| self.below(1 << 20) as f64).sum();
        (twelve / f64::from(1 << 20) - 6.0) * deviation
    }
}

/// Of each deal the values of one slice.
pub(crate) type Deals = Vec<Vec<i64>>;

pub(crate) fn sums(deals: &[Vec<i64>]) -> Sums {
    let mut sums = Sums::default();
    for deal in deals.iter().filter(|deal| !deal.is_empty()) {
        sums.add(i64::try_from(deal.len()).unwrap(), deal.iter().sum());
    }
    sums
}

pub(crate) fn pairs(both: &[[Vec<i64>; 2]]) -> Pairs {
    let mut pairs = Pairs::default();
    for deal in both {
        pairs.add(PairedSums {
            n: deal.each_ref().map(|of| i64::try_from(of.len()).unwrap()),
            s: deal.each_ref().map(|of| of.iter().sum()),
            most: [0; 2],
        });
    }
    pairs
}

fn mean_of(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn flat(deals: &[Vec<i64>]) -> Vec<f64> {
    deals.iter().flatten().map(|&value| value as f64).collect()
}

/// What each deal adds to the error of the mean of all.
fn residuals(deals: &[Vec<i64>]) -> Vec<f64> {
    let all = flat(deals);
    let mean = mean_of(&all);
    let of_deal = |deal: &Vec<i64>| deal.iter().map(|&value| value as f64 - mean).sum::<f64>();
    let used = deals.iter().filter(|deal| !deal.is_empty()).count() as f64;
    let factor = (used / (used - 1.0)).sqrt() / all.len() as f64;
    deals.iter().map(|deal| of_deal(deal) * factor).collect()
}

fn near(found: Option<f64>, expected: f64, size: f64) {
    let found = found.unwrap();
    assert!(
        (found - expected).abs() <= 1e-9 * (size.abs() + expected.abs()),
        "{found} for {expected}"
    );
}

fn away(estimate: &Estimate) -> Option<f64> {
    estimate.width().map(|width| width / 2.0)
}

/// The ends of an interval about a value, of what each deal adds to its error.
fn ends(value: f64, errors: &[f64], deals: u64) -> [f64; 2] {
    let sum = |power: i32| errors.iter().map(|error| error.powi(power)).sum::<f64>();
    let t = t_quantile(deals);
    let (away, tail) = (t * sum(2).sqrt(), t * t / 2.0 * sum(3) / sum(2));
    [value - away + tail.min(0.0), value + away + tail.max(0.0)]
}

/// Whether fewer deals than five carry a mean to whose error each adds so much.
fn carried_by_few(errors: &[f64]) -> bool {
    let sum = |power: i32| errors.iter().map(|error| error.powi(power)).sum::<f64>();
    sum(2).powi(3) < 5.0 * sum(3).powi(2)
}

fn are_near(estimate: &Estimate, [lo, hi]: [f64; 2], about: i64) {
    near(estimate.lo, lo, about as f64);
    near(estimate.hi, hi, about as f64);
}

/// Deals of up to nine values about a great number, which sums of squares feel.
fn some_deals(chance: &mut Chance, about: i64) -> Vec<[Vec<i64>; 2]> {
    let of_deal = |chance: &mut Chance| {
        let shared = chance.below(40);
        let values = |chance: &mut Chance| {
            let many = chance.below(10);
            (0..many)
                .map(|_| about + shared + chance.below(30))
                .collect()
        };
        [values(chance), values(chance)]
    };
    let mut deals: Vec<_> = (0..2 + chance.below(60)).map(|_| of_deal(chance)).collect();
    deals.extend([
        [vec![about], vec![about + 1]],
        [vec![about + 2], vec![about]],
    ]);
    deals
}

#[test]
fn means_and_differences_are_as_sure_as_a_slow_computation_says() {
    let mut chance = Chance(1);
    for run in 0..200 {
        let about = [0, -7, 2_000_000_000][run % 3];
        let both = some_deals(&mut chance, about);
        let deals: [Deals; 2] = [0, 1].map(|of| both.iter().map(|deal| deal[of].clone()).collect());
        let means = deals
            .each_ref()
            .map(|deals| Mean::of(&sums(deals), 1.0, None));
        let [a, b] = deals.each_ref().map(|deals| residuals(deals));
        let rest_on_few = [&a, &b].into_iter().any(|errors| carried_by_few(errors));
        for (mean, (deals, errors)) in means.iter().zip([(&deals[0], &a), (&deals[1], &b)]) {
            let (estimate, value) = (mean.estimate(), mean_of(&flat(deals)));
            near(estimate.value, value, 0.0);
            are_near(&estimate, ends(value, errors, mean.deals), about);
        }
        let pairs = pairs(&both);
        assert_eq!(
            [0, 1].map(|of| pairs.sums(of)),
            deals.each_ref().map(|deals| sums(deals))
        );
        let value = mean_of(&flat(&deals[0])) - mean_of(&flat(&deals[1]));
        let fewer = means[0].deals.min(means[1].deals);
        let [together, apart] = difference(&means, &pairs, 1.0);
        if rest_on_few {
            assert_eq!((together.lo, together.method), (None, Method::TooFewDeals));
            continue;
        }
        let errors: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
        are_near(&together, ends(value, &errors, fewer), about);
        let b = b.iter().map(|b| -b);
        let errors: Vec<f64> = a.iter().copied().chain(b).collect();
        are_near(&apart, ends(value, &errors, fewer), about);
        let of_both = both
            .iter()
            .filter(|deal| deal.iter().all(|of| !of.is_empty()));
        let of_deal =
            |deal: &[Vec<i64>; 2]| mean_of(&flat(&deal[..1])) - mean_of(&flat(&deal[1..]));
        let differences: Vec<f64> = of_both.map(of_deal).collect();
        let (mean, n) = (mean_of(&differences), differences.len() as f64);
        let factor = 1.0 / (n * (n - 1.0)).sqrt();
        let errors = differences.iter().map(|it| (it - mean) * factor);
        let errors: Vec<f64> = errors.collect();
        let (found, _) = paired(&means, &pairs, 1.0, &together).unwrap();
        near(found.value, mean, about as f64);
        are_near(&found, ends(mean, &errors, found.n), about);
    }
}

#[test]
fn shares_of_deals_added_up_in_any_order_are_the_whole() {
    let mut chance = Chance(2);
    for _ in 0..50 {
        let both = some_deals(&mut chance, 5);
        let whole = pairs(&both);
        let shares: Vec<Pairs> = both.chunks(3).map(pairs).collect();
        let merged = |pairs: Pairs, share: &Pairs| pairs.merged(share);
        assert_eq!(shares.iter().fold(Pairs::default(), merged), whole);
        assert_eq!(shares.iter().rev().fold(Pairs::default(), merged), whole);
    }
}

/// t of 4 degrees of freedom is 2.776445: as if nothing were shared.
#[test]
fn where_each_deal_has_one_value_a_mean_has_students_interval() {
    let deals: Deals = (1..=5).map(|value| vec![value]).collect();
    let mean = Mean::of(&sums(&deals), 1.0, None).estimate();
    assert_eq!((mean.n, mean.deals), (5, Some(5)));
    near(mean.value, 3.0, 0.0);
    let error = 2.776_445 * (2.5_f64 / 5.0).sqrt();
    assert!((away(&mean).unwrap() - error).abs() < 1e-6);
}

#[test]
fn where_few_deals_lie_far_above_the_interval_goes_further_up() {
    let few_above: Deals = (0..20).map(|nth| vec![i64::from(nth < 2)]).collect();
    let few_below: Deals = few_above.iter().map(|it| vec![1 - it[0]]).collect();
    let [above, below] =
        [few_above, few_below].map(|deals| Mean::of(&sums(&deals), 1.0, None).estimate());
    let student = t_quantile(20) * (0.1_f64 * 0.9 / 19.0).sqrt();
    let tail = t_quantile(20).powi(2) / 2.0 * 0.8 / (20.0_f64 * 19.0).sqrt();
    near(above.lo, 0.1 - student, 1.0);
    near(above.hi, 0.1 + student + tail, 1.0);
    near(below.lo, 0.9 - student - tail, 1.0);
    near(below.hi, 0.9 + student, 1.0);
}

#[test]
fn a_difference_has_no_interval_where_few_deals_carry_one_of_its_means() {
    let methods = |rare: usize| {
        let of_deal = |nth: usize| vec![i64::from(nth < rare) * 9];
        // The other mean is as far off on the same side: the difference hides both.
        let both: Vec<_> = (0..40)
            .map(|nth| [of_deal(nth), of_deal(39 - nth)])
            .collect();
        let pairs = pairs(&both);
        let means = [0, 1].map(|of| Mean::of(&pairs.sums(of), 1.0, None));
        let [together, apart] = difference(&means, &pairs, 1.0);
        let (paired, _) = paired(&means, &pairs, 1.0, &together).unwrap();
        assert_eq!(means[0].estimate().method, Method::TByDeal);
        [together, apart, paired].map(|estimate| {
            assert_eq!(estimate.lo.is_some(), estimate.hi.is_some());
            (estimate.lo.is_some(), estimate.method)
        })
    };
    for few in [1, 2, 3, 37, 39] {
        assert_eq!(
            methods(few),
            [(false, Method::TooFewDeals); 3],
            "{few} of 40"
        );
    }
    let by_deal = (true, Method::DifferenceByDeal);
    for enough in [4, 19, 36] {
        let paired = (true, Method::PairedByDeal);
        assert_eq!(
            methods(enough),
            [by_deal, by_deal, paired],
            "{enough} of 40"
        );
    }
}

#[test]
fn an_interval_of_width_zero_is_no_interval() {
    let told = |estimate: &Estimate| (estimate.value, estimate.lo, estimate.hi, estimate.method);
    let one = Mean::of(&sums(&[vec![1, 2, 3]]), 1.0, None).estimate();
    assert_eq!(told(&one), (Some(2.0), None, None, Method::TooFewDeals));
    // Two equal bots are second and third in each of forty deals.
    let ranks: Deals = vec![vec![2, 3]; 40];
    let ranks = Mean::of(&sums(&ranks), 1.0, None).estimate();
    assert_eq!(told(&ranks), (Some(2.5), None, None, Method::AllTheSame));
    // Win indices of a match sum up to its seats, so their mean is 1, up to rounding.
    let match_of =
        |seats: usize| [vec![i64::try_from(seats).unwrap()], vec![0; seats - 1]].concat();
    let certain: Deals = (0..40).map(|nth| match_of(2 + nth % 3)).collect();
    let certain = Mean::of(&sums(&certain), 3.0, None).estimate();
    assert_eq!((certain.lo, certain.method), (None, Method::AllTheSame));
    let both = pairs(&vec![[vec![1, 2, 2], vec![3]]; 40]);
    let means = [0, 1].map(|of| Mean::of(&both.sums(of), 1.0, None));
    let [together, apart] = difference(&means, &both, 1.0);
    let (paired, _) = paired(&means, &both, 1.0, &together).unwrap();
    for estimate in [together, apart, paired] {
        let (_, lo, hi, method) = told(&estimate);
        assert_eq!((lo, hi, method), (None, None, Method::AllTheSame));
    }
}

/// Two successes and two failures more, nearly: 81 of 263, and 0 of 20.
#[test]
fn agresti_and_coull_give_the_intervals_of_their_formula() {
    let many = 2_000_000; // so many deals that Student's distribution is the normal one
    let (lo, hi) = agresti_coull(81.0 / 263.0, 263.0, many);
    assert!(
        (lo - 0.2552).abs() < 1e-4 && (hi - 0.3663).abs() < 1e-4,
        "{lo} {hi}"
    );
    let (lo, hi) = agresti_coull(0.0, 20.0, many);
    assert!(lo.abs() < 1e-9 && (hi - 0.1898).abs() < 1e-4, "{lo} {hi}");
}

#[test]
fn who_won_all_of_some_matches_may_lose_the_next() {
    let shared = |of: i64| {
        let deals: Deals = (0..300).map(|_| vec![of]).collect();
        Mean::of(&sums(&deals), 1.0, Some(Range { from: 0.0, to: 2.0 }))
    };
    let [all, none] = [shared(2), shared(0)];
    let ends = |estimate: &Estimate| [estimate.lo.unwrap(), estimate.hi.unwrap()];
    let [lo, hi] = ends(&all.estimate());
    assert!((lo - 1.9693).abs() < 1e-3 && hi >= 2.0, "{lo} {hi}");
    assert!(ends(&none.estimate())[0] <= 0.0);
    let pairs = pairs(&vec![[vec![2], vec![0]]; 300]);
    let [together, apart] = difference(&[all, none], &pairs, 1.0);
    let (paired, _) = paired(&[all, none], &pairs, 1.0, &together).unwrap();
    for estimate in [together, apart, paired] {
        let [lo, hi] = ends(&estimate);
        assert!((1.9..1.98).contains(&lo) && hi >= 2.0 - 1e-12, "{lo} {hi}");
    }
}
