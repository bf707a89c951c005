//! The texts that can be dropped: they stand in the journal and nowhere else.
//!
//! A line that ends with such a text is cut in two. The journal writes the text behind
//! the rest of the line, outside the checksum of its group; the index keeps the rest, and
//! where the text stands. To drop a text is to overwrite it with spaces: whatever part of
//! that reaches the disk, the group stays whole, and doing it again ends it.

use std::{
    borrow::Cow,
    fmt,
    fs::File,
    io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    str::FromStr,
};

use domain::cast;
use parking_lot::Mutex;

use super::segment;
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
pub(super) fn split(line: &Line) -> (Cow<'_, str>, Option<&str>) {
    // Most lines have none, and this costs them nothing.
    let may_have = line.text.ends_with(r#""}}"#);
    let text = may_have.then(|| Frame::of(&line.text).ok()?.erasable);
    match text.flatten() {
        Some(text) => (line.without_erasable().into(), Some(text)),
        None => (line.text.as_str().into(), None),
    }
}

/// A line put together again.
pub(super) fn joined(rest: &str, text: Option<&str>) -> String {
    match (text, rest.strip_suffix('}')) {
        (Some(text), Some(open)) => format!("{open}{ERASABLE_KEY}{text}}}"),
        (Some(_), None) | (None, _) => rest.to_owned(),
    }
}

/// The segments that texts are read from, and dropped in.
#[derive(Debug)]
pub(super) struct Texts {
    journal: PathBuf,
    /// The segment read last: who reads all players reads one after the other.
    open: Mutex<Option<(u64, File)>>,
    /// One that cannot be read counts as dropped: what is left is saved.
    pub(super) may_lack: bool,
}

impl Texts {
    pub(super) fn of(journal: &Path) -> Texts {
        Texts {
            journal: journal.to_owned(),
            open: Mutex::default(),
            may_lack: false,
        }
    }

    /// The bytes at a place.
    pub(super) fn read(&self, place: Place) -> Result<Vec<u8>, StoreError> {
        let mut open = self.open.lock();
        let mut read = || -> io::Result<Vec<u8>> {
            let (number, file) = match open.take() {
                Some((number, file)) if number == place.segment => (number, file),
                Some(_) | None => {
                    let path = segment::path(&self.journal, place.segment);
                    (place.segment, File::open(path)?)
                }
            };
            let mut bytes = vec![0; cast::<usize>(place.bytes)];
            file.read_exact_at(&mut bytes, place.at)?;
            *open = Some((number, file));
            Ok(bytes)
        };
        read().map_err(StoreError::io("read a text in the journal"))
    }

    /// Overwrites texts, durably.
    pub(super) fn drop_all(&self, places: &[Place]) -> Result<(), StoreError> {
        for place in places {
            let file = segment::writable(&segment::path(&self.journal, place.segment))?;
            let spaces = vec![DROPPED; cast::<usize>(place.bytes)];
            let dropped = file.write_all_at(&spaces, place.at);
            dropped
                .and_then(|()| file.sync_data())
                .map_err(StoreError::io("drop a text in the journal"))?;
        }
        Ok(())
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
