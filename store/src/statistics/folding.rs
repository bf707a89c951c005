//! Matches that ended, folded on all cores.

use std::{num::NonZero, thread};

use domain::matches::MatchEvent;
use tokio::runtime::Handle;

use super::finished::Finished;
use crate::{
    embedded::Embedded,
    error::StoreError,
    id::{MatchId, StreamId},
    log::Log as _,
    record::{Line, Tip},
};

/// How many threads can work at once.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The matches that end with these commits, in that order, folded on all cores.
pub(super) fn fold(log: &Embedded, ended: &[Line]) -> Result<Vec<Finished>, StoreError> {
    let share = ended.len().div_ceil(cores()).max(1);
    let runtime = &Handle::current();
    let folded = thread::scope(|scope| {
        let shares = ended.chunks(share);
        let shares = shares.map(|lines| scope.spawn(move || fold_each(log, lines, runtime)));
        let shares: Vec<_> = shares.collect();
        let joined = shares.into_iter().map(thread::ScopedJoinHandle::join);
        let joined = joined.map(|share| share.unwrap_or(Err(StoreError::Stopped)));
        joined.collect::<Result<Vec<_>, StoreError>>()
    })?;
    Ok(folded.into_iter().flatten().collect())
}

fn fold_each(
    log: &Embedded,
    ended: &[Line],
    runtime: &Handle,
) -> Result<Vec<Finished>, StoreError> {
    let folded = ended.iter().map(|line| fold_one(log, line, runtime));
    let folded = folded.filter_map(Result::transpose);
    folded.collect()
}

fn fold_one(log: &Embedded, last: &Line, runtime: &Handle) -> Result<Option<Finished>, StoreError> {
    let StreamId::Match(id) = last.stream else {
        return Ok(None);
    };
    let is_end = |event: &MatchEvent| matches!(event, MatchEvent::Ended { .. });
    if !last.clone().decode()?.events.iter().any(is_end) {
        return Ok(None);
    }
    let lines = runtime.block_on(log.read(last.stream, Tip::START));
    match lines.and_then(|lines| finished(id, lines, last)) {
        Ok(finished) => Ok(finished),
        Err(error @ StoreError::Quarantined { .. }) => {
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, "a match has no facts");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn finished(id: MatchId, lines: Vec<Line>, last: &Line) -> Result<Option<Finished>, StoreError> {
    let version = last.tip().version;
    let lines = lines
        .into_iter()
        .take_while(|line| line.tip().version <= version);
    let record = lines.map(Line::decode::<MatchEvent>);
    let record = record.collect::<Result<Vec<_>, _>>()?;
    match record.last() {
        Some(commit) if commit.line.tip() == last.tip() => Finished::of(id, &record),
        Some(_) | None => Err(StoreError::IndexDamaged(format!(
            "the end of {id} is missing"
        ))),
    }
}
