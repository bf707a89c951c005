//! What the rulebook and the box promise.

mod whole_matches;
