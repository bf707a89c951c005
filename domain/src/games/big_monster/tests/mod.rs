//! What the rulebook and the box promise.
