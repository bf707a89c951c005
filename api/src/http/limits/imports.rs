//! How many matches are imported at once, and how many long bodies arrive.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::shares::Shares;
use crate::config::bounds::Bounds;

/// How many records are checked at once and written down: each is in memory then.
pub(crate) const AT_ONCE: usize = 2;

/// Who imports.
#[derive(Debug)]
pub(crate) struct Imports {
    /// Whose record arrives, is checked or written down.
    pub(crate) places: Arc<Shares>,
    /// Whose record is checked or written down.
    pub(crate) turns: Semaphore,
}

impl Imports {
    pub(crate) fn new(bounds: &Bounds) -> Imports {
        Imports {
            places: Shares::new(bounds.imports, bounds.imports_of_one),
            turns: Semaphore::new(AT_ONCE),
        }
    }
}
