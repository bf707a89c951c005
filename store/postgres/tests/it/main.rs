//! The log in a PostgreSQL that these tests start.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

mod faults;
mod lines;
mod packed;
mod promises;
mod shards;
mod shared;
mod start;
