//! The texts that can be dropped: they stand in the journal and nowhere else.
//!
//! A line that ends with such a text is cut in two. The journal writes the text behind
//! the rest of the line, outside the checksum of its group; the index keeps the rest, and
//! where the text stands. To drop a text is to overwrite it with spaces: whatever part of
//! that reaches the disk, the group stays whole, and doing it again ends it. A compressed
//! segment is written anew without it.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt,
    fs::{self, File},
    io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    str::FromStr,
};

use domain::cast;
use parking_lot::Mutex;

use super::{
    compressed::{self, Compressed},
    segment::{self, Bytes},
};
use crate::{
    error::StoreError,
    record::Line,
    record::{ERASABLE_KEY, Frame},
};

/// Where a text stands in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The number of the segment.
    pub(super) segment: u64,
    /// The byte it begins at.
    pub(super) at: u64,
    pub(super) bytes: u32,
    /// Its crc32c: the salt in it keeps anyone from guessing the text by that.
    pub(super) sum: u32,
}

/// What stands where a text was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    Text(&'a str),
    /// It was dropped.
    Dropped,
    /// It never reached the disk.
    Unwritten,
    /// It was half dropped, or is damaged.
    Damaged,
}

/// What a text is overwritten with. Not zeros, which say that nothing was written.
const DROPPED: u8 = b' ';

/// What stands here, where a text of this checksum was written.
pub(super) fn found(bytes: &[u8], sum: u32) -> Found<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) if crc32c::crc32c(bytes) == sum => Found::Text(text),
        _ if bytes.iter().all(|byte| *byte == DROPPED) => Found::Dropped,
        // A text is JSON, in which there is no zero.
        _ if bytes.contains(&0) => Found::Unwritten,
        Ok(_) | Err(_) => Found::Damaged,
    }
}

/// A line without its text, and the text.
pub fn split(line: &Line) -> (Cow<'_, str>, Option<&str>) {
    // Most lines have none, and this costs them nothing.
    let may_have = line.text.ends_with(r#""}}"#);
    let text = may_have.then(|| Frame::of(&line.text).ok()?.erasable);
    match text.flatten() {
        Some(text) => (line.without_erasable().into(), Some(text)),
        None => (line.text.as_str().into(), None),
    }
}

/// A line put together again.
pub fn joined(rest: &str, text: Option<&str>) -> String {
    match (text, rest.strip_suffix('}')) {
        (Some(text), Some(open)) => format!("{open}{ERASABLE_KEY}{text}}}"),
        (Some(_), None) | (None, _) => rest.to_owned(),
    }
}

/// The segments that texts are read from, and dropped in.
#[derive(Debug)]
pub(crate) struct Texts {
    journal: PathBuf,
    /// The segment read last: who reads all players reads one after the other. Whoever holds
    /// it may change a segment, and closes it then.
    open: Mutex<Option<(u64, Bytes)>>,
    /// One that cannot be read counts as dropped: what is left is saved.
    pub(super) may_lack: bool,
}

impl Texts {
    pub(super) fn of(journal: &Path, may_lack: bool) -> Texts {
        Texts {
            journal: journal.to_owned(),
            open: Mutex::default(),
            may_lack,
        }
    }

    /// The bytes at a place.
    pub(super) fn read(&self, place: Place) -> Result<Vec<u8>, StoreError> {
        let mut open = self.open.lock();
        let mut read = || -> io::Result<Vec<u8>> {
            let (number, segment) = match open.take() {
                Some((number, segment)) if number == place.segment => (number, segment),
                Some(_) | None => (place.segment, Bytes::open(&self.journal, place.segment)?),
            };
            let bytes = segment.read_at(place.at, cast::<usize>(place.bytes))?;
            *open = Some((number, segment));
            Ok(bytes)
        };
        read().map_err(StoreError::io("read a text in the journal"))
    }

    /// Overwrites texts, durably.
    pub(super) fn drop_all(&self, places: &[Place]) -> Result<(), StoreError> {
        let mut open = self.open.lock();
        *open = None;
        let mut by_segment: BTreeMap<u64, Vec<Place>> = BTreeMap::new();
        for place in places {
            by_segment.entry(place.segment).or_default().push(*place);
        }
        for (number, places) in by_segment {
            if segment::path(&self.journal, number).exists() {
                self.drop_plain(number, &places)
                    .map_err(StoreError::io("drop a text in the journal"))?;
            } else if compressed::path(&self.journal, number).exists() {
                self.drop_compressed(number, &places)?;
            }
            // Of a segment that is gone nothing is left to drop.
        }
        Ok(())
    }

    /// Removes a segment whose texts stand elsewhere. Nobody changes it meanwhile.
    pub(super) fn remove_segment(&self, number: u64) -> Result<(), StoreError> {
        let mut open = self.open.lock();
        *open = None;
        segment::remove(&self.journal, number)
    }

    fn drop_plain(&self, number: u64, places: &[Place]) -> io::Result<()> {
        let path = segment::path(&self.journal, number);
        let file = File::options().write(true).open(path)?;
        for place in places {
            let spaces = vec![DROPPED; cast::<usize>(place.bytes)];
            file.write_all_at(&spaces, place.at)?;
        }
        file.sync_data()
    }

    fn drop_compressed(&self, number: u64, places: &[Place]) -> Result<(), StoreError> {
        let read = Bytes::open(&self.journal, number).and_then(|segment| segment.read());
        let mut segment = read.map_err(StoreError::io("read a segment of the journal"))?;
        for place in places {
            let at = cast::<usize>(place.at);
            segment[at..at + cast::<usize>(place.bytes)].fill(DROPPED);
        }
        compressed::write(&self.journal, number, &segment[..])
    }

    /// Compresses a segment that another follows.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written. It stays as it is then.
    pub(super) fn compress(&self, number: u64) -> Result<(), StoreError> {
        let path = segment::path(&self.journal, number);
        let failed = StoreError::io("read a segment of the journal");
        let segment = File::open(&path).map_err(failed)?;
        compressed::write(&self.journal, number, &segment)?;
        let compressed = compressed::path(&self.journal, number);
        let mut open = self.open.lock();
        *open = None;
        // A text may have been dropped meanwhile.
        let is_same = Compressed::open(&compressed).and_then(|it| it.is(&segment));
        let outdated = match is_same.map_err(StoreError::io("read a segment of the journal"))? {
            true => path,
            false => compressed,
        };
        fs::remove_file(outdated).map_err(StoreError::io("compress a segment of the journal"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place {
            segment,
            at,
            bytes,
            sum,
        } = self;
        write!(f, "{segment} {at} {bytes} {sum}")
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Place, ()> {
        let mut numbers = text.split(' ').map(|number| number.parse().map_err(|_| ()));
        let mut next = || numbers.next().unwrap_or(Err(()));
        let (segment, at): (u64, u64) = (next()?, next()?);
        let (bytes, sum) = (next()?, next()?);
        let short = |number: u64| u32::try_from(number).map_err(|_| ());
        Ok(Place {
            segment,
            at,
            bytes: short(bytes)?,
            sum: short(sum)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_there_or_dropped_or_says_what_became_of_it() {
        let text = r#"{"salt":"00","text":"ann"}"#;
        let sum = crc32c::crc32c(text.as_bytes());
        assert_eq!(found(text.as_bytes(), sum), Found::Text(text));
        assert_eq!(found(&[b' '; 26], sum), Found::Dropped);
        let half = [&text.as_bytes()[..9], &[b' '; 17]].concat();
        assert_eq!(found(&half, sum), Found::Damaged);
        let torn = [&text.as_bytes()[..9], &[0; 17]].concat();
        assert_eq!(found(&torn, sum), Found::Unwritten);
    }

    /// A segment with two texts, and where they stand.
    fn two_texts(dir: &Path) -> (Texts, [Place; 2]) {
        let texts = [
            r#"{"salt":"00","text":"ann"}"#,
            r#"{"salt":"01","text":"ben"}"#,
        ];
        let mut at = 4096;
        let mut segment = vec![7; 4096];
        let places = texts.map(|text| {
            segment.extend(text.bytes());
            let begins = at;
            at += cast::<u64>(text.len());
            Place {
                segment: 0,
                at: begins,
                bytes: cast(text.len()),
                sum: crc32c::crc32c(text.as_bytes()),
            }
        });
        segment.extend([0; 4096]);
        fs::write(segment::path(dir, 0), segment).unwrap();
        (Texts::of(dir, false), places)
    }

    #[test]
    fn a_text_is_read_and_dropped_in_a_compressed_segment() {
        let dir = tempfile::tempdir().unwrap();
        let (texts, [ann, ben]) = two_texts(dir.path());
        let plain = fs::read(segment::path(dir.path(), 0)).unwrap();
        let ben_was = texts.read(ben).unwrap();
        texts.compress(0).unwrap();
        assert!(!segment::path(dir.path(), 0).exists());
        let segment = || Bytes::open(dir.path(), 0).unwrap().read().unwrap();
        assert_eq!(segment(), plain);
        let is_there = |place: Place| {
            let bytes = texts.read(place).unwrap();
            matches!(found(&bytes, place.sum), Found::Text(_))
        };
        assert!(is_there(ann) && is_there(ben));
        texts.drop_all(&[ann]).unwrap();
        assert_eq!(found(&texts.read(ann).unwrap(), ann.sum), Found::Dropped);
        assert_eq!(texts.read(ben).unwrap(), ben_was);
        assert_eq!(segment().len(), plain.len());
    }

    #[test]
    fn a_segment_that_a_kill_left_twice_is_read_where_texts_are_dropped_first() {
        let dir = tempfile::tempdir().unwrap();
        let (texts, [ann, _]) = two_texts(dir.path());
        let plain = fs::read(segment::path(dir.path(), 0)).unwrap();
        compressed::write(dir.path(), 0, &plain[..]).unwrap();
        assert_eq!(segment::list(dir.path()).unwrap(), [0]);
        texts.drop_all(&[ann]).unwrap();
        assert_eq!(found(&texts.read(ann).unwrap(), ann.sum), Found::Dropped);
        texts.compress(0).unwrap();
        assert_eq!(found(&texts.read(ann).unwrap(), ann.sum), Found::Dropped);
        assert!(!segment::path(dir.path(), 0).exists());
    }

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let place = Place {
            segment: 3,
            at: 70_000,
            bytes: 110,
            sum: u32::MAX,
        };
        assert_eq!(place.to_string().parse(), Ok(place));
        for text in ["", "1 2 3", "1 2 3 x", "1 2 3 4294967296"] {
            assert_eq!(text.parse::<Place>(), Err(()), "{text}");
        }
    }
}
