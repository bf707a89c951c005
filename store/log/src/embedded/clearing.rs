//! Clears the journal: its first segment goes once the archive holds nearly all of it. The commits
//! that are in no archive are copied to the journal's end before.

use std::collections::BTreeMap;

use tokio::sync::RwLockReadGuard;

use super::{
    Embedded,
    copies::Copy,
    group::{Entry, Filed},
    identity::{self, FirstSegment},
    index::damaged,
    layout,
    segment::{self, Segment},
    walk,
};
use crate::{
    error::StoreError,
    hash::Hash,
    id::{Position, StreamId, Version},
    log::KEY_DAYS,
    time::Timestamp,
};

/// A segment goes if no more of its bytes than this are copied, in hundredths: else a little later
/// there is less to copy.
const COPIED_PERCENT: usize = 20;
/// Of a journal with so many segments the first goes whatever is copied, if less than half of all
/// is live: its commits may live for ever, and none behind it could go.
const MANY_SEGMENTS: usize = 16;
/// How many bytes are copied at a time: players wait for no more.
const BATCH_BYTES: usize = 128 << 10;

/// The first segment stays until something has changed.
#[derive(Debug, Default)]
pub(super) struct Clearing(Option<State>);

/// No segment of the journal goes before it is dropped.
#[derive(Debug)]
pub struct Kept<'a>(#[expect(dead_code, reason = "it is only held")] RwLockReadGuard<'a, Clearing>);

/// How far the journal has come.
#[derive(Clone, Copy, Debug)]
struct State {
    segments: usize,
    archived_to: Position,
}

/// What a segment holds.
#[derive(Debug, Default)]
struct Survey {
    bytes: usize,
    /// What is in no archive, or whose key is remembered, and how many bytes each takes.
    copies: Vec<(Copy, usize)>,
    archived: Archived,
}

/// Hashes of commits by stream and first version.
type Archived = BTreeMap<StreamId, BTreeMap<Version, Hash>>;

impl Clearing {
    /// Whether it is worth to look at the first segment again.
    fn is_due(&self, now: State) -> bool {
        self.0.is_none_or(|until| {
            now.segments >= until.segments || now.archived_to >= until.archived_to
        })
    }
}

impl Survey {
    fn copied_bytes(&self) -> usize {
        self.copies.iter().map(|(_, bytes)| bytes).sum()
    }

    /// The copies, so many bytes at a time.
    fn batches(&self) -> Vec<Vec<Copy>> {
        let (mut batches, mut room) = (Vec::<Vec<Copy>>::new(), 0);
        for &(copy, bytes) in &self.copies {
            match batches.last_mut().filter(|_| bytes <= room) {
                Some(batch) => batch.push(copy),
                None => {
                    batches.push(vec![copy]);
                    room = BATCH_BYTES;
                }
            }
            room = room.saturating_sub(bytes);
        }
        batches
    }
}

impl Embedded {
    /// Keeps every segment of the journal, for whoever reads them.
    pub async fn keep_segments(&self) -> Kept<'_> {
        Kept(self.clearing.read().await)
    }

    /// Removes the first segment of the journal, if it is closed and the archive holds nearly all of
    /// it: whether it is gone. All stay while somebody keeps them.
    ///
    /// # Errors
    ///
    /// If something of it cannot be read or copied. It stays then.
    pub async fn clear_segment(&self) -> Result<bool, StoreError> {
        // Whoever reads them is not waited for: a backup takes long, and what is archived meanwhile
        // is looked at again afterwards.
        let Ok(mut clearing) = self.clearing.try_write() else {
            return Ok(false);
        };
        let dir = layout::journal_dir(&self.dir);
        let numbers = segment::list(&dir)?;
        let &[first, second, ..] = &numbers[..] else {
            return Ok(false);
        };
        let now = State {
            segments: numbers.len(),
            archived_to: self.index.archived_to()?,
        };
        // What is to be compressed may be written at any time.
        let is_changing = self.compresses_journal && segment::path(&dir, first).exists();
        if is_changing || self.is_full() || !clearing.is_due(now) {
            return Ok(false);
        }
        let begins = Segment::read_header(&dir, first, self.store_id)?.position;
        let after = Segment::read_header(&dir, second, self.store_id)?.position;
        if now.archived_to < after {
            clearing.0 = Some(State {
                segments: usize::MAX,
                archived_to: after,
            });
            return Ok(false);
        }
        let commits = after.number() - begins.number();
        clearing.0 = Some(State {
            segments: now.segments + 1,
            archived_to: Position::of_number(now.archived_to.number() + commits),
        });
        // What is only in memory would be read from this segment after a kill.
        self.index.write_held(after)?;
        let survey = self.survey(first)?;
        if !self.is_worth_copying(&survey, now.segments)? {
            return Ok(false);
        }
        (self.reached)("clear: it is known what stays");
        self.ensure_archived(&survey.archived)?;
        match self.has_copied(&survey).await {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(error) => {
                // Another attempt would copy the same again: there is none before the next start.
                clearing.0 = Some(State {
                    segments: usize::MAX,
                    archived_to: Position::END,
                });
                return Err(error);
            }
        }
        (self.reached)("clear: what stays is copied");
        // Else a start after a kill would make the index anew.
        self.index.flush()?;
        let number = second;
        identity::note_first_segment(&self.dir, Some(FirstSegment { number, after }))?;
        (self.reached)("clear: the next segment is the first");
        self.index.texts().remove_segment(first)?;
        (self.reached)("clear: the segment is gone");
        clearing.0 = None;
        let copies = survey.copies.len();
        tracing::debug!(segment = first, copies, "removed a segment of the journal");
        Ok(true)
    }

    fn survey(&self, number: u64) -> Result<Survey, StoreError> {
        let today = Timestamp::now().day();
        let is_remembered = |filed: &Filed| filed.day + KEY_DAYS >= today;
        let mut survey = Survey::default();
        let mut note = |Entry { line, filed, .. }: Entry| {
            let (stream, from, hash) = (line.stream, line.after.version, line.hash);
            let filed = filed.filter(is_remembered);
            let is_live = self.index.is_live(stream, from)?;
            survey.bytes += line.text.len();
            if is_live || filed.is_some() {
                let copy = Copy {
                    stream,
                    from,
                    hash,
                    filed,
                };
                survey.copies.push((copy, line.text.len()));
            }
            if !is_live {
                let archived = survey.archived.entry(stream).or_default();
                archived.insert(from, hash);
            }
            Ok(())
        };
        let dir = layout::journal_dir(&self.dir);
        walk::read_closed(&dir, number, self.store_id, &mut |entries, _| {
            entries.into_iter().try_for_each(&mut note)
        })?;
        Ok(survey)
    }

    fn is_worth_copying(&self, survey: &Survey, segments: usize) -> Result<bool, StoreError> {
        if survey.copied_bytes() * 100 <= survey.bytes * COPIED_PERCENT {
            return Ok(true);
        }
        let half = survey.bytes * segments / 2;
        Ok(segments >= MANY_SEGMENTS && self.index.lives_in(half)?)
    }

    /// What was live when it was looked at, and is archived now.
    fn moved_since(&self, survey: &Survey) -> Result<Archived, StoreError> {
        let mut moved = Archived::new();
        for (copy, _) in &survey.copies {
            let known = survey.archived.get(&copy.stream);
            let was_live = known.is_none_or(|known| !known.contains_key(&copy.from));
            if was_live && !self.index.is_live(copy.stream, copy.from)? {
                let commits = moved.entry(copy.stream).or_default();
                commits.insert(copy.from, copy.hash);
            }
        }
        Ok(moved)
    }

    /// Makes sure that the archive gives back what it should have: the journal holds it no longer.
    fn ensure_archived(&self, archived: &Archived) -> Result<(), StoreError> {
        for (stream, commits) in archived {
            let lines = self.index.archived_lines(*stream)?;
            let held: BTreeMap<_, _> = lines.iter().map(|it| (it.after.version, it.hash)).collect();
            if !commits
                .iter()
                .all(|(from, hash)| held.get(from) == Some(hash))
            {
                return Err(damaged(format!(
                    "the archive does not hold all of {stream}"
                )));
            }
        }
        Ok(())
    }

    /// Copies what is to be copied, unless the disk is full meanwhile.
    async fn has_copied(&self, survey: &Survey) -> Result<bool, StoreError> {
        if !survey.copies.is_empty() {
            identity::note_first_segment(&self.dir, None)?;
        }
        for batch in survey.batches() {
            if self.is_full() {
                return Ok(false);
            }
            let copied = self.writer.copy(batch).await;
            copied.map_err(|_| StoreError::Stopped)??;
        }
        // What was moved to the archive meanwhile is not copied.
        self.ensure_archived(&self.moved_since(survey)?)?;
        Ok(true)
    }
}
