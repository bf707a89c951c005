//! A shard is taken, or its epoch raised: by a commit that is known to be replicated.

use std::time::Duration;

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
    confirmed(session, session.take(claim), patience).await
}

/// Raises the epoch of one's own shard, durably: all before is replicated then, and nothing that
/// an earlier connection sent is written any more.
pub(crate) async fn barrier(
    session: &impl Session,
    claim: &Claim,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    confirmed(session, session.barrier(claim), patience).await
}

async fn confirmed(
    session: &impl Session,
    asked: impl Future<Output = Answer<Option<Taken>>>,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    let answer = timeout(patience, asked).await;
    let taken = answer.map_err(|_| NotTaken::Unknown(None))?;
    let taken = taken.map_err(|failure| NotTaken::Unknown(Some(failure)))?;
    match session.has_warned() {
        true => Err(NotTaken::Unknown(None)),
        false => taken.ok_or(NotTaken::Lost),
    }
}
