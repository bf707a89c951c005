//! Long polls: waiting for a match to come to something.

use std::{sync::Arc, time::Duration};

use store::{Current, Store};

use crate::error::ApiError;

/// The longest wait.
pub(crate) const LONGEST_S: u64 = 60;

/// A wait as asked for.
pub(crate) fn seconds(wait: u64) -> Result<Duration, ApiError> {
    if wait > LONGEST_S {
        let detail = format!("wait is at most {LONGEST_S} seconds");
        return Err(ApiError::malformed("malformed_query", detail));
    }
    Ok(Duration::from_secs(wait))
}

/// The match as soon as it is `ready`, or as it is when the wait runs out.
pub(crate) async fn until(
    store: &Store,
    mut now: Arc<Current>,
    wait: Duration,
    ready: impl Fn(&Current) -> bool,
) -> Result<Arc<Current>, ApiError> {
    if ready(&now) || wait.is_zero() {
        return Ok(now);
    }
    let id = now.id;
    let mut versions = store.matches.watch(id);
    let patience = tokio::time::sleep(wait);
    tokio::pin!(patience);
    loop {
        now = store.matches.current(id).await?;
        if ready(&now) {
            return Ok(now);
        }
        drop(now);
        tokio::select! {
            changed = versions.changed() => {
                if changed.is_err() {
                    return Ok(store.matches.current(id).await?);
                }
            }
            () = &mut patience => return Ok(store.matches.current(id).await?),
        }
    }
}
