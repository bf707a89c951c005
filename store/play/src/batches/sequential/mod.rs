//! A sequential test: after each observation, whether enough is known.
//!
//! The generalized sequential probability ratio test, as chess engines are tested (Van den
//! Bergh, "A practical introduction to the GSPRT"): where Wald's test has the ratio of two
//! likelihoods, there stands the ratio of the greatest likelihoods under either hypothesis
//! about the mean. A win index has bounds, so the likelihood of any distribution between
//! them is maximized; a difference of points has none, and is taken for normal with
//! unknown variance. Either way nothing is known of the spread beforehand.
#![expect(clippy::float_arithmetic, reason = "likelihoods are no integers")]

mod likelihood;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Contestant;
use likelihood::Likelihood;

/// A sequential test of one bot or player against the others at its tables.
///
/// One observation is a deal: with duplicate play, the mean over all its matches. The test ends
/// when its log-likelihood ratio crosses one of the two bounds, which follow from alpha and beta.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SequentialTest {
    /// Who is tested: a bot of the server by its name, or a player by their id.
    pub bot: Contestant,
    /// The measure that is observed in each deal.
    pub measure: Observed,
    /// The mean of the measure under the null hypothesis, like 1.0 for a win index.
    #[schema(minimum = -10000, maximum = 10000)]
    pub null: f64,
    /// The mean of the measure under the alternative. May be less than `null`; differs from it by
    /// at least 0.01.
    #[schema(minimum = -10000, maximum = 10000)]
    pub alternative: f64,
    /// The probability of accepting the alternative although the null hypothesis is true.
    #[schema(minimum = 0.0001, maximum = 0.4)]
    pub alpha: f64,
    /// The probability of accepting the null hypothesis although the alternative is true.
    #[schema(minimum = 0.0001, maximum = 0.4)]
    pub beta: f64,
}

/// What a sequential test observes in each deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SequentialMeasure)]
pub enum Observed {
    /// The mean win index of the bot's seats: 1.0 is par.
    WinIndex,
    /// The mean final score of the bot's seats less that of all others.
    PointDifference,
}

/// The progress of a sequential test, and its decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SequentialState {
    /// How many deals were observed, in the order of their numbers. Deals after the deciding one
    /// are not observed.
    pub observations: u64,
    /// The fewest observations before anything is decided.
    pub least_observations: u64,
    /// The logarithm of the likelihood ratio: a positive value favors the alternative.
    pub log_likelihood_ratio: f64,
    /// At or below this value, the null hypothesis is accepted.
    pub lower_bound: f64,
    /// At or above this value, the alternative is accepted.
    pub upper_bound: f64,
    /// What was decided so far.
    pub verdict: SequentialVerdict,
}

/// What a sequential test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SequentialVerdict {
    /// Nothing is decided yet.
    Undecided,
    /// The null hypothesis is accepted.
    Null,
    /// The alternative is accepted.
    Alternative,
}

/// Likelihoods are approximations that the first few observations do not bear.
pub const LEAST_OBSERVATIONS: u64 = 20;

/// Observations as they come in.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    test: SequentialTest,
    observations: u32,
    likelihood: Likelihood,
    verdict: SequentialVerdict,
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
            return Err("alpha and beta must be from 0.0001 to 0.4");
        }
        if !is_mean(self.null) || !is_mean(self.alternative) {
            return Err(
                "a win index is between 0 and the number of seats, and a point \
                        difference -10000 to 10000",
            );
        }
        if (self.null - self.alternative).abs() < 0.01 {
            return Err("null and alternative must differ by at least 0.01");
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
    pub(crate) fn of(test: &SequentialTest, seats: u8) -> Evidence {
        Evidence {
            observations: 0,
            likelihood: match test.measure {
                Observed::WinIndex => Likelihood::between(0.0, f64::from(seats)),
                Observed::PointDifference => Likelihood::normal(test.means()),
            },
            verdict: SequentialVerdict::Undecided,
            test: test.clone(),
        }
    }

    /// Adds an observation, unless something was decided before.
    pub(crate) fn observe(&mut self, observed: f64) {
        if self.verdict != SequentialVerdict::Undecided {
            return;
        }
        self.observations += 1;
        self.likelihood.observe(observed, self.test.means());
        if u64::from(self.observations) < LEAST_OBSERVATIONS {
            return;
        }
        let [lower, upper] = self.test.bounds();
        self.verdict = match self.log_ratio() {
            ratio if ratio >= upper => SequentialVerdict::Alternative,
            ratio if ratio <= lower => SequentialVerdict::Null,
            _ => SequentialVerdict::Undecided,
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
            observations: u64::from(self.observations),
            least_observations: LEAST_OBSERVATIONS,
            log_likelihood_ratio: self.log_ratio(),
            lower_bound,
            upper_bound,
            verdict: self.verdict,
        }
    }
}
