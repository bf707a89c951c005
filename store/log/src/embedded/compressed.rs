//! A segment of the journal that another follows, compressed: its bytes are the same when it is
//! read, a text in it can be found without the rest, and dropped.
//!
//! ```text
//! magic 8 | bytes of the segment 8 | for each frame its length 4 | crc32c of all that 4 | frames
//! ```
//!
//! A frame holds 256 KiB of the segment, the last one the rest. Numbers are little-endian.

use std::{
    error::Error,
    fs::{self, File},
    io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
};

use bytes::{Buf as _, BufMut as _};
use domain::cast;
use zstd::bulk::{Compressor, Decompressor};

use super::files;
use crate::error::StoreError;

const MAGIC: &[u8; 8] = b"CARTJRNZ";
/// So many bytes of a segment are read to find one text.
const FRAME_BYTES: usize = 256 << 10;
/// It costs a few microseconds a commit; the next levels cost several times that for a tenth.
const LEVEL: i32 = 3;

/// A compressed segment, open.
#[derive(Debug)]
pub(super) struct Compressed {
    file: File,
    /// Bytes of the segment.
    bytes: u64,
    /// Where each frame begins, and where the last one ends.
    frames: Vec<u64>,
}

/// The bytes of a segment, part by part: the whole is not held in memory to be compressed.
pub(super) trait Parts {
    fn bytes(&self) -> io::Result<u64>;

    /// So many bytes from one on.
    fn part(&self, at: u64, bytes: usize) -> io::Result<Vec<u8>>;
}

impl Parts for [u8] {
    fn bytes(&self) -> io::Result<u64> {
        Ok(cast(self.len()))
    }

    fn part(&self, at: u64, bytes: usize) -> io::Result<Vec<u8>> {
        Ok(self[cast(at)..][..bytes].to_vec())
    }
}

impl Parts for File {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn part(&self, at: u64, bytes: usize) -> io::Result<Vec<u8>> {
        let mut part = vec![0; bytes];
        self.read_exact_at(&mut part, at)?;
        Ok(part)
    }
}

/// The file of a compressed segment.
pub(super) fn path(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("{number:08}.zst"))
}

/// Writes a segment, durably, beside the file it will replace: it has its name once it was read
/// again and is the same.
pub(super) fn write(
    dir: &Path,
    number: u64,
    segment: &(impl Parts + ?Sized),
) -> Result<(), StoreError> {
    let half = dir.join(format!("{number:08}.new"));
    let written = || {
        let _ = fs::remove_file(&half);
        files::write_private(&half, &compress(segment)?)?;
        // Or a text was dropped in it meanwhile: it is compressed the next time.
        if !Compressed::open(&half)?.is(segment)? {
            return Err(io::Error::other("it does not expand to what it was"));
        }
        fs::rename(&half, path(dir, number))
    };
    written().map_err(StoreError::io("compress a segment of the journal"))?;
    files::sync_dir(dir)
}

fn compress(segment: &(impl Parts + ?Sized)) -> io::Result<Vec<u8>> {
    let mut compressor = Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    let (mut head, mut frames) = (Vec::new(), Vec::new());
    head.put_slice(MAGIC);
    head.put_u64_le(segment.bytes()?);
    for part in parts(segment)? {
        let frame = compressor.compress(&part?)?;
        head.put_u32_le(cast(frame.len()));
        frames.put_slice(&frame);
    }
    head.put_u32_le(crc32c::crc32c(&head));
    Ok([head, frames].concat())
}

/// What each frame of a segment holds.
fn parts(segment: &(impl Parts + ?Sized)) -> io::Result<impl Iterator<Item = io::Result<Vec<u8>>>> {
    let bytes = segment.bytes()?;
    let begins = (0..bytes).step_by(FRAME_BYTES);
    Ok(begins.map(move |at| segment.part(at, FRAME_BYTES.min(cast(bytes - at)))))
}

impl Compressed {
    /// Opens the file of a compressed segment.
    pub(super) fn open(path: &Path) -> io::Result<Compressed> {
        let file = File::open(path)?;
        let mut head = [0; 16];
        file.read_exact_at(&mut head, 0)?;
        let (magic, mut rest) = head.split_at(8);
        let bytes = rest.get_u64_le();
        let lengths = usize::try_from(bytes.div_ceil(FRAME_BYTES as u64)).map_err(damaged)?;
        let head_bytes = 16 + 4 * lengths;
        if magic != MAGIC || cast::<u64>(head_bytes) > file.metadata()?.len() {
            return Err(damaged("it is no compressed segment"));
        }
        let mut head = vec![0; head_bytes + 4];
        file.read_exact_at(&mut head, 0)?;
        let (head, mut sum) = head.split_at(head_bytes);
        if crc32c::crc32c(head) != sum.get_u32_le() {
            return Err(damaged("its beginning is damaged"));
        }
        let mut at = cast::<u64>(head_bytes + 4);
        let mut frames = vec![at];
        for mut length in head[16..].chunks(4) {
            at += u64::from(length.get_u32_le());
            frames.push(at);
        }
        Ok(Compressed {
            file,
            bytes,
            frames,
        })
    }

    /// The whole segment.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        let mut segment = Vec::with_capacity(cast(self.bytes));
        for frame in 0..self.frames.len() - 1 {
            segment.extend(self.frame(frame)?);
        }
        Ok(segment)
    }

    /// Whether it holds this segment.
    pub(super) fn is(&self, segment: &(impl Parts + ?Sized)) -> io::Result<bool> {
        let mut is_same = self.bytes == segment.bytes()?;
        for (number, part) in (0..).zip(parts(segment)?) {
            is_same = is_same && self.frame(number)? == part?;
        }
        Ok(is_same)
    }

    /// So many bytes of the segment from one on.
    pub(super) fn read_at(&self, at: u64, bytes: usize) -> io::Result<Vec<u8>> {
        let first = cast::<usize>(at) / FRAME_BYTES;
        let begins = cast::<usize>(at) - first * FRAME_BYTES;
        let mut read = Vec::new();
        let mut frame = first;
        while read.len() < begins + bytes {
            read.extend(self.frame(frame)?);
            frame += 1;
        }
        Ok(read[begins..begins + bytes].to_vec())
    }

    /// What a frame holds.
    fn frame(&self, number: usize) -> io::Result<Vec<u8>> {
        let ends = self.frames.get(number..number + 2);
        let &[from, to] = ends.ok_or_else(|| damaged("it ends too early"))? else {
            return Err(damaged("it ends too early"));
        };
        let mut frame = vec![0; cast(to - from)];
        self.file.read_exact_at(&mut frame, from)?;
        let left = self.bytes - cast::<u64>(number * FRAME_BYTES);
        let expected = FRAME_BYTES.min(cast(left));
        let expanded = Decompressor::new()?.decompress(&frame, expected);
        let expanded = expanded.map_err(damaged)?;
        if expanded.len() == expected {
            Ok(expanded)
        } else {
            Err(damaged("a frame is too short"))
        }
    }
}

fn damaged(why: impl Into<Box<dyn Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment() -> Vec<u8> {
        let numbers = (0..200_000_u32).flat_map(|number| number.wrapping_mul(7919).to_le_bytes());
        numbers.chain([0; 5000]).collect()
    }

    #[test]
    fn a_segment_is_read_as_it_was_whole_and_in_part() {
        let dir = tempfile::tempdir().unwrap();
        for segment in [Vec::new(), segment(), vec![7; FRAME_BYTES]] {
            write(dir.path(), 3, &segment[..]).unwrap();
            let compressed = Compressed::open(&path(dir.path(), 3)).unwrap();
            assert_eq!(compressed.read().unwrap(), segment);
        }
        let segment = segment();
        write(dir.path(), 3, &segment[..]).unwrap();
        let compressed = Compressed::open(&path(dir.path(), 3)).unwrap();
        for at in [0, 5, FRAME_BYTES - 3, FRAME_BYTES, segment.len() - 7] {
            let read = compressed.read_at(cast(at), 7).unwrap();
            assert_eq!(read, segment[at..at + 7], "{at}");
        }
        assert!(compressed.read_at(cast(segment.len() - 3), 7).is_err());
    }

    #[test]
    fn every_bit_that_changes_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let text = "a journal is made of groups, and a group of commits".repeat(40);
        write(dir.path(), 0, text.as_bytes()).unwrap();
        let file = path(dir.path(), 0);
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&file, changed).unwrap();
            let read = Compressed::open(&file).and_then(|it| it.read());
            assert!(read.is_err(), "{at}");
        }
        for length in 0..whole.len() {
            fs::write(&file, &whole[..length]).unwrap();
            let read = Compressed::open(&file).and_then(|it| it.read());
            assert!(read.is_err(), "cut to {length}");
        }
    }
}
