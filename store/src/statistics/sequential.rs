//! A sequential test: after each observation, whether enough is known.
//!
//! The generalized sequential probability ratio test: where Wald's test has the ratio of
//! two likelihoods, there stands the ratio of the greatest likelihoods under either
//! hypothesis about the mean. A win index has bounds, so the likelihood of any
//! distribution between them is maximized (Owen's empirical likelihood, as chess engines
//! are tested); a difference of points has none, and is taken for normal with unknown
//! variance. Either way nothing is known of the spread beforehand.
#![expect(clippy::float_arithmetic, reason = "likelihoods are no integers")]

use domain::bots::Bot;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::summary::float;

/// A sequential test of one bot against the others at its tables.
///
/// One observation is a deal: with duplicate play, the mean over all its matches. The
/// test ends when its log-likelihood ratio leaves the two bounds that alpha and beta set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SequentialTest {
    /// The bot that is tested.
    pub bot: Bot,
    /// What is observed of a deal.
    pub measure: Observed,
    /// What the measure comes to on average if there is nothing to be found, like 1.0
    /// for a win index.
    #[schema(minimum = -10000, maximum = 10000)]
    pub null: f64,
    /// What it comes to if there is. May be less than `null`; differs by at least 0.01.
    #[schema(minimum = -10000, maximum = 10000)]
    pub alternative: f64,
    /// How often the alternative may be accepted though the null hypothesis is true.
    #[schema(minimum = 0.0001, maximum = 0.4)]
    pub alpha: f64,
    /// How often the null hypothesis may be accepted though the alternative is true.
    #[schema(minimum = 0.0001, maximum = 0.4)]
    pub beta: f64,
}

/// What a sequential test observes of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SequentialMeasure)]
pub enum Observed {
    /// The mean win index of the bot's seats: 1.0 is par.
    WinIndex,
    /// The mean final score of the bot's seats less that of all others.
    PointDifference,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SequentialState {
    /// How many deals were observed, in the order of their numbers. Deals behind the one
    /// that decided are not.
    pub observations: u64,
    /// Before so many nothing is decided.
    pub least_observations: u64,
    /// The logarithm of the likelihood ratio: positive speaks for the alternative.
    pub log_likelihood_ratio: f64,
    /// At or below this, the null hypothesis is accepted.
    pub lower_bound: f64,
    /// At or above this, the alternative is.
    pub upper_bound: f64,
    /// What was decided.
    pub verdict: Verdict,
}

/// What a sequential test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SequentialVerdict)]
pub enum Verdict {
    /// Nothing yet.
    Undecided,
    /// The null hypothesis is accepted.
    Null,
    /// The alternative is accepted.
    Alternative,
}

/// Likelihoods are approximations that the first few observations do not bear.
pub const LEAST_OBSERVATIONS: u64 = 20;
/// A tenth of an observation at each end of what can be: likelihoods are finite then,
/// and equal observations have a spread.
const AT_ENDS: f64 = 0.1;

/// Observations as they come in.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    test: SequentialTest,
    observations: u64,
    likelihood: Likelihood,
    verdict: Verdict,
}

#[derive(Clone, Debug)]
enum Likelihood {
    /// Of any distribution on these values: each, and how often it was observed.
    Any(Vec<(f64, f64)>),
    /// Of a normal one: the squares of what the observations are off either hypothesis.
    Normal([f64; 2]),
}

impl SequentialTest {
    /// Passes if its hypotheses differ, tables of so many seats can bear either out, and
    /// its errors are those of a test.
    ///
    /// # Errors
    ///
    /// What is allowed.
    pub(crate) fn check(&self, seats: u8) -> Result<(), &'static str> {
        let is_rate = |rate: f64| (0.0001..=0.4).contains(&rate);
        let is_mean = |mean: f64| match self.measure {
            Observed::WinIndex => (0.01..=f64::from(seats) - 0.01).contains(&mean),
            Observed::PointDifference => (-10_000.0..=10_000.0).contains(&mean),
        };
        if !is_rate(self.alpha) || !is_rate(self.beta) {
            return Err("alpha and beta are 0.0001 to 0.4");
        }
        if !is_mean(self.null) || !is_mean(self.alternative) {
            return Err(
                "a win index is between 0 and the number of seats, and a point \
                        difference -10000 to 10000",
            );
        }
        if (self.null - self.alternative).abs() < 0.01 {
            return Err("null and alternative differ by at least 0.01");
        }
        Ok(())
    }

    const fn means(&self) -> [f64; 2] {
        [self.null, self.alternative]
    }

    /// Wald's bounds.
    fn bounds(&self) -> [f64; 2] {
        let (alpha, beta) = (self.alpha, self.beta);
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }
}

impl Evidence {
    /// None yet, of tables with so many seats.
    pub(crate) fn of(test: SequentialTest, seats: u8) -> Evidence {
        let most = f64::from(seats);
        let apart = (test.null - test.alternative).powi(2);
        Evidence {
            test,
            observations: 0,
            likelihood: match test.measure {
                Observed::WinIndex => Likelihood::Any(vec![(0.0, AT_ENDS), (most, AT_ENDS)]),
                // As if one observation had been made at either hypothesis.
                Observed::PointDifference => Likelihood::Normal([apart; 2]),
            },
            verdict: Verdict::Undecided,
        }
    }

    /// Adds an observation, unless something was decided before.
    pub(crate) fn observe(&mut self, observed: f64) {
        if self.verdict != Verdict::Undecided {
            return;
        }
        self.observations += 1;
        self.likelihood.observe(observed, self.test.means());
        if self.observations < LEAST_OBSERVATIONS {
            return;
        }
        let [lower, upper] = self.test.bounds();
        self.verdict = match self.log_ratio() {
            ratio if ratio >= upper => Verdict::Alternative,
            ratio if ratio <= lower => Verdict::Null,
            _ => Verdict::Undecided,
        };
    }

    /// How much likelier the alternative makes what was observed.
    fn log_ratio(&self) -> f64 {
        self.likelihood
            .log_ratio(self.observations, self.test.means())
    }

    pub(crate) fn state(&self) -> SequentialState {
        let [lower_bound, upper_bound] = self.test.bounds();
        SequentialState {
            observations: self.observations,
            least_observations: LEAST_OBSERVATIONS,
            log_likelihood_ratio: self.log_ratio(),
            lower_bound,
            upper_bound,
            verdict: self.verdict,
        }
    }
}

impl Likelihood {
    fn observe(&mut self, observed: f64, means: [f64; 2]) {
        match self {
            Likelihood::Any(values) => {
                let known = values
                    .iter_mut()
                    .find(|(value, _)| value.total_cmp(&observed).is_eq());
                match known {
                    Some((_, count)) => *count += 1.0,
                    None => values.push((observed, 1.0)),
                }
            }
            Likelihood::Normal(squares) => {
                for (sum, mean) in squares.iter_mut().zip(means) {
                    *sum += (observed - mean).powi(2);
                }
            }
        }
    }

    /// How much likelier the second mean makes what was observed.
    fn log_ratio(&self, observations: u64, means: [f64; 2]) -> f64 {
        match self {
            Likelihood::Any(values) => {
                let [null, alternative] = means.map(|mean| most_likely(values, mean));
                alternative - null
            }
            // The most likely variance under a mean is the mean of the squares.
            Likelihood::Normal([null, alternative]) => {
                float(observations + 2) / 2.0 * (null / alternative).ln()
            }
        }
    }
}

/// The greatest log-likelihood of a distribution on these values that has this mean, up
/// to what does not depend on the mean. The value `a` has a probability in proportion to
/// its count over `1 + tilt (a - mean)`; the mean is right where the sum of what each
/// value pulls is zero, and that sum falls as the tilt grows.
fn most_likely(values: &[(f64, f64)], mean: f64) -> f64 {
    const HALVINGS: u32 = 48;
    let ends = values
        .iter()
        .fold([0.0_f64; 2], |[least, most], (value, _)| {
            [least.min(value - mean), most.max(value - mean)]
        });
    // Every probability is positive between these.
    let [mut low, mut high] = [-1.0 / ends[1], -1.0 / ends[0]];
    for _ in 0..HALVINGS {
        let tilt = f64::midpoint(low, high);
        let pull = |(value, count): &(f64, f64)| {
            let off = value - mean;
            count * off / (1.0 + tilt * off)
        };
        if values.iter().map(pull).sum::<f64>() > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
    }
    let tilt = f64::midpoint(low, high);
    let cost = |(value, count): &(f64, f64)| count * (tilt * (value - mean)).ln_1p();
    -values.iter().map(cost).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use domain::{Dice, Seed, dice::Roll};

    use super::*;

    fn test(measure: Observed, [null, alternative]: [f64; 2]) -> SequentialTest {
        SequentialTest {
            bot: Bot::Greedy,
            measure,
            null,
            alternative,
            alpha: 0.05,
            beta: 0.05,
        }
    }

    fn state(test: SequentialTest, seats: u8, observed: &[f64]) -> SequentialState {
        let mut evidence = Evidence::of(test, seats);
        observed.iter().for_each(|&one| evidence.observe(one));
        evidence.state()
    }

    /// How often a test decides wrongly in 2000 runs under either hypothesis, and after
    /// how many observations on average. `draw` is told a hypothesis.
    fn errors(
        test: SequentialTest,
        seats: u8,
        draw: impl Fn(f64, &mut Roll) -> f64,
    ) -> [(f64, f64); 2] {
        const RUNS: u32 = 2000;
        let wrong = |truth: f64, wrong: Verdict, key: u8| {
            let (mut errors, mut observations) = (0, 0);
            for run in 0..RUNS {
                let mut roll = Dice::new(Seed([key; 32])).roll("sequential", run);
                let mut evidence = Evidence::of(test, seats);
                while evidence.verdict == Verdict::Undecided {
                    evidence.observe(draw(truth, &mut roll));
                }
                errors += u64::from(evidence.verdict == wrong);
                observations += evidence.observations;
            }
            let runs = f64::from(RUNS);
            (float(errors) / runs, float(observations) / runs)
        };
        [
            wrong(test.null, Verdict::Alternative, 1),
            wrong(test.alternative, Verdict::Null, 2),
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
        assert_rare(errors(test([1.0, 1.4]), 2, pairs));
        assert_rare(errors(test([1.8, 1.9]), 2, wins(2.0)));
        assert_rare(errors(test([1.0, 0.6]), 2, pairs));
        assert_rare(errors(test([1.0, 1.5]), 4, wins(4.0)));
    }

    #[test]
    fn errors_about_a_point_difference_are_as_rare_as_was_asked_for() {
        let test = |means| test(Observed::PointDifference, means);
        assert_rare(errors(test([0.0, 4.0]), 2, points));
        assert_rare(errors(test([3.0, -3.0]), 2, points));
    }

    #[test]
    fn fewer_are_observed_than_a_test_of_fixed_size_needs() {
        // (1.645 + 1.645)² times the variance over the square of the difference.
        let fixed = 10.82 * 1.0 / 0.16;
        for (_, observations) in errors(test(Observed::WinIndex, [1.0, 1.4]), 2, wins(2.0)) {
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
            let ratio = |observed: &[f64]| state(test, 2, observed).log_likelihood_ratio;
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
                let observed: Vec<f64> =
                    (0..12).map(|n| if n < wins { 2.0 } else { 0.0 }).collect();
                ratio(&observed)
            });
            assert!(none < some && some < more && none < 0.0 && more > 0.0);
        }
    }

    #[test]
    fn hypotheses_exchanged_exchange_the_verdict() {
        for measure in [Observed::WinIndex, Observed::PointDifference] {
            let observed = [2.0, 1.0, 1.0, 0.5].repeat(30);
            let there = state(test(measure, [0.9, 1.1]), 2, &observed);
            let back = state(test(measure, [1.1, 0.9]), 2, &observed);
            let sum = there.log_likelihood_ratio + back.log_likelihood_ratio;
            assert!(sum.abs() < 1e-9, "{there:?} {back:?}");
        }
    }

    #[test]
    fn without_spread_or_with_few_observations_nothing_absurd_is_decided() {
        for measure in [Observed::WinIndex, Observed::PointDifference] {
            let test = test(measure, [1.0, 1.5]);
            let few = state(test, 2, &[1.5; 19]);
            assert_eq!(few.verdict, Verdict::Undecided);
            assert!(few.log_likelihood_ratio.is_finite(), "{few:?}");
            for (always, verdict) in [
                (2.0, Verdict::Alternative),
                (1.5, Verdict::Alternative),
                (1.0, Verdict::Null),
            ] {
                let state = state(test, 2, &[always; 300]);
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
            SequentialTest { alpha: 0.0, ..good },
            SequentialTest { beta: 0.5, ..good },
            SequentialTest {
                alternative: 1.001,
                ..good
            },
            SequentialTest {
                alternative: 2.0,
                ..good
            },
            SequentialTest {
                null: f64::NAN,
                ..good
            },
        ] {
            assert!(bad.check(2).is_err(), "{bad:?}");
        }
    }
}
