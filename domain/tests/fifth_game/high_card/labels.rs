//! What the lines of a score sheet are called.

use crate::{facts::spaced, words::capital};

/// A line of the score sheet: `round_1` is "Round 1".
pub(super) fn line(source: &str) -> String {
    capital(&spaced(source))
}
