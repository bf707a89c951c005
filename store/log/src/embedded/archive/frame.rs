//! A frame: one match, one dictionary or the footer, as a file of the archive holds it.
//!
//! ```text
//! magic 4 | kind 1 | place of its dictionary 8 | length of the body 4 |
//! bytes of what is compressed 4 | stream 17 | first position 8 | last position 8 |
//! commits 4 | events 4 | last hash 32 | crc32c of the body 4 | crc32c of all that 4 | body | end 1
//! ```
//!
//! Numbers are little-endian, streams as keys. The place of a dictionary is a byte of the
//! same file, so that a file is read with nothing else; 0 where there is none.

use bytes::{Buf as _, BufMut as _};
use domain::cast;

use super::packed::{Codec, Packed};
use crate::{
    hash::Hash,
    id::{Position, StreamId, Version},
    record::Line,
};

/// No text holds these bytes, so no line does.
const MAGIC: &[u8; 4] = b"\xc7AF\xff";
/// How many bytes stand before the body.
pub(super) const HEADER_BYTES: usize = 102;
/// What stands behind it: a sector of zeros is one that was never written.
const END: u8 = 0xff;

/// What a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Match(Codec),
    Dictionary,
    Footer,
}

/// Which match a frame holds, and how far that goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its stream.
    pub stream: StreamId,
    /// The position of its first commit,
    pub first: Position,
    /// and of its last.
    pub last: Position,
    /// How many commits it has,
    pub commits: u32,
    /// and how many events.
    pub events: Version,
    /// The hash of its last commit.
    pub last_hash: Hash,
}

/// A frame whose checksums are right.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    pub(super) kind: Kind,
    pub(super) dictionary_at: u64,
    pub(super) expanded_bytes: u32,
    /// None if it holds no match.
    pub(super) of: Option<Extent>,
    pub(super) body: &'a [u8],
}

/// Why there is no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoFrame {
    /// No header is whole here.
    Header,
    /// The file ends before the frame does.
    Short,
    /// The body is not what was written.
    Body,
}

impl Extent {
    /// What is told of a match; none if it has no commits.
    pub(super) fn lines(lines: &[Line]) -> Option<Extent> {
        let (first, last) = (lines.first()?, lines.last()?);
        Some(Extent {
            stream: last.stream,
            first: first.position,
            last: last.position,
            commits: u32::try_from(lines.len()).ok()?,
            events: last.tip().version,
            last_hash: last.hash,
        })
    }

    /// How many bytes it is written in.
    pub(super) const BYTES: usize = 17 + 8 + 8 + 4 + 4 + 32;

    pub(super) fn put(of: Option<Extent>, to: &mut Vec<u8>) {
        let Some(of) = of else {
            return to.put_bytes(0, Extent::BYTES);
        };
        to.put_slice(&of.stream.key());
        to.put_u64_le(of.first.number());
        to.put_u64_le(of.last.number());
        to.put_u32_le(of.commits);
        to.put_u32_le(of.events);
        to.put_slice(&of.last_hash.0);
    }

    /// None also where none was written.
    pub(super) fn take(from: &mut &[u8]) -> Option<Extent> {
        let mut of = from.split_off(..Extent::BYTES)?;
        let stream = StreamId::of_key(of.split_off(..17)?);
        Some(Extent {
            stream: stream?,
            first: Position::of_number(of.get_u64_le()),
            last: Position::of_number(of.get_u64_le()),
            commits: of.get_u32_le(),
            events: of.get_u32_le(),
            last_hash: Hash(of.try_into().ok()?),
        })
    }
}

impl Frame<'_> {
    /// The frame of a packed match.
    pub(super) const fn of_match(packed: &Packed, of: Extent, dictionary_at: u64) -> Frame<'_> {
        Frame {
            kind: Kind::Match(packed.codec),
            dictionary_at,
            expanded_bytes: packed.expanded_bytes,
            of: Some(of),
            body: packed.body.as_slice(),
        }
    }

    /// A frame that holds no match.
    pub(super) const fn plain(kind: Kind, body: &[u8]) -> Frame<'_> {
        Frame {
            kind,
            dictionary_at: 0,
            expanded_bytes: 0,
            of: None,
            body,
        }
    }

    /// The bytes of the frame.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + self.body.len());
        bytes.put_slice(MAGIC);
        bytes.put_u8(self.kind.number());
        bytes.put_u64_le(self.dictionary_at);
        bytes.put_u32_le(cast(self.body.len()));
        bytes.put_u32_le(self.expanded_bytes);
        Extent::put(self.of, &mut bytes);
        bytes.put_u32_le(crc32c::crc32c(self.body));
        bytes.put_u32_le(crc32c::crc32c(&bytes));
        bytes.put_slice(self.body);
        bytes.put_u8(END);
        bytes
    }

    /// How many bytes it takes.
    pub(super) const fn length(&self) -> usize {
        HEADER_BYTES + self.body.len() + 1
    }
}

/// The frame that begins here.
pub(super) fn read(bytes: &[u8]) -> Result<Frame<'_>, NoFrame> {
    let (header, rest) = bytes
        .split_at_checked(HEADER_BYTES)
        .ok_or(NoFrame::Header)?;
    let (mut header, mut sum) = header.split_at(HEADER_BYTES - 4);
    if crc32c::crc32c(header) != sum.get_u32_le() || !header.starts_with(MAGIC) {
        return Err(NoFrame::Header);
    }
    header.advance(MAGIC.len());
    let kind = Kind::of(header.get_u8()).ok_or(NoFrame::Header)?;
    let dictionary_at = header.get_u64_le();
    let length = cast::<usize>(header.get_u32_le());
    let expanded_bytes = header.get_u32_le();
    let of = Extent::take(&mut header);
    let body = rest.get(..=length).ok_or(NoFrame::Short)?;
    let (end, body) = body.split_last().expect("one byte is left at least");
    if crc32c::crc32c(body) != header.get_u32_le() || *end != END {
        return Err(NoFrame::Body);
    }
    Ok(Frame {
        kind,
        dictionary_at,
        expanded_bytes,
        of,
        body,
    })
}

/// How many bytes the frame has whose header this is, if it is whole.
pub(super) fn claimed_bytes(header: &[u8]) -> Option<usize> {
    match read(header) {
        Ok(frame) => Some(frame.length()),
        Err(NoFrame::Short | NoFrame::Body) => {
            let mut length = header.get(13..17)?;
            Some(HEADER_BYTES + cast::<usize>(length.get_u32_le()) + 1)
        }
        Err(NoFrame::Header) => None,
    }
}

/// Whether the header of a frame begins anywhere in these bytes.
pub(super) fn begins_in(bytes: &[u8]) -> bool {
    let mut starts = bytes.windows(MAGIC.len()).enumerate();
    starts.any(|(at, window)| window == MAGIC && read(&bytes[at..]) != Err(NoFrame::Header))
}

impl Kind {
    const ALL: [Kind; 5] = [
        Kind::Match(Codec::Raw),
        Kind::Match(Codec::Zstd),
        Kind::Match(Codec::Derived),
        Kind::Dictionary,
        Kind::Footer,
    ];

    fn number(self) -> u8 {
        let place = Kind::ALL.iter().position(|kind| *kind == self);
        cast(place.expect("all kinds are listed"))
    }

    fn of(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number)).copied()
    }
}
