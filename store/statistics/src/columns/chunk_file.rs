//! The file of chunks: one after the other, each written once. Their codes are read from there when
//! a question asks for them: what is asked for often, the system has in memory.

use std::{
    fs::File,
    io,
    os::unix::fs::{FileExt as _, OpenOptionsExt as _},
    path::Path,
    sync::Arc,
};

use bytes::{Buf as _, BufMut as _};
use domain::cast;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use store_log::error::StoreError;

/// The file of chunks.
#[derive(Debug)]
pub(crate) struct ChunkFile {
    file: Arc<File>,
    /// Where the next chunk begins.
    end: Mutex<u64>,
}

/// Where a chunk stands.
///
/// On disk: its first byte 8 | bytes 4 | their crc32c 4.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    file: Arc<File>,
    at: u64,
    bytes: u32,
    sum: u32,
}

/// Some codes of a chunk in the file.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    file: Arc<File>,
    at: u64,
}

impl ChunkFile {
    /// The file in the directory of a table; a new one if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub(crate) fn open(dir: &Path) -> Result<ChunkFile, StoreError> {
        let mut how = File::options();
        let how = how.read(true).write(true).create(true).truncate(false);
        // The owner's alone, as all of a store is.
        let file = how.mode(0o600).open(dir.join("chunks")).map_err(failed)?;
        Ok(ChunkFile {
            file: Arc::new(file),
            end: Mutex::default(),
        })
    }

    /// Writes a chunk, durably: where it stands.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn add(&self, bytes: &[u8]) -> Result<Place, StoreError> {
        let mut end = self.end.lock();
        let place = Place {
            file: Arc::clone(&self.file),
            at: *end,
            bytes: cast::<u32>(bytes.len()),
            sum: crc32c::crc32c(bytes),
        };
        let written = self.file.write_all_at(bytes, place.at);
        written
            .and_then(|()| self.file.sync_data())
            .map_err(failed)?;
        *end = place.end();
        Ok(place)
    }

    /// The next chunk begins behind these, the only ones that are known: what else was written is
    /// none of the table.
    pub(crate) fn keep<'a>(&self, known: impl Iterator<Item = &'a Place>) {
        *self.end.lock() = known.map(Place::end).max().unwrap_or_default();
    }

    /// Notes all chunks in a hash.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(crate) fn digest(&self, digest: &mut Sha256) -> Result<(), StoreError> {
        const AT_ONCE: u64 = 1 << 20;
        let end = *self.end.lock();
        let mut at = 0;
        while at < end {
            let mut bytes = vec![0; cast::<usize>(AT_ONCE.min(end - at))];
            self.file.read_exact_at(&mut bytes, at).map_err(failed)?;
            digest.update(&bytes);
            at += cast::<u64>(bytes.len());
        }
        Ok(())
    }

    /// Where a chunk stands that was noted so.
    pub(crate) fn place(&self, mut noted: &[u8]) -> Option<Place> {
        Some(Place {
            file: Arc::clone(&self.file),
            at: noted.try_get_u64().ok()?,
            bytes: noted.try_get_u32().ok()?,
            sum: noted.try_get_u32().ok()?,
        })
    }
}

impl Place {
    /// As it is noted in the table.
    pub(crate) fn noted(&self) -> Vec<u8> {
        let mut noted = Vec::new();
        noted.put_u64(self.at);
        noted.put_u32(self.bytes);
        noted.put_u32(self.sum);
        noted
    }

    /// The bytes of the chunk, if they are those that were written.
    pub(crate) fn read(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; cast::<usize>(self.bytes)];
        self.file.read_exact_at(&mut bytes, self.at).ok()?;
        (crc32c::crc32c(&bytes) == self.sum).then_some(bytes)
    }

    /// What begins so many bytes before the end of the chunk.
    pub(crate) fn part(&self, left: usize) -> Part {
        Part {
            file: Arc::clone(&self.file),
            at: self.end() - cast::<u64>(left),
        }
    }

    fn end(&self) -> u64 {
        self.at + u64::from(self.bytes)
    }
}

impl Part {
    /// Bytes of it.
    ///
    /// # Panics
    ///
    /// If the system cannot read them: no question can be answered then.
    pub(crate) fn read(&self, first: usize, bytes: usize) -> Vec<u8> {
        let mut read = vec![0; bytes];
        let at = self.at + cast::<u64>(first);
        let done = self.file.read_exact_at(&mut read, at);
        done.expect("the file of chunks can be read");
        read
    }
}

/// Parts are the same where they stand in the same place.
impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.at == other.at && Arc::ptr_eq(&self.file, &other.file)
    }
}

impl Eq for Part {}

fn failed(error: io::Error) -> StoreError {
    StoreError::io("keep the facts of finished matches")(error)
}

#[cfg(test)]
mod tests {
    use store_log::id::MatchId;

    use super::*;
    use crate::columns::{
        chunk::{Chunk, Growing, Row},
        column::SelectionVector,
    };

    /// Fifty seats, of which each was offered more than the one before.
    fn growing() -> Growing {
        let mut growing = Growing::default();
        for seat in 0..50 {
            let row = Row {
                values: vec![(0, 900 * seat)],
                choices: (0..seat).map(|nth| 7 * nth).collect(),
                ..Row::default()
            };
            growing.push(MatchId::of_bytes([0; 16]), vec![row]);
        }
        growing
    }

    fn choices(chunk: &Chunk, picked: &[u32]) -> Vec<(usize, Vec<i32>)> {
        let mut read = Vec::new();
        let picked = SelectionVector::These(picked);
        let each = |nth: usize, codes: &[i32]| read.push((nth, codes.to_vec()));
        chunk.choices.each_row(chunk.rows, picked, each);
        read
    }

    #[test]
    fn a_chunk_in_a_file_is_read_as_one_in_memory() {
        let dir = tempfile::tempdir().unwrap();
        let file = ChunkFile::open(dir.path()).unwrap();
        file.add(b"another").unwrap();
        let chunk = growing().chunk();
        let bytes = chunk.to_bytes();
        let place = file.add(&bytes).unwrap();
        let stored = Chunk::from_bytes(&bytes, Some(&place)).unwrap();
        for picked in [&[][..], &[3], &[0, 49], &[1, 2, 3, 5, 8, 13, 21, 34]] {
            assert_eq!(choices(&stored, picked), choices(&chunk, picked));
        }
        let few = SelectionVector::These(&[4, 9]);
        assert_eq!(stored.picked(Some(0), few), [3600, 8100]);
        assert_eq!(stored.values(Some(0)), chunk.values(Some(0)));
        assert_eq!(stored.to_bytes(), bytes);
        let mut whole = Growing::default();
        whole.extend(&stored);
        assert_eq!(whole.chunk(), chunk);
    }

    #[test]
    fn a_place_is_noted_and_only_what_was_written_is_read_from_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = ChunkFile::open(dir.path()).unwrap();
        file.add(b"first").unwrap();
        let noted = file.add(b"second").unwrap().noted();
        let file = ChunkFile::open(dir.path()).unwrap();
        let place = file.place(&noted).unwrap();
        assert_eq!(place.read().unwrap(), b"second");
        assert!(file.place(&noted[1..]).is_none());
        // The first is not known any more: what is added now stands behind what is.
        file.keep([place.clone()].iter());
        let third = file.add(b"third").unwrap();
        assert_eq!(place.read().unwrap(), b"second");
        assert_eq!(third.read().unwrap(), b"third");
        // Nor is the second.
        file.keep([].iter());
        file.add(b"anew").unwrap();
        file.add(b"and again").unwrap();
        assert!(place.read().is_none());
    }
}
