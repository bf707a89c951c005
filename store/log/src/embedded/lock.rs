//! One process at a time in a directory.
//!
//! The directory itself is locked, and so is what is written in it: whoever removes the
//! file `LOCK` changes nothing. The file says who has the directory, and where the log
//! ended when it was last closed; programs that know no other lock hold it, too.

use std::{
    fs::{File, TryLockError},
    io::Write as _,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use super::writer::Written;
use crate::{error::StoreError, id::Position, time::Timestamp};

/// The right to a directory, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    /// Where the log ended when it was closed in good order for the last time.
    closed_at: Option<Written>,
    /// Whether nobody had it open since.
    is_as_closed: bool,
    /// The file and the directory, locked.
    _held: (File, File),
}

/// What the lock's file says.
#[derive(Debug, Default)]
struct Said {
    /// Who has the directory, or that it was closed.
    who: String,
    closed_at: Option<Written>,
}

/// What the lock's file says after a good end.
const STOPPED: &str = "stopped";

impl Lock {
    /// Takes the directory, or says who has it. Waits for one who has stopped.
    pub(super) fn take(dir: &Path) -> Result<Lock, StoreError> {
        let path = dir.join("LOCK");
        let has_stopped = |error: &StoreError| matches!(error, StoreError::Locked { holder, .. } if holder == STOPPED);
        let held = once_let_go(|| held(dir, &path), has_stopped)?;
        let said = Said::read(&path);
        if !said.who.is_empty() && said.who != STOPPED {
            tracing::warn!(
                last = said.who,
                "the store was not closed properly the last time"
            );
        }
        let lock = Lock {
            path,
            closed_at: said.closed_at,
            is_as_closed: said.who == STOPPED && said.closed_at.is_some(),
            _held: held,
        };
        let pid = std::process::id();
        let said = lock.say(&format!("process {pid}, started {}", Timestamp::now()));
        if let Err(error) = said {
            // On a full disk it is read all the same.
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the file LOCK was left unchanged"
            );
        }
        Ok(lock)
    }

    /// Where the log ended when it was last closed in good order, if that is known:
    /// all before was acknowledged.
    pub(crate) const fn closed_at(&self) -> Option<Written> {
        self.closed_at
    }

    /// Whether whoever had it last closed it in good order: nothing of it is further than
    /// [`Lock::closed_at`].
    pub(crate) const fn is_as_closed(&self) -> bool {
        self.is_as_closed
    }

    /// Notes that the store was closed in good order, and where the log ends.
    pub(crate) fn stopped(&mut self, end: Written) -> Result<(), StoreError> {
        self.closed_at = Some(end);
        self.say(STOPPED)
    }

    /// Writes the file anew, by its name: it may have been removed.
    fn say(&self, who: &str) -> Result<(), StoreError> {
        let end = self.closed_at.map(line_of).unwrap_or_default();
        let say = || {
            let mut file = lock_file(&self.path)?;
            file.set_len(0)?;
            file.write_all(format!("{who}\n{end}").as_bytes())?;
            file.sync_all()
        };
        say().map_err(StoreError::io("write the lock"))
    }
}

/// Locks a file or a directory; if another has it, says who.
pub(super) fn claim(
    file: &File,
    path: &Path,
    holder: impl FnOnce() -> String,
) -> Result<(), StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked {
            path: path.to_owned(),
            holder: holder(),
        }),
        Err(TryLockError::Error(error)) => {
            Err(StoreError::io(format!("lock {}", path.display()))(error))
        }
    }
}

/// Who has something, where nobody says.
pub(super) fn another() -> String {
    "another process".to_owned()
}

/// Locks the directory, then the file.
fn held(dir: &Path, path: &Path) -> Result<(File, File), StoreError> {
    let holder = || match Said::read(path).who {
        who if who.is_empty() => another(),
        who => who,
    };
    let own = File::open(dir).map_err(StoreError::io(format!("open {}", dir.display())))?;
    claim(&own, dir, holder)?;
    let file = lock_file(path).map_err(StoreError::io(format!("open {}", path.display())))?;
    claim(&file, dir, holder)?;
    Ok((file, own))
}

fn lock_file(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false).open(path)
}

impl Said {
    /// Only what can be read: a damaged file says nothing.
    fn read(path: &Path) -> Said {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut lines = text.lines();
        let who = lines.next().unwrap_or_default().trim().to_owned();
        let end = lines.next();
        let closed_at = end.and_then(end_of);
        if end.is_some() && closed_at.is_none() {
            tracing::warn!(path = %path.display(), "the position at which the log was closed cannot be read");
        }
        Said { who, closed_at }
    }
}

/// A line that tells where the log ended, with its checksum.
fn line_of(end: Written) -> String {
    let told = format!("at {} {}", end.position.number(), end.hash);
    format!("{told} {:08x}\n", crc32c::crc32c(told.as_bytes()))
}

fn end_of(line: &str) -> Option<Written> {
    let (told, sum) = line.rsplit_once(' ')?;
    let (position, hash) = told.strip_prefix("at ")?.split_once(' ')?;
    let is_whole = sum == format!("{:08x}", crc32c::crc32c(told.as_bytes()));
    is_whole.then_some(Written {
        position: Position::of_number(position.parse().ok()?),
        hash: hash.parse().ok()?,
    })
}

/// Tries again, for ten seconds at most, where whoever stopped has yet to let go: threads
/// live a moment longer than what they serve.
pub(super) fn once_let_go<T>(
    mut attempt: impl FnMut() -> Result<T, StoreError>,
    is_held: impl Fn(&StoreError) -> bool,
) -> Result<T, StoreError> {
    /// What was killed may have much to give back to the system before its locks go.
    const PATIENCE: Duration = Duration::from_secs(10);
    /// The system tells nobody when a lock is let go: it must be asked again. Few starts
    /// have to, and none is slower by more than this.
    const PAUSE: Duration = Duration::from_millis(10);
    let asked = Instant::now();
    loop {
        match attempt() {
            Err(error) if is_held(&error) && asked.elapsed() < PATIENCE => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hash;

    const END: Written = Written {
        position: Position::of_number(1261),
        hash: Hash([7; 32]),
    };

    #[test]
    fn a_directory_is_in_use_even_if_the_file_that_says_so_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let held = Lock::take(dir.path()).unwrap();
        std::fs::remove_file(dir.path().join("LOCK")).unwrap();
        for _ in 0..2 {
            let refused = Lock::take(dir.path()).unwrap_err();
            assert!(matches!(refused, StoreError::Locked { holder, .. } if holder == another()));
        }
        drop(held);
        assert!(Lock::take(dir.path()).is_ok());
    }

    #[test]
    fn where_the_log_was_closed_is_known_until_it_is_closed_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("LOCK");
        let closed_at = || Lock::take(dir.path()).unwrap().closed_at();
        assert_eq!(closed_at(), None);
        let mut held = Lock::take(dir.path()).unwrap();
        std::fs::remove_file(&path).unwrap();
        held.stopped(END).unwrap();
        drop(held);
        assert_eq!([closed_at(), closed_at()], [Some(END); 2]);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("1261", "1251")).unwrap();
        assert_eq!(closed_at(), None, "a damaged line says nothing");
        std::fs::write(&path, "stopped\n").unwrap();
        assert_eq!(closed_at(), None, "as programs before wrote it");
    }

    #[test]
    fn whoever_has_stopped_is_waited_for_and_nobody_else() {
        let dir = tempfile::tempdir().unwrap();
        let mut held = Lock::take(dir.path()).unwrap();
        let refused = Lock::take(dir.path()).unwrap_err();
        assert!(matches!(refused, StoreError::Locked { holder, .. } if holder.contains("process")));
        held.stopped(END).unwrap();
        let path = dir.path().to_owned();
        let next = thread::spawn(move || Lock::take(&path));
        drop(held);
        assert!(next.join().unwrap().is_ok());
    }
}
