//! Matches in which the server has something to do once a moment is reached: a window is over, a
//! clock runs out, nobody has played on for too long.
//!
//! Of each match one moment is noted, which may be too early: then the match is looked at in
//! vain, and the right one is noted. So a decision costs nothing where it puts the moment off.

use std::collections::{BTreeSet, HashMap};

use parking_lot::Mutex;
use store_log::{id::MatchId, time::Timestamp};
use tokio::sync::Notify;

/// The moments that are noted.
#[derive(Debug, Default)]
pub(crate) struct Deadlines {
    noted: Mutex<Noted>,
    /// The first moment is another now.
    pub(crate) changed: Notify,
}

#[derive(Debug, Default)]
struct Noted {
    in_order: BTreeSet<(Timestamp, MatchId)>,
    of: HashMap<MatchId, Timestamp>,
}

impl Deadlines {
    /// Notes when a match must be looked at, or that it need not be.
    pub(crate) fn note(&self, id: MatchId, at: Option<Timestamp>) {
        let mut noted = self.noted.lock();
        let before = noted.of.get(&id).copied();
        match (before, at) {
            (Some(before), Some(at)) if before <= at => return,
            (Some(before), _) => {
                noted.of.remove(&id);
                noted.in_order.remove(&(before, id));
            }
            (None, _) => {}
        }
        if let Some(at) = at {
            noted.of.insert(id, at);
            noted.in_order.insert((at, id));
            if noted.in_order.first() == Some(&(at, id)) {
                self.changed.notify_one();
            }
        }
    }

    /// The first moment.
    pub(crate) fn first(&self) -> Option<Timestamp> {
        Some(self.noted.lock().in_order.first()?.0)
    }

    /// A match whose moment is reached.
    pub(crate) fn take(&self, now: Timestamp) -> Option<MatchId> {
        let mut noted = self.noted.lock();
        let (at, id) = *noted.in_order.first().filter(|(at, _)| *at <= now)?;
        noted.in_order.remove(&(at, id));
        noted.of.remove(&id);
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: u32) -> Timestamp {
        format!("2031-05-17T08:00:{second:02}.000Z")
            .parse()
            .unwrap()
    }

    fn id(nth: u8) -> MatchId {
        MatchId::of_bytes([nth; 16])
    }

    #[test]
    fn the_earliest_moment_of_a_match_is_kept_and_the_earliest_of_all_comes_first() {
        let deadlines = Deadlines::default();
        deadlines.note(id(1), Some(at(20)));
        deadlines.note(id(2), Some(at(10)));
        deadlines.note(id(2), Some(at(30)));
        assert_eq!(deadlines.first(), Some(at(10)));
        deadlines.note(id(1), Some(at(5)));
        assert_eq!(deadlines.take(at(4)), None);
        assert_eq!(deadlines.take(at(15)), Some(id(1)));
        assert_eq!(deadlines.take(at(15)), Some(id(2)));
        assert_eq!((deadlines.take(at(60)), deadlines.first()), (None, None));
    }

    #[test]
    fn nothing_is_kept_of_a_match_that_needs_no_look() {
        let deadlines = Deadlines::default();
        deadlines.note(id(1), Some(at(20)));
        deadlines.note(id(1), None);
        assert_eq!(deadlines.first(), None);
        assert!(deadlines.noted.lock().of.is_empty());
    }
}
