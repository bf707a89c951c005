//! Checking a sled database before it is trusted: in another process if one is
//! configured, because a damaged one can take down the process that opens it.

use std::{
    ffi::OsString,
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

use super::{check, index::Index};
use crate::{error::StoreError, rows};

/// Longer than reading any index takes that one process serves.
const CHECK_TIMEOUT: Duration = Duration::from_secs(600);
const NO_ANSWER: &str = "the check gave no answer";

/// Checks one database; says what is wrong with it.
pub(super) fn run_check(command: &[OsString], dir: &Path) -> Result<Option<String>, StoreError> {
    let Some((program, arguments)) = command.split_first() else {
        return Ok(check_on_thread(dir));
    };
    let child = Command::new(program)
        .args(arguments)
        .arg(dir)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.map_err(StoreError::io("run the check of the index"))?;
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(None),
            Ok(Some(status)) => return Ok(Some(format!("the check ended with {status}"))),
            Ok(None) if start.elapsed() < CHECK_TIMEOUT => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(Some(NO_ANSWER.to_owned()));
            }
        }
    }
}

fn check_on_thread(dir: &Path) -> Option<String> {
    let (answer, answered) = mpsc::channel();
    let dir = dir.to_owned();
    std::thread::spawn(move || answer.send(check_dir(&dir)));
    match answered.recv_timeout(CHECK_TIMEOUT) {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some(NO_ANSWER.to_owned()),
    }
}

/// Opens the index or the projection in a directory, and reads all of it.
pub(crate) fn check_dir(dir: &Path) -> Result<(), StoreError> {
    const CACHE_BYTES: u64 = 64 << 20;
    if dir.file_name() == Some("events".as_ref()) {
        check::check(&Index::open(dir, CACHE_BYTES)?)
    } else {
        rows::check(dir, CACHE_BYTES)
    }
}
