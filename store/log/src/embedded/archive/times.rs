//! The times of a match as a column of differences; a mark stands where each was.

use std::{fmt::Write as _, ops::Range, slice};

use super::numbers;
use crate::time::Timestamp;

/// Stands where a time was. JSON never holds this character, nor the other marks.
const MARK: char = '\u{1}';

/// How long a time is, as the record writes it.
const TIME_BYTES: usize = "2031-05-17T08:09:10.011Z".len();

/// Times being taken out of texts, one text after the other.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) column: Vec<u8>,
    last_ms: i64,
    /// The last time as it was written: mostly the next is the same, and need not be read.
    last: String,
}

/// Times that were taken out, as they are needed.
pub(super) struct Kept<'a> {
    column: &'a [u8],
    last_ms: i64,
    read: Vec<Timestamp>,
}

impl Taken {
    /// The text with marks for times.
    pub(super) fn take_out(&mut self, text: &str) -> String {
        let mut kept = String::with_capacity(text.len());
        // A time ends with this letter, which stands in little else.
        let (mut rest, mut seen) = (text, 0);
        while let Some(ends) = rest[seen..].find('Z') {
            seen += ends + 1;
            let begins = seen.checked_sub(TIME_BYTES + 1);
            let time = begins.filter(|at| self.note_time(rest, *at));
            if let Some(begins) = time {
                kept.push_str(&rest[..begins]);
                kept.push(MARK);
                (rest, seen) = (&rest[seen + 1..], 0);
            }
        }
        kept.push_str(rest);
        kept
    }

    /// Notes the time whose quotation mark is here, if one is.
    fn note_time(&mut self, text: &str, at: usize) -> bool {
        let quoted = text.get(at..at + TIME_BYTES + 2);
        let written = quoted.and_then(|it| it.strip_prefix('"')?.strip_suffix('"'));
        let Some(written) = written else {
            return false;
        };
        let before_ms = self.last_ms;
        if written != self.last {
            let Some(time) = time_of(written) else {
                return false;
            };
            self.last_ms = time.unix_ms();
            written.clone_into(&mut self.last);
        }
        numbers::put_difference(self.last_ms - before_ms, &mut self.column);
        true
    }
}

impl<'a> Kept<'a> {
    pub(super) const fn of(column: &'a [u8]) -> Kept<'a> {
        Kept {
            column,
            last_ms: 0,
            read: Vec::new(),
        }
    }

    /// Which are the times of the next text; none if there are fewer, or they are none.
    pub(super) fn read_for(&mut self, text: &str) -> Option<Range<usize>> {
        let begins = self.read.len();
        for _ in memchr::memchr_iter(MARK as u8, text.as_bytes()) {
            let time = self.next()?;
            self.read.push(time);
        }
        Some(begins..self.read.len())
    }

    /// Some that were read.
    pub(super) fn get(&self, times: Range<usize>) -> Option<&[Timestamp]> {
        self.read.get(times)
    }

    fn next(&mut self) -> Option<Timestamp> {
        let difference = numbers::take_difference(&mut self.column)?;
        self.last_ms = self.last_ms.checked_add(difference)?;
        Timestamp::of_unix_ms(self.last_ms)
    }
}

/// Writes a text with times for marks; none if there are fewer times.
pub(super) fn put_back(
    text: &str,
    times: &mut slice::Iter<'_, Timestamp>,
    to: &mut String,
) -> Option<()> {
    let mut rest = text;
    while let Some((part, behind)) = split(rest, MARK) {
        *to += part;
        write!(to, "\"{}\"", times.next()?).ok()?;
        rest = behind;
    }
    *to += rest;
    Some(())
}

/// What stands before and behind a mark. Most is far behind, and this finds it quicker than
/// `split_once`.
pub(super) fn split(text: &str, mark: char) -> Option<(&str, &str)> {
    let at = memchr::memchr(mark as u8, text.as_bytes())?;
    Some((&text[..at], &text[at + 1..]))
}

/// The time that is written so.
fn time_of(written: &str) -> Option<Timestamp> {
    let time: Timestamp = written.parse().ok()?;
    (time.to_string() == written).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_taken_out_and_put_back_and_nothing_else_is() {
        let texts = [
            r#"{"at":"2031-05-17T08:09:10.011Z","to":"2031-05-17T08:09:10.010Z"}"#,
            r#"{"no":"2031-05-17T08:09:10.0110Z","nor":"2031-05-17T08:09:10+00:00Z"}"#,
            r#"["ünï\"2031-05-17T08:09:10.011Z","2031-05-17T08:09:99.011Z",""]"#,
        ];
        let mut taken = Taken::default();
        let marked = texts.map(|text| taken.take_out(text));
        assert_eq!(marked[0], "{\"at\":\u{1},\"to\":\u{1}}");
        assert_eq!(marked[1], texts[1]);
        let mut kept = Kept::of(&taken.column);
        for (marked, text) in marked.iter().zip(texts) {
            let times = kept.read_for(marked).unwrap();
            let mut whole = String::new();
            let mut times = kept.get(times).unwrap().iter();
            put_back(marked, &mut times, &mut whole).unwrap();
            assert_eq!(whole, text);
        }
        assert_eq!(kept.read_for("\u{1}"), None);
        assert_eq!(put_back("\u{1}", &mut [].iter(), &mut String::new()), None);
    }
}
