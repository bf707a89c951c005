//! Reading the index in the order of positions.

use super::{
    archived::{Found, next},
    index::{Index, damaged, guarded, unframed},
};
use crate::{
    error::StoreError,
    id::{Position, StreamKind},
    record::{Kinds, Line},
};

impl Index {
    /// The first commits behind a position.
    pub(crate) fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        guarded(|| {
            let found = self.found_after(position, limit)?.into_iter();
            let lines = found.map(|found| match found {
                Found::Live(place) => self.line_at(unframed(&place)?),
                Found::Archived(it) => Ok(it.line().clone()),
                Found::Recent(line) => Ok(Line::clone(&line)),
            });
            let lines = lines.collect::<Result<Vec<Line>, StoreError>>()?;
            let gapless = (position.number() + 1..)
                .map(Position::of_number)
                .zip(&lines)
                .all(|(at, line)| line.position == at);
            if gapless {
                Ok(lines)
            } else {
                Err(damaged("positions are missing"))
            }
        })
    }

    /// Of the first commits behind a position those of matches that hold an event of these
    /// kinds, and the position of the last that was looked at. Of the others only the tags
    /// of their events are read: parsing a line hashes all of it, which takes far longer.
    pub(super) fn with_kinds(
        &self,
        kinds: Kinds,
        position: Position,
        limit: usize,
    ) -> Result<(Vec<Line>, Position), StoreError> {
        self.taken_after(position, limit, |found| match found {
            Found::Archived(it) => Ok(wanted(it.line(), kinds)),
            Found::Recent(line) => Ok(wanted(&line, kinds)),
            Found::Live(place) => {
                let line = self.wanted_at(unframed(&place)?, kinds)?;
                Ok(line.filter(|line| holds(line, kinds)))
            }
        })
    }

    /// The first commits behind a position, and the position of the last. Of archived matches only
    /// those are among them that hold an event of these kinds, and the last.
    pub(super) fn shown(
        &self,
        kinds: Kinds,
        position: Position,
        limit: usize,
    ) -> Result<(Vec<Line>, Position), StoreError> {
        self.taken_after(position, limit, |found| match found {
            Found::Archived(it) if it.is_last() => Ok(Some(it.line().clone())),
            Found::Archived(it) => Ok(wanted(it.line(), kinds)),
            Found::Recent(line) => Ok(Some(Line::clone(&line))),
            Found::Live(place) => self.line_at(unframed(&place)?).map(Some),
        })
    }

    /// What is taken of the first commits behind a position, and the position of the last of them.
    fn taken_after(
        &self,
        position: Position,
        limit: usize,
        take: impl Fn(Found) -> Result<Option<Line>, StoreError>,
    ) -> Result<(Vec<Line>, Position), StoreError> {
        guarded(|| {
            let (mut lines, mut last) = (Vec::new(), position);
            for found in self.found_after(position, limit)? {
                last = next(last);
                lines.extend(take(found)?);
            }
            Ok((lines, last))
        })
    }

    /// The commit at a place, unless it holds no event of such a kind.
    fn wanted_at(&self, key: &[u8], kinds: Kinds) -> Result<Option<Line>, StoreError> {
        if !is_of_match(key) {
            return Ok(None);
        }
        match self.log.get(key)? {
            Some(value) if may_hold(unframed(&value)?, kinds) => {
                self.line_from(key, &value).map(Some)
            }
            Some(_) => Ok(None),
            // It was archived meanwhile.
            None => self.line_at(key).map(Some),
        }
    }
}

impl Index {
    /// Whether what is live takes no more than so many bytes.
    pub(super) fn lives_in(&self, bytes: usize) -> Result<bool, StoreError> {
        guarded(|| {
            let held = self.recent.held_bytes();
            let Some(mut left) = bytes.checked_sub(held) else {
                return Ok(false);
            };
            for row in self.log.iter().values() {
                match left.checked_sub(row?.len()) {
                    Some(rest) => left = rest,
                    None => return Ok(false),
                }
            }
            Ok(true)
        })
    }
}

/// A commit, unless it holds no event of such a kind.
fn wanted(line: &Line, kinds: Kinds) -> Option<Line> {
    holds(line, kinds).then(|| line.clone())
}

/// Whether a commit holds an event of such a kind. Where that cannot be read, decoding tells what is
/// wrong.
fn holds(line: &Line, kinds: Kinds) -> bool {
    line.holds(kinds).unwrap_or(true)
}

fn is_of_match(place: &[u8]) -> bool {
    place.first() == Some(&StreamKind::Match.letter())
}

/// Whether a row holds an event of such a kind. One that cannot be read may: whoever reads
/// all of it finds out what is wrong.
fn may_hold(row: &[u8], kinds: Kinds) -> bool {
    let text = std::str::from_utf8(row).unwrap_or_default();
    // Behind the line stands where its text is.
    let (line, _) = text.split_once('\n').unwrap_or((text, ""));
    kinds.are_in(line).unwrap_or(true)
}
