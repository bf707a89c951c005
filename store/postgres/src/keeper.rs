//! The shard is kept: while its owner lives, its deadline is moved on.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::{
    session::{Answer, Database, Session as _},
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

impl<D: Database> Keeper<D> {
    /// Keeps the shard until another has it, and tells that.
    pub(crate) async fn run(self) {
        let mut open = None;
        while !*self.published.failed.borrow() {
            sleep(self.claim.lease / TIMES).await;
            match timeout(self.patience, self.keep(&mut open)).await {
                Ok(Ok(true)) => {}
                Ok(Ok(false)) => self.published.lose(),
                Ok(Err(failure)) => tracing::debug!(%failure, "the log could not be kept"),
                Err(_) => tracing::debug!("the database does not confirm that the log is kept"),
            }
        }
    }

    async fn keep(&self, open: &mut Option<D::Session>) -> Answer<bool> {
        // Whatever fails, or is given up, leaves none.
        let session = match open.take() {
            Some(session) => session,
            None => self.database.open().await?,
        };
        let kept = session.keep(&self.claim).await?;
        *open = Some(session);
        Ok(kept)
    }
}
