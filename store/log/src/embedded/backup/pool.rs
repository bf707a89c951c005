//! The files of all backups in a folder, each there once, named by the SHA-256 of its bytes.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use domain::cast;
use sha2::{Digest as _, Sha256};

use super::super::files;
use crate::{error::StoreError, hash::Hash};

/// A file that has no name yet: a kill may leave it.
const HALF: &str = "half.new";
/// So many bytes are in memory at once.
const CHUNK: usize = 1 << 20;

/// The files of all backups.
#[derive(Debug)]
pub(super) struct Pool {
    dir: PathBuf,
}

/// Bytes that were read, and what they hash to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) sha256: Hash,
    pub(super) bytes: u64,
}

impl Pool {
    pub(super) fn of(dir: PathBuf) -> Pool {
        Pool { dir }
    }

    pub(super) fn make(&self) -> Result<(), StoreError> {
        files::make_dir(&self.dir)
    }

    /// Whether a file is there, as far as its name and length say.
    pub(super) fn has(&self, Content { sha256, bytes }: Content) -> bool {
        fs::metadata(self.path(sha256)).is_ok_and(|file| file.len() == bytes)
    }

    /// A file, to be read.
    pub(super) fn open(&self, sha256: Hash) -> io::Result<File> {
        File::open(self.path(sha256))
    }

    /// Copies bytes, durably, and so that so many stay free on the disk; how many were new.
    pub(super) fn copy(
        &self,
        from: &mut dyn Read,
        floor_bytes: u64,
    ) -> Result<(Content, u64), StoreError> {
        let half = self.dir.join(HALF);
        let mut copied = || {
            let _ = fs::remove_file(&half);
            let mut to = files::private(&half)?;
            let needed = floor_bytes.saturating_add(cast(CHUNK));
            let content = copy(from, &mut to, &|| self.has_room(needed))?;
            to.sync_all()?;
            Ok(content)
        };
        let copied = copied().and_then(|content| self.name(&half, content));
        copied.map_err(|error| {
            let _ = fs::remove_file(&half);
            StoreError::io(format!("copy into {}", self.dir.display()))(error)
        })
    }

    /// Gives a file a second name here.
    pub(super) fn link(&self, from: &Path) -> io::Result<(Content, u64)> {
        let half = self.dir.join(HALF);
        let _ = fs::remove_file(&half);
        fs::hard_link(from, &half)?;
        let content = copy(&mut File::open(&half)?, &mut io::sink(), &|| Ok(()))?;
        self.name(&half, content).map(|(content, _)| (content, 0))
    }

    /// Makes all that was copied durable under its name.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        files::sync_dir(&self.dir)
    }

    /// Removes every file but these.
    pub(super) fn retain(&self, named: &BTreeSet<String>) -> Result<(), StoreError> {
        for path in files::paths_in(&self.dir)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !named.contains(&*name) {
                let removed = fs::remove_file(&path);
                removed.map_err(StoreError::io(format!("remove {}", path.display())))?;
            }
        }
        Ok(())
    }

    /// Gives a file its name, and tells how many bytes are new. One that is there is replaced: it
    /// may be damaged.
    fn name(&self, half: &Path, content: Content) -> io::Result<(Content, u64)> {
        let new = if self.has(content) { 0 } else { content.bytes };
        fs::rename(half, self.path(content.sha256))?;
        // To rename one name of a file to another of the same file does nothing.
        let _ = fs::remove_file(half);
        Ok((content, new))
    }

    /// Makes sure that so many bytes are free on the disk.
    pub(super) fn has_room(&self, bytes: u64) -> io::Result<()> {
        match files::free_bytes(&self.dir) {
            Ok(free) if free < bytes => {
                let why = format!(
                    "{free} bytes are free on the disk of {}, and {bytes} have to be",
                    self.dir.display()
                );
                Err(io::Error::new(io::ErrorKind::StorageFull, why))
            }
            // A disk that does not say is written to.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn path(&self, sha256: Hash) -> PathBuf {
        self.dir.join(sha256.to_string())
    }
}

/// Copies bytes, and says what they were. Before each part it is asked whether there is room.
pub(super) fn copy(
    from: &mut dyn Read,
    to: &mut dyn io::Write,
    has_room: &dyn Fn() -> io::Result<()>,
) -> io::Result<Content> {
    let mut chunk = vec![0; CHUNK];
    let (mut hasher, mut bytes) = (Sha256::new(), 0);
    loop {
        let read = from.read(&mut chunk)?;
        if read == 0 {
            let sha256 = Hash(hasher.finalize().into());
            return Ok(Content { sha256, bytes });
        }
        has_room()?;
        hasher.update(&chunk[..read]);
        to.write_all(&chunk[..read])?;
        bytes += cast::<u64>(read);
    }
}
