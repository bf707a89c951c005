//! Load over HTTP: full tables of random legal bots, and how the server bears them.

#![expect(
    clippy::float_arithmetic,
    reason = "rates, ratios and percentiles are floats"
)]

pub mod bare;
pub mod bench;
pub mod ceiling;
pub mod logs;
pub mod report;
pub mod scenario;
mod script;
pub mod wire;
