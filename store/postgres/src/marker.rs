//! The marks: so that whoever follows all shards need not wait for one in which little happens, its
//! owner promises again and again that it writes nothing any more up to where another has come.

use std::{sync::atomic::Ordering, time::Duration};

use domain::cast;
use tokio::time::{sleep, timeout};

use crate::{
    numbers::Numbers,
    session::{Answer, Database, Failure, Session as _},
    shard::Claim,
    writer::Published,
};

/// Moves the mark of a shard, on a session of its own: the writer's may wait for a standby.
pub(crate) struct Marker<D: Database> {
    pub(crate) database: D,
    pub(crate) claim: Claim,
    pub(crate) patience: Duration,
    pub(crate) numbers: Numbers,
    pub(crate) published: Published,
}

/// How often it is looked how far others have come.
const OFTEN: Duration = Duration::from_millis(50);

impl<D: Database> Marker<D> {
    /// Promises until another has the shard.
    pub(crate) async fn run(self) {
        let (mut open, mut promised) = (None, 0);
        while !*self.published.failed.borrow() {
            sleep(OFTEN).await;
            match timeout(self.patience, self.promise(&mut open, &mut promised)).await {
                Ok(Ok(())) => {}
                Ok(Err(failure)) => tracing::debug!(%failure, "nothing could be promised"),
                Err(_) => tracing::debug!("the database does not take a promise"),
            }
        }
    }

    async fn promise(&self, open: &mut Option<D::Session>, promised: &mut i64) -> Answer<()> {
        // Whatever fails, or is given up, leaves none.
        let session = match open.take() {
            Some(session) => session,
            None => {
                *promised = 0;
                self.database.open().await?
            }
        };
        // It is replicated, whichever server tells it.
        let furthest = session.marks().await?.furthest;
        let up_to = self.numbers.promise(cast(furthest)).map(cast);
        if let Some(up_to) = up_to.filter(|up_to: &i64| *up_to > *promised) {
            // Asked for last: a server that was replaced has an earlier one than what is confirmed now.
            let epoch = self.published.epoch.load(Ordering::SeqCst);
            if !session.promise(&self.claim, epoch, up_to).await? {
                return Err(Failure::replaced());
            }
            *promised = up_to;
        }
        *open = Some(session);
        Ok(())
    }
}
