//! Which matches of batches and tournaments are played now.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use store_log::id::MatchId;

/// The matches whose end a batch or tournament waits for.
#[derive(Debug, Default)]
pub(crate) struct Playing(Mutex<BTreeSet<MatchId>>);

/// Until it is dropped, a match is one of them.
pub(crate) struct IsPlayed<'a>(&'a Playing, MatchId);

impl Playing {
    /// Takes one up.
    pub(crate) fn with(&self, id: MatchId) -> IsPlayed<'_> {
        self.0.lock().insert(id);
        IsPlayed(self, id)
    }

    /// Whether a match is one of them.
    pub(crate) fn has(&self, id: MatchId) -> bool {
        self.0.lock().contains(&id)
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<MatchId> {
        self.0.lock().iter().copied().collect()
    }
}

impl Drop for IsPlayed<'_> {
    fn drop(&mut self) {
        self.0.0.lock().remove(&self.1);
    }
}
