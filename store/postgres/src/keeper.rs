//! The shard is kept: while its owner lives, its deadline is moved on.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::{
    session::{Answer, Database, Failure, Session as _},
    shard::Claim,
    writer::Published,
};

/// Keeps a shard, on a session of its own: the writer's may wait for a standby.
pub(crate) struct Keeper<D: Database> {
    pub(crate) database: D,
    pub(crate) claim: Claim,
    pub(crate) patience: Duration,
    pub(crate) published: Published,
}

/// So often the shard is kept before it would lapse.
const TIMES: u32 = 3;
/// How long the database is left alone after it could not be reached.
const PAUSE: Duration = Duration::from_millis(200);

impl<D: Database> Keeper<D> {
    /// Keeps the shard until another has it, and tells that.
    pub(crate) async fn run(self) {
        let (mut open, often) = (None, self.claim.lease / TIMES);
        // Of several servers the next try may find the one that writes.
        let patience = self.patience.min(often);
        let mut rest = often;
        while !*self.published.failed.borrow() {
            sleep(rest).await;
            let asked = Instant::now();
            rest = PAUSE;
            match timeout(patience, self.keep(&mut open)).await {
                Ok(Ok(Some(epoch))) => {
                    self.published.lease.renew(asked);
                    self.published.raise(epoch);
                    rest = often;
                }
                Ok(Ok(None)) => self.published.lose(),
                Ok(Err(failure)) => tracing::debug!(%failure, "the log could not be kept"),
                Err(_) => tracing::debug!("the database does not confirm that the log is kept"),
            }
        }
    }

    async fn keep(&self, open: &mut Option<D::Session>) -> Answer<Option<i64>> {
        // Whatever fails, or is given up, leaves none.
        let session = match open.take() {
            Some(session) => session,
            None => self.database.open().await?,
        };
        let kept = session.keep(&self.claim).await?;
        if kept.is_none() {
            // A server that was replaced, and does not know it, would say so, too.
            session.confirm(self.claim.shard).await?;
        }
        if session.has_warned() {
            return Err(Failure::unconfirmed());
        }
        *open = Some(session);
        Ok(kept)
    }
}
