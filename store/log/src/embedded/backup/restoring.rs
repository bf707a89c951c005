//! The files of a backup, put back where they stood.

use std::{
    collections::BTreeSet,
    io,
    path::{Component, Path},
};

use super::{
    super::files,
    folder::Folder,
    manifest::{File, Manifest},
    pool::{self, Content},
};
use crate::error::StoreError;

/// Copies the files of a backup into a directory that is new or empty, and checks every one of
/// them against its SHA-256.
///
/// # Errors
///
/// If the directory is in use or not empty, or a file is missing or not what it was. The directory
/// is left empty then.
pub fn put_back(folder: &Folder, manifest: &Manifest, to: &Path) -> Result<(), StoreError> {
    files::make_new(to, "restore into a new directory")?;
    let copied = put_back_all(folder, manifest, to);
    if copied.is_err() {
        // It was empty before: half a backup must not look like a store.
        files::empty(to)?;
    }
    copied
}

/// Puts the files back in an order in which no part of them looks like a store, whenever it ends:
/// without FORMAT there is none, and nobody makes a new one beside a journal.
fn put_back_all(folder: &Folder, manifest: &Manifest, to: &Path) -> Result<(), StoreError> {
    let order = |file: &&File| match &*file.path {
        "FORMAT" => 2,
        path if path.contains('/') => 0,
        _ => 1,
    };
    let mut files: Vec<&File> = manifest.files.iter().collect();
    files.sort_by_key(order);
    let named = files.partition_point(|file| order(file) < 2);
    for files in [&files[..named], &files[named..]] {
        files
            .iter()
            .try_for_each(|file| put_back_file(folder, file, to))?;
        sync(files, to)?;
    }
    Ok(())
}

fn put_back_file(folder: &Folder, file: &File, to: &Path) -> Result<(), StoreError> {
    let path = Path::new(&file.path);
    let is_within = path
        .components()
        .all(|it| matches!(it, Component::Normal(_)));
    if !is_within {
        return Err(files::unusable(
            path,
            "it is not a path inside a data directory",
        ));
    }
    let target = to.join(path);
    if let Some(dir) = target.parent() {
        files::make_dir(dir)?;
    }
    let copied = || -> io::Result<Content> {
        let mut to = files::private(&target)?;
        let copied = pool::copy(&mut folder.pool.open(file.sha256)?, &mut to, &|| Ok(()))?;
        to.sync_all()?;
        Ok(copied)
    };
    let copied = match copied() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(unusable(file, "is missing")),
        copied => copied.map_err(StoreError::io(format!("restore {}", file.path))),
    }?;
    let (sha256, bytes) = (file.sha256, file.bytes);
    if copied != (Content { sha256, bytes }) {
        return Err(unusable(file, "is damaged"));
    }
    Ok(())
}

fn unusable(file: &File, what: &str) -> StoreError {
    let why = format!(
        "its copy in the backup ({}) {what}: use another backup",
        file.sha256
    );
    files::unusable(Path::new(&file.path), why)
}

/// Makes the names of all files durable.
fn sync(files: &[&File], to: &Path) -> Result<(), StoreError> {
    let paths = files.iter().map(|file| to.join(&file.path));
    let dirs: BTreeSet<_> = paths
        .filter_map(|path| Some(path.parent()?.to_owned()))
        .collect();
    dirs.iter().try_for_each(|dir| files::sync_dir(dir))
}
