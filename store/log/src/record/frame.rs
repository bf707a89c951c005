//! The frame of a record's line: its parts, found by the marks between them.

use std::{str::FromStr, sync::LazyLock};

use memchr::memmem::Finder;

use super::{RecordError, Tip, upcast};
use crate::{
    hash::Hash,
    id::{Position, StreamId, Version},
    time::Timestamp,
};

/// The parts of a line. A line has one form, to the byte, so it is cut, not parsed.
pub(crate) struct Frame<'a> {
    pub(crate) position: Position,
    pub(crate) imported: bool,
    pub(crate) hash: Hash,
    pub(crate) public: &'a str,
    pub(crate) private: Option<&'a str>,
    pub(crate) erasable: Option<&'a str>,
}

/// Stands behind the position of a commit that was taken in from elsewhere.
pub(crate) const IMPORTED: &str = r#""imported":true,"#;

/// What a public part begins and ends with.
pub(crate) struct Header {
    pub(crate) stream: StreamId,
    pub(crate) after: Tip,
    pub(crate) count: u32,
    pub(crate) recorded_at: Timestamp,
    pub(crate) sealed: Hash,
}

impl<'a> Frame<'a> {
    pub(crate) fn of(text: &'a str) -> Result<Frame<'a>, RecordError> {
        let mut cut = Cut(text);
        let number: u64 = cut.between(POSITION, ",")?;
        // The rest is hashed as it stands; this could be written with a sign or a zero before it.
        let first = text.as_bytes()[POSITION.len()];
        if first == b'+' || (first == b'0' && !text.starts_with(NUMBER_0)) {
            return Err(unreadable("position"));
        }
        let rest = cut.0.strip_prefix(IMPORTED);
        let imported = rest.is_some();
        cut.0 = rest.unwrap_or(cut.0);
        let hash = cut.between(r#""hash":""#, r#"","public":"#)?;
        // Only the end of a public part looks like this: in a text, a quotation mark
        // has a backslash before it.
        let end = ENDS.find(cut.0.as_bytes());
        let end = end.map(|at| at + PREV_HASH.len() + 66);
        let parts = end.and_then(|end| cut.0.split_at_checked(end));
        let (public, private) = parts.ok_or_else(|| unreadable("it has no end"))?;
        let hidden = Cut(private).all_between(r#","private":"#, "}")?;
        // The mark cannot stand in a text either. Most lines end otherwise, and have none.
        let may_have = hidden.ends_with(r#""}"#);
        let mark = may_have.then(|| hidden.rfind(ERASABLE)).flatten();
        let (private, erasable) = match mark {
            Some(at) => (&hidden[..at], hidden.get(at + ERASABLE_KEY.len()..)),
            None => (hidden, None),
        };
        Ok(Frame {
            position: Position::of_number(number),
            imported,
            hash,
            public,
            private: (private != "null").then_some(private),
            erasable,
        })
    }
}

/// How the part begins that can be dropped.
const ERASABLE: &str = r#","erasable":{"salt":""#;
/// What stands between it and the private part.
pub(crate) const ERASABLE_KEY: &str = r#","erasable":"#;
/// What a line begins with, and one at position 0.
const POSITION: &str = r#"{"position":"#;
const NUMBER_0: &str = r#"{"position":0,"#;
static ENDS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(PREV_HASH));
const PREV_HASH: &str = r#","prev_hash":""#;
/// How long the end of a public part is that holds its last two hashes.
pub(super) const END_BYTES: usize = r#","sealed":""#.len() + 65 + PREV_HASH.len() + 66;

impl Header {
    pub(crate) fn of(public: &str) -> Result<Header, RecordError> {
        let mut cut = Cut(public);
        upcast::known(cut.between(r#"{"schema":"#, r#","stream":""#)?)?;
        let stream = cut.between("", r#"","version":"#)?;
        let version: Version = cut.between("", r#","count":"#)?;
        let count: u32 = cut.between("", r#","recorded_at":""#)?;
        let recorded_at = cut.between("", r#"","cause":"#)?;
        let end = cut.0.len().checked_sub(END_BYTES);
        let end = end.and_then(|at| cut.0.get(at..));
        let mut cut = Cut(end.ok_or_else(|| unreadable("sealed"))?);
        let sealed = cut.between(r#","sealed":""#, r#"","prev_hash":""#)?;
        let hash = cut.between("", r#""}"#)?;
        if count == 0 || version.checked_add(count).is_none() {
            return Err(unreadable("it holds no events, or too many"));
        }
        Ok(Header {
            stream,
            after: Tip { version, hash },
            count,
            recorded_at,
            sealed,
        })
    }
}

/// A text being cut from its beginning.
struct Cut<'a>(&'a str);

impl<'a> Cut<'a> {
    /// The value between two marks; cuts behind the second.
    fn between<T: FromStr>(&mut self, before: &str, after: &str) -> Result<T, RecordError> {
        let value = || {
            let (text, rest) = cut_at(self.0.strip_prefix(before)?, after)?;
            Some((text.parse().ok()?, rest))
        };
        let (value, rest) = value().ok_or_else(|| unreadable(after))?;
        self.0 = rest;
        Ok(value)
    }

    /// Everything between a mark at the beginning and one at the end.
    fn all_between(&self, before: &str, after: &str) -> Result<&'a str, RecordError> {
        let rest = self.0.strip_prefix(before);
        let all = rest.and_then(|rest| rest.strip_suffix(after));
        all.ok_or_else(|| unreadable(before))
    }
}

/// What stands before and behind a mark. What is before it is short, so it is found by its first
/// byte before a search for all of it would have begun.
fn cut_at<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let first = *mark.as_bytes().first()?;
    let mut begins = memchr::memchr_iter(first, text.as_bytes());
    let at = begins.find(|at| text.as_bytes()[*at..].starts_with(mark.as_bytes()))?;
    Some((text.get(..at)?, text.get(at + mark.len()..)?))
}

fn unreadable(what: &str) -> RecordError {
    RecordError::Unreadable(format!("it does not have the form of a record: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_one_form() {
        let hash = Hash::ZERO;
        let line = |position: &str| {
            format!(
                r#"{{"position":{position},"hash":"{hash}","public":{{"of":1,"prev_hash":"{hash}"}},"private":null}}"#
            )
        };
        for written in ["0", "7", "10"] {
            let read = Frame::of(&line(written)).map(|frame| frame.position.number());
            assert_eq!(read.ok(), written.parse().ok(), "{written}");
        }
        for written in ["00", "07", "+7", "-7", "", " 7"] {
            assert!(Frame::of(&line(written)).is_err(), "{written:?}");
        }
    }
}
