//! Matches that are over, each in one row, and how these are read with the rows of commits.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// How many positions a stretch has: enough that a match has commits in few of them.
pub(crate) const STRETCH: i64 = 512;
/// Matches are kept expanded while they take no more than so many bytes: those who follow the log are
/// near each other, and each match has commits in several stretches.
const LATELY_BYTES: usize = 32 << 20;

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

/// Where a packed match ends, and its commits.
type Expanded = (i64, Texts);

/// Where a packed match ends, and its name.
pub(crate) type Name = (i64, String);

/// Packed matches that were read lately, expanded, the first of them first.
#[derive(Debug, Default)]
pub(crate) struct Lately {
    kept: Mutex<Kept>,
    /// One reads at a time: those who follow the log want the same matches at the same moment.
    pub(crate) reading: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Kept {
    matches: VecDeque<(i64, Texts)>,
    bytes: usize,
}

impl Lately {
    /// Adds what is known of some matches between two positions to what was found, and returns the
    /// names of those that are not known.
    pub(crate) fn add_to(
        &self,
        found: &mut Texts,
        of: Vec<Name>,
        (first, last): (i64, i64),
    ) -> Vec<String> {
        let kept = self.kept.lock();
        let mut unknown = Vec::new();
        for (end, name) in of {
            match kept.matches.iter().find(|(of, _)| *of == end) {
                Some((_, texts)) => add_between(found, texts, first, last),
                None => unknown.push(name),
            }
        }
        unknown
    }

    /// Keeps a match that ends here.
    pub(crate) fn keep(&self, end: i64, texts: Texts) {
        let mut kept = self.kept.lock();
        kept.bytes += bytes_of(&texts);
        kept.matches.push_back((end, texts));
        while kept.bytes > LATELY_BYTES
            && let Some((_, texts)) = kept.matches.pop_front()
        {
            kept.bytes -= bytes_of(&texts);
        }
    }
}

/// How many bytes texts take.
fn bytes_of(texts: &Texts) -> usize {
    texts.values().map(String::len).sum()
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
        found.extend(texts(row, &is_wanted)?);
    }
    Ok(found)
}

/// Where a packed match ends, and the texts of its commits.
pub(crate) fn expanded(row: &Row) -> Result<Expanded, Error> {
    Ok((row.try_get(0)?, texts(row, |_| true)?))
}

fn texts(row: &Row, is_wanted: impl Fn(&Line) -> bool) -> Result<Texts, Error> {
    // The threads that wait for the database keep the lease, too.
    match block_in_place(|| expand(row))? {
        Ok(lines) => {
            let wanted = lines.into_iter().filter(is_wanted);
            Ok(wanted.map(|line| (position_of(&line), line.text)).collect())
        }
        Err(why) => {
            tracing::error!("{why}");
            // This is no line, so whoever reads it is told.
            Ok(Texts::from([(row.try_get(0)?, String::new())]))
        }
    }
}

/// Rows of commits, and those of packed matches or their names.
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
    cast(line.position.number())
}
