//! A shard is taken, or its epoch raised: by a commit that is known to be replicated.

use std::time::Duration;

use store_log::Shard;
use tokio::time::timeout;

use crate::{
    session::{Answer, Failure, Session},
    shard::{Claim, Taken},
};

/// Why a shard is not one's own.
#[derive(Debug)]
pub(crate) enum NotTaken {
    /// Another log has it.
    Lost,
    /// The answer is missing, or came with a warning.
    Unknown(Option<Failure>),
}

/// Takes the shard, durably.
pub(crate) async fn take(
    session: &impl Session,
    claim: &Claim,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    confirmed(session, claim.shard, session.take(claim), patience).await
}

/// Raises the epoch of one's own shard, durably: all before is replicated then, and nothing that
/// an earlier connection sent is written any more.
pub(crate) async fn barrier(
    session: &impl Session,
    claim: &Claim,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    confirmed(session, claim.shard, session.barrier(claim), patience).await
}

async fn confirmed(
    session: &impl Session,
    shard: Shard,
    asked: impl Future<Output = Answer<Option<Taken>>>,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    if let Some(taken) = known(session, asked, patience).await? {
        return Ok(taken);
    }
    // A server that was replaced, and does not know it, would say so, too.
    known(session, session.confirm(shard), patience).await?;
    Err(NotTaken::Lost)
}

/// An answer that can be relied on.
async fn known<T>(
    session: &impl Session,
    asked: impl Future<Output = Answer<T>>,
    patience: Duration,
) -> Result<T, NotTaken> {
    let answer = timeout(patience, asked).await;
    let answer = answer.map_err(|_| NotTaken::Unknown(None))?;
    let answer = answer.map_err(|failure| NotTaken::Unknown(Some(failure)))?;
    match session.has_warned() {
        true => Err(NotTaken::Unknown(None)),
        false => Ok(answer),
    }
}
