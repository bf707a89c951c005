//! Statistics: questions about what is counted of finished matches.

pub(crate) mod choices;
pub(crate) mod compare;
pub(crate) mod curve;
pub(crate) mod distribution;
pub(crate) mod heatmap;
pub(crate) mod matches;
pub(crate) mod metrics;
pub(crate) mod query;
