//! How likely observations are under a mean, at most: nothing else is known of their
//! distribution.
#![expect(clippy::float_arithmetic, reason = "likelihoods are no integers")]

/// A tenth of an observation at each end of what can be: likelihoods are finite then,
/// and equal observations have a spread.
const AT_ENDS: f64 = 0.1;

/// The greatest likelihood of what was observed.
#[derive(Clone, Debug)]
pub(super) enum Likelihood {
    /// Of any distribution on these values: each, and how often it was observed.
    Any(Vec<(f64, f64)>),
    /// Of a normal one: the squares of what the observations are off either hypothesis.
    Normal([f64; 2]),
}

impl Likelihood {
    /// Of any distribution between two values.
    pub(super) fn between(least: f64, most: f64) -> Likelihood {
        Likelihood::Any(vec![(least, AT_ENDS), (most, AT_ENDS)])
    }

    /// Of a normal distribution, as if one observation had been made at either mean.
    pub(super) fn normal([one, other]: [f64; 2]) -> Likelihood {
        Likelihood::Normal([(one - other).powi(2); 2])
    }

    pub(super) fn observe(&mut self, observed: f64, means: [f64; 2]) {
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
    pub(super) fn log_ratio(&self, observations: u32, means: [f64; 2]) -> f64 {
        match self {
            Likelihood::Any(values) => {
                let [null, alternative] = means.map(|mean| most_likely(values, mean));
                alternative - null
            }
            // The most likely variance under a mean is the mean of the squares.
            Likelihood::Normal([null, alternative]) => {
                f64::from(observations + 2) / 2.0 * (null / alternative).ln()
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
