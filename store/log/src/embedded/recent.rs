//! What the server's bots wrote last, in memory: lists, counts and the archive follow close
//! behind, and find it here without reading it back.
//!
//! A match that only bots play is held here until it is archived, and then was never in the trees
//! that hold what is live. It comes to be in them if its first commit is forgotten here before, or
//! falls too far behind; if something is written that has to be there; or at a good end. Until then the index counts as
//! applied up to before it, so that the journal is replayed from there after a bad one.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
};

use parking_lot::Mutex;

use super::group::{End, Entry};
use crate::{
    id::{Position, StreamId, StreamKind, Version},
    record::{Line, Tip},
};

/// How many commits behind the last one are kept: after a kill about so many are replayed, however
/// long a match stands still.
const BEHIND: u64 = 1 << 16;

/// The last commits that nobody waited for.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Kept>);

/// Lines in the order of their positions, and the streams that are whole among them.
#[derive(Debug, Default)]
struct Kept {
    /// How many bytes are kept.
    most_bytes: usize,
    lines: VecDeque<Arc<Line>>,
    bytes: usize,
    streams: HashMap<StreamId, Whole>,
    /// How many of the first lines are of no stream that is held.
    settled: usize,
    /// Where the journal ended with the groups since then, and with the one before.
    ends: VecDeque<End>,
}

/// The commits of a stream whose first is here.
#[derive(Debug)]
struct Whole {
    lines: Vec<Arc<Line>>,
    /// They are nowhere else in the index.
    is_held: bool,
}

impl Recent {
    /// Keeps so many bytes from now on.
    pub(super) fn keep(&self, most_bytes: usize) {
        self.0.lock().most_bytes = most_bytes;
    }

    /// Takes up a group with which the journal ends here. Returns the entries that have to be in the
    /// trees now, and are until this is [told](Recent::are_written) held here all the same.
    pub(super) fn add(&self, entries: &[Entry], end: End) -> Vec<Entry> {
        let mut kept = self.0.lock();
        let mut to_write = kept.too_old(end);
        let streams = to_write.iter().map(|entry| entry.line.stream);
        let mut leaving: HashSet<StreamId> = streams.collect();
        for entry in entries {
            let stream = entry.line.stream;
            // Of a stream that leaves, what comes now goes with it.
            let stays = !leaving.contains(&stream);
            if stays && entry.can_be_held() && kept.push(&entry.line) {
                continue;
            }
            if let Some(whole) = kept.streams.get(&stream).filter(|_| leaving.insert(stream)) {
                to_write.extend(whole.entries());
            }
            to_write.push(entry.clone());
        }
        kept.ends.push_back(end);
        to_write
    }

    /// What is held of streams that have a commit at this position or before, to be written.
    pub(super) fn up_to(&self, position: Position) -> Vec<Entry> {
        let kept = self.0.lock();
        let begun = |whole: &&Whole| whole.lines[0].position <= position;
        kept.streams
            .values()
            .filter(begun)
            .flat_map(Whole::entries)
            .collect()
    }

    /// These streams are in the trees now, or archived: they are held no more. Returns where the
    /// journal ended with the last group before any that is.
    pub(super) fn are_written(&self, streams: impl Iterator<Item = StreamId>) -> Option<End> {
        let mut kept = self.0.lock();
        for stream in streams {
            if let Some(whole) = kept.streams.get_mut(&stream) {
                whole.is_held = false;
            }
        }
        kept.forget();
        kept.settled_end()
    }

    /// What is held of a stream behind a version.
    pub(super) fn held_behind(&self, stream: StreamId, version: Version) -> Option<Vec<Entry>> {
        let kept = self.0.lock();
        let whole = kept.streams.get(&stream).filter(|whole| whole.is_held)?;
        let behind = whole.entries().into_iter();
        Some(
            behind
                .filter(|entry| entry.line.after.version >= version)
                .collect(),
        )
    }

    /// How many bytes are held.
    pub(super) fn held_bytes(&self) -> usize {
        let kept = self.0.lock();
        let held = kept.lines.iter().skip(kept.settled);
        held.filter(|line| kept.holds(line.stream))
            .map(|line| line.text.len())
            .sum()
    }

    /// Where a stream ends that is held.
    pub(super) fn tip(&self, stream: StreamId) -> Option<Tip> {
        let kept = self.0.lock();
        let whole = kept.streams.get(&stream).filter(|whole| whole.is_held)?;
        Some(whole.tip())
    }

    /// The streams of a kind that are held.
    pub(super) fn streams(&self, kind: StreamKind) -> Vec<StreamId> {
        let kept = self.0.lock();
        let held = kept.streams.iter().filter(|(_, whole)| whole.is_held);
        held.map(|(stream, _)| *stream)
            .filter(|it| it.kind() == kind)
            .collect()
    }

    /// The lines at this position and directly behind it, at most so many.
    pub(super) fn from(&self, first: Position, limit: usize) -> Vec<Arc<Line>> {
        let kept = self.0.lock();
        let lines = kept.from(first).take(limit);
        let positions = (first.number()..).map(Position::of_number);
        let directly = lines.zip(positions);
        directly
            .take_while(|(line, position)| line.position == *position)
            .map(|(line, _)| Arc::clone(line))
            .collect()
    }

    /// The first lines from a position on that are held, at most so many.
    pub(super) fn held_from(&self, first: Position, limit: usize) -> Vec<Arc<Line>> {
        let kept = self.0.lock();
        let held = kept.from(first).filter(|line| kept.holds(line.stream));
        held.take(limit).cloned().collect()
    }

    /// A commit of a stream that is whole here.
    pub(super) fn line(&self, stream: StreamId, from: Version) -> Option<Line> {
        let kept = self.0.lock();
        let lines = &kept.streams.get(&stream)?.lines;
        let at = lines.binary_search_by_key(&from, |line| line.after.version);
        Some(Line::clone(&lines[at.ok()?]))
    }

    /// The commits of a stream behind where it ended once, up to where it ended later; none if some
    /// of these are not here.
    pub(super) fn read(&self, stream: StreamId, after: Tip, tip: Tip) -> Option<Vec<Line>> {
        let lines = self.0.lock().streams.get(&stream)?.lines.clone();
        let is_there = |line: &&Arc<Line>| {
            line.after.version >= after.version && line.after.version < tip.version
        };
        let there: Vec<Line> = lines
            .iter()
            .filter(is_there)
            .map(|line| Line::clone(line))
            .collect();
        let begins = there.first().is_some_and(|line| line.after == after);
        let ends = there.last().is_some_and(|line| line.tip() == tip);
        (begins && ends).then_some(there)
    }
}

impl Entry {
    /// Whether it is of the kind that is held: nothing in the index points into it.
    fn can_be_held(&self) -> bool {
        let is_plain = self.filed.is_none() && self.text_at.is_none() && !self.drops_texts;
        self.aside && is_plain && self.line.stream.kind() == StreamKind::Match
    }
}

impl Whole {
    fn tip(&self) -> Tip {
        self.lines.last().expect("its first is here").tip()
    }

    /// What is to be written, if it is held.
    fn entries(&self) -> Vec<Entry> {
        let held = self.lines.iter().filter(|_| self.is_held);
        held.map(|line| Entry::new(Line::clone(line), None))
            .collect()
    }
}

impl Kept {
    /// Takes up a line, unless some of its stream is elsewhere.
    fn push(&mut self, line: &Line) -> bool {
        let line = Arc::new(line.clone());
        match self.streams.get_mut(&line.stream) {
            Some(whole) if whole.is_held && whole.tip() == line.after => {
                whole.lines.push(Arc::clone(&line));
            }
            None if line.after == Tip::START => {
                let whole = Whole {
                    lines: vec![Arc::clone(&line)],
                    is_held: true,
                };
                self.streams.insert(line.stream, whole);
            }
            Some(_) | None => return false,
        }
        self.bytes += line.text.len();
        self.lines.push_back(line);
        true
    }

    fn holds(&self, stream: StreamId) -> bool {
        self.streams.get(&stream).is_some_and(|whole| whole.is_held)
    }

    fn from(&self, first: Position) -> impl Iterator<Item = &Arc<Line>> {
        let start = self.lines.partition_point(|line| line.position < first);
        self.lines.range(start..)
    }

    /// What is held of the streams that must be forgotten, now that the journal ends here.
    fn too_old(&self, end: End) -> Vec<Entry> {
        let mut over = self.bytes.saturating_sub(self.most_bytes);
        let mut entries = Vec::new();
        for line in &self.lines {
            if over == 0 && !is_far_behind(line, end) {
                break;
            }
            over = over.saturating_sub(line.text.len());
            // The first of its stream is older than the rest.
            if line.after == Tip::START
                && let Some(whole) = self.streams.get(&line.stream)
            {
                entries.extend(whole.entries());
            }
        }
        entries
    }

    /// Forgets what is too old, as far as it is not held.
    fn forget(&mut self) {
        let end = self.ends.back().copied();
        while let Some(first) = self.lines.front()
            && (self.bytes > self.most_bytes || end.is_some_and(|end| is_far_behind(first, end)))
            && !self.holds(first.stream)
        {
            self.bytes -= first.text.len();
            self.streams.remove(&first.stream);
            self.lines.pop_front();
            self.settled = self.settled.saturating_sub(1);
        }
    }

    /// Where the journal ended with the last group before any commit that is held.
    fn settled_end(&mut self) -> Option<End> {
        while self
            .lines
            .get(self.settled)
            .is_some_and(|line| !self.holds(line.stream))
        {
            self.settled += 1;
        }
        let first_held = self.lines.get(self.settled).map(|line| line.position);
        let is_settled = |end: &End| first_held.is_none_or(|first| end.position < first);
        let settled = self.ends.iter().take_while(|end| is_settled(end)).count();
        self.ends.drain(..settled.saturating_sub(1));
        self.ends.front().copied().filter(is_settled)
    }
}

/// Whether too much was written since.
fn is_far_behind(line: &Line, end: End) -> bool {
    line.position.number() + BEHIND < end.position.number()
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

    const BYTES: usize = 1 << 20;

    fn recent() -> Recent {
        let recent = Recent::default();
        recent.keep(BYTES);
        recent
    }

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

    /// The end of a group with this last position.
    fn end(position: u64) -> End {
        End {
            position: Position::of_number(position),
            ..End::START
        }
    }

    fn positions_of(entries: &[Entry]) -> Vec<u64> {
        let positions = entries.iter().map(|entry| entry.line.position.number());
        positions.collect()
    }

    fn positions(recent: &Recent, from: u64, limit: usize) -> Vec<u64> {
        let lines = recent.from(Position::of_number(from), limit);
        lines.iter().map(|line| line.position.number()).collect()
    }

    #[test]
    fn what_nobody_waited_for_is_found_as_far_as_it_has_no_gap() {
        let recent = recent();
        let written = [(1, 1, true), (2, 1, true), (3, 2, false), (4, 1, true)];
        assert_eq!(positions_of(&recent.add(&entries(&written), end(4))), [3]);
        assert_eq!(positions(&recent, 1, 9), [1, 2]);
        assert_eq!(positions(&recent, 2, 1), [2]);
        assert_eq!(positions(&recent, 3, 9), [0; 0]);
        assert_eq!(positions(&recent, 4, 9), [4]);
    }

    #[test]
    fn a_stream_is_read_if_all_of_it_is_here() {
        let recent = recent();
        let whole = entries(&[(1, 1, true), (2, 1, true)]);
        recent.add(&whole, end(2));
        let stream = whole[0].line.stream;
        let (first, last) = (whole[0].line.tip(), whole[1].line.tip());
        let lines: Vec<Line> = whole.into_iter().map(|entry| entry.line).collect();
        assert_eq!(recent.read(stream, Tip::START, last), Some(lines.clone()));
        assert_eq!(recent.read(stream, first, last), Some(lines[1..].to_vec()));
        assert_eq!(
            recent.read(stream, Tip::START, first),
            Some(lines[..1].to_vec())
        );
        let longer = Tip {
            version: last.version + 1,
            ..last
        };
        assert_eq!(recent.read(stream, Tip::START, longer), None);
        // Of the second stream a player made a commit.
        let partly = entries(&[(3, 2, true), (4, 2, false), (5, 2, true)]);
        recent.add(&partly, end(5));
        let (stream, last) = (partly[0].line.stream, partly[2].line.tip());
        assert_eq!(recent.read(stream, Tip::START, last), None);
    }

    #[test]
    fn a_match_is_held_until_something_of_it_has_to_be_written_or_it_is_archived() {
        let recent = recent();
        let all = entries(&[(1, 1, true), (2, 2, true), (3, 1, false), (4, 2, true)]);
        let [first, second] = [&all[0], &all[1]].map(|entry| entry.line.stream);
        assert_eq!(positions_of(&recent.add(&all[..2], end(2))), [0; 0]);
        assert_eq!(recent.are_written([].into_iter()), None);
        // A player's commit is written, and with it all before it in its match.
        assert_eq!(positions_of(&recent.add(&all[2..], end(4))), [1, 3]);
        assert_eq!(recent.tip(first), Some(all[0].line.tip()));
        assert_eq!(recent.are_written([first].into_iter()), None);
        assert_eq!(recent.tip(first), None);
        assert_eq!(recent.tip(second), Some(all[3].line.tip()));
        assert_eq!(positions_of(&recent.up_to(Position::of_number(1))), [0; 0]);
        assert_eq!(positions_of(&recent.up_to(Position::of_number(2))), [2, 4]);
        let behind = recent.held_behind(second, all[1].line.tip().version);
        assert_eq!(positions_of(&behind.unwrap()), [4]);
        assert_eq!(recent.are_written([second].into_iter()), Some(end(4)));
        assert!(recent.held_behind(second, 0).is_none());
    }

    #[test]
    fn the_index_is_applied_up_to_the_last_group_before_any_match_that_is_held() {
        let recent = recent();
        let all = entries(&[(1, 1, false), (2, 2, true), (3, 3, true), (4, 4, false)]);
        let stream = |at: usize| all[at].line.stream;
        recent.add(&all[..1], end(1));
        assert_eq!(recent.are_written([stream(0)].into_iter()), Some(end(1)));
        recent.add(&all[1..], end(4));
        assert_eq!(recent.are_written([stream(2)].into_iter()), Some(end(1)));
        assert_eq!(recent.are_written([stream(1)].into_iter()), Some(end(4)));
    }

    #[test]
    fn a_match_that_stands_still_is_written_when_it_falls_behind() {
        let recent = recent();
        let all = entries(&[(1, 1, true), (2, 2, true), (3, 1, true)]);
        assert_eq!(positions_of(&recent.add(&all, end(3))), [0; 0]);
        assert_eq!(positions_of(&recent.add(&[], end(1 + BEHIND))), [0; 0]);
        assert_eq!(positions_of(&recent.add(&[], end(2 + BEHIND))), [1, 3]);
        let first = all[0].line.stream;
        assert_eq!(recent.are_written([first].into_iter()), None);
        assert_eq!(positions(&recent, 1, 9), [0; 0]);
        assert_eq!(positions(&recent, 2, 9), [2, 3]);
        assert_eq!(positions_of(&recent.add(&[], end(3 + BEHIND))), [2]);
    }

    #[test]
    fn what_comes_with_the_group_that_its_match_leaves_at_is_written_too() {
        let recent = recent();
        let all = entries(&[(1, 1, true), (2, 1, true), (3, 1, true), (4, 2, true)]);
        assert_eq!(positions_of(&recent.add(&all[..1], end(1))), [0; 0]);
        let far = recent.add(&all[1..], end(2 + BEHIND));
        assert_eq!(positions_of(&far), [1, 2, 3]);
        let stream = all[0].line.stream;
        assert_eq!(recent.tip(stream), Some(all[0].line.tip()));
        recent.are_written([stream].into_iter());
        assert_eq!(recent.tip(stream), None);
    }

    #[test]
    fn what_is_too_old_is_written_with_all_of_its_match_and_then_forgotten() {
        let recent = recent();
        let long = entries(&[(1, 1, true), (2, 2, true), (3, 1, true)]);
        let filled = long.into_iter().map(|mut entry| {
            entry.line.text = "x".repeat(BYTES / 3 + 1);
            entry
        });
        let filled: Vec<Entry> = filled.collect();
        assert_eq!(positions_of(&recent.add(&filled, end(3))), [0; 0]);
        let next = entries(&[(4, 3, true)]);
        assert_eq!(positions_of(&recent.add(&next, end(4))), [1, 3]);
        assert_eq!(positions(&recent, 1, 9), [1, 2, 3, 4]);
        let first = filled[0].line.stream;
        assert_eq!(recent.are_written([first].into_iter()), None);
        assert_eq!(positions(&recent, 1, 9), [0; 0]);
        assert_eq!(positions(&recent, 2, 9), [2, 3, 4]);
        assert_eq!(recent.line(first, 0), None);
    }
}
