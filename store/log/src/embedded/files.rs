//! Small files written whole, and directories made durable.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    os::unix::fs::{
        DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
    },
    path::{Path, PathBuf},
};

use super::lock::{another, claim};
use crate::error::StoreError;

/// Makes what was created or renamed in a directory durable.
pub(crate) fn sync_dir(dir: &Path) -> Result<(), StoreError> {
    let synced = File::open(dir).and_then(|dir| dir.sync_all());
    synced.map_err(StoreError::io(format!("sync {}", dir.display())))
}

/// Makes a directory that only its owner may look into, durably, unless there is one.
///
/// # Errors
///
/// If it cannot be made.
pub fn make_dir(dir: &Path) -> Result<(), StoreError> {
    // A relative path ends in an empty one, which is no directory.
    let new: Vec<&Path> = dir.ancestors().take_while(|it| !it.exists()).collect();
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir);
    made.map_err(StoreError::io(format!("make {}", dir.display())))?;
    for above in new.iter().filter_map(|it| it.parent()) {
        // One that may not be read cannot be synced.
        let _ = sync_dir(&Path::new(".").join(above));
    }
    Ok(())
}

/// Makes a directory and all in it the owner's alone.
pub(crate) fn make_private(dir: &Path) -> Result<(), StoreError> {
    let private = || {
        set_mode(dir, 0o700)?;
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            let mode = if path.is_dir() { 0o700 } else { 0o600 };
            match set_mode(&path, mode) {
                // The next segment of the journal may just have got its name.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                set => set?,
            }
        }
        Ok(())
    };
    private().map_err(StoreError::io(format!("make {} private", dir.display())))
}

/// Another's files can be read and written without being ours to close.
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    let set = fs::set_permissions(path, fs::Permissions::from_mode(mode));
    if matches!(&set, Err(error) if error.kind() == io::ErrorKind::PermissionDenied) {
        tracing::warn!(path = %path.display(), "only its owner can make it private");
        return Ok(());
    }
    set
}

/// What is in a directory; nothing if it is not there.
pub(crate) fn paths_in(dir: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let read = || match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.map(|entry| Ok(entry?.path())).collect(),
    };
    read().map_err(StoreError::io(format!("read {}", dir.display())))
}

/// How many bytes of the disk a directory and all in it take, without what goes away meanwhile.
pub(crate) fn bytes_in(dir: &Path) -> u64 {
    const BLOCK: u64 = 512;
    let paths = paths_in(dir).unwrap_or_default().into_iter();
    let bytes = paths.map(|path| match fs::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_dir() => bytes_in(&path),
        Ok(metadata) => metadata.blocks() * BLOCK,
        Err(_) => 0,
    });
    bytes.sum()
}

/// How many bytes we may still write to the disk of a directory.
pub(crate) fn free_bytes(dir: &Path) -> Result<u64, StoreError> {
    let disk = rustix::fs::statvfs(dir).map_err(std::io::Error::from);
    let disk = disk.map_err(StoreError::io(format!("ask for room on {}", dir.display())))?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Makes a directory that is not there yet, or is empty and nobody's.
pub(crate) fn make_new(dir: &Path, advice: &str) -> Result<(), StoreError> {
    make_dir(dir)?;
    let own = File::open(dir).map_err(StoreError::io(format!("open {}", dir.display())))?;
    claim(&own, dir, another)?;
    match paths_in(dir)?.is_empty() {
        true => Ok(()),
        false => Err(unusable(dir, format!("it is not empty: {advice}"))),
    }
}

/// Removes a directory, if there is one.
pub(crate) fn remove_dir(dir: &Path) -> Result<(), StoreError> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(StoreError::io(format!("remove {}", dir.display()))),
    }
}

/// Removes all that is in a directory.
pub(crate) fn empty(dir: &Path) -> Result<(), StoreError> {
    let emptied = || {
        fs::remove_dir_all(dir)?;
        fs::DirBuilder::new().mode(0o700).create(dir)
    };
    emptied().map_err(StoreError::io("empty the directory"))
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

/// Writes a new file, durably, readable by the owner only.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A line written by [`write_checked`]; none if there is no such file.
pub(crate) fn read_checked(
    dir: &Path,
    name: &str,
    advice: &str,
) -> Result<Option<String>, StoreError> {
    let path = dir.join(name);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(StoreError::io(format!("read {}", path.display())))?,
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

pub(crate) fn private(path: &Path) -> io::Result<File> {
    File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}
