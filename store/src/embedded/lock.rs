//! One process at a time in a directory.

use std::{
    fs::{File, TryLockError},
    io::{Read as _, Seek as _, Write as _},
    path::Path,
    thread,
    time::{Duration, Instant},
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
    /// Takes the directory, or says who has it. Waits for one who has stopped.
    pub(super) fn take(dir: &Path) -> Result<Lock, StoreError> {
        let path = dir.join("LOCK");
        let opened = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let mut file = opened.map_err(StoreError::io(format!("open {}", path.display())))?;
        let has_stopped = |error: &StoreError| matches!(error, StoreError::Locked { holder, .. } if holder == STOPPED);
        let said = once_let_go(|| locked(&mut file, dir), has_stopped)?;
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

/// Tries again, for ten seconds at most, where whoever stopped has yet to let go: threads
/// live a moment longer than what they serve.
pub(super) fn once_let_go<T>(
    mut attempt: impl FnMut() -> Result<T, StoreError>,
    is_held: impl Fn(&StoreError) -> bool,
) -> Result<T, StoreError> {
    const PATIENCE: Duration = Duration::from_secs(10);
    const PAUSE: Duration = Duration::from_millis(10);
    let asked = Instant::now();
    loop {
        match attempt() {
            Err(error) if is_held(&error) && asked.elapsed() < PATIENCE => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

/// Locks the file; tells what it said.
fn locked(file: &mut File, dir: &Path) -> Result<String, StoreError> {
    let locked = file.try_lock();
    let said = said(file);
    match locked {
        Ok(()) => Ok(said),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked {
            dir: dir.to_owned(),
            holder: said,
        }),
        Err(TryLockError::Error(error)) => Err(StoreError::io("lock")(error)),
    }
}

/// What the file says. Only for people: a damaged one says nothing.
fn said(file: &mut File) -> String {
    let mut said = String::new();
    let _ = file.rewind().and_then(|()| file.read_to_string(&mut said));
    said.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_stopped_is_waited_for_and_nobody_else() {
        let dir = tempfile::tempdir().unwrap();
        let mut held = Lock::take(dir.path()).unwrap();
        let refused = Lock::take(dir.path()).unwrap_err();
        assert!(matches!(refused, StoreError::Locked { holder, .. } if holder.contains("process")));
        held.stopped().unwrap();
        let path = dir.path().to_owned();
        let next = thread::spawn(move || Lock::take(&path));
        drop(held);
        assert!(next.join().unwrap().is_ok());
    }
}
