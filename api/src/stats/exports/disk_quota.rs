//! The room that files take on the disk, all together.

use std::{
    fs::File,
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use crate::http::error::ApiError;

/// How much room there is.
#[derive(Debug)]
pub(super) struct Room {
    bytes: u64,
    taken: Mutex<u64>,
}

/// What a file takes of the room, until it is gone.
#[derive(Debug)]
pub(super) struct Taken {
    room: Arc<Room>,
    pub(super) bytes: u64,
}

/// Why there is no file.
#[derive(Debug)]
pub(crate) enum Unwritten {
    /// It alone would be larger than all the room.
    TooLarge,
    /// Files that are being read or written have the room.
    Full,
    /// It could not be written.
    Failed(io::Error),
}

/// A file that takes room as it grows.
pub(super) struct Bounded<'a> {
    pub(super) file: &'a File,
    pub(super) taken: &'a mut Taken,
    /// Gives back what some file takes that nobody uses; false if there is none.
    pub(super) clear: &'a (dyn Fn() -> bool + Sync),
    pub(super) refused: Option<Unwritten>,
}

impl Room {
    pub(super) fn of(bytes: u64) -> Arc<Room> {
        Arc::new(Room {
            bytes,
            taken: Mutex::new(0),
        })
    }

    /// Nothing yet.
    pub(super) fn taken(self: &Arc<Room>) -> Taken {
        Taken {
            room: Arc::clone(self),
            bytes: 0,
        }
    }
}

impl Taken {
    fn take(&mut self, bytes: u64) -> bool {
        let taken = self.room.taken.lock();
        let mut taken = taken.unwrap_or_else(PoisonError::into_inner);
        let fits = *taken + bytes <= self.room.bytes;
        if fits {
            *taken += bytes;
            self.bytes += bytes;
        }
        fits
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let taken = self.room.taken.lock();
        *taken.unwrap_or_else(PoisonError::into_inner) -= self.bytes;
    }
}

impl Write for Bounded<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let bytes = u64::try_from(piece.len()).map_err(io::Error::other)?;
        while !self.taken.take(bytes) {
            if self.taken.bytes + bytes > self.taken.room.bytes {
                self.refused = Some(Unwritten::TooLarge);
            } else if !(self.clear)() {
                self.refused = Some(Unwritten::Full);
            } else {
                continue;
            }
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.file.write_all(piece)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Unwritten {
        Unwritten::Failed(error)
    }
}

impl From<Unwritten> for ApiError {
    fn from(unwritten: Unwritten) -> ApiError {
        match unwritten {
            Unwritten::TooLarge => ApiError::Conflict(
                "export_too_large",
                "the file would be larger than 4 GB: ask for fewer seats with `where`, or for \
                 Parquet, which is smaller",
            ),
            Unwritten::Full => ApiError::Busy,
            Unwritten::Failed(error) => ApiError::unwritten(&error),
        }
    }
}
