//! Small files written whole, and directories made durable.

use std::{
    fs::{self, File},
    io::Write as _,
    path::Path,
};

use crate::error::StoreError;

/// Makes what was created or renamed in a directory durable.
pub(crate) fn sync_dir(dir: &Path) -> Result<(), StoreError> {
    let synced = File::open(dir).and_then(|dir| dir.sync_all());
    synced.map_err(StoreError::io(format!("sync {}", dir.display())))
}

/// Makes a directory unless there is one.
pub(crate) fn make_dir(dir: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(dir).map_err(StoreError::io(format!("make {}", dir.display())))
}

/// Writes one line and its checksum, all or nothing, readable by the owner only.
pub(crate) fn write_checked(dir: &Path, name: &str, line: &str) -> Result<(), StoreError> {
    let half = dir.join(format!("{name}.new"));
    let what = format!("write {}", half.display());
    let write = || {
        let _ = fs::remove_file(&half);
        let mut file = private(&half)?;
        writeln!(file, "{line}\n{:08x}", crc32c::crc32c(line.as_bytes()))?;
        file.sync_all()?;
        fs::rename(&half, dir.join(name))
    };
    write().map_err(StoreError::io(what))?;
    sync_dir(dir)
}

/// A line written by [`write_checked`]; none if there is no such file.
pub(crate) fn read_checked(
    dir: &Path,
    name: &str,
    advice: &str,
) -> Result<Option<String>, StoreError> {
    let path = dir.join(name);
    let Ok(bytes) = fs::read(&path) else {
        return match path.try_exists() {
            Ok(false) => Ok(None),
            Ok(true) | Err(_) => Err(unusable(&path, "it cannot be read")),
        };
    };
    let text = String::from_utf8(bytes).ok();
    let line = text.as_deref().and_then(|text| {
        let (line, sum) = text.strip_suffix('\n')?.split_once('\n')?;
        let right = format!("{:08x}", crc32c::crc32c(line.as_bytes()));
        (right == sum).then_some(line)
    });
    match line {
        Some(line) => Ok(Some(line.to_owned())),
        None => Err(unusable(&path, format!("it is damaged: {advice}"))),
    }
}

/// An error about a path.
pub(crate) fn unusable(path: &Path, why: impl Into<String>) -> StoreError {
    StoreError::Unusable {
        path: path.to_owned(),
        why: why.into(),
    }
}

#[cfg(unix)]
fn private(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

#[cfg(not(unix))]
fn private(path: &Path) -> std::io::Result<File> {
    File::create_new(path)
}
