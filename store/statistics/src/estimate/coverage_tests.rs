//! Intervals against chance: they hold the truth as often as they say.
#![allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a slow computation is made of floats"
)]

use crate::estimate::{
    interval_tests::{Chance, Deals, pairs, sums},
    intervals::{Mean, Range, difference, paired},
    summary::{Aggregate, Estimate, Values},
};

/// How often an interval holds what is true, of so many runs. Hardly one has no ends.
fn covered(runs: u64, seed: u64, one: impl Fn(&mut Chance) -> (Estimate, f64)) -> f64 {
    let mut chance = Chance(seed);
    let mut estimates: Vec<_> = (0..runs).map(|_| one(&mut chance)).collect();
    estimates.retain(|(it, _)| it.lo.is_some() || it.hi.is_some());
    let closed = estimates.len() as f64;
    assert!(closed > 0.99 * runs as f64, "{closed} of {runs} have ends");
    let held = estimates.iter().filter(|(it, truth)| {
        it.lo.is_none_or(|lo| lo <= *truth) && it.hi.is_none_or(|hi| *truth <= hi)
    });
    held.count() as f64 / closed
}

/// Deals of one to three matches of two seats: scores share a deal and a match.
fn scores(chance: &mut Chance, deals: usize) -> Vec<Deals> {
    let of_match = |chance: &mut Chance, deal: f64| {
        let table = deal + chance.noise(4.0);
        let seat = |chance: &mut Chance| (50.0 + table + chance.noise(4.0)).round() as i64;
        vec![seat(chance), seat(chance)]
    };
    let of_deal = |chance: &mut Chance| {
        let deal = chance.noise(6.0);
        (0..=chance.below(3))
            .map(|_| of_match(chance, deal))
            .collect()
    };
    (0..deals).map(|_| of_deal(chance)).collect()
}

fn whole_deals(deals: &[Deals]) -> Deals {
    deals.iter().map(|matches| matches.concat()).collect()
}

const RUNS: u64 = 2000;

#[test]
fn intervals_of_means_hold_the_truth_95_times_in_100() {
    let honest = covered(RUNS, 3, |chance| {
        let deals = whole_deals(&scores(chance, 25));
        (Mean::of(&sums(&deals), 1.0, None).estimate(), 50.0)
    });
    assert!((0.93..0.97).contains(&honest), "{honest}");
    // As if seats were independent: what this is here to prevent.
    let careless = covered(RUNS, 3, |chance| {
        let seats: Deals = whole_deals(&scores(chance, 25))
            .concat()
            .into_iter()
            .map(|it| vec![it])
            .collect();
        (Mean::of(&sums(&seats), 1.0, None).estimate(), 50.0)
    });
    assert!(careless < 0.8, "{careless}");
}

#[test]
fn intervals_of_differences_hold_the_truth_95_times_in_100() {
    for paired_by_deal in [0, 1] {
        let held = covered(RUNS, 4, |chance| {
            let of_deal = |matches: &Deals| {
                let seats = |seat: usize| {
                    let more = 3 * i64::from(seat == 0);
                    matches.iter().map(move |it| it[seat] + more)
                };
                [seats(0).collect(), seats(1).collect()]
            };
            let both: Vec<[Vec<i64>; 2]> = scores(chance, 25).iter().map(of_deal).collect();
            let pairs = pairs(&both);
            let means = [0, 1].map(|of| Mean::of(&pairs.sums(of), 1.0, None));
            let [together, apart] = difference(&means, &pairs, 1.0);
            assert!(together.width() < apart.width() || apart.lo.is_none());
            let (paired, _) = paired(&means, &pairs, 1.0, &together).unwrap();
            ([together, paired][paired_by_deal].clone(), 3.0)
        });
        assert!((0.93..0.97).contains(&held), "{held}");
    }
}

#[test]
fn intervals_of_rates_hold_the_truth_95_times_in_100() {
    let held = covered(RUNS, 5, |chance| {
        // A deal is easy or hard: nine in ten or one in ten of its seats succeed.
        let of_deal = |chance: &mut Chance| {
            let chances = [9, 1][usize::try_from(chance.below(2)).unwrap()];
            (0..4)
                .map(|_| i64::from(chance.below(10) < chances))
                .collect()
        };
        let deals: Deals = (0..40).map(|_| of_deal(chance)).collect();
        (
            Mean::of(&sums(&deals), 1.0, Some(Range { from: 0.0, to: 1.0 })).estimate(),
            0.5,
        )
    });
    assert!((0.93..0.97).contains(&held), "{held}");
}

#[test]
fn intervals_of_medians_hold_the_truth_at_least_95_times_in_100() {
    let held = covered(RUNS, 6, |chance| {
        let deals = whole_deals(&scores(chance, 40));
        let mean = Mean::of(&sums(&deals), 1.0, None);
        let values = deals.iter().flatten().map(|&value| (value, 1));
        let values = Values::of(values, 1);
        (values.estimate(Aggregate::Percentile(500), &mean, 0), 50.0)
    });
    // More often than that: values are whole numbers, and a median suffers less than a mean.
    assert!(held >= 0.94, "{held}");
}

#[test]
fn intervals_of_high_percentiles_hold_the_truth_however_few_are_counted() {
    for values in [10, 30, 300] {
        let held = covered(RUNS, 8, |chance| {
            let deals: Deals = (0..values).map(|_| vec![chance.below(1000)]).collect();
            let mean = Mean::of(&sums(&deals), 1.0, None);
            let values = deals.iter().flatten().map(|&value| (value, 1));
            let values = Values::of(values, 1);
            (values.estimate(Aggregate::Percentile(990), &mean, 0), 989.0)
        });
        assert!(held >= 0.94, "{held} of {values}");
    }
}

#[test]
fn intervals_of_differences_of_wins_hold_the_truth_95_times_in_100() {
    let held = covered(RUNS, 7, |chance| {
        let one = |chance: &mut Chance| {
            let won = i64::from(chance.below(10) < 7);
            [vec![won], vec![1 - won]]
        };
        let both: Vec<[Vec<i64>; 2]> = (0..60).map(|_| one(chance)).collect();
        let pairs = pairs(&both);
        let range = Some(Range { from: 0.0, to: 1.0 });
        let means = [0, 1].map(|of| Mean::of(&pairs.sums(of), 1.0, range));
        let [together, _] = difference(&means, &pairs, 1.0);
        (together, 0.4)
    });
    assert!((0.93..0.98).contains(&held), "{held}");
}

/// How often an interval held what is true, if it had ends. None has length zero.
fn held_if_closed(seed: u64, one: impl Fn(&mut Chance) -> (Estimate, f64)) -> f64 {
    held_and_closed(seed, one)[0]
}

/// The same, and how often an interval had ends.
fn held_and_closed(seed: u64, one: impl Fn(&mut Chance) -> (Estimate, f64)) -> [f64; 2] {
    let mut chance = Chance(seed);
    let estimates = (0..RUNS).map(|_| one(&mut chance));
    let closed = estimates.filter_map(|(it, truth)| Some((it.lo?, it.hi?, truth)));
    let closed: Vec<(f64, f64, f64)> = closed.collect();
    assert!(closed.iter().all(|(lo, hi, _)| lo < hi));
    let held = closed.iter().filter(|(lo, hi, it)| lo <= it && it <= hi);
    let held = held.count() as f64 / closed.len() as f64;
    [held, closed.len() as f64 / RUNS as f64]
}

/// Two equal bots beside a third that nearly always wins: their mean rank is 2.5, and few
/// deals move it.
#[test]
fn intervals_of_means_that_hardly_ever_differ_hold_the_truth() {
    for in_1000 in [2, 50, 120, 170, 250] {
        let held = held_if_closed(9, |chance| {
            let of_deal =
                |chance: &mut Chance| vec![2 - i64::from(chance.below(1000) < in_1000), 3];
            let deals: Deals = (0..40).map(|_| of_deal(chance)).collect();
            let truth = 2.5 - in_1000 as f64 / 2000.0;
            (Mean::of(&sums(&deals), 1.0, None).estimate(), truth)
        });
        assert!(held >= 0.94, "{held} where {in_1000} in 1000 differ");
    }
}

#[test]
fn intervals_of_what_happens_in_few_deals_hold_the_truth() {
    for in_1000 in [10, 50, 90, 120, 200] {
        for seats in [1, 3] {
            let held = held_if_closed(10, |chance| {
                let value = |chance: &mut Chance| 10 * i64::from(chance.below(1000) < in_1000);
                let of_deal = |chance: &mut Chance| (0..seats).map(|_| value(chance)).collect();
                let deals: Deals = (0..40).map(|_| of_deal(chance)).collect();
                let truth = in_1000 as f64 / 100.0;
                (Mean::of(&sums(&deals), 1.0, None).estimate(), truth)
            });
            assert!(
                held >= 0.93,
                "{held} where {in_1000} in 1000 of {seats} differ"
            );
        }
    }
}

/// Two bots of which either has something rare, one of them more often: what either lacks
/// hides what the other lacks.
#[test]
fn intervals_of_differences_of_what_is_rare_hold_the_truth() {
    for [first, second] in [[130, 130], [170, 130], [200, 120], [300, 150], [800, 850]] {
        for paired_by_deal in [0, 1] {
            let [held, closed] = held_and_closed(13, |chance| {
                let value = |chance: &mut Chance, of: i64| 10 * i64::from(chance.below(1000) < of);
                let both: Vec<[Vec<i64>; 2]> = (0..40)
                    .map(|_| [vec![value(chance, first)], vec![value(chance, second)]])
                    .collect();
                let pairs = pairs(&both);
                let means = [0, 1].map(|of| Mean::of(&pairs.sums(of), 1.0, None));
                let [together, _] = difference(&means, &pairs, 1.0);
                let (paired, _) = paired(&means, &pairs, 1.0, &together).unwrap();
                let truth = (first as f64 - second as f64) / 100.0;
                ([together, paired][paired_by_deal].clone(), truth)
            });
            assert!(
                closed >= 0.5 && held >= 0.93,
                "{held} of {closed}: {first} and {second} in 1000"
            );
        }
    }
}

/// Wilson's interval of one win in forty leaves out every chance below one in 200.
#[test]
fn intervals_of_wins_that_are_rare_hold_the_truth() {
    for in_1000 in [2, 4, 10, 30, 100] {
        let held = held_if_closed(12, |chance| {
            let deals: Deals = (0..40)
                .map(|_| vec![i64::from(chance.below(1000) < in_1000)])
                .collect();
            let range = Some(Range { from: 0.0, to: 1.0 });
            let mean = Mean::of(&sums(&deals), 1.0, range);
            (mean.estimate(), in_1000 as f64 / 1000.0)
        });
        assert!(held >= 0.94, "{held} where {in_1000} in 1000 win");
    }
}
