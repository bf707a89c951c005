//! Several keys of a tree written as one: what is to be written is noted first, and
//! written again when the database is opened.
//!
//! A batch of sled would do, but it locks every database of the process. Whoever follows
//! the log at a low priority may have to wait for a core while holding that lock, and
//! players wait with them.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use bytes::{Buf as _, BufMut as _};
use domain::cast;
use sled::Tree;

use super::{
    index::{framed, guarded, open_sled, unframed},
    packing::Packing,
};
use crate::error::StoreError;

/// What is to be written: a value to each key, or none where the key is removed.
pub(super) type Changes = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// A tree whose changes are written as one.
#[derive(Clone, Debug)]
pub struct Redo {
    tree: Tree,
    /// The last changes, and the dictionary of the rows, each under one key.
    noted: Tree,
    packing: Arc<Packing>,
}

const LAST: &str = "last";
const DICTIONARY: &str = "dictionary";

impl Redo {
    /// The tree of a database of its own, with all that was noted. If it is new, rows are
    /// compressed with this dictionary, which is kept.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or read.
    pub fn open(dir: &Path, cache_bytes: u64, dictionary: &[u8]) -> Result<Redo, StoreError> {
        let db = open_sled(dir, cache_bytes)?;
        guarded(|| {
            let noted = db.open_tree("noted")?;
            // What was noted is already compressed.
            if db.is_empty() && noted.is_empty() && !dictionary.is_empty() {
                noted.insert(DICTIONARY, framed(dictionary))?;
            }
            let packing = match noted.get(DICTIONARY)? {
                Some(dictionary) => Packing::with(unframed(&dictionary)?),
                None => Packing::with(b""),
            };
            let redo = Redo {
                tree: Tree::clone(&db),
                noted,
                packing: Arc::new(packing),
            };
            if let Some(noted) = redo.noted.get(LAST)? {
                let damaged = || StoreError::IndexDamaged("what was noted is damaged".to_owned());
                redo.apply(&decode(unframed(&noted)?).ok_or_else(damaged)?)?;
            }
            Ok(redo)
        })
    }

    /// The tree, to read.
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// A value as it is written.
    pub(super) fn pack(&self, value: &[u8]) -> Vec<u8> {
        framed(&self.packing.pack(value))
    }

    /// The value that was written so.
    ///
    /// # Errors
    ///
    /// If it is damaged.
    pub fn unpack(&self, written: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.packing.unpack(unframed(written)?)
    }

    /// Writes all of these or, if it is interrupted, none or the rest when the database is
    /// opened again. Whoever reads meanwhile may see some of them.
    pub(super) fn write(&self, changes: &Changes) -> Result<(), StoreError> {
        self.noted.insert(LAST, framed(&encode(changes)))?;
        self.apply(changes)
    }

    fn apply(&self, changes: &Changes) -> Result<(), StoreError> {
        for (key, value) in changes {
            match value {
                Some(value) => self.tree.insert(key, &value[..])?,
                None => self.tree.remove(key)?,
            };
        }
        Ok(())
    }
}

/// One after the other: the key, 1 and the value or 0, each of the two behind its length.
fn encode(changes: &Changes) -> Vec<u8> {
    let mut bytes = Vec::new();
    let put = |bytes: &mut Vec<u8>, part: &[u8]| {
        let length = cast::<u32>(part.len());
        bytes.put_u32(length);
        bytes.put_slice(part);
    };
    for (key, value) in changes {
        put(&mut bytes, key);
        bytes.put_u8(u8::from(value.is_some()));
        if let Some(value) = value {
            put(&mut bytes, value);
        }
    }
    bytes
}

fn decode(mut bytes: &[u8]) -> Option<Changes> {
    let mut changes = Changes::new();
    while !bytes.is_empty() {
        let key = part(&mut bytes)?;
        let has_value = bytes.try_get_u8().ok()? == 1;
        let value = has_value.then(|| part(&mut bytes));
        changes.insert(key, value.map_or(Some(None), |value| value.map(Some))?);
    }
    Some(changes)
}

fn part(bytes: &mut &[u8]) -> Option<Vec<u8>> {
    let length = usize::try_from(bytes.try_get_u32().ok()?).ok()?;
    bytes.split_off(..length).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        embedded::rows::{self, Rows},
        id::Position,
    };

    fn changes<const N: usize>(of: [(&str, Option<&str>); N]) -> Changes {
        let bytes = |text: &str| text.as_bytes().to_vec();
        of.map(|(key, value)| (bytes(key), value.map(bytes))).into()
    }

    fn all(redo: &Redo) -> Changes {
        let rows = redo.tree().iter().map(Result::unwrap);
        rows.map(|(key, value)| (key.to_vec(), Some(value.to_vec())))
            .collect()
    }

    #[test]
    fn what_was_interrupted_is_written_when_it_is_opened_again() {
        let dir = tempfile::tempdir().unwrap();
        let redo = Redo::open(dir.path(), 1 << 20, b"").unwrap();
        redo.write(&changes([("a", Some("1")), ("b", Some(""))]))
            .unwrap();
        let last = changes([("a", None), ("b", Some("2")), ("c", Some("3"))]);
        redo.noted.insert(LAST, framed(&encode(&last))).unwrap();
        redo.tree.insert("b", "2").unwrap();
        drop(redo);
        let redo = Redo::open(dir.path(), 1 << 20, b"").unwrap();
        assert_eq!(all(&redo), changes([("b", Some("2")), ("c", Some("3"))]));
    }

    #[test]
    fn the_first_dictionary_is_kept_and_missed_if_it_is_lost() {
        const ROW: &str = r#"{"game":"bunny_kingdom","private":false,"imported":false}"#;
        let dir = tempfile::tempdir().unwrap();
        let open = |dictionary: &[u8]| Redo::open(dir.path(), 1 << 20, dictionary).unwrap();
        let redo = open(ROW.as_bytes());
        let note = changes([("a", None)]);
        redo.noted.insert(LAST, framed(&encode(&note))).unwrap();
        drop(redo);
        let redo = open(b"of another program");
        let mut rows = Rows::new(&redo);
        rows.put_bytes(b"a", ROW.into()).unwrap();
        rows.write(Position::START).unwrap();
        drop(redo);
        assert!(rows::check(dir.path(), 1 << 20).is_ok());
        let redo = open(b"of another program");
        let row = redo.tree.get("a").unwrap().unwrap();
        assert_eq!(redo.unpack(&row).unwrap(), ROW.as_bytes());
        redo.noted.remove(DICTIONARY).unwrap();
        drop(redo);
        assert!(rows::check(dir.path(), 1 << 20).is_err());
    }

    #[test]
    fn a_note_that_is_no_note_is_damage() {
        let dir = tempfile::tempdir().unwrap();
        let redo = Redo::open(dir.path(), 1 << 20, b"").unwrap();
        let note = encode(&changes([("a", Some("1"))]));
        for length in 1..note.len() {
            redo.noted.insert(LAST, framed(&note[..length])).unwrap();
            assert_eq!(decode(&note[..length]), None);
        }
        drop(redo);
        let opened = Redo::open(dir.path(), 1 << 20, b"");
        assert!(matches!(opened, Err(StoreError::IndexDamaged(_))));
    }
}
