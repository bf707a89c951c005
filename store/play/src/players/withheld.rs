//! The exported stream of a player who registered under a name in the open, and was
//! deleted since.
//!
//! The public part of the first commit holds the name, and its hash covers it: the stream
//! cannot be exported as it is. So it is sealed anew, with the name's hash in its place,
//! under a salt that is kept nowhere. The hashes of this one stream are others then;
//! nothing refers to them.

use super::PlayerEvent;
use store_log::{
    hash::Hash,
    id,
    record::Erasable,
    record::{Commit, Draft, Line, RecordError, Tip},
};

/// The stream without the name, if it has one to withhold.
///
/// # Errors
///
/// If a line cannot be read.
pub(crate) fn withheld(lines: &[Line]) -> Result<Option<Vec<Line>>, RecordError> {
    let commits = lines.iter().cloned().map(Line::decode);
    let commits = commits.collect::<Result<Vec<Commit<PlayerEvent>>, _>>()?;
    let events = || commits.iter().flat_map(|commit| &commit.events);
    let is_deleted = events().any(|event| *event == PlayerEvent::Deleted {});
    let is_open = |event| matches!(event, &PlayerEvent::Registered { name: Some(_), .. });
    if !(is_deleted && events().any(is_open)) {
        return Ok(None);
    }
    let mut after = Tip::START;
    let mut sealed = Vec::new();
    for commit in &commits {
        let line = without_name(commit, after)?;
        after = line.tip();
        sealed.push(line);
    }
    Ok(Some(sealed))
}

fn without_name(commit: &Commit<PlayerEvent>, after: Tip) -> Result<Line, RecordError> {
    let events: Vec<PlayerEvent> = commit.events.iter().map(nameless).collect();
    let Line {
        stream,
        position,
        recorded_at,
        ..
    } = commit.line;
    let request = commit.request()?;
    let draft = Draft {
        cause: commit.cause.clone(),
        rules: commit.rules,
        recorded_at,
        request: request.as_ref(),
        tries: commit.tries()?,
        events: &events,
        salt: commit.salt().map_or_else(id::random, |Hash(salt)| salt),
        erasable: None,
    };
    Ok(draft.seal(stream, after).at(position))
}

fn nameless(event: &PlayerEvent) -> PlayerEvent {
    let mut event = event.clone();
    if let PlayerEvent::Registered {
        name, name_hash, ..
    } = &mut event
        && let Some(name) = name.take()
    {
        // A name of before was no longer than one of today.
        *name_hash = Erasable::new(name).ok().map(|name| name.hash());
    }
    event
}
