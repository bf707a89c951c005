//! A segment of the journal as a file, and what stands where a group should.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::{FileExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use bytes::BufMut as _;
use domain::cast;

use super::{
    compressed::{self, Compressed, Parts as _},
    files,
    group::{self, End, number},
    lock::{another, claim},
};
use crate::{error::StoreError, hash::Hash, id::Position};

/// Bytes before the first group: one page.
pub(super) const HEADER_BYTES: u64 = 4096;

/// The name of a segment that is not in use yet.
pub(super) const AHEAD: &str = "next.zero";

const PAGE: usize = 4096;
const MAGIC: &[u8; 8] = b"CARTJRNL";
const FORMAT: u32 = 1;
/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// A segment, read.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) number: u64,
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
    /// Where the journal ended before it.
    pub(super) begins: End,
}

/// Why no group was found.
#[derive(Debug)]
pub(super) enum Stop {
    /// Nothing was written from here on.
    Zeros,
    /// The last write was cut short, so it was never acknowledged.
    Torn(&'static str),
    /// Something that was written whole is not there any more.
    Damage(&'static str),
}

/// The numbers of the segments in a directory, ascending, without gaps.
pub(super) fn list(dir: &Path) -> Result<Vec<u64>, StoreError> {
    let entries = fs::read_dir(dir).map_err(StoreError::io(format!("read {}", dir.display())))?;
    let mut numbers = Vec::new();
    for entry in entries {
        let name = entry.map_err(StoreError::io("list segments"))?.file_name();
        let name = name.to_string_lossy();
        let number = name
            .strip_suffix(".log")
            .or_else(|| name.strip_suffix(".zst"));
        numbers.extend(number.and_then(|number| number.parse::<u64>().ok()));
    }
    numbers.sort_unstable();
    numbers.dedup();
    let gap = numbers.windows(2).find(|pair| pair[0] + 1 != pair[1]);
    match gap {
        None => Ok(numbers),
        Some(pair) => Err(missing(dir, pair[0] + 1)),
    }
}

/// The error that says a segment is missing.
pub(super) fn missing(dir: &Path, number: u64) -> StoreError {
    let why = "it is missing: restore it from a backup";
    files::unusable(&path(dir, number), why)
}

/// Removes a segment, in whatever form it is there.
pub(super) fn remove(dir: &Path, number: u64) -> Result<(), StoreError> {
    for path in [path(dir, number), compressed::path(dir, number)] {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(StoreError::io(format!("remove {}", path.display()))(error));
            }
            Ok(()) | Err(_) => {}
        }
    }
    files::sync_dir(dir)
}

/// Removes the segments before one, which a kill left.
pub(super) fn remove_before(dir: &Path, first: u64) -> Result<(), StoreError> {
    let numbers = list(dir)?.into_iter();
    numbers
        .filter(|number| *number < first)
        .try_for_each(|number| remove(dir, number))
}

/// The file of a segment that is not compressed.
pub(super) fn path(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("{number:08}.log"))
}

/// The first page of a segment.
fn header(store_id: [u8; 16], number: u64, begins: End) -> Vec<u8> {
    let mut page = Vec::with_capacity(PAGE);
    page.put_slice(MAGIC);
    page.put_u32_le(FORMAT);
    page.put_slice(&store_id);
    page.put_u64_le(number);
    page.put_u64_le(begins.group);
    page.put_u64_le(begins.position.number());
    page.put_slice(&begins.hash.0);
    page.resize(PAGE - 4, 0);
    page.put_u32_le(crc32c::crc32c(&page));
    page
}

fn parse_header(page: &[u8], store_id: [u8; 16], expected: u64) -> Result<End, &'static str> {
    let page = page.get(..PAGE).ok_or("the file is too short")?;
    if number(&page[PAGE - 4..]) != u64::from(crc32c::crc32c(&page[..PAGE - 4])) {
        return Err("the first page is damaged");
    }
    if &page[..8] != MAGIC || number(&page[8..12]) != u64::from(FORMAT) {
        return Err("it is no segment this program knows");
    }
    if page[12..28] != store_id || number(&page[28..36]) != expected {
        return Err("it belongs to another store or another place");
    }
    Ok(End {
        group: number(&page[36..44]),
        position: Position::of_number(number(&page[44..52])),
        hash: Hash(page[52..84].try_into().expect("32 bytes")),
    })
}

/// The bytes of a segment, wherever they are.
#[derive(Debug)]
pub(super) enum Bytes {
    Plain(File),
    Compressed(Compressed),
}

impl Bytes {
    /// Opens a segment. One that is both is yet to be compressed for good.
    pub(super) fn open(dir: &Path, number: u64) -> io::Result<Bytes> {
        match File::open(path(dir, number)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Compressed::open(&compressed::path(dir, number)).map(Bytes::Compressed)
            }
            opened => opened.map(Bytes::Plain),
        }
    }

    /// All of them.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Bytes::Plain(file) => {
                let bytes = cast::<usize>(file.metadata()?.len());
                self.read_at(0, bytes)
            }
            Bytes::Compressed(compressed) => compressed.read(),
        }
    }

    /// So many bytes from one on.
    pub(super) fn read_at(&self, at: u64, bytes: usize) -> io::Result<Vec<u8>> {
        match self {
            Bytes::Plain(file) => file.part(at, bytes),
            Bytes::Compressed(compressed) => compressed.read_at(at, bytes),
        }
    }
}

/// Reads from a segment: its file, and what was read.
fn read_from(
    dir: &Path,
    number: u64,
    read: impl FnOnce(&Bytes) -> io::Result<Vec<u8>>,
) -> Result<(PathBuf, Vec<u8>), StoreError> {
    let plain = path(dir, number);
    let path = match plain.exists() {
        true => plain,
        false => compressed::path(dir, number),
    };
    match Bytes::open(dir, number).and_then(|bytes| read(&bytes)) {
        Ok(bytes) => Ok((path, bytes)),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(damaged(&path, 0, error.to_string()))
        }
        // It was cut shorter than a page.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(damaged(&path, 0, "the file is too short"))
        }
        Err(error) => Err(StoreError::io(format!("read {}", path.display()))(error)),
    }
}

impl Segment {
    /// Reads a segment.
    pub(super) fn read(dir: &Path, number: u64, store_id: [u8; 16]) -> Result<Self, StoreError> {
        let (path, bytes) = read_from(dir, number, Bytes::read)?;
        let begins = parse_header(&bytes, store_id, number);
        let mut segment = Segment {
            number,
            path,
            bytes,
            begins: End::START,
        };
        segment.begins = begins.map_err(|why| segment.damaged(0, why))?;
        Ok(segment)
    }

    /// Where the journal ended before a segment.
    pub(super) fn read_header(
        dir: &Path,
        number: u64,
        store_id: [u8; 16],
    ) -> Result<End, StoreError> {
        let (path, page) = read_from(dir, number, |bytes| bytes.read_at(0, PAGE))?;
        parse_header(&page, store_id, number).map_err(|why| damaged(&path, 0, why))
    }

    /// The error that says this segment is damaged.
    pub(super) fn damaged(&self, at: usize, why: impl Into<String>) -> StoreError {
        damaged(&self.path, at, why)
    }

    /// The end of the last byte, from `at` on, that is not zero.
    pub(super) fn last_used(&self, at: usize) -> usize {
        let used = self.bytes[at..].iter().rposition(|byte| *byte != 0);
        used.map_or(at, |last| at + last + 1)
    }

    /// What stands at `at`, where no whole group does.
    ///
    /// A group holds text and ends with text, so zeros at its end, or a sector of zeros in it,
    /// were never written: the write was torn. If it was written whole and is wrong now, that
    /// is damage; so it is if anything follows, because a group is written only after the one
    /// before was durable.
    pub(super) fn why_no_group(&self, at: usize, why: &'static str) -> Stop {
        let used = self.last_used(at);
        if used == at {
            return Stop::Zeros;
        }
        let rest = &self.bytes[at..used];
        let claimed = group::claimed_bytes(&self.bytes[at..]);
        let later = claimed.is_some_and(|bytes| bytes < rest.len())
            || rest.windows(4).skip(1).any(|window| window == group::MAGIC);
        if later || !self.is_unfinished(at, used) {
            Stop::Damage(why)
        } else {
            Stop::Torn(why)
        }
    }

    /// Whether some of the group at `at` was never written. Nothing is written from `used` on. Its
    /// header says how long it is, unless that is torn as well.
    fn is_unfinished(&self, at: usize, used: usize) -> bool {
        let claimed = group::claimed_bytes(&self.bytes[at..]).unwrap_or(group::HEADER);
        let group = &self.bytes[at..used];
        let (head, sectors) = group.split_at((SECTOR - at % SECTOR).min(group.len()));
        let zeros = |sector: &[u8]| sector.iter().all(|byte| *byte == 0);
        group.len() < claimed || zeros(head) || sectors.chunks(SECTOR).any(zeros)
    }
}

/// Opens a segment for writing.
pub(super) fn writable(path: &Path) -> Result<File, StoreError> {
    let file = File::options().read(true).write(true).open(path);
    file.map_err(StoreError::io(format!("open {}", path.display())))
}

/// Opens a segment that nobody else may write.
pub(super) fn owned(path: &Path) -> Result<File, StoreError> {
    let file = writable(path)?;
    claim(&file, path, another)?;
    Ok(file)
}

/// Turns the file of zeros into a segment, which nobody else may write.
pub(super) fn start(
    dir: &Path,
    store_id: [u8; 16],
    number: u64,
    end: End,
) -> Result<File, StoreError> {
    let zeros = dir.join(AHEAD);
    let file = owned(&zeros)?;
    let header = header(store_id, number, end);
    let started = file
        .write_all_at(&header, 0)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&zeros, path(dir, number)));
    started.map_err(StoreError::io("start a segment"))?;
    files::sync_dir(dir)?;
    Ok(file)
}

/// Makes a file of zeros, durably.
pub(super) fn zero_fill(path: &Path, bytes: u64) -> io::Result<()> {
    // A segment of 64 MiB is not held in memory to be written.
    const CHUNK: u64 = 1 << 20;
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    let zeros = vec![0; cast::<usize>(CHUNK)];
    for at in (0..bytes).step_by(zeros.len()) {
        let length = cast::<usize>(CHUNK.min(bytes - at));
        file.write_all_at(&zeros[..length], at)?;
    }
    file.sync_all()
}

fn damaged(segment: &Path, at: usize, why: impl Into<String>) -> StoreError {
    StoreError::JournalDamaged {
        segment: segment.to_owned(),
        offset: cast::<u64>(at),
        why: why.into(),
    }
}
