//! The rows of a group as the statement takes them: a list for each column.

use std::borrow::Cow;

use domain::cast;
use store_log::{embedded::texts, record::Line};

use crate::group::Group;

/// A list for each column, as long as the others.
#[derive(Default)]
pub(crate) struct Columns<'a> {
    pub(crate) positions: Vec<i64>,
    pub(crate) streams: Vec<String>,
    pub(crate) versions: Vec<i64>,
    pub(crate) next_versions: Vec<i64>,
    pub(crate) hashes: Vec<&'a [u8]>,
    pub(crate) lines: Vec<Cow<'a, str>>,
    pub(crate) erasable: Vec<Option<&'a str>>,
    pub(crate) keys: Vec<Option<&'a [u8]>>,
    pub(crate) key_days: Vec<Option<i32>>,
    pub(crate) fingerprints: Vec<Option<&'a [u8]>>,
}

impl<'a> Columns<'a> {
    pub(crate) fn of(group: &'a Group) -> Columns<'a> {
        let mut columns = Columns::default();
        for (line, key) in group.rows.iter().zip(&group.keys) {
            columns.add(line);
            let key = key.as_ref();
            columns.keys.push(key.map(|key| &key.key[..]));
            columns.key_days.push(key.map(|_| i32::from(group.day)));
            let fingerprint = key.map(|key| &key.fingerprint.0[..]);
            columns.fingerprints.push(fingerprint);
        }
        columns
    }

    fn add(&mut self, line: &'a Line) {
        let (rest, text) = texts::split(line);
        self.positions.push(cast(line.position.number()));
        self.streams.push(line.stream.to_string());
        self.versions.push(i64::from(line.after.version));
        self.next_versions.push(i64::from(line.tip().version));
        self.hashes.push(&line.hash.0);
        self.lines.push(rest);
        self.erasable.push(text);
    }
}
