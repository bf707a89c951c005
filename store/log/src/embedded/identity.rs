//! What a directory says of itself: the format of what is in it, whose store it is, and the
//! store's secret. A new directory is given all three.

use std::{fs, path::Path};

use domain::dice::bytes_from_hex;
use serde::{Deserialize, Serialize};

use super::{disk_space::DiskSpace, files, journal::Journal, layout::journal_dir};
use crate::{
    config::Config,
    error::StoreError,
    id::{Position, random},
    time::Timestamp,
};

/// What a directory says about itself.
#[derive(Debug, Serialize, Deserialize)]
struct Format {
    format: u32,
    store_id: String,
    engine: String,
    created: Timestamp,
    /// The oldest format whose programs can read this directory.
    min_reader: u32,
    /// Where the journal begins.
    #[serde(default, flatten)]
    first: FirstSegment,
}

/// The first segment of the journal: those before it are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FirstSegment {
    #[serde(rename = "first_segment", default)]
    pub(crate) number: u64,
    /// The last position before it.
    #[serde(rename = "first_segment_after", default)]
    pub(crate) after: Position,
}

/// From 2 on a journal may hold copies of commits and lack segments.
const FORMAT: u32 = 2;
/// The format of a journal that is as it was written.
const WHOLE_JOURNAL: u32 = 1;

/// The id of the store in a directory, for those who only read.
pub(crate) fn store_id(dir: &Path) -> Result<[u8; 16], StoreError> {
    let identity = read_format(dir)?.map(|format| format.identity(dir));
    let identity = identity.ok_or_else(|| files::unusable(dir, "there is no store here"))?;
    Ok(identity?.store_id)
}

/// Notes that the journal may hold copies and lack segments, and if another is the first one now,
/// which.
pub(crate) fn note_first_segment(
    dir: &Path,
    first: Option<FirstSegment>,
) -> Result<(), StoreError> {
    let format = read_format(dir)?;
    let format = format.ok_or_else(|| files::unusable(dir, "its file FORMAT is gone"))?;
    if first.is_none() && format.min_reader == FORMAT {
        return Ok(());
    }
    let noted = Format {
        format: FORMAT,
        min_reader: FORMAT,
        first: first.unwrap_or(format.first),
        ..format
    };
    write_format(dir, &noted)
}

fn write_format(dir: &Path, format: &Format) -> Result<(), StoreError> {
    let line = serde_json::to_string(format).expect("a format is JSON");
    files::write_checked(dir, "FORMAT", &line)
}

/// Which store a directory holds, and where its journal begins.
#[derive(Clone, Copy)]
pub(super) struct Identity {
    pub(super) store_id: [u8; 16],
    pub(super) first: FirstSegment,
}

/// The store's identity and secret; a new directory gets new ones.
pub(super) fn identify(config: &Config) -> Result<(Identity, [u8; 32]), StoreError> {
    let dir = &config.dir;
    match read_format(dir)? {
        Some(format) => {
            let identity = format.identity(dir)?;
            finish_creating(dir)?;
            Ok((identity, read_secret(dir)?))
        }
        None => create(config),
    }
}

impl Format {
    fn identity(&self, dir: &Path) -> Result<Identity, StoreError> {
        let store_id = bytes_from_hex(&self.store_id);
        let none = || files::unusable(&dir.join("FORMAT"), "its store id is none");
        Ok(Identity {
            store_id: store_id.ok_or_else(none)?,
            first: self.first,
        })
    }
}

fn read_format(dir: &Path) -> Result<Option<Format>, StoreError> {
    let advice = "restore it from a backup; or save what the index holds with `cartulary export` \
                  and `cartulary import` it into a new directory";
    let Some(line) = files::read_checked(dir, "FORMAT", advice)? else {
        return Ok(None);
    };
    let path = dir.join("FORMAT");
    let format = serde_json::from_str::<Format>(&line);
    let format = format.map_err(|error| files::unusable(&path, error.to_string()))?;
    if format.min_reader > FORMAT {
        let why = "a newer program wrote this directory: use that, or export with it";
        return Err(files::unusable(&path, why));
    }
    Ok(Some(format))
}

fn read_secret(dir: &Path) -> Result<[u8; 32], StoreError> {
    let advice = "restore it from a backup; or delete it to get a new one, which voids every token";
    let secret = files::read_checked(dir, "secret", advice)?;
    match secret {
        Some(secret) => bytes_from_hex(&secret)
            .ok_or_else(|| files::unusable(&dir.join("secret"), "it is no key")),
        None => {
            tracing::warn!("the file `secret` was missing: all existing tokens are void");
            write_secret(dir)
        }
    }
}

/// Keeps the secret of another store in this one.
pub(crate) fn keep_secret(dir: &Path, secret: &[u8; 32]) -> Result<(), StoreError> {
    files::write_checked(dir, "secret", &hex::encode(secret))
}

fn write_secret(dir: &Path) -> Result<[u8; 32], StoreError> {
    let secret = random();
    keep_secret(dir, &secret)?;
    Ok(secret)
}

/// Makes a store. Without a format there is none yet; with it, there is a journal.
fn create(config: &Config) -> Result<(Identity, [u8; 32]), StoreError> {
    let dir = &config.dir;
    let ours = ["LOCK", "secret", "secret.new", "FORMAT.new", NEW_JOURNAL];
    let entries = fs::read_dir(dir).map_err(StoreError::io("read the directory"))?;
    for entry in entries.flatten() {
        if !ours.iter().any(|name| entry.file_name() == *name) {
            let why = "there is no FORMAT file, but the directory is not empty: give another \
                       directory, or restore this one from a backup";
            return Err(files::unusable(dir, why));
        }
    }
    DiskSpace::of(config).for_new()?;
    let secret = write_secret(dir)?;
    let store_id: [u8; 16] = random();
    let journal = dir.join(NEW_JOURNAL);
    if journal.exists() {
        fs::remove_dir_all(&journal).map_err(StoreError::io("remove half a journal"))?;
    }
    Journal::create(&journal, store_id, config.segment_bytes)?;
    let format = Format {
        format: WHOLE_JOURNAL,
        store_id: hex::encode(store_id),
        engine: "sled-0.34.7".to_owned(),
        created: Timestamp::now(),
        min_reader: WHOLE_JOURNAL,
        first: FirstSegment::default(),
    };
    write_format(dir, &format)?;
    finish_creating(dir)?;
    Ok((format.identity(dir)?, secret))
}

/// The directory of a journal whose store is being made.
const NEW_JOURNAL: &str = "journal.new";

/// Puts the new journal in its place, now that there is a format.
fn finish_creating(dir: &Path) -> Result<(), StoreError> {
    let (new, journal) = (dir.join(NEW_JOURNAL), journal_dir(dir));
    if !new.exists() || journal.exists() {
        return Ok(());
    }
    fs::rename(&new, &journal).map_err(StoreError::io("put the journal in its place"))?;
    files::sync_dir(dir)
}
