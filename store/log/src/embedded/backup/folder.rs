//! A folder of backups: their manifests, and the files they name.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    super::{files, lock},
    manifest::{self, Manifest, Tried},
    pool::Pool,
};
use crate::error::StoreError;

/// A folder of backups, which no other process reads or writes while this is held.
#[derive(Debug)]
pub struct Folder {
    pub(super) dir: PathBuf,
    pub(super) pool: Pool,
    _held: File,
}

const MANIFEST: &str = "manifest";
const TRIED: &str = "tried";

impl Folder {
    /// Opens a folder of backups.
    ///
    /// # Errors
    ///
    /// If it is not there, or another process has it and does not let go within ten seconds.
    pub fn open(dir: &Path) -> Result<Folder, StoreError> {
        let held = File::open(dir).map_err(StoreError::io(format!("open {}", dir.display())))?;
        // A program that another thread starts holds all that is open until it runs.
        let claim = || lock::claim(&held, dir, lock::another);
        lock::once_let_go(claim, |error| matches!(error, StoreError::Locked { .. }))?;
        Ok(Folder {
            dir: dir.to_owned(),
            pool: Pool::of(dir.join("files")),
            _held: held,
        })
    }

    /// Opens a folder of backups, or makes one that only its owner may look into.
    ///
    /// # Errors
    ///
    /// If it cannot be made, or another process has it.
    pub fn open_or_make(dir: &Path) -> Result<Folder, StoreError> {
        files::make_dir(dir)?;
        let folder = Folder::open(dir)?;
        folder.pool.make()?;
        Ok(folder)
    }

    /// Where it is.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where a backup is restored to try it. What was left there is removed.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn place_to_try(&self) -> Result<PathBuf, StoreError> {
        let place = self.dir.join("trying");
        files::remove_dir(&place)?;
        Ok(place)
    }

    /// Makes sure that so many bytes are free.
    ///
    /// # Errors
    ///
    /// If they are not.
    pub fn ensure_room(&self, bytes: u64) -> Result<(), StoreError> {
        let room = self.pool.has_room(bytes);
        room.map_err(StoreError::io("restore the backup to try it"))
    }

    /// The names of its backups, the oldest first.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        let paths = files::paths_in(&self.dir)?.into_iter();
        let manifests = paths.filter(|path| path.extension().is_some_and(|it| it == MANIFEST));
        let names = manifests.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
        let mut names: Vec<String> = names.collect();
        names.sort_by_key(|name| (number(name), name.clone()));
        Ok(names)
    }

    /// What a backup has.
    ///
    /// # Errors
    ///
    /// If there is none of that name, its manifest is damaged, or a newer program wrote it.
    pub fn manifest(&self, name: &str) -> Result<Manifest, StoreError> {
        let read = self.read::<Manifest>(name, MANIFEST)?;
        let unusable = |why: &str| files::unusable(&self.path(name, MANIFEST), why);
        let manifest = read.ok_or_else(|| unusable("the backup is not found"))?;
        if manifest.format > manifest::FORMAT {
            return Err(unusable("a newer program wrote this backup: use that"));
        }
        if manifest.name != name {
            return Err(unusable("it is the manifest of another backup"));
        }
        Ok(manifest)
    }

    /// The latest backup.
    ///
    /// # Errors
    ///
    /// If its manifest cannot be read.
    pub fn latest(&self) -> Result<Option<Manifest>, StoreError> {
        let last = self.names()?.pop();
        last.map(|name| self.manifest(&name)).transpose()
    }

    /// The backup of that name; without a name, the latest.
    ///
    /// # Errors
    ///
    /// If there is none, or its manifest is damaged.
    pub fn find(&self, name: Option<&str>) -> Result<Manifest, StoreError> {
        match name {
            Some(name) => self.manifest(name),
            None => self
                .latest()?
                .ok_or_else(|| files::unusable(&self.dir, "there is no backup in it")),
        }
    }

    /// What came of restoring a backup, if it was tried.
    ///
    /// # Errors
    ///
    /// If that cannot be read.
    pub fn tried(&self, name: &str) -> Result<Option<Tried>, StoreError> {
        self.read(name, TRIED)
    }

    /// The latest backup that could be restored when that was tried, and when it was.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn last_good(&self) -> Result<Option<(String, Tried)>, StoreError> {
        for name in self.names()?.into_iter().rev() {
            // Nobody knows what a damaged note said.
            let tried = self.tried(&name).ok().flatten();
            if let Some(tried) = tried.filter(|tried| tried.problem.is_none()) {
                return Ok(Some((name, tried)));
            }
        }
        Ok(None)
    }

    /// Notes what came of restoring a backup.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn note_tried(&self, name: &str, tried: &Tried) -> Result<(), StoreError> {
        self.write(name, TRIED, tried)
    }

    /// The number of the next backup.
    pub(super) fn next_number(&self) -> Result<u64, StoreError> {
        let names = self.names()?;
        Ok(names.last().map_or(0, |last| number(last)) + 1)
    }

    /// Writes the manifest of a backup whose files are there, durably.
    pub(super) fn add(&self, manifest: &Manifest) -> Result<(), StoreError> {
        self.write(&manifest.name, MANIFEST, manifest)
    }

    /// Removes a backup. Its files stay until nobody names them.
    pub(super) fn remove(&self, name: &str) -> Result<(), StoreError> {
        let path = self.path(name, MANIFEST);
        fs::remove_file(&path).map_err(StoreError::io(format!("remove {}", path.display())))?;
        // Without a manifest it says nothing.
        let _ = fs::remove_file(self.path(name, TRIED));
        files::sync_dir(&self.dir)
    }

    /// The names of all files that some backup has.
    pub(super) fn named(&self) -> Result<BTreeSet<String>, StoreError> {
        let mut named = BTreeSet::new();
        for name in self.names()? {
            let files = self.manifest(&name)?.files;
            named.extend(files.iter().map(|file| file.sha256.to_string()));
        }
        Ok(named)
    }

    fn read<T: DeserializeOwned>(&self, name: &str, kind: &str) -> Result<Option<T>, StoreError> {
        let file = format!("{name}.{kind}");
        let line = files::read_checked(
            &self.dir,
            &file,
            "use another backup; remove this file to make more",
        )?;
        let read = line.map(|line| serde_json::from_str(&line)).transpose();
        read.map_err(|error| files::unusable(&self.dir.join(&file), error.to_string()))
    }

    fn write<T: Serialize>(&self, name: &str, kind: &str, what: &T) -> Result<(), StoreError> {
        let line = serde_json::to_string(what).expect("what a backup has is JSON");
        files::write_checked(&self.dir, &format!("{name}.{kind}"), &line)
    }

    fn path(&self, name: &str, kind: &str) -> PathBuf {
        self.dir.join(format!("{name}.{kind}"))
    }
}

/// The number that the name of a backup begins with.
fn number(name: &str) -> u64 {
    let digits = name.split('-').next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}
