//! The index: what the journal holds, in sled, where everything is read.
//!
//! Keys are of fixed length and big-endian; there is never a tree per match. Every
//! value begins with its crc32c, because a damaged page must not become an answer.
//! A group is applied tree by tree and `meta` last, so what `meta` says was applied
//! is there. What is held in memory (`recent`) counts as not applied. All of it can be rebuilt from
//! the journal and the archive.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use bytes::{Buf as _, BufMut as _};
use parking_lot::{Mutex, RwLock};
use sled::{Db, IVec, Mode};

use super::{
    archived::Archived,
    files,
    group::{End, Entry},
    lock::{another, once_let_go},
    recent::Recent,
    table::Table,
    texts::{self, Found, Place, Texts},
};
use crate::{
    error::StoreError,
    hash::Hash,
    id::{Position, StreamId, StreamKind, Version},
    record::{Chain, Line, Tip},
};

/// The index, open.
#[derive(Debug)]
pub(crate) struct Index {
    pub(super) db: RwLock<Db>,
    /// Stream and first version to line.
    pub(super) log: Table,
    /// Position to stream and first version.
    pub(super) order: Table,
    /// Stream to its tip, if that is not where the archive says.
    pub(super) head: Table,
    /// Day and key to fingerprint, stream and first version.
    pub(super) idempotency: Table,
    /// Where texts stand that are to be dropped. Empty, but while they are.
    pub(super) dropping: Table,
    /// What was applied, and how many keys there are.
    pub(super) meta: Table,
    texts: Arc<Texts>,
    pub(super) archived: Archived,
    pub(super) recent: Recent,
    /// Whoever holds it moves commits between memory, trees and archive.
    pub(super) writing: Mutex<()>,
    pub(super) keys: AtomicU64,
    /// Whether something could not be read.
    doubted: AtomicBool,
}

pub(super) const APPLIED: &str = "applied";
pub(super) const KEYS: &str = "keys";

/// Opens a sled database as the store wants it.
pub fn open_sled(dir: &Path, cache_bytes: u64) -> Result<Db, StoreError> {
    let config = sled::Config::new()
        .path(dir)
        .mode(Mode::LowSpace)
        .cache_capacity(cache_bytes)
        .flush_every_ms(Some(500));
    let open = || match guarded(|| Ok(config.open()?)) {
        Err(error) if is_held(&error) => Err(StoreError::Locked {
            path: dir.to_owned(),
            holder: another(),
        }),
        opened => opened,
    };
    // What was closed may not have let go yet.
    let db = once_let_go(open, |error| matches!(error, StoreError::Locked { .. }))?;
    files::make_private(dir)?;
    Ok(db)
}

/// Whether sled says that another has the database.
fn is_held(error: &StoreError) -> bool {
    matches!(error, StoreError::Index(sled::Error::Io(error))
        if error.to_string().contains("could not acquire lock"))
}

/// What is written in one tree, one key after the other. A batch of sled would lock every
/// tree of the process, and whoever has that lock may wait for a core.
#[derive(Default)]
struct Writes(BTreeMap<Vec<u8>, Vec<u8>>);

impl Writes {
    fn insert(&mut self, key: &[u8], value: Vec<u8>) {
        self.0.insert(key.to_vec(), value);
    }

    fn write(self, table: &Table) -> Result<(), StoreError> {
        for (key, value) in self.0 {
            table.insert(key, value)?;
        }
        Ok(())
    }
}

/// Runs something that reads or writes sled, which panics on some damage.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let outcome = catch_unwind(AssertUnwindSafe(work));
    outcome.unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(damaged(said.unwrap_or_else(|| "it broke down".to_owned())))
    })
}

/// A value behind its checksum.
pub(crate) fn framed(value: &[u8]) -> Vec<u8> {
    let mut framed = Vec::with_capacity(4 + value.len());
    framed.put_u32(crc32c::crc32c(value));
    framed.put_slice(value);
    framed
}

/// The value behind a checksum.
pub fn unframed(mut framed: &[u8]) -> Result<&[u8], StoreError> {
    let sum = framed.try_get_u32();
    let sum = sum.map_err(|_| damaged("a value is too short"))?;
    if crc32c::crc32c(framed) == sum {
        Ok(framed)
    } else {
        Err(damaged("the checksum of a value is wrong"))
    }
}

impl Index {
    pub(crate) fn open(dir: &Path, cache_bytes: u64) -> Result<Index, StoreError> {
        let db = open_sled(dir, cache_bytes)?;
        guarded(|| {
            let meta = Table::open(&db, "meta")?;
            let keys = match meta.get(KEYS)? {
                Some(value) => count_from(unframed(&value)?)?,
                None => 0,
            };
            Ok(Index {
                keys: AtomicU64::new(keys),
                log: Table::open(&db, "log")?,
                order: Table::open(&db, "order")?,
                head: Table::open(&db, "head")?,
                idempotency: Table::open(&db, "idempotency")?,
                dropping: Table::open(&db, "dropping")?,
                archived: Archived::open(&db, &dir.with_file_name("archive"))?,
                recent: Recent::default(),
                writing: Mutex::default(),
                texts: Arc::new(Texts::of(&dir.with_file_name("journal"), false)),
                meta,
                db: RwLock::new(db),
                doubted: AtomicBool::default(),
            })
        })
    }

    /// The index of a store whose journal may lack texts: they count as dropped.
    pub(crate) fn open_alone(dir: &Path, cache_bytes: u64) -> Result<Index, StoreError> {
        let mut index = Index::open(dir, cache_bytes)?;
        index.texts = Arc::new(Texts::of(&dir.with_file_name("journal"), true));
        Ok(index)
    }

    /// What was read; notes if it could not be.
    pub(super) fn noted<T>(&self, read: Result<T, StoreError>) -> Result<T, StoreError> {
        use StoreError::{Index, IndexDamaged, Record};
        if let Err(IndexDamaged(_) | Index(_) | Record(_)) = read {
            self.doubted.store(true, Ordering::Relaxed);
        }
        read
    }

    /// Whether something could not be read: then it is read whole at the next start.
    pub(super) fn is_doubted(&self) -> bool {
        self.doubted.load(Ordering::Relaxed)
    }

    /// Where the journal ended when the last group was applied.
    pub(crate) fn applied(&self) -> Result<End, StoreError> {
        guarded(|| match self.meta.get(APPLIED)? {
            Some(value) => end_from(unframed(&value)?),
            None => Ok(End::START),
        })
    }

    /// Applies groups that are durable in the journal, which then ends at `end`.
    pub(crate) fn apply(&self, entries: &[Entry], end: End) -> Result<(), StoreError> {
        let _writing = self.writing.lock();
        if entries.iter().any(|entry| entry.is_copy) {
            return self.apply_copies(entries);
        }
        let entries = self.recent.add(entries, end);
        self.write(&entries)
    }

    /// Applies what the journal holds behind what was applied, and the archive may hold as well.
    pub(super) fn replay(&self, mut entries: Vec<Entry>, end: End) -> Result<(), StoreError> {
        let is_needed = |entry: &Entry| match entry.is_copy {
            true => Ok(true),
            false => self.is_live(entry.line.stream, entry.line.after.version),
        };
        let needed = entries.iter().map(is_needed);
        let mut needed = needed
            .collect::<Result<Vec<bool>, StoreError>>()?
            .into_iter();
        entries.retain(|_| needed.next() == Some(true));
        self.apply(&entries, end)
    }

    /// Writes what is in memory of streams that have a commit at this position or before.
    pub(super) fn write_held(&self, up_to: Position) -> Result<(), StoreError> {
        let _writing = self.writing.lock();
        self.write(&self.recent.up_to(up_to))
    }

    /// Writes commits into the trees, and up to where all were applied.
    fn write(&self, entries: &[Entry]) -> Result<(), StoreError> {
        self.write_rows(entries)?;
        let streams = entries.iter().map(|entry| entry.line.stream);
        match self.recent.are_written(streams) {
            Some(end) => self.note_applied(end),
            None => Ok(()),
        }
    }

    fn note_applied(&self, end: End) -> Result<(), StoreError> {
        guarded(|| {
            self.meta.insert(APPLIED, framed(&end_bytes(end)))?;
            Ok(())
        })
    }

    pub(super) fn write_rows(&self, entries: &[Entry]) -> Result<(), StoreError> {
        let mut log = Writes::default();
        let mut order = Writes::default();
        let mut tips: BTreeMap<StreamId, Tip> = BTreeMap::new();
        let mut dropping = Writes::default();
        for entry in entries {
            let line = &entry.line;
            let place = place(line.stream, line.after.version);
            log.insert(&place, row(entry));
            if entry.drops_texts {
                self.forget_texts(line.stream, &mut log, &mut dropping)?;
            }
            order.insert(&line.position.key(), framed(&place));
            tips.insert(line.stream, line.tip());
        }
        let mut head = Writes::default();
        for (stream, tip) in tips {
            head.insert(&stream.key(), framed(&tip_bytes(tip)));
        }
        guarded(|| {
            // First: a place that no row has any more must not be forgotten.
            dropping.write(&self.dropping)?;
            log.write(&self.log)?;
            order.write(&self.order)?;
            head.write(&self.head)?;
            self.file(entries)
        })
    }

    /// Takes the places of a stream's texts out of its rows, to drop what stands there.
    fn forget_texts(
        &self,
        stream: StreamId,
        log: &mut Writes,
        dropping: &mut Writes,
    ) -> Result<(), StoreError> {
        guarded(|| {
            for found in self.log.scan_prefix(stream.key()) {
                let (key, value) = found?;
                let (line, text_at) = rest_from(&value)?;
                if let Some(text_at) = text_at {
                    log.insert(&key, framed(line.text.as_bytes()));
                    dropping.insert(text_at.to_string().as_bytes(), framed(b""));
                }
            }
            Ok(())
        })
    }

    /// The texts in the journal.
    pub(crate) fn texts(&self) -> Arc<Texts> {
        Arc::clone(&self.texts)
    }

    /// Drops in the journal the texts that no row has any more.
    pub(crate) fn drop_texts(&self) -> Result<(), StoreError> {
        guarded(|| {
            let keys = self.dropping.iter().keys().collect::<Result<Vec<_>, _>>()?;
            let places = keys.iter().map(|key| place_of_text(key));
            let places = places.collect::<Result<Vec<Place>, StoreError>>()?;
            self.texts.drop_all(&places)?;
            for key in keys {
                self.dropping.remove(key)?;
            }
            Ok(())
        })
    }

    /// The line of a row, put together with its text.
    pub(super) fn line_from(&self, key: &[u8], value: &IVec) -> Result<Line, StoreError> {
        let (line, text_at) = rest_from(value)?;
        let Some(text_at) = text_at else {
            return Ok(line);
        };
        let read = self.texts.read(text_at);
        if let Ok(bytes) = &read
            && let Found::Text(text) = texts::found(bytes, text_at.sum)
        {
            return Ok(Line::parse(texts::joined(&line.text, Some(text)))?);
        }
        // It may have been dropped since the row was read, or have moved with its commit.
        let now = self.log.get(key)?;
        match now.as_ref().map(rest_from).transpose()? {
            Some((line, None)) => Ok(line),
            Some((_, Some(moved_to))) if moved_to != text_at => {
                self.line_from(key, &now.expect("it was read"))
            }
            Some((line, Some(_))) if self.texts.may_lack => Ok(line),
            Some((_, Some(_))) | None => {
                read?;
                Err(damaged("a text in the journal is damaged"))
            }
        }
    }

    /// Where a stream ends.
    pub(crate) fn tip(&self, stream: StreamId) -> Result<Tip, StoreError> {
        let held = self.recent.tip(stream);
        held.map_or_else(|| self.noted(self.written_tip(stream)), Ok)
    }

    /// Where a stream ends in the trees.
    fn written_tip(&self, stream: StreamId) -> Result<Tip, StoreError> {
        guarded(|| match self.head.get(stream.key())? {
            Some(value) => tip_from(unframed(&value)?),
            None => self.archived.tip(stream),
        })
    }

    /// Notes that a stream ends here, unless it is known to end later.
    pub(super) fn end_at_least(&self, stream: StreamId, tip: Tip) -> Result<(), StoreError> {
        if self.written_tip(stream)?.version < tip.version {
            self.head.insert(stream.key(), framed(&tip_bytes(tip)))?;
        }
        Ok(())
    }

    /// Leaves it to the archive to say that a stream ends here, unless it is known to end later.
    pub(super) fn end_is_archived(&self, stream: StreamId, tip: Tip) -> Result<(), StoreError> {
        let Some(noted) = self.head.get(stream.key())? else {
            return Ok(());
        };
        if tip_from(unframed(&noted)?)?.version <= tip.version {
            self.head.remove(stream.key())?;
        }
        Ok(())
    }

    /// The streams of a kind, in the order of their keys.
    pub(crate) fn streams(&self, kind: StreamKind) -> Result<Vec<StreamId>, StoreError> {
        // Before the others: what is written or archived meanwhile is among those.
        let held = self.recent.streams(kind);
        guarded(|| {
            let live = self.head.scan_prefix([kind.letter()]).keys();
            let archived = self.archived.rows.scan_prefix([kind.letter()]).keys();
            let known = live.chain(archived).map(|key| {
                let stream = StreamId::of_key(&key?);
                stream.ok_or_else(|| damaged("the key of a stream is damaged"))
            });
            let mut streams = known.collect::<Result<Vec<_>, StoreError>>()?;
            streams.extend(held);
            streams.sort_unstable_by_key(|stream| stream.key());
            streams.dedup();
            Ok(streams)
        })
    }

    /// The commits of a stream behind where it ended once, chained to that, to one
    /// another, and to where it ends now.
    pub(crate) fn read(&self, stream: StreamId, after: Tip) -> Result<Vec<Line>, StoreError> {
        // Read first: what is applied meanwhile is behind it, and not for now.
        let tip = self.tip(stream)?;
        if after == tip {
            return Ok(Vec::new());
        }
        if let Some(lines) = self.recent.read(stream, after, tip) {
            return Ok(lines);
        }
        let read = self.read_live(stream, after, tip).or_else(|error| {
            let archived = self.read_archived(stream, after)?;
            let (mut lines, ended) = archived.ok_or(error)?;
            lines.extend(self.read_live(stream, ended, tip)?);
            Ok(lines)
        });
        self.noted(read)
    }

    /// The commits of a stream between two tips, as far as they are not archived.
    fn read_live(&self, stream: StreamId, after: Tip, tip: Tip) -> Result<Vec<Line>, StoreError> {
        let range = place(stream, after.version)..place(stream, tip.version);
        let lines = guarded(|| {
            let rows = self.log.range(range);
            rows.map(|row| row.map(|(key, value)| self.line_from(&key, &value))?)
                .collect::<Result<Vec<Line>, StoreError>>()
        })?;
        let mut chain = Chain::from(after);
        for line in &lines {
            chain.link(line)?;
        }
        if chain.tip() == tip {
            Ok(lines)
        } else {
            Err(damaged(format!("the end of {stream} is missing")))
        }
    }

    /// One commit.
    pub(crate) fn line(&self, stream: StreamId, from: Version) -> Result<Option<Line>, StoreError> {
        if let Some(line) = self.recent.line(stream, from) {
            return Ok(Some(line));
        }
        guarded(|| {
            let key = place(stream, from);
            match self.log.get(key)? {
                Some(value) => self.line_from(&key, &value).map(Some),
                None => self.archived.line(stream, from),
            }
        })
    }

    pub(super) fn line_at(&self, place: &[u8]) -> Result<Line, StoreError> {
        if let Some(value) = self.log.get(place)? {
            return self.line_from(place, &value);
        }
        let archived = parted(place).map(|(stream, from)| self.archived.line(stream, from));
        archived
            .transpose()?
            .flatten()
            .ok_or_else(|| damaged("a commit is missing"))
    }

    /// Writes a stream's lines again, as the journal has them. Not its tip: that is
    /// the writer's.
    pub(crate) fn mend(&self, entries: &[Entry]) -> Result<(), StoreError> {
        let mut log = Writes::default();
        let mut order = Writes::default();
        for entry in entries {
            let line = &entry.line;
            let place = place(line.stream, line.after.version);
            log.insert(&place, row(entry));
            order.insert(&line.position.key(), framed(&place));
        }
        guarded(|| {
            log.write(&self.log)?;
            order.write(&self.order)?;
            Ok(())
        })
    }

    pub(crate) fn flush(&self) -> Result<(), StoreError> {
        guarded(|| {
            self.db.read().flush()?;
            Ok(())
        })
    }
}

pub(super) fn damaged(why: impl Into<String>) -> StoreError {
    StoreError::IndexDamaged(why.into())
}

pub(super) fn place(stream: StreamId, version: Version) -> [u8; 21] {
    let mut place = [0; 21];
    let mut to = &mut place[..];
    to.put_slice(&stream.key());
    to.put_u32(version);
    place
}

/// The stream and version of a place.
fn parted(place: &[u8]) -> Option<(StreamId, Version)> {
    let (stream, version) = place.split_at_checked(17)?;
    let version = version.try_into().map(u32::from_be_bytes);
    Some((StreamId::of_key(stream)?, version.ok()?))
}

/// The row of a commit: its line without the text that can be dropped; and behind the
/// line's end, where that text stands.
pub(super) fn row(entry: &Entry) -> Vec<u8> {
    let (rest, _) = texts::split(&entry.line);
    match entry.text_at {
        Some(text_at) => framed(format!("{rest}\n{text_at}").as_bytes()),
        None => framed(rest.as_bytes()),
    }
}

/// The line of a row without its text, and where that stands.
pub(super) fn rest_from(value: &IVec) -> Result<(Line, Option<Place>), StoreError> {
    let text = std::str::from_utf8(unframed(value)?);
    let text = text.map_err(|_| damaged("a line is no text"))?;
    let (rest, text_at) = match text.split_once('\n') {
        Some((rest, text_at)) => (rest, Some(place_of_text(text_at.as_bytes())?)),
        None => (text, None),
    };
    Ok((Line::parse(rest.to_owned())?, text_at))
}

fn place_of_text(written: &[u8]) -> Result<Place, StoreError> {
    let place = std::str::from_utf8(written)
        .ok()
        .and_then(|text| text.parse().ok());
    place.ok_or_else(|| damaged("the place of a text is damaged"))
}

fn count_from(bytes: &[u8]) -> Result<u64, StoreError> {
    let count = bytes.try_into().map(u64::from_be_bytes);
    count.map_err(|_| damaged("a count is damaged"))
}

fn tip_bytes(tip: Tip) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(36);
    bytes.put_u32(tip.version);
    bytes.put_slice(&tip.hash.0);
    bytes
}

fn tip_from(mut bytes: &[u8]) -> Result<Tip, StoreError> {
    let mut tip = || {
        let version = bytes.try_get_u32().ok()?;
        let hash = Hash(bytes.try_into().ok()?);
        Some(Tip { version, hash })
    };
    tip().ok_or_else(|| damaged("the end of a stream is damaged"))
}

pub(super) fn end_bytes(end: End) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(48);
    bytes.put_u64(end.group);
    bytes.put_u64(end.position.number());
    bytes.put_slice(&end.hash.0);
    bytes
}

fn end_from(mut bytes: &[u8]) -> Result<End, StoreError> {
    let mut end = || {
        Some(End {
            group: bytes.try_get_u64().ok()?,
            position: Position::of_number(bytes.try_get_u64().ok()?),
            hash: Hash(bytes.try_into().ok()?),
        })
    };
    end().ok_or_else(|| damaged("what was applied is damaged"))
}
