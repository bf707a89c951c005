//! Percentiles: the exact value at a rank, and the ranks that enclose it.
#![expect(clippy::float_arithmetic, reason = "intervals are no integers")]

use crate::estimate::{
    intervals::{Mean, t_quantile},
    summary::{CONFIDENCE, Estimate, Method, Values, float, whole},
};

impl Values<'_> {
    /// The percentile, between the ranks that Woodruff (J. American Statistical
    /// Association 47, 1952) reads off the interval of a share. How sure that share is,
    /// is taken from the mean: shares and percentiles suffer less from what values have
    /// in common than means do (Kish and Frankel, J. Royal Statistical Society B 36, 1974).
    pub(super) fn percentile(&self, thousandths: u16, mean: &Mean) -> Estimate {
        let many = self.moments.n;
        let (n, part) = (float(many), f64::from(thousandths) / 1000.0);
        let rank = (many * u64::from(thousandths)).div_ceil(1000);
        let effective = mean.effective_n(self.variance().unwrap_or(0.0));
        let away = |sure: f64| t_quantile(mean.deals) * n * (part * (1.0 - part) / sure).sqrt();
        // Beyond the least and the greatest there may be more, unless it would be strange
        // that all of so many lie on one side of the percentile.
        let is_strange = |part: f64, sure: f64| part.powf(sure) <= (1.0 - CONFIDENCE) / 2.0;
        let lo = |sure| {
            let rank = (n * part - away(sure)).floor();
            let is_known = rank >= 1.0 || is_strange(1.0 - part, sure);
            self.at(whole(rank.max(1.0))).filter(|_| is_known)
        };
        let hi = |sure| {
            let rank = (n * part + away(sure)).ceil() + 1.0;
            let is_known = rank <= n || is_strange(part, sure);
            self.at(whole(rank.min(n))).filter(|_| is_known)
        };
        Estimate {
            value: self.at(rank),
            lo: effective.and_then(lo),
            hi: effective.and_then(hi),
            deals: Some(mean.deals),
            method: effective.map_or(Method::TooFewDeals, |_| Method::RanksByDeal),
            ..Estimate::exact(many, None)
        }
    }
}
