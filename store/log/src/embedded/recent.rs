//! What the server's bots wrote last, in memory: lists, counts and the archive follow close
//! behind, and find it here without reading it back.
//!
//! Only commits that nobody waits for are kept. Those of players come and go one by one.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use parking_lot::Mutex;

use super::group::Entry;
use crate::{
    id::{Position, StreamId},
    record::{Line, Tip},
};

/// How much is kept: more than is written while followers are behind, where they keep up.
const BYTES: usize = 32 << 20;

/// The last commits that nobody waited for.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Kept>);

/// Lines in the order of their positions, and the streams that are whole among them.
#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<Arc<Line>>,
    bytes: usize,
    /// The commits of each stream whose first is here.
    streams: HashMap<StreamId, Vec<Arc<Line>>>,
}

impl Recent {
    /// Keeps what was written, and forgets what is too old.
    pub(super) fn add(&self, entries: &[Entry]) {
        let mut kept = self.0.lock();
        for entry in entries.iter().filter(|entry| entry.aside) {
            kept.push(Arc::new(entry.line.clone()));
        }
        while kept.bytes > BYTES {
            kept.forget_first();
        }
    }

    /// The lines at this position and directly behind it, at most so many.
    pub(super) fn from(&self, first: Position, limit: usize) -> Vec<Arc<Line>> {
        let kept = self.0.lock();
        let start = kept.lines.partition_point(|line| line.position < first);
        let lines = kept.lines.range(start..).take(limit);
        let positions = (first.number()..).map(Position::of_number);
        let directly = lines.zip(positions);
        directly
            .take_while(|(line, position)| line.position == *position)
            .map(|(line, _)| Arc::clone(line))
            .collect()
    }

    /// The commits of a stream behind where it ended once, up to where it ends now; none if some
    /// of the stream is not here.
    pub(super) fn read(&self, stream: StreamId, after: Tip, tip: Tip) -> Option<Vec<Line>> {
        let lines = self.0.lock().streams.get(&stream)?.clone();
        let is_behind = |line: &&Arc<Line>| line.after.version >= after.version;
        let behind: Vec<Line> = lines
            .iter()
            .filter(is_behind)
            .map(|line| Line::clone(line))
            .collect();
        let begins = behind.first().is_some_and(|line| line.after == after);
        let ends = behind.last().is_some_and(|line| line.tip() == tip);
        (begins && ends).then_some(behind)
    }
}

impl Kept {
    fn push(&mut self, line: Arc<Line>) {
        let known = self.streams.get_mut(&line.stream);
        match known {
            Some(lines) if lines.last().is_some_and(|last| last.tip() == line.after) => {
                lines.push(Arc::clone(&line));
            }
            // What came between was written otherwise.
            Some(_) => drop(self.streams.remove(&line.stream)),
            None if line.after == Tip::START => {
                self.streams.insert(line.stream, vec![Arc::clone(&line)]);
            }
            None => {}
        }
        self.bytes += line.text.len();
        self.lines.push_back(line);
    }

    fn forget_first(&mut self) {
        if let Some(line) = self.lines.pop_front() {
            self.bytes -= line.text.len();
            self.streams.remove(&line.stream);
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::matches::MatchEvent;

    use super::*;
    use crate::{
        cause::{By, Cause, Tries},
        id::MatchId,
        record::{Draft, Sealed},
        time::Timestamp,
    };

    /// A commit of the match of that number.
    fn sealed(nth: u8, after: Tip) -> Sealed {
        let now = Timestamp::now();
        let server = "test".to_owned();
        let draft = Draft::<MatchEvent> {
            cause: Cause::of(By::Server { server }, now),
            rules: 0,
            recorded_at: now,
            request: None,
            tries: Tries::new(),
            events: &[MatchEvent::Decided {
                seat: domain::Seat(0),
            }],
            salt: [2; 32],
            erasable: None,
        };
        draft.seal(MatchId::of_bytes([nth; 16]).into(), after)
    }

    /// Entries at these positions, of these matches, and whether nobody waited for them.
    fn entries(of: &[(u64, u8, bool)]) -> Vec<Entry> {
        let mut tips: HashMap<u8, Tip> = HashMap::new();
        let entry = |&(position, nth, aside): &(u64, u8, bool)| {
            let sealed = sealed(nth, *tips.get(&nth).unwrap_or(&Tip::START));
            tips.insert(nth, sealed.tip());
            Entry {
                aside,
                ..Entry::new(sealed.at(Position::of_number(position)), None)
            }
        };
        of.iter().map(entry).collect()
    }

    fn positions(recent: &Recent, from: u64, limit: usize) -> Vec<u64> {
        let lines = recent.from(Position::of_number(from), limit);
        lines.iter().map(|line| line.position.number()).collect()
    }

    #[test]
    fn what_nobody_waited_for_is_found_as_far_as_it_has_no_gap() {
        let recent = Recent::default();
        let written = [(1, 1, true), (2, 1, true), (3, 2, false), (4, 1, true)];
        recent.add(&entries(&written));
        assert_eq!(positions(&recent, 1, 9), [1, 2]);
        assert_eq!(positions(&recent, 2, 1), [2]);
        assert_eq!(positions(&recent, 3, 9), [0; 0]);
        assert_eq!(positions(&recent, 4, 9), [4]);
    }

    #[test]
    fn a_stream_is_read_if_all_of_it_is_here() {
        let recent = Recent::default();
        let whole = entries(&[(1, 1, true), (2, 1, true)]);
        recent.add(&whole);
        let stream = whole[0].line.stream;
        let (first, last) = (whole[0].line.tip(), whole[1].line.tip());
        let lines: Vec<Line> = whole.into_iter().map(|entry| entry.line).collect();
        assert_eq!(recent.read(stream, Tip::START, last), Some(lines.clone()));
        assert_eq!(recent.read(stream, first, last), Some(lines[1..].to_vec()));
        assert_eq!(recent.read(stream, Tip::START, first), None);
        // Of the second stream a player made a commit.
        let partly = entries(&[(3, 2, true), (4, 2, false), (5, 2, true)]);
        recent.add(&partly);
        let (stream, last) = (partly[0].line.stream, partly[2].line.tip());
        assert_eq!(recent.read(stream, Tip::START, last), None);
    }
}
