//! Checking a sled database before it is trusted: in another process if one is
//! configured, because a damaged one can take down the process that opens it.

use std::{
    ffi::OsString,
    fs::File,
    io::{ErrorKind, Read as _, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Child, Command, ExitCode, ExitStatus, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    time::{Duration, Instant},
};

use rustix::process::Signal;

use super::rows;
use super::{
    check, files,
    index::Index,
    lock::{another, claim, once_let_go},
};
use crate::{error::StoreError, id::Position};

/// Longer than reading any index takes that one process serves.
const CHECK_TIMEOUT: Duration = Duration::from_secs(600);
/// The end of a process can be waited for without limit only, so it is asked for: often, as
/// most checks take a few milliseconds, and a start waits for them.
const PAUSE: Duration = Duration::from_millis(2);
pub(super) const NO_ANSWER: &str = "the check gave no answer";
/// What tells a process to stop, and its children with it: nothing was found then.
const STOPPING: [i32; 4] = [
    Signal::HUP.as_raw(),
    Signal::INT.as_raw(),
    Signal::QUIT.as_raw(),
    Signal::TERM.as_raw(),
];
/// How the process ends that found damage, the one that found the database in use, and
/// the one that the system refused to let look; it says why.
const DAMAGED: u8 = 2;
const IN_USE: u8 = 3;
const REFUSED: u8 = 4;

/// What checking a database came to.
#[derive(Debug)]
pub(super) enum Checked {
    /// It is whole, and up to here it has read the log, if it is a projection and says so.
    Whole(Option<Position>),
    /// What is wrong with it.
    Damaged(String),
}

/// Holds a database, to change its files while nobody has it open. None if there is none.
pub(super) fn hold(dir: &Path) -> Result<Option<File>, StoreError> {
    let path = dir.join("db");
    if !path.exists() {
        return Ok(None);
    }
    let hold = || {
        let file = File::options().read(true).write(true).open(&path);
        let file = file.map_err(StoreError::io(format!("open {}", path.display())))?;
        claim(&file, dir, another)?;
        Ok(Some(file))
    };
    // The check of a start that was killed may have yet to end.
    once_let_go(hold, |error| matches!(error, StoreError::Locked { .. }))
}

/// How much of a database is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Every row.
    All,
    /// How far it has read the log, if it is a projection: the rest may be damaged.
    HowFar,
}

/// Behind the directory, where a command is to read no more than [`Depth::HowFar`].
const HOW_FAR: &str = "--how-far";

/// Checks one database at a start, which waits for it.
pub(super) fn check_now(
    command: &[OsString],
    dir: &Path,
    depth: Depth,
) -> Result<Checked, StoreError> {
    let start = Instant::now();
    let checked = run_check(command, dir, depth, &|| start.elapsed() < CHECK_TIMEOUT)?;
    Ok(checked.unwrap_or_else(|| Checked::Damaged(NO_ANSWER.to_owned())))
}

/// Checks one database, as long as somebody wants to know; none if nobody does any more.
pub(super) fn run_check(
    command: &[OsString],
    dir: &Path,
    depth: Depth,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Option<Checked>, StoreError> {
    let Some((program, arguments)) = command.split_first() else {
        return check_on_thread(dir, depth, is_wanted);
    };
    let child = Command::new(program)
        .args(arguments)
        .arg(dir)
        .args((depth == Depth::HowFar).then_some(HOW_FAR))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.map_err(StoreError::io("run the check of the index"))?;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return ended(&mut child, status, dir).map(Some),
            Ok(None) if is_wanted() => std::thread::sleep(PAUSE),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            Err(error) => return Err(StoreError::io("wait for the check of the index")(error)),
        }
    }
}

/// What a process that has ended found.
fn ended(child: &mut Child, status: ExitStatus, dir: &Path) -> Result<Checked, StoreError> {
    if status.code() == Some(IN_USE.into()) {
        return Err(StoreError::Locked {
            path: dir.to_owned(),
            holder: another(),
        });
    }
    let mut said = String::new();
    if let Some(out) = &mut child.stdout {
        let heard = out.read_to_string(&mut said);
        heard.map_err(StoreError::io("hear the check of the index"))?;
    }
    if status.code() == Some(REFUSED.into()) {
        return Err(files::unusable(dir, said.trim()));
    }
    if status.signal().is_some_and(|it| STOPPING.contains(&it)) {
        return Err(files::unusable(dir, "its check was stopped: start again"));
    }
    if !status.success() {
        return Ok(Checked::Damaged(format!("the check ended with {status}")));
    }
    let read = said.trim().parse().ok();
    Ok(Checked::Whole(read.map(Position::of_number)))
}

fn check_on_thread(
    dir: &Path,
    depth: Depth,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Option<Checked>, StoreError> {
    let (answer, answered) = mpsc::channel();
    let (dir, looked_at) = (dir.to_owned(), dir.to_owned());
    std::thread::spawn(move || answer.send(check_dir(&dir, depth)));
    loop {
        let checked = match answered.recv_timeout(PAUSE) {
            Err(RecvTimeoutError::Timeout) if is_wanted() => continue,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => Checked::Damaged(NO_ANSWER.to_owned()),
            Ok(Ok(read)) => Checked::Whole(read),
            Ok(Err(error @ StoreError::Locked { .. })) => return Err(error),
            Ok(Err(error)) => match refused(&error) {
                Some(why) => return Err(files::unusable(&looked_at, why)),
                None => Checked::Damaged(error.to_string()),
            },
        };
        return Ok(Some(checked));
    }
}

/// Opens a database and reads it: the work of the short-lived process that
/// [`Config::index_check`](crate::Config::index_check) names.
///
/// It ends with the process that started it, whose end it hears from standard input.
pub fn check_index(dir: &Path, depth: Depth) -> ExitCode {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(IN_USE.into());
    });
    let (said, code) = match check_dir(dir, depth) {
        Ok(read) => (read.map(|read| read.number().to_string()), 0),
        Err(StoreError::Locked { .. }) => (None, IN_USE),
        Err(error) => match refused(&error) {
            Some(why) => (Some(why), REFUSED),
            None => (None, DAMAGED),
        },
    };
    // If nobody hears it, nobody waits for it.
    let _ = said.map(|said| writeln!(std::io::stdout(), "{said}"));
    ExitCode::from(code)
}

/// What the system said, if it refused to open or read files that may well be whole.
fn refused(error: &StoreError) -> Option<String> {
    let (StoreError::Index(sled::Error::Io(error)) | StoreError::Io { source: error, .. }) = error
    else {
        return None;
    };
    let by_system = [
        ErrorKind::PermissionDenied,
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::StorageFull,
        ErrorKind::QuotaExceeded,
        ErrorKind::OutOfMemory,
    ];
    let is_refused = by_system.contains(&error.kind());
    is_refused.then(|| format!("it cannot be opened: {error}"))
}

/// Opens the index or the projection in a directory, and reads it. Tells up to which position a
/// projection has read the log.
fn check_dir(dir: &Path, depth: Depth) -> Result<Option<Position>, StoreError> {
    const CACHE_BYTES: u64 = 64 << 20;
    if dir.file_name() == Some("events".as_ref()) {
        return check::check(&Index::open(dir, CACHE_BYTES)?).map(|()| None);
    }
    match depth {
        Depth::All => rows::check(dir, CACHE_BYTES).map(Some),
        Depth::HowFar => rows::how_far(dir, CACHE_BYTES).map(Some),
    }
}
