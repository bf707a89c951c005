//! Reading the index in the order of positions.

use super::index::{Index, damaged, guarded, unframed};
use crate::{
    error::StoreError,
    id::{Position, StreamKind},
    record::{Kinds, Line},
};

impl Index {
    /// The first commits behind a position.
    pub(crate) fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        guarded(|| {
            let range = next(position).key()..;
            let places = self.order.range(range).values().take(limit);
            let lines = places.map(|place| self.line_at(unframed(&place?)?));
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
        guarded(|| {
            let (mut lines, mut last) = (Vec::new(), position);
            for found in self.order.range(next(last).key()..).take(limit) {
                let (key, place) = found?;
                last = next(last);
                if *key != last.key() {
                    return Err(damaged("positions are missing"));
                }
                let key = unframed(&place)?;
                if !is_of_match(key) {
                    continue;
                }
                let value = self.log.get(key)?;
                let value = value.ok_or_else(|| damaged("a commit is missing"))?;
                if may_hold(unframed(&value)?, kinds) {
                    lines.push(self.line_from(key, &value)?);
                }
            }
            Ok((lines, last))
        })
    }
}

/// Where the commit stands that follows.
const fn next(position: Position) -> Position {
    Position::of_number(position.number() + 1)
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
