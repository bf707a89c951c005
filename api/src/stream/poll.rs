//! Long polls: waiting for a match to come to something.

use std::{sync::Arc, time::Duration};

use serde::Deserialize;
use store::{Audience, LiveMatch, Store};
use utoipa::IntoParams;

use crate::http::{codes::Code, error::ApiError};

/// The longest wait: what keeps a connection open without news, proxies cut.
pub(crate) const LONGEST_S: u64 = 60;

/// How long to wait where there is nothing to tell yet.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WaitQuery {
    /// If there is nothing to report yet, wait up to this many seconds until there is.
    #[serde(default)]
    #[param(minimum = 0, maximum = 60, default = 0)]
    wait: u64,
}

impl WaitQuery {
    /// The wait as asked for.
    pub(crate) fn duration(&self) -> Result<Duration, ApiError> {
        if self.wait > LONGEST_S {
            let detail = format!("wait must be at most {LONGEST_S} seconds");
            return Err(Code::MalformedQuery.because(detail));
        }
        Ok(Duration::from_secs(self.wait))
    }
}

/// The match, as an audience knows it, as soon as it is `ready`, or as it is when the wait runs out.
pub(crate) async fn until(
    (store, audience): (&Store, Audience),
    mut now: Arc<LiveMatch>,
    wait: Duration,
    ready: impl Fn(&LiveMatch) -> bool,
) -> Result<Arc<LiveMatch>, ApiError> {
    if ready(&now) || wait.is_zero() {
        return Ok(now);
    }
    let id = now.id;
    let current = async || {
        let now = store.matches.current(id).await?;
        store.matches.seen_by(audience, now).await
    };
    let mut versions = store.matches.watch(id);
    let patience = tokio::time::sleep(wait);
    tokio::pin!(patience);
    loop {
        now = current().await?;
        if ready(&now) {
            return Ok(now);
        }
        drop(now);
        tokio::select! {
            changed = versions.changed() => {
                if changed.is_err() {
                    return Ok(current().await?);
                }
            }
            () = &mut patience => return Ok(current().await?),
        }
    }
}
