//! Queries: what is asked of the facts, and what is answered.

pub(crate) mod answer;
pub(crate) mod choices;
pub(crate) mod clusters;
#[cfg(test)]
pub(crate) mod clusters_tests;
pub(crate) mod compare;
pub(crate) mod curve;
pub(crate) mod deals;
pub(crate) mod decisions;
pub(crate) mod design;
pub(crate) mod export;
pub(crate) mod facts_at;
pub(crate) mod filter;
pub(crate) mod group_by;
pub(crate) mod heatmap;
pub(crate) mod histogram;
pub(crate) mod listed;
pub(crate) mod measure;
pub(crate) mod opponents;
pub(crate) mod question;
pub(crate) mod totals;
