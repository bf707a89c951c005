//! What the index knows of archived matches: where each stands, and in which stretches of
//! the log it has commits. Their lines are in no other tree.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use bytes::Buf as _;
use domain::cast;
use parking_lot::Mutex;
use sled::Db;

use super::{
    archive::{Archive, Reading, Row},
    check::Keys,
    index::{Index, damaged, framed, guarded, place, unframed},
    lately::{Lately, Lines, bytes_of},
    table::Table,
};
use crate::{
    cores,
    error::StoreError,
    id::{Position, StreamId, Version},
    record::{Chain, Line, Tip},
};

/// The trees that name archived matches, and what was read of these lately.
#[derive(Debug)]
pub(super) struct Archived {
    /// Stream to row.
    pub(super) rows: Table,
    /// Stretch and stream to the position of the last commit in the stream.
    pub(super) stretches: Table,
    reading: Reading,
    lately: Mutex<Lately>,
}

/// How many positions a stretch has: few enough that whoever reads it needs most of the
/// matches in it, and enough that a match has commits in few.
const STRETCH: u64 = 512;
/// So many matches are expanded side by side, and in memory, to be taken out.
const TAKEN_OUT_AT_ONCE: usize = 32;
/// Up to where the archive was taken out of the other trees.
const TAKEN_OUT: &str = "taken_out";
/// Up to which position every match that has ended was archived.
const ARCHIVED_TO: &str = "archived_to";

impl Archived {
    /// The trees of an index, and the files beside it.
    pub(super) fn open(db: &Db, files: &Path) -> Result<Archived, StoreError> {
        Ok(Archived {
            rows: Table::open(db, "archive")?,
            stretches: Table::open(db, "stretches")?,
            reading: Reading::of(files),
            lately: Mutex::default(),
        })
    }

    /// The lines of a match, if it is archived.
    pub(super) fn lines(&self, stream: StreamId) -> Result<Option<Lines>, StoreError> {
        let Some(row) = self.rows.get(stream.key())? else {
            return Ok(None);
        };
        let row = row_from(&row)?;
        let place = self.lately.lock().place(stream);
        let mut outcome = Ok(());
        let lines = place.get_or_init(|| {
            let read = self.reading.read(&row).map(Arc::new);
            let bytes = read.as_ref().map_or(0, |lines| bytes_of(lines));
            self.lately.lock().filled(stream, bytes);
            read.map_err(|error| outcome = Err(error)).ok()
        });
        outcome?;
        match lines {
            Some(lines) => Ok(Some(Arc::clone(lines))),
            None => self.reading.read(&row).map(|lines| Some(Arc::new(lines))),
        }
    }

    /// The same for whoever wants all of them and keeps them: nobody reads them here again.
    fn whole(&self, stream: StreamId) -> Result<Option<Vec<Line>>, StoreError> {
        if let Some(lines) = self.lately.lock().get(stream) {
            return Ok(Some(lines.to_vec()));
        }
        let row = self.rows.get(stream.key())?;
        row.map(|row| self.reading.read(&row_from(&row)?))
            .transpose()
    }

    /// Where an archived match ended, or the start of the stream.
    pub(super) fn tip(&self, stream: StreamId) -> Result<Tip, StoreError> {
        let Some(row) = self.rows.get(stream.key())? else {
            return Ok(Tip::START);
        };
        Ok(row_from(&row)?.tip())
    }

    /// A commit of a match, if it is archived.
    pub(super) fn line(&self, stream: StreamId, from: Version) -> Result<Option<Line>, StoreError> {
        let lines = self.lines(stream)?;
        let mut lines = lines.iter().flat_map(|lines| lines.iter());
        Ok(lines.find(|line| line.after.version == from).cloned())
    }

    /// The archived commits of the stretch that holds a position, from there up to another.
    fn between(&self, first: Position, last: Position) -> Result<Vec<ArchivedLine>, StoreError> {
        let stretch = stretch_of(first);
        let mut found = Vec::new();
        for entry in self.stretches.scan_prefix(stretch) {
            let (key, end) = entry?;
            let end = unframed(&end)?.try_into().map(Position::of_key);
            if end.map_err(|_| damaged("a stretch is damaged"))? < first {
                continue;
            }
            let stream = StreamId::of_key(&key[8..]);
            let stream = stream.ok_or_else(|| damaged("a stretch is damaged"))?;
            let lines = self.lines(stream)?;
            let lines = lines.ok_or_else(|| damaged("an archived match is missing"))?;
            let is_here = |line: &Line| {
                (first..=last).contains(&line.position) && stretch_of(line.position) == stretch
            };
            let here = (0..lines.len()).filter(|at| is_here(&lines[*at]));
            found.extend(here.map(|at| ArchivedLine(Arc::clone(&lines), at)));
        }
        Ok(found)
    }

    /// Notes where a match stands.
    fn note(&self, row: &Row, lines: &[Line]) -> Result<(), StoreError> {
        let stretches: BTreeSet<_> = lines.iter().map(|it| stretch_of(it.position)).collect();
        for stretch in stretches {
            let key = [&stretch[..], &row.of.stream.key()].concat();
            self.stretches.insert(key, framed(&row.of.last.key()))?;
        }
        self.rows
            .insert(row.of.stream.key(), framed(&row.to_bytes()))?;
        Ok(())
    }
}

/// A commit, where it stands: at a place in the index, in the archive, or still in memory.
pub(super) enum Found {
    Live(sled::IVec),
    Archived(ArchivedLine),
    Recent(Arc<Line>),
}

/// A commit of an archived match, by its number among the lines.
pub(super) struct ArchivedLine(Lines, usize);

impl ArchivedLine {
    pub(super) fn line(&self) -> &Line {
        &self.0[self.1]
    }

    /// Whether the match has no commit behind it.
    pub(super) fn is_last(&self) -> bool {
        self.1 + 1 == self.0.len()
    }
}

impl Index {
    /// The first commits behind a position, without gaps.
    pub(super) fn found_after(
        &self,
        position: Position,
        limit: usize,
    ) -> Result<Vec<Found>, StoreError> {
        let recent = self.recent.from(next(position), limit);
        let position = recent.last().map_or(position, |last| last.position);
        let limit = limit - recent.len();
        let mut found: Vec<Found> = recent.into_iter().map(Found::Recent).collect();
        if limit > 0 {
            found.extend(self.kept_after(position, limit)?);
        }
        Ok(found)
    }

    /// The same of those that are not in memory.
    fn kept_after(&self, position: Position, limit: usize) -> Result<Vec<Found>, StoreError> {
        // In the order in which a commit may go from one to the other, or it would be missed.
        let held = self.recent.held_from(next(position), limit).into_iter();
        let mut found: BTreeMap<_, _> = held
            .map(|line| (line.position, Found::Recent(line)))
            .collect();
        for live in self.order.range(next(position).key()..).take(limit) {
            let (key, place) = live?;
            let key = key
                .first_chunk()
                .ok_or_else(|| damaged("a position is damaged"))?;
            found.insert(Position::of_key(*key), Found::Live(place));
        }
        let mut first_missing = next(position);
        let last = Position::of_number(position.number() + cast::<u64>(limit));
        for _ in 0..limit {
            if !found.contains_key(&first_missing) {
                let archived = self.archived.between(first_missing, last)?.into_iter();
                let archived = archived.map(|it| (it.line().position, Found::Archived(it)));
                // Those that are live and archived are the same.
                found.extend(archived);
            }
            if !found.contains_key(&first_missing) {
                break;
            }
            first_missing = next(first_missing);
        }
        let behind = found.split_off(&first_missing);
        if found.len() < limit && !behind.is_empty() {
            return Err(damaged("positions are missing"));
        }
        Ok(found.into_values().collect())
    }

    /// Takes matches out of memory and the other trees, now that the archive holds them durably.
    pub(super) fn take_out(&self, matches: &[(Row, Vec<Line>)]) -> Result<(), StoreError> {
        for (row, lines) in matches {
            // Others write in between.
            let _writing = self.writing.lock();
            guarded(|| self.take_out_one(row, lines))?;
        }
        guarded(|| {
            if let Some((row, _)) = matches.last() {
                let end = [row.file.to_be_bytes(), row.at.to_be_bytes()].concat();
                self.meta.insert(TAKEN_OUT, framed(&end))?;
            }
            Ok(())
        })
    }

    fn take_out_one(&self, row: &Row, lines: &[Line]) -> Result<(), StoreError> {
        let (stream, tip) = (row.of.stream, row.tip());
        self.archived.note(row, lines)?;
        self.end_is_archived(stream, tip)?;
        if let Some(behind) = self.recent.held_behind(stream, tip.version) {
            self.write_rows(&behind)?;
            self.recent.are_written([stream].into_iter());
            return Ok(());
        }
        // Most were never there: they were held in memory, or are known from the archive alone.
        if self.log.scan_prefix(stream.key()).next().is_none() {
            return Ok(());
        }
        for line in lines {
            self.order.remove(line.position.key())?;
            self.log.remove(place(line.stream, line.after.version))?;
        }
        Ok(())
    }

    /// Takes out what the archive holds behind what was taken out for certain: after a kill,
    /// or of an index that was rebuilt from the journal.
    pub(super) fn take_out_rest(&self, archive: &Archive) -> Result<(), StoreError> {
        let taken_out = guarded(|| match self.meta.get(TAKEN_OUT)? {
            Some(end) => place_of_end(unframed(&end)?).map(Some),
            None => Ok(None),
        })?;
        let mut rows = archive.rows_from(taken_out.map_or(0, |(file, _)| file))?;
        rows.retain(|row| taken_out.is_none_or(|taken_out| (row.file, row.at) > taken_out));
        let read = |row: &Row| (*row, archive.reading().read(row));
        let take_out = |(row, lines)| match lines {
            Ok(lines) => self.take_out(&[(row, lines)]),
            Err(error) => self.stays_live(&row, &error),
        };
        for rows in rows.chunks(TAKEN_OUT_AT_ONCE) {
            let taken_out = cores::map_large_then(rows.iter().collect(), read, take_out);
            taken_out.into_iter().collect::<Result<(), StoreError>>()?;
        }
        Ok(())
    }

    /// Of a match whose frame is damaged: the journal may still have all of it.
    fn stays_live(&self, row: &Row, error: &StoreError) -> Result<(), StoreError> {
        let lines = self.read(row.of.stream, Tip::START).unwrap_or_default();
        if !lines.iter().any(|line| line.hash == row.of.last_hash) {
            return Err(self.archived.reading.damaged(row, error));
        }
        let error = error as &dyn std::error::Error;
        tracing::error!(error, "a match is read from the journal");
        Ok(())
    }

    /// The commits of a match as the archive's file has them now; none if it is not there.
    pub(super) fn archived_lines(&self, stream: StreamId) -> Result<Vec<Line>, StoreError> {
        guarded(|| match self.archived.rows.get(stream.key())? {
            Some(row) => self.archived.reading.read(&row_from(&row)?),
            None => Ok(Vec::new()),
        })
    }

    /// Whether a match is archived.
    pub(super) fn is_archived(&self, stream: StreamId) -> Result<bool, StoreError> {
        guarded(|| Ok(self.archived.rows.contains_key(stream.key())?))
    }

    /// Whether the archive has all that there is of a match.
    pub(super) fn is_whole_in_archive(&self, stream: StreamId) -> Result<bool, StoreError> {
        let archived = guarded(|| self.archived.tip(stream))?;
        Ok(archived != Tip::START && archived == self.tip(stream)?)
    }

    /// Up to which position every match that has ended was archived.
    pub(super) fn archived_to(&self) -> Result<Position, StoreError> {
        guarded(|| match self.meta.get(ARCHIVED_TO)? {
            Some(value) => {
                let key = unframed(&value)?.try_into();
                key.map(Position::of_key)
                    .map_err(|_| damaged("how far was archived is damaged"))
            }
            None => Ok(Position::START),
        })
    }

    /// Notes up to which position every match that has ended was archived.
    pub(super) fn note_archived_to(&self, position: Position) -> Result<(), StoreError> {
        guarded(|| {
            self.meta.insert(ARCHIVED_TO, framed(&position.key()))?;
            Ok(())
        })
    }

    /// The commits of an archived match behind where it ended once, up to where it was
    /// archived; none if it is not.
    pub(super) fn read_archived(
        &self,
        stream: StreamId,
        after: Tip,
    ) -> Result<Option<(Vec<Line>, Tip)>, StoreError> {
        let behind = guarded(|| match after {
            Tip::START => self.archived.whole(stream),
            _ => Ok(self.archived.lines(stream)?.map(|lines| {
                let is_behind = |line: &&Line| line.after.version >= after.version;
                lines.iter().filter(is_behind).cloned().collect()
            })),
        });
        let Some(behind) = behind? else {
            return Ok(None);
        };
        let mut chain = Chain::from(after);
        behind.iter().try_for_each(|line| chain.link(line))?;
        Ok(Some((behind, chain.tip())))
    }
}

/// The file and byte that a frame begins at.
fn place_of_end(mut end: &[u8]) -> Result<(u64, u64), StoreError> {
    let place = end
        .try_get_u64()
        .and_then(|file| Ok((file, end.try_get_u64()?)));
    place.map_err(|_| damaged("how far was taken out is damaged"))
}

/// The position behind another.
pub(super) const fn next(position: Position) -> Position {
    Position::of_number(position.number() + 1)
}

/// The key of the stretch that a position lies in.
const fn stretch_of(position: Position) -> [u8; 8] {
    (position.number() / STRETCH).to_be_bytes()
}

fn row_from(value: &[u8]) -> Result<Row, StoreError> {
    Row::of_bytes(unframed(value)?).ok_or_else(|| damaged("a row of the archive is damaged"))
}

/// How many commits of what was applied are archived, of streams whose keys lie in a range.
pub(super) fn commits(index: &Index, applied: Position, keys: Keys) -> Result<u64, StoreError> {
    let mut commits = 0;
    for value in index.archived.rows.range(keys).values() {
        let row = row_from(&value?)?;
        commits += match row.of.last <= applied {
            true => u64::from(row.of.commits),
            false => commits_up_to(index, &row, applied)?,
        };
    }
    Ok(commits)
}

/// How many commits a match has up to a position.
fn commits_up_to(index: &Index, row: &Row, position: Position) -> Result<u64, StoreError> {
    if row.of.first > position {
        return Ok(0);
    }
    let lines = index.archived.reading.read(row)?;
    let there = lines.iter().filter(|line| line.position <= position);
    Ok(cast(there.count()))
}
