//! A group: the commits that became durable with one sync, as the journal writes
//! them.
//!
//! ```text
//! magic 4 | body length 4 | number 8 | first position 8 | count 4 |
//! hash of the group before 32 | crc32c of the body 4 | crc32c of all that 4 | body
//! body: for each commit, length 4 | marks 1 | [idempotency key 50] | line
//!       | [length of its text 4 | crc32c of its text 4 | its text]
//! ```
//!
//! The marks say which of that is there, and whether the commit drops the texts of those
//! before it in its stream. A text can be dropped, so the checksum leaves it out.
//! Numbers are little-endian. The hash of a group covers the hash before, its
//! numbers and the hashes of its commits, so groups chain the whole store.
//!
//! A group of copies, each marked so, holds commits of segments that are to go. They keep their
//! positions, in no order, and the journal ends where it ended before.

use bytes::BufMut as _;
use domain::cast;
use sha2::{Digest as _, Sha256};

use super::texts::{self, Found, Place};
use crate::{
    hash::Hash,
    id::Position,
    log::IdempotencyKey,
    record::{Line, RecordError},
};

/// No text holds these bytes, so no line does.
pub(super) const MAGIC: &[u8; 4] = b"\xc7GR\xff";
/// Bytes before the body.
pub(super) const HEADER: usize = 68;

/// What an entry has.
const KEYED: u8 = 1;
const WITH_TEXT: u8 = 2;
const DROPS_TEXTS: u8 = 4;
const COPIED: u8 = 8;

/// An idempotency key and the day it was used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filed {
    pub(crate) day: u16,
    pub(crate) key: IdempotencyKey,
}

/// One commit of a group.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) line: Line,
    pub(crate) filed: Option<Filed>,
    /// The texts of the commits before it in its stream are dropped.
    pub(crate) drops_texts: bool,
    /// It is no new commit.
    pub(crate) is_copy: bool,
    /// Nobody waited for it.
    pub(crate) aside: bool,
    /// Where its text stands in the journal, once it is there.
    pub(crate) text_at: Option<Place>,
}

/// Where the journal ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The number of the next group.
    pub(crate) group: u64,
    /// The last position of the log.
    pub(crate) position: Position,
    /// The hash of the last group.
    pub(crate) hash: Hash,
}

/// A group in a segment, its checksum, numbers and chain right.
#[derive(Debug)]
pub(super) struct Group<'a> {
    written: Vec<Written<'a>>,
    count: u32,
    /// Whether its commits are no new ones.
    pub(super) is_copy: bool,
    /// Where the journal ends with it.
    pub(super) end: End,
    /// How many bytes it takes.
    pub(super) bytes: usize,
}

impl Entry {
    /// A commit that drops nothing.
    pub(crate) const fn new(line: Line, filed: Option<Filed>) -> Entry {
        Entry {
            line,
            filed,
            drops_texts: false,
            is_copy: false,
            aside: false,
            text_at: None,
        }
    }
}

impl End {
    /// Before the first group.
    pub(crate) const START: End = End {
        group: 0,
        position: Position::START,
        hash: Hash::ZERO,
    };
}

/// Writes a group behind `end` into an empty buffer; returns where it then ends. Entries
/// hear where their texts stand, counted from the group's beginning.
pub(super) fn encode(end: End, entries: &mut [Entry], buffer: &mut Vec<u8>) -> End {
    buffer.extend([0; HEADER]);
    let mut body_sum = 0;
    for entry in &mut *entries {
        let begins = buffer.len();
        let text = encode_entry(entry, buffer);
        body_sum = crc32c::crc32c_append(body_sum, &buffer[begins..]);
        if let Some(text) = text {
            let at = cast::<u64>(buffer.len());
            entry.text_at = entry.text_at.map(|place| Place { at, ..place });
            buffer.extend(text.into_bytes());
        }
    }
    let length = cast::<u32>(buffer.len() - HEADER);
    let count = cast::<u32>(entries.len());
    let mut header = Vec::with_capacity(HEADER);
    header.put_slice(MAGIC);
    header.put_u32_le(length);
    header.put_u64_le(end.group);
    header.put_u64_le(end.position.number() + 1);
    header.put_u32_le(count);
    header.put_slice(&end.hash.0);
    header.put_u32_le(body_sum);
    header.put_u32_le(crc32c::crc32c(&header));
    buffer[..HEADER].copy_from_slice(&header);
    if entries.iter().any(|entry| entry.is_copy) {
        return end;
    }
    let hashes = entries.iter().map(|entry| entry.line.hash);
    next(end, count, hashes)
}

/// Writes an entry but for its text, which is returned.
fn encode_entry(entry: &mut Entry, buffer: &mut Vec<u8>) -> Option<String> {
    let (rest, text) = texts::split(&entry.line);
    let length = |text: &str| cast::<u32>(text.len());
    buffer.put_u32_le(length(&rest));
    let keyed = entry.filed.map_or(0, |_| KEYED);
    let with_text = text.map_or(0, |_| WITH_TEXT);
    let drops = if entry.drops_texts { DROPS_TEXTS } else { 0 };
    let copied = if entry.is_copy { COPIED } else { 0 };
    buffer.put_u8(keyed | with_text | drops | copied);
    if let Some(filed) = &entry.filed {
        buffer.extend(filed.to_bytes());
    }
    buffer.extend(rest.as_bytes());
    entry.text_at = text.map(|text| Place {
        segment: 0,
        at: 0,
        bytes: length(text),
        sum: crc32c::crc32c(text.as_bytes()),
    });
    if let Some(place) = entry.text_at {
        buffer.put_u32_le(place.bytes);
        buffer.put_u32_le(place.sum);
    }
    text.map(str::to_owned)
}

fn next(end: End, count: u32, hashes: impl Iterator<Item = Hash>) -> End {
    let mut digest = Sha256::new()
        .chain_update(end.hash.0)
        .chain_update(end.group.to_le_bytes())
        .chain_update((end.position.number() + 1).to_le_bytes());
    hashes.for_each(|hash| digest.update(hash.0));
    End {
        group: end.group + 1,
        position: Position::of_number(end.position.number() + u64::from(count)),
        hash: Hash(digest.finalize().into()),
    }
}

/// How many bytes the group takes that begins here, if its header is whole.
pub(super) fn claimed_bytes(bytes: &[u8]) -> Option<usize> {
    let header = bytes.get(..HEADER)?;
    let sum = u64::from(crc32c::crc32c(&header[..64]));
    let length = usize::try_from(number(&header[4..8])).ok()?;
    (&header[..4] == MAGIC && number(&header[64..]) == sum).then_some(HEADER + length)
}

/// The group that begins here, if it is whole and follows `end`.
pub(super) fn decode(bytes: &[u8], end: End) -> Result<Group<'_>, &'static str> {
    let claimed = claimed_bytes(bytes).ok_or("there is no header of a group")?;
    let group = bytes
        .get(..claimed)
        .ok_or("the group is longer than the segment")?;
    let (header, body) = group.split_at(HEADER);
    let (written, sum) = entries_of(body);
    if u64::from(sum) != number(&header[60..64]) {
        return Err("the checksum is wrong");
    }
    let follows = number(&header[8..16]) == end.group
        && number(&header[16..24]) == end.position.number() + 1
        && header[28..60] == end.hash.0;
    if !follows {
        return Err("the group does not follow the one before");
    }
    let count = cast::<u32>(number(&header[24..28]));
    let written = written.ok_or("the group holds something else")?;
    let hashes = written.iter().map(|entry| hash_of(entry.rest));
    let hashes = hashes.collect::<Option<Vec<Hash>>>();
    let hashes = hashes.ok_or("the group holds something else")?;
    if written.iter().any(Written::is_torn) {
        return Err("a text was never written");
    }
    let copies = written.iter().filter(|entry| entry.is_copy).count();
    let is_copy = copies > 0;
    if is_copy && copies < written.len() {
        return Err("the group holds something else");
    }
    let end = match is_copy {
        true => end,
        false => next(end, count, hashes.into_iter()),
    };
    Ok(Group {
        written,
        count,
        is_copy,
        end,
        bytes: group.len(),
    })
}

impl Group<'_> {
    /// Its commits, hashes checked. It stands in this segment, from `at` on.
    pub(super) fn entries(&self, segment: u64, at: u64) -> Result<Vec<Entry>, RecordError> {
        let entries = self.written.iter().map(|entry| entry.read(segment, at));
        let entries = entries.collect::<Result<Vec<Entry>, RecordError>>()?;
        if self.are_placed(&entries) && u32::try_from(entries.len()) == Ok(self.count) {
            Ok(entries)
        } else {
            Err(RecordError::Unreadable("positions are wrong".into()))
        }
    }

    fn are_placed(&self, entries: &[Entry]) -> bool {
        let end = self.end.position;
        if self.is_copy {
            return entries.iter().all(|entry| entry.line.position <= end);
        }
        let first = end.number() - u64::from(self.count) + 1;
        let mut placed = (first..).map(Position::of_number).zip(entries);
        placed.all(|(at, entry)| entry.line.position == at)
    }
}

/// An entry as it was written.
#[derive(Debug)]
struct Written<'a> {
    filed: Option<Filed>,
    drops_texts: bool,
    is_copy: bool,
    /// The line without its text.
    rest: &'a str,
    /// What stands where its text was written, and where that is in the group.
    text: Option<(&'a [u8], Place)>,
}

impl Written<'_> {
    /// Whether its text never reached the disk, so that the group was not acknowledged.
    fn is_torn(&self) -> bool {
        let found = self
            .text
            .map(|(bytes, place)| texts::found(bytes, place.sum));
        found == Some(Found::Unwritten)
    }

    /// The commit, whose group begins at `at` of a segment.
    fn read(&self, segment: u64, at: u64) -> Result<Entry, RecordError> {
        let found = self
            .text
            .map(|(bytes, place)| texts::found(bytes, place.sum));
        let text = match found {
            Some(Found::Text(text)) => Some(text),
            Some(Found::Dropped | Found::Unwritten | Found::Damaged) | None => None,
        };
        // Of a text that is half dropped the rest must be found when it is dropped again.
        let is_there = !matches!(found, Some(Found::Dropped) | None);
        let place = self.text.filter(|_| is_there).map(|(_, place)| Place {
            segment,
            at: at + place.at,
            ..place
        });
        Ok(Entry {
            line: Line::parse(texts::joined(self.rest, text))?,
            filed: self.filed,
            drops_texts: self.drops_texts,
            is_copy: self.is_copy,
            aside: false,
            text_at: place,
        })
    }
}

/// The entries of a body, unless a frame is wrong, and the checksum of all but texts.
fn entries_of(body: &[u8]) -> (Option<Vec<Written<'_>>>, u32) {
    let (mut entries, mut rest, mut sum) = (Vec::new(), Cut(body), 0);
    while !rest.0.is_empty() {
        let before = rest.0;
        let at = HEADER + body.len() - before.len();
        let Some(entry) = rest.entry(at) else {
            return (None, crc32c::crc32c_append(sum, before));
        };
        let text = entry.text.map_or(0, |(text, _)| text.len());
        let covered = before.len() - rest.0.len() - text;
        sum = crc32c::crc32c_append(sum, &before[..covered]);
        entries.push(entry);
    }
    (Some(entries), sum)
}

/// Bytes being cut from their beginning.
struct Cut<'a>(&'a [u8]);

impl<'a> Cut<'a> {
    /// The entry that begins here, at this byte of its group.
    fn entry(&mut self, at: usize) -> Option<Written<'a>> {
        let all = self.0.len();
        let length = usize::try_from(number(self.cut(4)?)).ok()?;
        let marks = self.cut(1)?[0];
        if marks > KEYED | WITH_TEXT | DROPS_TEXTS | COPIED {
            return None;
        }
        let filed = match marks & KEYED {
            0 => None,
            _ => Some(Filed::from_bytes(self.cut(Filed::BYTES)?)?),
        };
        let rest = std::str::from_utf8(self.cut(length)?).ok()?;
        let text = match marks & WITH_TEXT {
            0 => None,
            _ => {
                let bytes = u32::try_from(number(self.cut(4)?)).ok()?;
                let sum = u32::try_from(number(self.cut(4)?)).ok()?;
                let at = u64::try_from(at + all - self.0.len()).ok()?;
                let text = self.cut(usize::try_from(bytes).ok()?)?;
                let segment = 0;
                Some((
                    text,
                    Place {
                        segment,
                        at,
                        bytes,
                        sum,
                    },
                ))
            }
        };
        Some(Written {
            filed,
            drops_texts: marks & DROPS_TEXTS != 0,
            is_copy: marks & COPIED != 0,
            rest,
            text,
        })
    }

    fn cut(&mut self, length: usize) -> Option<&'a [u8]> {
        let (cut, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(cut)
    }
}

impl Filed {
    const BYTES: usize = 50;

    fn to_bytes(self) -> [u8; Filed::BYTES] {
        let mut bytes = [0; Filed::BYTES];
        bytes[..2].copy_from_slice(&self.day.to_be_bytes());
        bytes[2..18].copy_from_slice(&self.key.key);
        bytes[18..].copy_from_slice(&self.key.fingerprint.0);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Filed> {
        Some(Filed {
            day: u16::from_be_bytes(bytes.get(..2)?.try_into().ok()?),
            key: IdempotencyKey {
                key: bytes.get(2..18)?.try_into().ok()?,
                fingerprint: Hash(bytes.get(18..)?.try_into().ok()?),
            },
        })
    }
}

/// The commit's hash, as its line says at its beginning.
fn hash_of(text: &str) -> Option<Hash> {
    let (_, rest) = text.split_once(r#""hash":""#)?;
    rest.get(..64)?.parse().ok()
}

/// A little-endian number of up to eight bytes.
pub(super) fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}
