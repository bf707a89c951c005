//! A walk along the journal: every group in order, checked and chained.

use std::path::Path;

use domain::cast;

use super::{
    group::{self, End, Entry, Group},
    journal::Known,
    segment::{self, Segment, Stop},
    writer::Written,
};
use crate::{error::StoreError, id::Position};

/// A walk along the journal, from what the index has.
pub(super) struct Walk<'a> {
    pub(super) end: End,
    pub(super) known: &'a Known,
    pub(super) replay: &'a mut dyn FnMut(Vec<Entry>, End) -> Result<(), StoreError>,
}

impl Walk<'_> {
    /// The segment that holds what follows `applied`; the walk begins there.
    pub(super) fn first_needed(
        &mut self,
        dir: &Path,
        numbers: &[u64],
        store_id: [u8; 16],
    ) -> Result<u64, StoreError> {
        let first = *numbers.first().expect("there is one at least");
        for &number in numbers.iter().rev() {
            self.end = Segment::read_header(dir, number, store_id)?;
            // One that begins at this position may follow copies that were not applied.
            if self.end.position < self.known.applied.position {
                return Ok(number);
            }
        }
        Ok(first)
    }

    /// Walks a segment that another follows.
    pub(super) fn closed(&mut self, segment: &Segment) -> Result<(), StoreError> {
        let (at, stop) = self.groups(segment)?;
        match stop {
            Stop::Zeros => Ok(()),
            Stop::Torn(why) | Stop::Damage(why) => Err(segment.damaged(at, why)),
        }
    }

    /// Walks the last segment and returns where it ends. Nothing that was acknowledged is
    /// behind that.
    pub(super) fn open_end(&mut self, segment: &Segment) -> Result<usize, StoreError> {
        let (at, stop) = self.groups(segment)?;
        if let Some(why) = self.known.lacking(self.end.position) {
            return Err(segment.damaged(at, why));
        }
        match stop {
            Stop::Zeros => Ok(at),
            Stop::Torn(why) => {
                let segment = segment.path.display();
                tracing::warn!(%segment, at, why, "removing a group that was never acknowledged");
                Ok(at)
            }
            Stop::Damage(why) => Err(segment.damaged(at, why)),
        }
    }

    fn groups(&mut self, segment: &Segment) -> Result<(usize, Stop), StoreError> {
        if segment.begins != self.end {
            return Err(segment.damaged(0, "it does not follow the segment before"));
        }
        let mut at = cast::<usize>(segment::HEADER_BYTES);
        loop {
            if let Some(why) = self.known.contradicts(self.end) {
                return Err(segment.damaged(at, why));
            }
            let group = match group::decode(&segment.bytes[at..], self.end) {
                Ok(group) => group,
                Err(why) => return Ok((at, segment.why_no_group(at, why))),
            };
            self.end = group.end;
            if self.is_needed(&group) {
                let begins = cast::<u64>(at);
                let entries = group.entries(segment.number, begins);
                let entries = entries.map_err(|error| segment.damaged(at, error.to_string()))?;
                (self.replay)(entries, self.end)?;
            }
            at += group.bytes;
        }
    }

    /// Whether the index may lack something of a group. Of copies at the position that was applied
    /// last that is not known: to apply them again changes nothing.
    fn is_needed(&self, group: &Group<'_>) -> bool {
        let applied = self.known.applied.position;
        group.end.position > applied || (group.is_copy && group.end.position == applied)
    }
}

impl Known {
    /// Why the journal is another, if it may not end so at this position.
    fn contradicts(&self, end: End) -> Option<&'static str> {
        if end.position == self.applied.position && end != self.applied {
            return Some("the index belongs to another journal");
        }
        let other = self.closed_at.is_some_and(|closed_at| {
            closed_at.position == end.position && closed_at != Written::from(end)
        });
        other.then_some("another journal was closed at this position")
    }

    /// What the journal lacks, if it ends at this position.
    fn lacking(&self, end: Position) -> Option<String> {
        let read = self.read.as_ref();
        let known = [
            Some((self.applied.position, "the index")),
            self.closed_at.map(|at| (at.position, "LOCK")),
            read.map(|(position, name)| (*position, name.as_str())),
        ];
        let (position, name) = known.into_iter().flatten().max()?;
        (end < position).then(|| {
            let (end, position) = (end.number(), position.number());
            format!("it ends at position {end}, but {position} was acknowledged, as {name} says")
        })
    }
}

/// Nothing is known of what the journal must hold.
const NOTHING: Known = Known {
    applied: End::START,
    closed_at: None,
    read: None,
};

/// Every commit in a segment that another follows.
///
/// # Errors
///
/// If it is damaged.
pub(super) fn read_closed(
    dir: &Path,
    number: u64,
    store_id: [u8; 16],
    replay: &mut dyn FnMut(Vec<Entry>, End) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let segment = Segment::read(dir, number, store_id)?;
    let mut walk = Walk {
        end: segment.begins,
        known: &NOTHING,
        replay,
    };
    walk.closed(&segment)
}

/// Every commit in a journal that nobody writes, for checking or repairing: a copy as well as
/// what it is a copy of, if that is still there.
///
/// # Errors
///
/// If it is damaged.
pub(crate) fn read_all(
    dir: &Path,
    store_id: [u8; 16],
    replay: &mut dyn FnMut(Vec<Entry>, End) -> Result<(), StoreError>,
) -> Result<End, StoreError> {
    let mut walk = Walk {
        end: End::START,
        known: &NOTHING,
        replay,
    };
    let numbers = segment::list(dir)?;
    walk.first_needed(dir, &numbers, store_id)?;
    for number in &numbers {
        let segment = Segment::read(dir, *number, store_id)?;
        if Some(number) == numbers.last() {
            walk.open_end(&segment)?;
        } else {
            walk.closed(&segment)?;
        }
    }
    Ok(walk.end)
}
