//! Answers given before, to what is asked again.

use std::sync::Arc;

use domain::{Refused, Rejection, matches::MatchEvent};

use crate::{
    live_match::LiveMatch,
    matches::{Answer, Matches},
};
use store_log::{
    cause::Asked,
    error::{RequestError, StoreError},
    id::StreamId,
    log::IdempotencyKey,
    record::{Commit, Line},
};

impl Matches {
    /// The commit that was made under a key.
    pub(crate) async fn seen(
        &self,
        key: Option<IdempotencyKey>,
    ) -> Result<Option<Line>, RequestError> {
        match key {
            Some(key) => Ok(self.0.log.seen(key).await?),
            None => Ok(None),
        }
    }

    /// The answer that was given before.
    pub(crate) async fn replay(&self, line: Line) -> Result<Answer, RequestError> {
        // A key's scope names what it was used for, so this is a match.
        let StreamId::Match(id) = line.stream else {
            return Err(RequestError::KeyReused);
        };
        let now = self.current(id).await?;
        now.game.terms.check_components()?;
        Ok(Answer {
            commit: Arc::new(line.decode().map_err(StoreError::from)?),
            replayed: true,
            now,
        })
    }

    /// The answer to a decision that was made before, if the command is the same.
    pub(crate) async fn made_before(
        &self,
        now: &Arc<LiveMatch>,
        asked: &Asked,
        rejection: Rejection,
    ) -> Result<Answer, RequestError> {
        let is_made = rejection.cause == Some(Refused::DecisionMade);
        let Some((seat, decision)) = asked.decision().filter(|_| is_made) else {
            return Err(rejection.into());
        };
        let record = self.record(now.id).await?;
        let is_it = |commit: &&Arc<Commit<MatchEvent>>| {
            commit.cause.seat == Some(seat) && commit.cause.decision == Some(decision)
        };
        // The number may be spent without a decision: its offer was closed.
        let Some(commit) = record.iter().rfind(is_it).cloned() else {
            return Err(rejection.into());
        };
        let stands = commit.request().map_err(StoreError::from)?;
        if commit.cause.by.player().is_none() {
            let is_once = matches!(stands, Some(Asked::TimeOut { .. }));
            let why = if is_once {
                Refused::TimedOut
            } else {
                Refused::Forfeited
            };
            return Err(stands_otherwise(why.into(), stands.as_ref()).into());
        }
        if stands.as_ref() != Some(asked) {
            return Err(stands_otherwise(rejection, stands.as_ref()).into());
        }
        Ok(Answer {
            commit,
            replayed: true,
            now: Arc::clone(now),
        })
    }
}

/// Tells the seat's player, and only they get this far, which command stands.
fn stands_otherwise(rejection: Rejection, stands: Option<&Asked>) -> Rejection {
    let Some(command) = stands.and_then(Asked::command) else {
        return rejection;
    };
    let command = serde_json::to_string(command).expect("a command is JSON");
    let reason = format!("{}: {command}", rejection.reason);
    Rejection {
        reason,
        ..rejection
    }
}
