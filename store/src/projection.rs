//! Projections: tables built by following the log.
//!
//! Rows and checkpoint are written in one batch, so after a crash a projection
//! goes on exactly where it stopped. A projection never calls the rules.

use crate::{error::StoreError, id::Position};

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page begins. None on the last one.
    pub next: Option<Position>,
    /// Up to which position the list has read the log.
    pub as_of_position: Position,
}
