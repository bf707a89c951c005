//! One file of the archive.
//!
//! ```text
//! magic 8 | store id 16 | number 8 | SHA-256 of the file before 32 | crc32c of that 4
//! frames: matches, and dictionaries before the first match that needs them
//! once closed: a frame with the footer | where that begins 8 | crc32c of that 4 | magic 8
//! footer: for each match, where its frame begins 8 | bytes of the frame 4 | its extent
//! ```
//!
//! A closed file never changes, and is chained by the next one's header.

use std::path::{Path, PathBuf};

use bytes::{Buf as _, BufMut as _};
use domain::cast;

use super::{
    frame::{self, Extent, Frame, Kind, NoFrame},
    packed::Codec,
};
use crate::{hash::Hash, record::Tip};

const MAGIC: &[u8; 8] = b"CARTARC1";
/// How many bytes stand before the first frame.
pub(super) const HEADER_BYTES: usize = 68;
/// How many stand behind the footer.
pub(super) const TRAILER_BYTES: u64 = 20;
/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// Where a match stands in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the file.
    pub file: u64,
    /// The byte its frame begins at.
    pub at: u64,
    /// How many bytes the frame has.
    pub bytes: u32,
    /// Which match it is.
    pub of: Extent,
}

impl Row {
    /// Where the match ended when it was archived.
    pub(crate) const fn tip(&self) -> Tip {
        Tip {
            version: self.of.events,
            hash: self.of.last_hash,
        }
    }

    /// The row in bytes.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.put_u64_le(self.file);
        self.put(&mut bytes);
        bytes
    }

    /// The row that has these bytes.
    pub(crate) fn of_bytes(mut bytes: &[u8]) -> Option<Row> {
        let file = bytes.try_get_u64_le().ok()?;
        Row::take(&mut bytes, file).filter(|_| bytes.is_empty())
    }

    fn put(self, to: &mut Vec<u8>) {
        to.put_u64_le(self.at);
        to.put_u32_le(self.bytes);
        Extent::put(Some(self.of), to);
    }

    fn take(from: &mut &[u8], file: u64) -> Option<Row> {
        let (at, bytes) = (from.try_get_u64_le().ok()?, from.try_get_u32_le().ok()?);
        let of = Extent::take(from)?;
        Some(Row {
            file,
            at,
            bytes,
            of,
        })
    }
}

/// What a file holds.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) rows: Vec<Row>,
    /// How many of them are written with what can be derived.
    pub(super) not_derived: u64,
    /// Where each dictionary begins.
    pub(super) dictionaries_at: Vec<u64>,
    pub(super) is_closed: bool,
    /// Where the next frame goes.
    pub(super) end: usize,
}

/// Where a walk along a file stopped too early.
#[derive(Debug)]
pub(super) struct Stopped {
    pub(super) at: usize,
    /// The last write was cut short, so nobody was told that it was made.
    pub(super) is_torn: bool,
}

/// The file with a number.
pub(in super::super) fn path(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("{number:08}.matches"))
}

/// The number of a file, if it is one of the archive.
pub(super) fn number(path: &Path) -> Option<u64> {
    let is_one = path.extension().is_some_and(|it| it == "matches");
    is_one.then(|| path.file_stem()?.to_str()?.parse().ok())?
}

/// What a file begins with.
pub(super) fn header(store_id: [u8; 16], number: u64, before: Hash) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    header.put_slice(MAGIC);
    header.put_slice(&store_id);
    header.put_u64_le(number);
    header.put_slice(&before.0);
    header.put_u32_le(crc32c::crc32c(&header));
    header
}

/// The hash of the file before, if this is the file of that store and number.
pub(super) fn read_header(
    bytes: &[u8],
    store_id: [u8; 16],
    number: u64,
) -> Result<Hash, &'static str> {
    let header = bytes.get(..HEADER_BYTES).ok_or("it is too short")?;
    let (header, mut sum) = header.split_at(HEADER_BYTES - 4);
    if crc32c::crc32c(header) != sum.get_u32_le() || !header.starts_with(MAGIC) {
        return Err("its beginning is damaged");
    }
    if header[8..24] != store_id || header[24..32] != number.to_le_bytes() {
        return Err("it belongs to another store or another place");
    }
    Ok(Hash(header[32..].try_into().expect("32 bytes are left")))
}

/// Walks along a file, frame by frame, and checks all of it but the header.
pub(super) fn walk(bytes: &[u8], number: u64) -> Result<Held, Stopped> {
    let mut held = Held {
        end: HEADER_BYTES,
        ..Held::default()
    };
    while held.end < bytes.len() {
        let at = held.end;
        let frame = frame::read(&bytes[at..]).map_err(|why| stopped(bytes, at, why))?;
        let length = frame.length();
        match frame.kind {
            Kind::Match(codec) => {
                held.not_derived += u64::from(codec != Codec::Derived);
                let of = frame.of.ok_or(Stopped { at, is_torn: false })?;
                let row = Row {
                    file: number,
                    at: cast(at),
                    bytes: cast(length),
                    of,
                };
                held.rows.push(row);
            }
            Kind::Dictionary => held.dictionaries_at.push(cast(at)),
            Kind::Footer => {
                let closing = closing(&held.rows, cast(at));
                if bytes[at..] != closing {
                    let is_cut = closing.starts_with(&bytes[at..]);
                    let is_torn = is_cut || has_unwritten_sector(bytes, at);
                    return Err(Stopped { at, is_torn });
                }
                held.is_closed = true;
                held.end = bytes.len();
                return Ok(held);
            }
        }
        held.end += length;
    }
    Ok(held)
}

/// What a file is closed with, behind these matches; it begins at this byte.
pub(super) fn closing(rows: &[Row], at: u64) -> Vec<u8> {
    let mut body = Vec::new();
    for row in rows {
        row.put(&mut body);
    }
    let mut closing = Frame::plain(Kind::Footer, &body).bytes();
    closing.put_u64_le(at);
    closing.put_u32_le(crc32c::crc32c(&at.to_le_bytes()));
    closing.put_slice(MAGIC);
    closing
}

/// Where the footer begins, if a file ends like this.
pub(super) fn footer_at(mut trailer: &[u8]) -> Option<u64> {
    trailer.try_get_u64_le().ok()
}

/// The matches that the end of a closed file names, which begins at this byte; none if it is
/// no such end.
pub(super) fn footer(end: &[u8], at: u64, number: u64) -> Option<Vec<Row>> {
    let frame = frame::read(end).ok()?;
    let (mut body, mut rows) = (frame.body, Vec::new());
    while frame.kind == Kind::Footer && !body.is_empty() {
        rows.push(Row::take(&mut body, number)?);
    }
    (end == closing(&rows, at)).then_some(rows)
}

/// Why there is no frame at this byte.
fn stopped(bytes: &[u8], at: usize, why: NoFrame) -> Stopped {
    let is_last = !frame::begins_in(&bytes[at + 1..]);
    let is_cut = why == NoFrame::Short || bytes.len() - at < frame::HEADER_BYTES;
    let is_torn = is_last && (is_cut || has_unwritten_sector(bytes, at));
    Stopped { at, is_torn }
}

/// Whether some sector from a byte on is all zeros.
fn has_unwritten_sector(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at..];
    let (head, sectors) = rest.split_at((SECTOR - at % SECTOR).min(rest.len()));
    let zeros = |sector: &[u8]| sector.iter().all(|byte| *byte == 0);
    zeros(head) || sectors.chunks(SECTOR).any(zeros)
}
