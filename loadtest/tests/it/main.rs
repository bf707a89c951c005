//! The load test against a server in the same process.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]
#![allow(clippy::print_stdout, reason = "what befell a bad line is told")]

mod lossy;
mod record;
mod smoke;
