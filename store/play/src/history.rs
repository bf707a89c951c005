//! What happened in a match, read back: its record, any step of it, its check.

use std::sync::Arc;

use domain::{Seat, cast, matches::Match};

use crate::{
    live_match::{Record, folded},
    matches::{Inner, Matches},
    verify::{self, Check, Verdict},
};
use store_log::{
    cores,
    error::{RequestError, StoreError},
    hash::Hash,
    id::{MatchId, Version},
    record::Tip,
};

impl Matches {
    /// A match from its first commit to its last.
    ///
    /// # Errors
    ///
    /// If there is no such match, or it cannot be read.
    pub async fn record(&self, id: MatchId) -> Result<Arc<Record>, RequestError> {
        let known = self.0.records.get(&id).unwrap_or_default();
        let now = self.0.slots.get(id).now();
        let after = known.last().map_or(Tip::START, |commit| commit.line.tip());
        if now.is_some_and(|now| now.tip == after) {
            return Ok(known);
        }
        let new = self.0.read(id, after).await?;
        if new.is_empty() && known.is_empty() {
            return Err(RequestError::Unknown);
        }
        let record = Arc::new(known.iter().cloned().chain(new).collect::<Record>());
        self.0.records.insert(id, Arc::clone(&record));
        Ok(record)
    }

    /// The hash of a match's last commit, without reading the match.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub async fn head(&self, id: MatchId) -> Result<Hash, StoreError> {
        Ok(self.0.log.tip(id.into()).await?.hash)
    }

    /// A match after its `step`th event.
    ///
    /// # Errors
    ///
    /// If there is no such match or it has no such step.
    pub async fn at(&self, id: MatchId, step: Version) -> Result<Match, RequestError> {
        let record = self.record(id).await?;
        let last = record.last().map_or(0, |commit| commit.line.tip().version);
        if step == 0 || step > last {
            return Err(RequestError::Unknown);
        }
        let steps = cast::<usize>(step);
        let events = record.iter().flat_map(|commit| &commit.events);
        Ok(folded(id, || Match::fold(events.take(steps)))?)
    }

    /// A match just before a seat made a decision. None if it has not made it.
    ///
    /// # Errors
    ///
    /// If there is no such match, or it cannot be read.
    pub async fn before(
        &self,
        id: MatchId,
        seat: Seat,
        decision: u32,
    ) -> Result<Option<Match>, RequestError> {
        let record = self.record(id).await?;
        let made = (Some(seat), Some(decision));
        let mut commits = record.iter();
        let made = commits.find(|commit| (commit.cause.seat, commit.cause.decision) == made);
        match made {
            Some(commit) => Ok(Some(self.at(id, commit.line.after.version).await?)),
            None => Ok(None),
        }
    }

    /// Checks a match from its record alone.
    ///
    /// # Errors
    ///
    /// If there is no such match, or it cannot be read.
    pub async fn verify(&self, id: MatchId) -> Result<Verdict, RequestError> {
        self.verify_while(id, Version::MAX, || true).await
    }

    /// The same, as far as it had come at a version, and no longer than somebody waits for it: a verdict of what was checked by
    /// then is of no use to anybody.
    ///
    /// # Errors
    ///
    /// If there is no such match, or it cannot be read.
    pub async fn verify_while(
        &self,
        id: MatchId,
        version: Version,
        is_awaited: impl Fn() -> bool,
    ) -> Result<Verdict, RequestError> {
        let lines = self.0.log.read(id.into(), Tip::START).await?;
        if lines.is_empty() {
            return Err(RequestError::Unknown);
        }
        let lines = lines
            .into_iter()
            .take_while(|it| it.tip().version <= version);
        let awaited = lines.take_while(|_| is_awaited());
        let mut verdict = verify::verify(awaited.map(Ok));
        if verdict.valid && is_awaited() && self.has_another_beginning(id).await? {
            let found = "the parent match was in a different state".to_owned();
            verdict.diverges(1, Check::Fork, found);
        }
        Ok(verdict)
    }
}

impl Inner {
    /// The commits of a match after where it ended once, decoded.
    pub(crate) async fn read(&self, id: MatchId, after: Tip) -> Result<Record, StoreError> {
        let lines = self.log.read(id.into(), after).await?;
        let decoded = cores::map(lines, |line| line.decode().map(Arc::new));
        let decoded: Result<Record, _> = decoded.into_iter().collect();
        decoded.map_err(|error| StoreError::Quarantined {
            stream: id.into(),
            why: error.to_string(),
        })
    }
}
