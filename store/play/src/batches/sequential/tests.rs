//! What a sequential test promises, tried on numbers drawn from a seed.

use domain::{Dice, Seed, bots::Bot, dice::Roll};

use super::*;

fn test(measure: Observed, [null, alternative]: [f64; 2]) -> SequentialTest {
    SequentialTest {
        bot: Contestant::Bot(Bot::Greedy),
        measure,
        null,
        alternative,
        alpha: 0.05,
        beta: 0.05,
    }
}

fn state(test: &SequentialTest, seats: u8, observed: &[f64]) -> SequentialState {
    let mut evidence = Evidence::of(test, seats);
    observed.iter().for_each(|&one| evidence.observe(one));
    evidence.state()
}

/// How often a test decides wrongly in 2000 runs under either hypothesis, and after
/// how many observations on average. `draw` is told a hypothesis.
fn errors(
    test: &SequentialTest,
    seats: u8,
    draw: impl Fn(f64, &mut Roll) -> f64,
) -> [(f64, f64); 2] {
    const RUNS: u32 = 2000;
    let wrong = |truth: f64, wrong: SequentialVerdict, key: u8| {
        let (mut errors, mut observations) = (0, 0);
        for run in 0..RUNS {
            let mut roll = Dice::new(Seed([key; 32])).roll("sequential", run);
            let mut evidence = Evidence::of(test, seats);
            while evidence.verdict == SequentialVerdict::Undecided {
                evidence.observe(draw(truth, &mut roll));
            }
            errors += u32::from(evidence.verdict == wrong);
            observations += evidence.observations;
        }
        let runs = f64::from(RUNS);
        (f64::from(errors) / runs, f64::from(observations) / runs)
    };
    [
        wrong(test.null, SequentialVerdict::Alternative, 1),
        wrong(test.alternative, SequentialVerdict::Null, 2),
    ]
}

fn part(roll: &mut Roll) -> f64 {
    f64::from(roll.below(1 << 30)) / f64::from(1 << 30)
}

/// A win of all seats, or nothing.
fn wins(seats: f64) -> impl Fn(f64, &mut Roll) -> f64 {
    move |mean, roll| {
        if part(roll) < mean / seats {
            seats
        } else {
            0.0
        }
    }
}

/// The mean of a win at either seat of a deal.
fn pairs(mean: f64, roll: &mut Roll) -> f64 {
    f64::midpoint(wins(2.0)(mean, roll), wins(2.0)(mean, roll))
}

/// Twelve of anything are nearly normal.
fn points(mean: f64, roll: &mut Roll) -> f64 {
    let sum: f64 = (0..12).map(|_| part(roll)).sum();
    mean + 10.0 * (sum - 6.0)
}

/// Wald's bounds promise 0.05 / 0.95, and two thousand runs tell that by a hundredth.
fn assert_rare(errors: [(f64, f64); 2]) {
    assert!(errors.iter().all(|(rate, _)| *rate < 0.063), "{errors:?}");
}

#[test]
fn errors_about_a_win_index_are_as_rare_as_was_asked_for() {
    let test = |means| test(Observed::WinIndex, means);
    assert_rare(errors(&test([1.0, 1.4]), 2, pairs));
    assert_rare(errors(&test([1.8, 1.9]), 2, wins(2.0)));
    assert_rare(errors(&test([1.0, 0.6]), 2, pairs));
    assert_rare(errors(&test([1.0, 1.5]), 4, wins(4.0)));
}

#[test]
fn errors_about_a_point_difference_are_as_rare_as_was_asked_for() {
    let test = |means| test(Observed::PointDifference, means);
    assert_rare(errors(&test([0.0, 4.0]), 2, points));
    assert_rare(errors(&test([3.0, -3.0]), 2, points));
}

#[test]
fn fewer_are_observed_than_a_test_of_fixed_size_needs() {
    // (1.645 + 1.645)² times the variance over the square of the difference.
    let fixed = 10.82 * 1.0 / 0.16;
    for (_, observations) in errors(&test(Observed::WinIndex, [1.0, 1.4]), 2, wins(2.0)) {
        assert!(observations < 0.75 * fixed, "{observations} of {fixed}");
    }
}

#[test]
fn evidence_grows_with_what_speaks_for_it() {
    for (measure, means) in [
        (Observed::WinIndex, [1.0, 1.2]),
        (Observed::PointDifference, [1.0, 1.2]),
    ] {
        let test = test(measure, means);
        let ratio = |observed: &[f64]| state(&test, 2, observed).log_likelihood_ratio;
        let mut roll = Dice::new(Seed([3; 32])).roll("sequential", 0);
        for _ in 0..200 {
            let mut observed: Vec<f64> = (0..12).map(|_| pairs(1.1, &mut roll)).collect();
            let once = ratio(&observed);
            // Raised between the hypotheses, an observation speaks for the greater.
            observed.push(1.0);
            let lower = ratio(&observed);
            observed.pop();
            observed.push(1.2);
            assert!(ratio(&observed) > lower, "{observed:?}");
            observed.pop();
            observed.extend_from_within(..6);
            assert!(once.is_finite() && ratio(&observed).is_finite());
        }
        let [none, some, more] = [0, 5, 10].map(|wins| {
            let observed: Vec<f64> = (0..12).map(|n| if n < wins { 2.0 } else { 0.0 }).collect();
            ratio(&observed)
        });
        assert!(none < some && some < more && none < 0.0 && more > 0.0);
    }
}

#[test]
fn hypotheses_exchanged_exchange_the_verdict() {
    for measure in [Observed::WinIndex, Observed::PointDifference] {
        let observed = [2.0, 1.0, 1.0, 0.5].repeat(30);
        let there = state(&test(measure, [0.9, 1.1]), 2, &observed);
        let back = state(&test(measure, [1.1, 0.9]), 2, &observed);
        let sum = there.log_likelihood_ratio + back.log_likelihood_ratio;
        assert!(sum.abs() < 1e-9, "{there:?} {back:?}");
    }
}

#[test]
fn without_spread_or_with_few_observations_nothing_absurd_is_decided() {
    for measure in [Observed::WinIndex, Observed::PointDifference] {
        let test = test(measure, [1.0, 1.5]);
        let few = state(&test, 2, &[1.5; 19]);
        assert_eq!(few.verdict, SequentialVerdict::Undecided);
        assert!(few.log_likelihood_ratio.is_finite(), "{few:?}");
        for (always, verdict) in [
            (2.0, SequentialVerdict::Alternative),
            (1.5, SequentialVerdict::Alternative),
            (1.0, SequentialVerdict::Null),
        ] {
            let state = state(&test, 2, &[always; 300]);
            assert_eq!(state.verdict, verdict, "{measure:?} {always}: {state:?}");
            assert!(state.log_likelihood_ratio.is_finite());
        }
    }
}

#[test]
fn tests_that_test_nothing_are_refused() {
    let good = test(Observed::WinIndex, [1.0, 1.1]);
    assert!(good.check(2).is_ok());
    for bad in [
        SequentialTest {
            alpha: 0.0,
            ..good.clone()
        },
        SequentialTest {
            beta: 0.5,
            ..good.clone()
        },
        SequentialTest {
            alternative: 1.001,
            ..good.clone()
        },
        SequentialTest {
            alternative: 2.0,
            ..good.clone()
        },
        SequentialTest {
            null: f64::NAN,
            ..good
        },
    ] {
        assert!(bad.check(2).is_err(), "{bad:?}");
    }
}
