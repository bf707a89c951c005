//! One match as it grows: what there is, then what comes, without a gap.

use std::sync::Arc;

use domain::matches::MatchEvent;
use tokio::sync::watch;

use crate::{audience::Audience, matches::Matches};
use store_log::{
    error::RequestError,
    id::{MatchId, Version},
    record::Commit,
};

/// A reader of one match.
#[derive(Debug)]
pub struct Feed {
    matches: Matches,
    id: MatchId,
    audience: Audience,
    after: Version,
    grown: watch::Receiver<Version>,
}

impl Matches {
    /// Follows a match from a version on: of a commit that holds both older and newer events, all
    /// events are sent. An audience that is behind is told when its time has come.
    ///
    /// # Errors
    ///
    /// If there is no such match, or it cannot be read.
    pub async fn follow(
        &self,
        id: MatchId,
        audience: Audience,
        after: Version,
    ) -> Result<Feed, RequestError> {
        let grown = self.watch(id);
        self.current(id).await?;
        Ok(Feed {
            matches: self.clone(),
            id,
            audience,
            after,
            grown,
        })
    }
}

impl Feed {
    /// The commits that are new since the last call; waits until there are some.
    /// Dropping the future loses nothing.
    ///
    /// # Errors
    ///
    /// If the match cannot be read.
    pub async fn next(&mut self) -> Result<Vec<Arc<Commit<MatchEvent>>>, RequestError> {
        loop {
            // Marked as seen before reading, so what comes meanwhile wakes us.
            let version = *self.grown.borrow_and_update();
            if version > self.after {
                let record = self.matches.record_for(self.audience, self.id).await?;
                let up_to = |step| record.partition_point(|it| it.line.tip().version <= step);
                // What is durable but not yet published is told once it is: whoever connects
                // again after it would be told that the match has no such step.
                let new = &record[up_to(self.after)..up_to(version)];
                if let Some(last) = new.last() {
                    self.after = last.line.tip().version;
                    return Ok(new.to_vec());
                }
            }
            if self.grown.changed().await.is_err() {
                return Err(store_log::StoreError::Stopped.into());
            }
        }
    }

    /// The version up to which commits were given.
    pub const fn after(&self) -> Version {
        self.after
    }
}
