//! Estimates: how sure a number is, by what deals have in common.

#[cfg(test)]
pub(crate) mod coverage_tests;
#[cfg(test)]
pub(crate) mod interval_tests;
pub(crate) mod intervals;
pub(crate) mod moments;
pub(crate) mod paired;
mod percentile;
pub(crate) mod scatter;
pub(crate) mod select_nth;
pub(crate) mod summary;
