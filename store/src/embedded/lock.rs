//! One process at a time in a directory.

use std::{
    fs::{File, TryLockError},
    io::{Read as _, Seek as _, Write as _},
    path::Path,
};

use crate::{error::StoreError, time::Timestamp};

/// The right to a directory, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

/// What the lock's file says after a good end.
const STOPPED: &str = "stopped";

impl Lock {
    /// Takes the directory, or says who has it.
    pub(super) fn take(dir: &Path) -> Result<Lock, StoreError> {
        let path = dir.join("LOCK");
        let opened = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let mut file = opened.map_err(StoreError::io(format!("open {}", path.display())))?;
        let locked = file.try_lock();
        let mut said = String::new();
        // Only for people: a damaged one says nothing.
        let _ = file.read_to_string(&mut said);
        let said = said.trim();
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Locked {
                    dir: dir.to_owned(),
                    holder: said.to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::io("lock")(error)),
        }
        if !said.is_empty() && said != STOPPED {
            tracing::warn!(last = said, "the store was not closed the last time");
        }
        let mut lock = Lock { file };
        let pid = std::process::id();
        lock.say(&format!("process {pid}, started {}", Timestamp::now()))?;
        Ok(lock)
    }

    /// Notes that the store was closed in good order.
    pub(crate) fn stopped(&mut self) -> Result<(), StoreError> {
        self.say(STOPPED)
    }

    fn say(&mut self, what: &str) -> Result<(), StoreError> {
        let mut say = || {
            self.file.set_len(0)?;
            self.file.rewind()?;
            writeln!(self.file, "{what}")?;
            self.file.sync_all()
        };
        say().map_err(StoreError::io("write the lock"))
    }
}
