//! The lists that are kept of all matches.

pub mod lobby;
pub mod results;
