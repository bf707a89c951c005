//! A backup being made, of a store that may be written meanwhile.
//!
//! The archive is copied first, then the journal up to where it was durable after that: so
//! every match in the copied archive is in the copied journal, or was once. No segment of the
//! journal goes meanwhile, but one may be compressed.

use std::{
    collections::HashMap,
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::Path,
    time::{Duration, SystemTime},
};

use domain::cast;

use super::{
    super::{
        archive::{self, Archive},
        compressed, files, layout,
        segment::{self, Bytes},
        sums,
        writer::Synced,
    },
    MayGoOn,
    folder::Folder,
    manifest::{self, File, Manifest},
    pool::Content,
};
use crate::{error::StoreError, time::Timestamp};

/// How often a file is copied that was written meanwhile.
const ATTEMPTS: usize = 5;
/// What was written so lately may be written once more without another time: disks tell times in
/// steps of some milliseconds.
const STEADY: Duration = Duration::from_secs(2);
/// What is no file of a store: who has it, what is kept back of the disk, the sum of the index.
const OURS: [&str; 3] = ["LOCK", "reserve", sums::NAME];

/// The store that is backed up.
pub(crate) struct Source<'a> {
    pub(crate) dir: &'a Path,
    pub(crate) store_id: [u8; 16],
    pub(crate) archive: &'a Archive,
    /// Up to where the journal is durable at this moment.
    pub(crate) synced: &'a dyn Fn() -> Synced,
}

/// How a backup is made.
#[expect(
    missing_debug_implementations,
    reason = "a function has nothing to show"
)]
pub struct How<'a> {
    /// Files that never change get a second name instead of a copy.
    pub link: bool,
    /// So many bytes stay free on its disk.
    pub floor_bytes: u64,
    /// Asked before each step.
    pub may_go_on: MayGoOn<'a>,
}

/// A backup that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// What it has.
    pub manifest: Manifest,
    /// How many bytes of it were new in the folder.
    pub copied_bytes: u64,
}

/// Makes a backup. Until all of it is durable there is none.
pub(crate) fn make(source: &Source<'_>, folder: &Folder, how: How<'_>) -> Result<Made, StoreError> {
    let before = folder.latest()?;
    let store_id = hex::encode(source.store_id);
    if before.as_ref().is_some_and(|it| it.store_id != store_id) {
        let why = "it holds backups of another store: give each a folder of its own";
        return Err(files::unusable(&folder.dir, why));
    }
    let known = match &before {
        // What is wrong with it may be a file in the folder: all is copied anew.
        Some(before)
            if folder
                .tried(&before.name)?
                .is_none_or(|it| it.problem.is_none()) =>
        {
            &before.files[..]
        }
        Some(_) | None => &[],
    };
    let known = known
        .iter()
        .map(|file| (file.path.as_str(), file))
        .collect();
    let mut copying = Copying {
        source,
        folder,
        how,
        known,
        files: Vec::new(),
        copied_bytes: 0,
    };
    let end = copying.all()?;
    folder.pool.sync()?;
    (copying.how.may_go_on)("manifest")?;
    let made_at = Timestamp::now();
    let manifest = Manifest {
        format: manifest::FORMAT,
        name: name(folder.next_number()?, made_at),
        store_id,
        position: end.written.position,
        hash: end.written.hash,
        made_at,
        program: concat!("cartulary ", env!("CARGO_PKG_VERSION")).to_owned(),
        files: copying.files,
    };
    folder.add(&manifest)?;
    Ok(Made {
        manifest,
        copied_bytes: copying.copied_bytes,
    })
}

/// The name of a backup: backups are in the order of their numbers, whatever the clock says.
fn name(number: u64, at: Timestamp) -> String {
    let at = at.to_string();
    let second = at.split('.').next().unwrap_or_default();
    format!("{number:06}-{}Z", second.replace([':', '-'], ""))
}

struct Copying<'a, 'h> {
    source: &'a Source<'a>,
    folder: &'a Folder,
    how: How<'h>,
    /// The files of the last backup.
    known: HashMap<&'a str, &'a File>,
    files: Vec<File>,
    copied_bytes: u64,
}

impl Copying<'_, '_> {
    fn all(&mut self) -> Result<Synced, StoreError> {
        self.archive()?;
        let end = (self.source.synced)();
        self.journal(&end)?;
        self.others()?;
        Ok(end)
    }

    fn archive(&mut self) -> Result<(), StoreError> {
        let dir = layout::archive_dir(self.source.dir);
        for (number, synced) in self.source.archive.durable()? {
            let path = archive::path(&dir, number);
            match synced {
                None => {
                    if !self.whole(&path, true)? {
                        return Err(files::unusable(&path, "it is missing"));
                    }
                }
                Some(bytes) => {
                    let read = fs::File::open(&path);
                    let file = read.map_err(StoreError::io(format!("open {}", path.display())))?;
                    self.part(&path, &mut io::Read::take(file, bytes))?;
                }
            }
        }
        Ok(())
    }

    /// Copies the journal up to where it was durable.
    fn journal(&mut self, end: &Synced) -> Result<(), StoreError> {
        let dir = layout::journal_dir(self.source.dir);
        let numbers = segment::list(&dir)?.into_iter();
        for number in numbers.filter(|number| *number < end.segment) {
            let plain = segment::path(&dir, number);
            // A plain one may be written once more: a text in it is dropped. One that was being
            // compressed meanwhile may be plain after all.
            let is_there = self.whole(&plain, false)?
                || self.whole(&compressed::path(&dir, number), true)?
                || self.whole(&plain, false)?;
            if !is_there {
                return Err(segment::missing(&dir, number));
            }
        }
        let read = read_steady(&dir, end.segment, cast(end.at));
        let read = read.map_err(StoreError::io("read the open segment of the journal"))?;
        self.part(&segment::path(&dir, end.segment), &mut &read[..])
    }

    /// Copies the files beside the folders: all that is neither log nor made from it.
    fn others(&mut self) -> Result<(), StoreError> {
        for path in files::paths_in(self.source.dir)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_half = name.ends_with(".new");
            if path.is_file() && !is_half && !OURS.contains(&&*name) {
                // They are small, and some are written to all the time: only behind their end.
                let read = match fs::read(&path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    read => read.map_err(StoreError::io(format!("read {}", path.display())))?,
                };
                self.part(&path, &mut &read[..])?;
            }
        }
        Ok(())
    }

    /// Copies a file from beginning to end; whether it was there.
    fn whole(&mut self, path: &Path, never_changes: bool) -> Result<bool, StoreError> {
        let tell = || format!("copy {}", path.display());
        for _ in 0..ATTEMPTS {
            let mut file = match fs::File::open(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                file => file.map_err(StoreError::io(tell()))?,
            };
            let looked_at = SystemTime::now();
            let written = |file: &fs::File| {
                let metadata = file.metadata();
                metadata.map(|it| (it.len(), (it.mtime(), it.mtime_nsec())))
            };
            let before = written(&file).map_err(StoreError::io(tell()))?;
            self.step(path)?;
            if let Some(known) = self.unchanged(path, before) {
                self.files.push(known);
                return Ok(true);
            }
            let (content, new) = match self.how.link && never_changes {
                true => match self.folder.pool.link(path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                    linked => linked.map_err(StoreError::io(format!(
                        "link {}: hard links need the folder of backups on the disk of the data",
                        path.display()
                    )))?,
                },
                false => self.folder.pool.copy(&mut file, self.how.floor_bytes)?,
            };
            if written(&file).map_err(StoreError::io(tell()))? == before {
                self.add(path, (content, new), steady(before.1, looked_at));
                return Ok(true);
            }
        }
        Err(files::unusable(path, "it changes all the time: try again"))
    }

    fn step(&mut self, path: &Path) -> Result<(), StoreError> {
        let name = self.name_of(path);
        (self.how.may_go_on)(&name)
    }

    /// Copies the beginning of a file.
    fn part(&mut self, path: &Path, from: &mut dyn io::Read) -> Result<(), StoreError> {
        self.step(path)?;
        let copied = self.folder.pool.copy(from, self.how.floor_bytes)?;
        self.add(path, copied, None);
        Ok(())
    }

    /// The file as the last backup has it, if it was not written since.
    fn unchanged(&self, path: &Path, (bytes, written_at): (u64, (i64, i64))) -> Option<File> {
        let known = *self.known.get(self.name_of(path).as_str())?;
        let sha256 = known.sha256;
        let is_same = known.bytes == bytes && known.written_at == Some(written_at);
        (is_same && self.folder.pool.has(Content { sha256, bytes })).then(|| known.clone())
    }

    fn add(&mut self, path: &Path, copied: (Content, u64), written_at: Option<(i64, i64)>) {
        let (Content { sha256, bytes }, new) = copied;
        self.copied_bytes += new;
        self.files.push(File {
            path: self.name_of(path),
            bytes,
            sha256,
            written_at,
        });
    }

    /// Where a file stands in the data directory.
    fn name_of(&self, path: &Path) -> String {
        let within = path.strip_prefix(self.source.dir).unwrap_or(path);
        within.to_string_lossy().into_owned()
    }
}

/// The beginning of a segment, read until it is the same twice: a text in it may be dropped
/// meanwhile, and half of one is damage.
fn read_steady(dir: &Path, number: u64, bytes: usize) -> io::Result<Vec<u8>> {
    let read = || Bytes::open(dir, number).and_then(|it| it.read_at(0, bytes));
    let mut before = read()?;
    loop {
        let now = read()?;
        if now == before {
            return Ok(now);
        }
        before = now;
    }
}

/// When a file was written, if that was long enough before it was looked at to say that it is the
/// same as long as this is.
fn steady(written_at: (i64, i64), looked_at: SystemTime) -> Option<(i64, i64)> {
    let looked_at = looked_at.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let since = looked_at.checked_sub(Duration::from_secs(u64::try_from(written_at.0).ok()?))?;
    (since > STEADY).then_some(written_at)
}
