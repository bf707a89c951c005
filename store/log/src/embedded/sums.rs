//! The sum of an index that was closed in good order. Whoever finds the same bytes again need not
//! read every row before it trusts them.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use domain::cast;

use super::{
    files,
    layout::index_dir,
    lock::{another, claim, once_let_go},
};
use crate::{cores, error::StoreError};

/// The file that holds the sum.
pub(super) const NAME: &str = "index.sum";
/// Each core sums up so many bytes at a time.
const PIECE_BYTES: u64 = 8 << 20;

/// An index is read whole again after so many days, whatever its sum: what went wrong while it was
/// open is summed up, too.
const TRUSTED_DAYS: u16 = 7;
/// Stands between day and sum, and says which rows the index holds. A version that expects others
/// does not know it, so that it reads the index whole, and makes it anew.
const ROWS: &str = " ends_once ";

/// Writes the sum of the index in the end, if it was closed in good order.
#[derive(Debug)]
pub(crate) struct Sum {
    dir: PathBuf,
    /// The day on which it was last read whole.
    read_whole_on: u16,
    pub(super) is_wanted: bool,
}

impl Sum {
    /// What is known of the index of a store. It can be asked once: whoever asks is about to change
    /// the index. Tells whether that has the bytes it was closed with, and was read whole lately.
    ///
    /// # Errors
    ///
    /// If what was written of it cannot be removed.
    pub(super) fn of(dir: &Path, today: u16) -> Result<(Sum, bool), StoreError> {
        let written = taken(dir)?.and_then(|line| {
            let (day, sum) = line.split_once(ROWS)?;
            Some((day.parse::<u16>().ok()?, sum.to_owned()))
        });
        let written = written.filter(|(day, _)| {
            let days = today.checked_sub(*day);
            days.is_some_and(|days| days < TRUSTED_DAYS)
        });
        let trusted = written.filter(|(_, sum)| sum_of(&index_dir(dir)).is_ok_and(|it| it == *sum));
        let sum = Sum {
            dir: dir.to_owned(),
            read_whole_on: trusted.as_ref().map_or(today, |(day, _)| *day),
            is_wanted: false,
        };
        Ok((sum, trusted.is_some()))
    }

    fn write(&self) -> Result<(), StoreError> {
        let index = index_dir(&self.dir);
        let db = File::open(index.join("db")).map_err(StoreError::io("open the index"))?;
        let is_held = |error: &StoreError| matches!(error, StoreError::Locked { .. });
        // A thread of sled may hold it for a moment after all others have let go.
        once_let_go(|| claim(&db, &index, another), is_held)?;
        let sum = sum_of(&index).map_err(StoreError::io("sum up the index"))?;
        files::write_checked(
            &self.dir,
            NAME,
            &format!("{}{ROWS}{sum}", self.read_whole_on),
        )
    }
}

impl Drop for Sum {
    fn drop(&mut self) {
        if !self.is_wanted {
            return;
        }
        // Without it the next start takes longer, and that is all.
        if let Err(error) = self.write() {
            let error = &error as &dyn std::error::Error;
            tracing::info!(error, "the next start reads the whole index");
        }
    }
}

/// What was written, which is there no more. One that is damaged says nothing.
fn taken(dir: &Path) -> Result<Option<String>, StoreError> {
    let path = dir.join(NAME);
    let written = files::read_checked(dir, NAME, "").unwrap_or_default();
    match fs::remove_file(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        removed => removed
            .map(|()| written)
            .map_err(StoreError::io(format!("remove {}", path.display()))),
    }
}

/// The names of all files of a database, and the sum of each.
fn sum_of(index: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    list(index, &mut files)?;
    files.sort();
    let mut sums = Vec::new();
    for path in files {
        let name = path.strip_prefix(index).unwrap_or(&path).display();
        sums.push(format!("{name} {:08x}", sum_of_file(&path)?));
    }
    Ok(sums.join(" "))
}

fn list(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => list(&entry.path(), files)?,
            false => files.push(entry.path()),
        }
    }
    Ok(())
}

/// The sum over the length and the sums of all pieces, which all cores read.
fn sum_of_file(path: &Path) -> io::Result<u32> {
    let file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let pieces = cast::<usize>(bytes.div_ceil(PIECE_BYTES));
    let next = AtomicUsize::new(0);
    let read = || {
        let mut sums = Vec::new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                return Ok::<_, io::Error>(sums);
            }
            sums.push((
                piece,
                sum_of_piece(&file, cast::<u64>(piece) * PIECE_BYTES)?,
            ));
        }
    };
    let mut sums = thread::scope(|scope| {
        let readers: Vec<_> = (0..cores::count().min(pieces))
            .map(|_| scope.spawn(read))
            .collect();
        let readers = readers.into_iter().map(thread::ScopedJoinHandle::join);
        let read = readers.map(|it| it.unwrap_or_else(|_| Err(io::ErrorKind::Other.into())));
        read.collect::<io::Result<Vec<_>>>()
    })?
    .concat();
    sums.sort_unstable();
    let sums = sums.iter().map(|(_, sum)| sum.to_be_bytes());
    Ok(sums.fold(crc32c::crc32c(&bytes.to_be_bytes()), |all, sum| {
        crc32c::crc32c_append(all, &sum)
    }))
}

fn sum_of_piece(file: &File, from: u64) -> io::Result<u32> {
    let mut read = vec![0; 256 << 10];
    let (mut sum, mut at) = (0, from);
    while at < from + PIECE_BYTES {
        let most = read.len().min(cast(from + PIECE_BYTES - at));
        match file.read_at(&mut read[..most], at)? {
            0 => break,
            bytes => {
                sum = crc32c::crc32c_append(sum, &read[..bytes]);
                at += cast::<u64>(bytes);
            }
        }
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of two pieces and a bit, none of them like its neighbours.
    fn bytes() -> Vec<u8> {
        let bytes = 2 * cast::<usize>(PIECE_BYTES) + 7;
        (0..bytes).map(|at| cast(at % 251)).collect()
    }

    #[test]
    fn a_byte_more_less_or_changed_has_another_sum() {
        let dir = tempfile::tempdir().unwrap();
        let db = dir.path().join("db");
        fs::create_dir(dir.path().join("blobs")).unwrap();
        fs::write(dir.path().join("blobs/1"), "a").unwrap();
        let sum = |bytes: &[u8]| {
            fs::write(&db, bytes).unwrap();
            sum_of(dir.path()).unwrap()
        };
        let bytes = bytes();
        let first = sum(&bytes);
        assert_eq!(sum(&bytes), first);
        let mut others = vec![bytes[1..].to_vec(), [&bytes[..], b"\0"].concat()];
        for at in [0, cast(PIECE_BYTES), bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            others.push(changed);
        }
        let others = others.iter().map(|other| sum(other));
        assert!(others.into_iter().all(|other| other != first));
        fs::rename(dir.path().join("blobs/1"), dir.path().join("blobs/2")).unwrap();
        assert_ne!(sum(&bytes), first);
    }

    #[test]
    fn a_sum_is_trusted_once_and_for_days() {
        let dir = tempfile::tempdir().unwrap();
        let index = dir.path().join("events");
        let take = |today| Sum::of(dir.path(), today).unwrap();
        let end = |mut sum: Sum| sum.is_wanted = true;
        drop(sled::open(&index).unwrap());
        let (sum, is_trusted) = take(100);
        assert!(!is_trusted, "it was never closed");
        end(sum);
        let (sum, is_trusted) = take(106);
        assert_eq!((is_trusted, take(106).1), (true, false));
        end(sum);
        let (sum, is_trusted) = take(107);
        assert!(!is_trusted, "it was last read whole a week ago");
        end(sum);
        let (sum, is_trusted) = take(99);
        assert!(!is_trusted, "it was read whole at a day to come");
        end(sum);
        let line = {
            end(take(106).0);
            files::read_checked(dir.path(), NAME, "").unwrap().unwrap()
        };
        for (rows, is_trusted) in [(ROWS, true), (" ", false), (" ends_twice ", false)] {
            files::write_checked(dir.path(), NAME, &line.replace(ROWS, rows)).unwrap();
            assert_eq!(take(106).1, is_trusted, "closed by a version of{rows}rows");
        }
        fs::write(dir.path().join(NAME), "damaged").unwrap();
        assert!(!take(107).1);
        drop(take(107));
        assert!(!dir.path().join(NAME).exists(), "it was not closed");
    }
}
