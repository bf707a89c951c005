//! Archived matches that were read lately, expanded: whoever follows the log reads each of them
//! more than once, and side by side with others.

use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
};

use crate::{id::StreamId, record::Line};

/// The lines of an archived match.
pub(super) type Lines = Arc<Vec<Line>>;

/// Matches that were read last, the first of them first, and how many bytes their lines take.
#[derive(Debug, Default)]
pub(super) struct Lately {
    matches: VecDeque<Expanded>,
    bytes: usize,
}

/// A match that was read, and how many bytes its lines take.
#[derive(Debug)]
struct Expanded {
    stream: StreamId,
    /// Whoever wants them while another reads them waits here. None if they cannot be read.
    lines: Arc<OnceLock<Option<Lines>>>,
    bytes: usize,
}

/// Matches are kept expanded while they take no more than so many bytes: the log is read in the
/// order of positions, by some side by side, and many matches are played side by side in a batch.
const LATELY_BYTES: usize = 64 << 20;

impl Lately {
    /// The lines of a match, if somebody has read them.
    pub(super) fn get(&self, stream: StreamId) -> Option<Lines> {
        let found = self.matches.iter().find(|it| it.stream == stream)?;
        found.lines.get()?.clone()
    }

    /// Where the lines of a match are, or will be.
    pub(super) fn place(&mut self, stream: StreamId) -> Arc<OnceLock<Option<Lines>>> {
        if let Some(found) = self.matches.iter().find(|it| it.stream == stream) {
            return Arc::clone(&found.lines);
        }
        let lines = Arc::default();
        self.matches.push_back(Expanded {
            stream,
            lines: Arc::clone(&lines),
            bytes: 0,
        });
        lines
    }

    /// Notes that the lines of a match were read, and take so many bytes; none of one that cannot
    /// be read, which is forgotten. Those read first make room.
    pub(super) fn filled(&mut self, stream: StreamId, bytes: usize) {
        if let Some(found) = self.matches.iter_mut().find(|it| it.stream == stream) {
            // It may have made room, and been read by another, too.
            self.bytes += bytes - found.bytes.min(bytes);
            found.bytes = bytes;
        }
        self.matches.retain(|it| it.stream != stream || bytes > 0);
        while self.bytes > LATELY_BYTES
            && let Some(first) = self.matches.pop_front()
        {
            self.bytes -= first.bytes;
        }
    }
}

/// How many bytes lines take.
pub(super) fn bytes_of(lines: &[Line]) -> usize {
    lines
        .iter()
        .map(|line| size_of::<Line>() + line.text.len())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::MatchId;

    fn numbered(number: u8) -> StreamId {
        StreamId::Match(MatchId::of_bytes([number; 16]))
    }

    fn keep(lately: &mut Lately, stream: StreamId, bytes: usize) {
        let place = lately.place(stream);
        place.get_or_init(|| (bytes > 0).then(Lines::default));
        lately.filled(stream, bytes);
    }

    #[test]
    fn matches_are_kept_by_their_bytes_and_the_first_makes_room() {
        let mut lately = Lately::default();
        for number in 0..4 {
            keep(&mut lately, numbered(number), LATELY_BYTES / 3);
        }
        let kept = (0..4).filter(|number| lately.get(numbered(*number)).is_some());
        assert_eq!(kept.collect::<Vec<_>>(), [1, 2, 3]);
        keep(&mut lately, numbered(4), LATELY_BYTES + 1);
        assert_eq!((lately.matches.len(), lately.bytes), (0, 0));
    }

    #[test]
    fn a_match_that_cannot_be_read_is_read_again() {
        let mut lately = Lately::default();
        let before = lately.place(numbered(1));
        keep(&mut lately, numbered(1), 0);
        assert_eq!(before.get(), Some(&None));
        assert_eq!(lately.place(numbered(1)).get(), None);
    }
}
