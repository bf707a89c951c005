//! Who looks at a match while it runs: who holds no seat may be some steps behind.

use std::sync::Arc;

use domain::matches::MatchEvent;

use crate::{
    live_match::{LiveMatch, Record},
    matches::Matches,
};
use store_log::{error::RequestError, id::MatchId, record::Commit};

/// Who looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Who holds a seat of it.
    Seated,
    /// Everybody else. While the match runs, they are behind by its `spectator_delay`.
    Spectators,
}

impl Matches {
    /// A match as an audience knows it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub async fn seen_by(
        &self,
        audience: Audience,
        now: Arc<LiveMatch>,
    ) -> Result<Arc<LiveMatch>, RequestError> {
        let delay = now.game.terms.settings.spectator_delay;
        if audience == Audience::Seated || delay.is_none() || now.game.is_over() {
            return Ok(now);
        }
        let record = self.record(now.id).await?;
        // What came since is not looked at: the match may be over by now.
        let until = record.partition_point(|it| it.line.tip().version <= now.version());
        let shown = audience.shown(&record[..until]);
        self.delayed(now.id, &record[..shown])
    }

    /// A match after the first commits of its record. All who are as far behind share it, and
    /// mostly it is a commit further than it was for those who asked before.
    fn delayed(
        &self,
        id: MatchId,
        shown: &[Arc<Commit<MatchEvent>>],
    ) -> Result<Arc<LiveMatch>, RequestError> {
        let version = shown.last().map_or(0, |last| last.line.tip().version);
        let known = self.0.delayed.get(&id);
        if let Some(known) = known.filter(|known| known.version() <= version) {
            if known.version() == version {
                return Ok(known);
            }
            let then = known.after(shown)?;
            return Ok(self.keep_delayed(then));
        }
        Ok(self.keep_delayed(LiveMatch::fold(id, shown)?))
    }

    fn keep_delayed(&self, then: LiveMatch) -> Arc<LiveMatch> {
        let then = Arc::new(then);
        self.0.delayed.insert(then.id, Arc::clone(&then));
        then
    }

    /// A match from its first commit to the last that an audience may see.
    ///
    /// # Errors
    ///
    /// If there is no such match, or it cannot be read.
    pub async fn record_for(
        &self,
        audience: Audience,
        id: MatchId,
    ) -> Result<Arc<Record>, RequestError> {
        let record = self.record(id).await?;
        let shown = audience.shown(&record);
        if shown == record.len() {
            return Ok(record);
        }
        Ok(Arc::new(record[..shown].to_vec()))
    }
}

impl Audience {
    /// How many commits of a record it may see. What one request caused is shown together,
    /// and all up to the start at once: there is nothing to play by yet.
    pub(crate) fn shown(self, record: &[Arc<Commit<MatchEvent>>]) -> usize {
        let all = record.len();
        let delay = record.first().and_then(|it| delay(it));
        let (Audience::Spectators, Some(delay), Some(last)) = (self, delay, record.last()) else {
            return all;
        };
        let Some(start) = record.iter().position(|it| it.events.iter().any(starts)) else {
            return all;
        };
        if last.events.iter().any(MatchEvent::ends) {
            return all;
        }
        let version = last.line.tip().version;
        let is_shown =
            |it: &Arc<Commit<MatchEvent>>| it.line.tip().version.saturating_add(delay) <= version;
        record.partition_point(is_shown).max(start + 1)
    }
}

fn delay(opened: &Commit<MatchEvent>) -> Option<u32> {
    match opened.events.first() {
        Some(MatchEvent::Opened { terms, .. }) => terms.settings.spectator_delay,
        Some(_) | None => None,
    }
}

const fn starts(event: &MatchEvent) -> bool {
    matches!(
        event,
        MatchEvent::Started { .. } | MatchEvent::Resumed { .. }
    )
}
