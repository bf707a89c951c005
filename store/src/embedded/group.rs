//! A group: the commits that became durable with one sync, as the journal writes
//! them.
//!
//! ```text
//! magic 4 | body length 4 | number 8 | first position 8 | count 4 |
//! hash of the group before 32 | crc32c of the body 4 | crc32c of all that 4 | body
//! body: for each commit, length 4 | 0, or 1 and its idempotency key 50 | line
//! ```
//!
//! Numbers are little-endian. The hash of a group covers the hash before, its
//! numbers and the hashes of its commits, so groups chain the whole store.

use sha2::{Digest as _, Sha256};

use crate::{
    hash::Hash,
    id::Position,
    log::IdempotencyKey,
    record::{Line, RecordError},
};

/// No text holds these bytes, so no line does.
pub(super) const MAGIC: &[u8; 4] = b"\xc7GR\xff";
const HEADER: usize = 68;

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
}

/// Where the journal ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The number of the next group.
    pub(crate) group: u64,
    /// The last position.
    pub(crate) position: Position,
    /// The hash of the last group.
    pub(crate) hash: Hash,
}

/// A group in a segment, its checksum, numbers and chain right.
#[derive(Debug)]
pub(super) struct Group<'a> {
    body: &'a [u8],
    count: u32,
    /// Where the journal ends with it.
    pub(super) end: End,
    /// How many bytes it takes.
    pub(super) bytes: usize,
}

impl End {
    /// Before the first group.
    pub(crate) const START: End = End {
        group: 0,
        position: 0,
        hash: Hash::ZERO,
    };
}

/// Writes a group behind `end` into an empty buffer; returns where it then ends.
pub(super) fn encode(end: End, entries: &[Entry], buffer: &mut Vec<u8>) -> End {
    buffer.extend([0; HEADER]);
    for entry in entries {
        encode_entry(entry, buffer);
    }
    let length = u32::try_from(buffer.len() - HEADER).expect("a group is bounded");
    let count = u32::try_from(entries.len()).expect("a group is bounded");
    buffer[..4].copy_from_slice(MAGIC);
    buffer[4..8].copy_from_slice(&length.to_le_bytes());
    buffer[8..16].copy_from_slice(&end.group.to_le_bytes());
    buffer[16..24].copy_from_slice(&(end.position + 1).to_le_bytes());
    buffer[24..28].copy_from_slice(&count.to_le_bytes());
    buffer[28..60].copy_from_slice(&end.hash.0);
    let body_sum = crc32c::crc32c(&buffer[HEADER..]);
    buffer[60..64].copy_from_slice(&body_sum.to_le_bytes());
    let header_sum = crc32c::crc32c(&buffer[..64]);
    buffer[64..HEADER].copy_from_slice(&header_sum.to_le_bytes());
    let hashes = entries.iter().map(|entry| entry.line.hash);
    next(end, count, hashes)
}

fn encode_entry(entry: &Entry, buffer: &mut Vec<u8>) {
    let text = entry.line.text.as_bytes();
    let length = u32::try_from(text.len()).expect("a commit is bounded");
    buffer.extend(length.to_le_bytes());
    match &entry.filed {
        None => buffer.push(0),
        Some(filed) => {
            buffer.push(1);
            buffer.extend(filed.to_bytes());
        }
    }
    buffer.extend(text);
}

fn next(end: End, count: u32, hashes: impl Iterator<Item = Hash>) -> End {
    let mut digest = Sha256::new()
        .chain_update(end.hash.0)
        .chain_update(end.group.to_le_bytes())
        .chain_update((end.position + 1).to_le_bytes());
    hashes.for_each(|hash| digest.update(hash.0));
    End {
        group: end.group + 1,
        position: end.position + u64::from(count),
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
    if u64::from(crc32c::crc32c(body)) != number(&header[60..64]) {
        return Err("the checksum is wrong");
    }
    let follows = number(&header[8..16]) == end.group
        && number(&header[16..24]) == end.position + 1
        && header[28..60] == end.hash.0;
    if !follows {
        return Err("the group does not follow the one before");
    }
    let count = u32::try_from(number(&header[24..28])).expect("32 bits");
    let hashes = Entries(body).map(|entry| entry.and_then(|(_, text)| hash_of(text)));
    let hashes = hashes.collect::<Option<Vec<Hash>>>();
    let hashes = hashes.ok_or("the group holds something else")?;
    Ok(Group {
        body,
        count,
        end: next(end, count, hashes.into_iter()),
        bytes: group.len(),
    })
}

impl Group<'_> {
    /// Its commits, hashes checked.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, RecordError> {
        let entries = Entries(self.body).map(|entry| {
            let unreadable = || RecordError::Unreadable("a group's frame is wrong".into());
            let (filed, text) = entry.ok_or_else(unreadable)?;
            let line = Line::parse(text.to_owned())?;
            Ok(Entry { line, filed })
        });
        let entries = entries.collect::<Result<Vec<Entry>, RecordError>>()?;
        let first = self.end.position - u64::from(self.count) + 1;
        let placed = (first..).zip(&entries).all(|(at, e)| e.line.position == at);
        if placed && u32::try_from(entries.len()) == Ok(self.count) {
            Ok(entries)
        } else {
            Err(RecordError::Unreadable("positions are wrong".into()))
        }
    }
}

/// The entries of a body, undecoded. None where the frame is wrong.
struct Entries<'a>(&'a [u8]);

impl<'a> Iterator for Entries<'a> {
    type Item = Option<(Option<Filed>, &'a str)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let entry = self.take();
        if entry.is_none() {
            self.0 = &[];
        }
        Some(entry)
    }
}

impl<'a> Entries<'a> {
    fn take(&mut self) -> Option<(Option<Filed>, &'a str)> {
        let length = usize::try_from(number(self.cut(4)?)).ok()?;
        let filed = match self.cut(1)?[0] {
            0 => None,
            1 => Some(Filed::from_bytes(self.cut(Filed::BYTES)?)?),
            _ => return None,
        };
        let text = std::str::from_utf8(self.cut(length)?).ok()?;
        Some((filed, text))
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
