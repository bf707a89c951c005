//! How long a log is surely one's own, by the clock of this machine alone.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::shard::Claim;

/// The time for which a shard is kept; clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    /// None if it is shared with nobody, and only taken by force.
    length: Option<Duration>,
    until: Arc<Mutex<Instant>>,
}

impl Lease {
    /// Of a shard that was taken, asked for at this moment or later.
    pub(crate) fn of(claim: &Claim, asked: Instant) -> Lease {
        let lease = Lease {
            length: claim.address.as_ref().map(|_| claim.lease),
            until: Arc::new(Mutex::new(asked)),
        };
        lease.renew(asked);
        lease
    }

    /// The database has confirmed that the shard is kept, and was asked at this moment: by its own
    /// clock it lapses no sooner.
    pub(crate) fn renew(&self, asked: Instant) {
        if let Some(length) = self.length {
            let mut until = self.until.lock();
            *until = (*until).max(asked + length);
        }
    }

    /// Whether nobody else can have the shard.
    pub(crate) fn holds(&self) -> bool {
        self.length.is_none() || Instant::now() < *self.until.lock()
    }
}
