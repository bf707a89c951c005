//! How much of the disk files take, all together.

use std::{
    fs::File,
    io::{self, Write},
    sync::Arc,
};

use parking_lot::Mutex;

use crate::http::{codes::Code, error::ApiError};

/// How much they may take, and how much they do.
#[derive(Debug)]
pub(super) struct DiskQuota {
    bytes: u64,
    // Asked and taken as one, or two files could reserve the same bytes.
    reserved: Mutex<u64>,
}

/// What a file takes of the quota, until it is gone.
#[derive(Debug)]
pub(super) struct Reservation {
    quota: Arc<DiskQuota>,
    pub(super) bytes: u64,
}

/// Why there is no file.
#[derive(Debug)]
pub(crate) enum ExportError {
    /// It alone would be larger than the whole quota.
    TooLarge,
    /// Files that are being read or written take the quota up.
    Full,
    /// It can no longer be made as it was listed.
    Withdrawn,
    /// It could not be written.
    Failed(io::Error),
}

/// A file that reserves its bytes as it grows.
pub(super) struct Bounded<'a> {
    pub(super) file: &'a File,
    pub(super) reservation: &'a mut Reservation,
    /// Frees the space of a file that nobody uses; false if there is none.
    pub(super) clear: &'a (dyn Fn() -> bool + Sync),
    pub(super) refused: Option<ExportError>,
}

impl DiskQuota {
    pub(super) fn of(bytes: u64) -> Arc<DiskQuota> {
        Arc::new(DiskQuota {
            bytes,
            reserved: Mutex::new(0),
        })
    }

    /// A reservation of nothing yet.
    pub(super) fn reservation(self: &Arc<DiskQuota>) -> Reservation {
        Reservation {
            quota: Arc::clone(self),
            bytes: 0,
        }
    }
}

impl Reservation {
    fn grow(&mut self, bytes: u64) -> bool {
        let mut reserved = self.quota.reserved.lock();
        let fits = *reserved + bytes <= self.quota.bytes;
        if fits {
            *reserved += bytes;
            self.bytes += bytes;
        }
        fits
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        *self.quota.reserved.lock() -= self.bytes;
    }
}

impl Write for Bounded<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let bytes = u64::try_from(piece.len()).map_err(io::Error::other)?;
        while !self.reservation.grow(bytes) {
            if self.reservation.bytes + bytes > self.reservation.quota.bytes {
                self.refused = Some(ExportError::TooLarge);
            } else if !(self.clear)() {
                self.refused = Some(ExportError::Full);
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

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Failed(error)
    }
}

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> ApiError {
        match error {
            ExportError::TooLarge => Code::ExportTooLarge.because(
                "the file would be larger than 4 GB: ask for fewer seats with `where`, or for \
                 Parquet, which is smaller",
            ),
            ExportError::Full => Code::Busy.into(),
            ExportError::Withdrawn => {
                Code::UnknownExport.because("it was withdrawn just now: ask for the list again")
            }
            ExportError::Failed(error) => ApiError::unwritten(&error),
        }
    }
}
