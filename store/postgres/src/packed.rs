//! Matches that are over, each in one row, and how these are read with the rows of commits.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use domain::cast;
use parking_lot::Mutex;
use store_log::{
    Hash, StreamId,
    embedded::{
        archive::{Codec, Packed, pack, unpack},
        texts,
    },
    record::Line,
};
use tokio::task::block_in_place;
use tokio_postgres::{Error, Row};

use crate::shard::number;

/// How many positions a stretch has: enough that a match has commits in few of them.
pub(crate) const STRETCH: i64 = 512;
/// How many positions are read at once: where hundreds of matches were played side by side, each has
/// commits in every stretch, and would be expanded for each. Not more, for whoever wants the same
/// window waits until it is read.
const WINDOW: i64 = 8 * STRETCH;
/// How many windows are kept: those who follow the log are near each other.
const WINDOWS: usize = 3;

/// By which numbers ways to pack are known in the database.
const CODECS: [Codec; 3] = [Codec::Raw, Codec::Zstd, Codec::Derived];

/// A match in one row.
#[derive(Clone, Debug)]
pub(crate) struct PackedMatch {
    pub(crate) stream: StreamId,
    /// The position of its last commit.
    pub(crate) last: i64,
    /// How many commits it has,
    pub(crate) commits: i64,
    /// and how many events.
    pub(crate) next_version: i64,
    /// The hash of its last commit.
    pub(crate) hash: Hash,
    /// In which stretches it has commits.
    pub(crate) stretches: Vec<i64>,
    packed: Packed,
}

impl PackedMatch {
    /// A match in few bytes. None if it holds a text, which could not be dropped from them, or
    /// expands to nothing that is the same.
    pub(crate) fn of(lines: &[Line]) -> Option<PackedMatch> {
        let last = lines.last()?;
        if lines.iter().any(|line| texts::split(line).1.is_some()) {
            return None;
        }
        let packed = pack(lines, None)?;
        let stretches = lines.iter().map(|line| position_of(line) / STRETCH);
        Some(PackedMatch {
            stream: last.stream,
            last: position_of(last),
            commits: cast(lines.len()),
            next_version: i64::from(last.tip().version),
            hash: last.hash,
            stretches: stretches.collect::<BTreeSet<_>>().into_iter().collect(),
            packed,
        })
    }

    /// How it is packed, as the database knows it.
    pub(crate) fn codec(&self) -> i16 {
        let codec = CODECS.iter().position(|codec| *codec == self.packed.codec);
        cast(codec.expect("all ways are listed"))
    }

    /// Bytes of what is compressed.
    pub(crate) fn expanded_bytes(&self) -> i64 {
        i64::from(self.packed.expanded_bytes)
    }

    /// The bytes.
    pub(crate) fn body(&self) -> &[u8] {
        &self.packed.body
    }
}

/// The texts of commits by their positions.
pub(crate) type Texts = BTreeMap<i64, String>;

/// The commits of packed matches in a window of the log, as they were when it was read. What was
/// packed since is missing, and whoever finds too few commits reads it again.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    known: Mutex<VecDeque<(i64, Arc<Texts>)>>,
    /// One reads at a time: those who follow the log want the same window at the same moment.
    pub(crate) reading: tokio::sync::Mutex<()>,
}

impl Windows {
    /// The stretches of the windows in which these positions are, the first and the last.
    pub(crate) const fn stretches(first: i64, last: i64) -> (i64, i64) {
        let (from, to) = (first / WINDOW, last / WINDOW + 1);
        (from * WINDOW / STRETCH, to * WINDOW / STRETCH - 1)
    }

    /// Adds what is known of packed matches between two positions.
    pub(crate) fn add_to(&self, found: &mut Texts, first: i64, last: i64) {
        let known = self.known.lock().clone();
        for (_, texts) in known {
            add_between(found, &texts, first, last);
        }
    }

    /// Keeps what was read of the windows in which these positions are.
    pub(crate) fn keep(&self, mut read: Texts, first: i64, last: i64) {
        let mut known = self.known.lock();
        for window in (first / WINDOW..=last / WINDOW).rev() {
            let texts = read.split_off(&(window * WINDOW));
            known.retain(|(of, _)| *of != window);
            known.push_front((window, Arc::new(texts)));
        }
        known.truncate(WINDOWS);
    }
}

/// Adds the texts between two positions, both included.
pub(crate) fn add_between(found: &mut Texts, texts: &Texts, first: i64, last: i64) {
    let between = texts.range(first..=last);
    found.extend(between.map(|(at, text)| (*at, text.clone())));
}

/// The texts of commits of packed matches, those that are wanted.
pub(crate) fn in_packed(rows: &[Row], is_wanted: impl Fn(&Line) -> bool) -> Result<Texts, Error> {
    let mut found = Texts::new();
    for row in rows {
        let at: i64 = row.try_get(0)?;
        // The threads that wait for the database keep the lease, too.
        match block_in_place(|| expand(row))? {
            Ok(lines) => {
                let wanted = lines.into_iter().filter(&is_wanted);
                found.extend(wanted.map(|line| (position_of(&line), line.text)));
            }
            Err(why) => {
                tracing::error!("{why}");
                // This is no line, so whoever reads it is told.
                found.insert(at, String::new());
            }
        }
    }
    Ok(found)
}

/// Rows of commits, and rows of packed matches.
pub(crate) fn parted(rows: Vec<Row>) -> Result<(Vec<Row>, Vec<Row>), Error> {
    let (mut commits, mut packed) = (Vec::new(), Vec::new());
    for row in rows {
        let is_commit = row.try_get::<_, Option<&str>>(1)?.is_some();
        if is_commit { &mut commits } else { &mut packed }.push(row);
    }
    Ok((commits, packed))
}

/// The commits of a packed match, or why they cannot be read.
fn expand(row: &Row) -> Result<Result<Vec<Line>, String>, Error> {
    let (stream, hash): (&str, &[u8]) = (row.try_get(3)?, row.try_get(4)?);
    let (codec, expanded_bytes): (i16, i64) = (row.try_get(5)?, row.try_get(6)?);
    let body: &[u8] = row.try_get(7)?;
    let packed = || {
        Some(Packed {
            codec: *CODECS.get(usize::try_from(codec).ok()?)?,
            expanded_bytes: u32::try_from(expanded_bytes).ok()?,
            body: body.to_owned(),
        })
    };
    let parts = || Some((stream.parse().ok()?, Hash(hash.try_into().ok()?), packed()?));
    let damaged = format!("the packed match {stream} is damaged");
    let Some((of, hash, packed)) = parts() else {
        return Ok(Err(damaged));
    };
    Ok(unpack(of, hash, &packed, None).map_err(|error| format!("{damaged}: {error}")))
}

fn position_of(line: &Line) -> i64 {
    cast(number(line.position))
}
