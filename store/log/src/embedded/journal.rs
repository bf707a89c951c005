//! The journal: the file that makes commits durable.
//!
//! Segments are filled with zeros before they are used, so that a sync need not
//! touch the file's size. Each begins with a page that ties it to its store and
//! to the segment before; groups follow. What is written never changes, but for texts
//! that are dropped.

use std::{
    fs::File,
    io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    sync::Arc,
    thread::JoinHandle,
};

use domain::cast;

use super::{
    compressing::Compressing,
    disk_space::has_twice,
    files,
    group::{self, End, Entry},
    segment::{self, Segment},
    texts::Texts,
    walk::Walk,
    writer::{Synced, Written},
};
use crate::{error::StoreError, id::Position};

/// The journal, which nobody else may write, and nobody has read yet.
#[derive(Debug)]
pub(crate) struct Claimed {
    dir: PathBuf,
    /// The numbers of its segments. There is one at least.
    numbers: Vec<u64>,
    /// The last segment, locked.
    file: File,
}

/// What the journal must hold.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What the index has: the walk begins there.
    pub(crate) applied: End,
    /// Where the journal ended when it was closed in good order for the last time.
    pub(crate) closed_at: Option<Written>,
    /// The position up to which a projection has read, and the projection's name.
    pub(crate) read: Option<(Position, String)>,
}

/// The journal, open for writing at its end.
#[derive(Debug)]
pub(crate) struct Journal {
    dir: PathBuf,
    store_id: [u8; 16],
    segment_bytes: u64,
    file: File,
    /// The number of the open segment.
    segment: u64,
    /// Where the next group goes.
    at: u64,
    size: u64,
    end: End,
    /// The next segment, being filled with zeros.
    ahead: Option<JoinHandle<io::Result<()>>>,
    /// If the segments before the open one are compressed.
    compressing: Option<Compressing>,
    buffer: Vec<u8>,
}

impl Journal {
    /// Makes an empty journal in a directory that is not there yet.
    pub(crate) fn create(
        dir: &Path,
        store_id: [u8; 16],
        segment_bytes: u64,
    ) -> Result<(), StoreError> {
        files::make_dir(dir)?;
        let filled = segment::zero_fill(&dir.join(segment::AHEAD), segment_bytes);
        filled.map_err(StoreError::io("fill a segment"))?;
        segment::start(dir, store_id, 0, End::START).map(|_file| ())
    }

    /// Makes sure that nobody else writes the journal, before anything is changed.
    ///
    /// # Errors
    ///
    /// If somebody does, or there is none, or its first segment is missing.
    pub(crate) fn claim(dir: &Path, first: u64) -> Result<Claimed, StoreError> {
        let mut numbers = match dir.exists() {
            true => segment::list(dir)?,
            false => Vec::new(),
        };
        // A kill may have come before the removal of one that is needed no more.
        numbers.retain(|number| *number >= first);
        let Some(&last) = numbers.last() else {
            let why = "the journal is missing: restore the whole directory from a backup; or save \
                       what the index holds, if it is there, with `cartulary export`, and \
                       `cartulary import` it into a new directory";
            return Err(files::unusable(dir, why));
        };
        if numbers[0] != first {
            return Err(segment::missing(dir, first));
        }
        Ok(Claimed {
            dir: dir.to_owned(),
            file: segment::owned(&segment::path(dir, last))?,
            numbers,
        })
    }

    /// Opens the journal and hands over, group by group, what it holds behind what the
    /// index has. Nothing in it is changed before all of it was read.
    ///
    /// # Errors
    ///
    /// If it is damaged, or lacks something that was acknowledged.
    pub(crate) fn open(
        claimed: Claimed,
        store_id: [u8; 16],
        segment_bytes: u64,
        known: &Known,
        replay: &mut dyn FnMut(Vec<Entry>, End) -> Result<(), StoreError>,
    ) -> Result<Journal, StoreError> {
        let Claimed { dir, numbers, file } = claimed;
        let last = *numbers.last().expect("there is one at least");
        let mut walk = Walk {
            end: End::START,
            known,
            replay,
        };
        let first = walk.first_needed(&dir, &numbers, store_id)?;
        for number in first..last {
            let segment = Segment::read(&dir, number, store_id)?;
            walk.closed(&segment)?;
        }
        let segment = Segment::read(&dir, last, store_id)?;
        let at = walk.open_end(&segment)?;
        let end = walk.end;
        cut(&file, &segment, at)?;
        let size = cast::<u64>(segment.bytes.len());
        let at = cast::<u64>(at);
        let mut journal = Journal {
            dir,
            store_id,
            segment_bytes,
            file,
            segment: last,
            at,
            size,
            end,
            ahead: None,
            compressing: None,
            buffer: Vec::new(),
        };
        journal.prepare_next();
        Ok(journal)
    }

    /// Compresses the segments before the open one, those that are there and those to come.
    pub(crate) fn compress(&mut self, texts: Arc<Texts>) {
        let mut compressing = Compressing::of(self.dir.clone(), texts);
        compressing.all_before(self.segment);
        self.compressing = Some(compressing);
    }

    /// Where it ends.
    pub(crate) const fn end(&self) -> End {
        self.end
    }

    /// Up to where it is durable.
    pub(crate) fn synced(&self) -> Synced {
        Synced {
            written: self.end.into(),
            segment: self.segment,
            at: self.at,
        }
    }

    /// Makes a group durable. After an error nothing more may be written: what the
    /// disk holds is not known then, and a failed sync cannot be tried again.
    pub(crate) fn append(&mut self, entries: &mut [Entry]) -> Result<End, StoreError> {
        self.buffer.clear();
        let end = group::encode(self.end, entries, &mut self.buffer);
        let length = cast::<u64>(self.buffer.len());
        if self.at + length > self.size {
            self.rotate(length)?;
        }
        let written = self.file.write_all_at(&self.buffer, self.at);
        let durable = written.and_then(|()| self.file.sync_data());
        durable.map_err(StoreError::io("write the journal"))?;
        for place in entries
            .iter_mut()
            .filter_map(|entry| entry.text_at.as_mut())
        {
            place.segment = self.segment;
            place.at += self.at;
        }
        self.at += length;
        self.end = end;
        Ok(end)
    }

    /// Begins the next segment, with room for a group of this length.
    fn rotate(&mut self, length: u64) -> Result<(), StoreError> {
        let filled = self.ahead.take().map(JoinHandle::join);
        let filled = filled.and_then(Result::ok).and_then(Result::ok);
        let needed = self.segment_bytes.max(segment::HEADER_BYTES + length);
        if filled.is_none() || needed > self.segment_bytes {
            let again = segment::zero_fill(&self.dir.join(segment::AHEAD), needed);
            again.map_err(StoreError::io("fill a segment"))?;
        }
        self.segment += 1;
        self.file = segment::start(&self.dir, self.store_id, self.segment, self.end)?;
        self.at = segment::HEADER_BYTES;
        self.size = needed;
        self.prepare_next();
        if let Some(compressing) = &mut self.compressing {
            compressing.all_before(self.segment);
        }
        Ok(())
    }

    /// Writes go there from now on: a disk that fails.
    #[cfg(test)]
    pub(super) fn write_to(&mut self, file: File) {
        self.file = file;
    }

    fn prepare_next(&mut self) {
        let path = self.dir.join(segment::AHEAD);
        let bytes = self.segment_bytes;
        // A store on a full disk is still read.
        if has_twice(&self.dir, bytes) {
            self.ahead = Some(std::thread::spawn(move || segment::zero_fill(&path, bytes)));
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Whoever opens the directory next must not find it being written.
        if let Some(ahead) = self.ahead.take() {
            let _ = ahead.join();
        }
    }
}

/// Overwrites a torn group with zeros, so that nothing of it is ever read.
fn cut(file: &File, segment: &Segment, at: usize) -> Result<(), StoreError> {
    let torn = segment.last_used(at) - at;
    if torn == 0 {
        return Ok(());
    }
    let at = cast::<u64>(at);
    let zeroed = file.write_all_at(&vec![0; torn], at);
    zeroed
        .and_then(|()| file.sync_data())
        .map_err(StoreError::io("cut a torn group"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        hash::Hash,
        id::StreamId,
        record::{Line, Tip},
        time::Timestamp,
    };

    const STORE: [u8; 16] = [7; 16];
    const SEGMENT: u64 = 32 << 10;

    /// Not a real commit; the journal does not look inside before it replays.
    fn entry(position: u64, bytes: usize) -> Entry {
        let hash = Hash::of(position.to_be_bytes());
        let filler = "x".repeat(bytes);
        let line = Line {
            text: format!(r#"{{"position":{position},"hash":"{hash}","public":"{filler}"}}"#),
            stream: StreamId::Player([0; 16]),
            after: Tip::START,
            count: 1,
            hash,
            position: Position::of_number(position),
            recorded_at: Timestamp::now(),
        };
        Entry::new(line, None)
    }

    fn open(dir: &Path, applied: End) -> Result<Journal, StoreError> {
        open_known(
            dir,
            &Known {
                applied,
                closed_at: None,
                read: None,
            },
        )
    }

    fn open_known(dir: &Path, known: &Known) -> Result<Journal, StoreError> {
        if segment::list(dir)?.is_empty() {
            Journal::create(dir, STORE, SEGMENT)?;
        }
        let claimed = Journal::claim(dir, 0)?;
        Journal::open(claimed, STORE, SEGMENT, known, &mut |_, _| Ok(()))
    }

    /// Three groups of 2,000 bytes; where each ends, and the bytes of the segment.
    fn three_groups(dir: &Path) -> ([(End, usize); 3], PathBuf) {
        let mut journal = open(dir, End::START).unwrap();
        let ends = [1, 2, 3].map(|position| {
            let end = journal.append(&mut [entry(position, 2000)]).unwrap();
            (end, usize::try_from(journal.at).unwrap())
        });
        (ends, segment::path(dir, 0))
    }

    fn change(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(path).unwrap();
        change(&mut bytes);
        fs::write(path, bytes).unwrap();
    }

    #[test]
    fn a_torn_last_group_is_cut_and_written_over() {
        let dir = tempfile::tempdir().unwrap();
        let ([_, (second, at), (_, end)], path) = three_groups(dir.path());
        change(&path, |bytes| bytes[at + 600..end].fill(0));
        let mut journal = open(dir.path(), second).unwrap();
        assert_eq!(journal.end(), second);
        let third = journal.append(&mut [entry(3, 50)]).unwrap();
        drop(journal);
        assert_eq!(open(dir.path(), third).unwrap().end(), third);
    }

    #[test]
    fn a_last_group_is_cut_at_whatever_byte_it_was_torn() {
        let dir = tempfile::tempdir().unwrap();
        let path = segment::path(dir.path(), 0);
        let mut journal = open(dir.path(), End::START).unwrap();
        let first = journal.append(&mut [entry(1, 100)]).unwrap();
        let at = journal.at;
        journal.append(&mut [entry(2, 500)]).unwrap();
        let end = journal.at;
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for torn in at + 1..end {
            let mut bytes = whole.clone();
            bytes[cast::<usize>(torn)..].fill(0);
            fs::write(&path, bytes).unwrap();
            let journal = open(dir.path(), first).unwrap();
            assert_eq!((journal.end(), journal.at), (first, at), "torn at {torn}");
        }
    }

    #[test]
    fn a_last_group_that_was_whole_and_is_not_is_damage() {
        let dir = tempfile::tempdir().unwrap();
        let ([_, (second, at), (third, _)], path) = three_groups(dir.path());
        for place in [at, at + 5, at + 40, at + 700] {
            change(&path, |bytes| bytes[place] ^= 4);
            let error = open(dir.path(), second).unwrap_err();
            assert!(matches!(error, StoreError::JournalDamaged { .. }));
            change(&path, |bytes| bytes[place] ^= 4);
        }
        assert_eq!(open(dir.path(), third).unwrap().end(), third);
    }

    #[test]
    fn a_torn_group_that_was_acknowledged_is_damage_and_left_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let ([_, (second, at), (third, end)], path) = three_groups(dir.path());
        change(&path, |bytes| bytes[at + 600..end].fill(0));
        let torn = fs::read(&path).unwrap();
        let [before, last] = [second, third].map(Written::from);
        let other = Hash([9; 32]);
        let not_cut = |closed_at: Option<Written>, read: Option<End>| {
            let known = Known {
                applied: second,
                closed_at,
                read: read.map(|end| (end.position, "a list".to_owned())),
            };
            let error = open_known(dir.path(), &known).unwrap_err();
            assert!(matches!(error, StoreError::JournalDamaged { .. }));
            assert_eq!(fs::read(&path).unwrap(), torn);
        };
        not_cut(Some(last), None);
        not_cut(None, Some(third));
        let hash = other;
        not_cut(Some(Written { hash, ..before }), None);
        let known = Known {
            applied: second,
            closed_at: Some(before),
            read: Some((second.position, "a list".to_owned())),
        };
        assert_eq!(open_known(dir.path(), &known).unwrap().end(), second);
    }

    #[test]
    fn nobody_writes_a_journal_that_another_writes() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = open(dir.path(), End::START).unwrap();
        for position in 1..=30 {
            let refused = Journal::claim(dir.path(), 0).unwrap_err();
            assert!(matches!(refused, StoreError::Locked { .. }));
            journal.append(&mut [entry(position, 2000)]).unwrap();
        }
        assert!(journal.segment > 0, "of every segment in turn");
        drop(journal);
        assert!(Journal::claim(dir.path(), 0).is_ok());
    }

    #[test]
    fn zeros_before_a_later_group_are_damage() {
        let dir = tempfile::tempdir().unwrap();
        let ([(first, from), (_, to), _], path) = three_groups(dir.path());
        change(&path, |bytes| bytes[from..to].fill(0));
        let error = open(dir.path(), first).unwrap_err();
        assert!(matches!(error, StoreError::JournalDamaged { .. }));
    }

    #[test]
    fn a_cut_that_takes_what_was_applied_is_damage() {
        let dir = tempfile::tempdir().unwrap();
        let ([_, (_, at), (third, _)], path) = three_groups(dir.path());
        change(&path, |bytes| bytes.truncate(at + 100));
        let error = open(dir.path(), third).unwrap_err();
        assert!(matches!(error, StoreError::JournalDamaged { .. }));
    }

    #[test]
    fn an_index_of_another_journal_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let ([(first, _), _, _], _) = three_groups(dir.path());
        for other in [first, End::START] {
            let hash = Hash([9; 32]);
            assert!(open(dir.path(), End { hash, ..other }).is_err());
        }
    }

    #[test]
    fn a_group_greater_than_a_segment_gets_a_segment_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = open(dir.path(), End::START).unwrap();
        let sizes = [100, 90_000, 20_000, 20_000, 100];
        for (position, size) in (1..).zip(sizes) {
            journal.append(&mut [entry(position, size)]).unwrap();
        }
        let end = journal.end();
        drop(journal);
        assert_eq!(segment::list(dir.path()).unwrap(), [0, 1, 2, 3]);
        assert_eq!(open(dir.path(), end).unwrap().end(), end);
        fs::remove_file(segment::path(dir.path(), 1)).unwrap();
        assert!(
            open(dir.path(), end).is_err(),
            "a missing segment is noticed"
        );
    }
}
