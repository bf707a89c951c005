//! Matches that are over, each in one row, and how these are read with the rows of commits.

use std::collections::{BTreeMap, BTreeSet};

use domain::cast;
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

/// How many positions a stretch has: few enough that whoever reads one needs most matches in it,
/// and enough that a match has commits in few.
pub(crate) const STRETCH: i64 = 512;

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

/// Commits by their positions: those with rows of their own, and of packed matches those that are
/// wanted. A commit may be in both.
pub(crate) fn merged(
    rows: &[Row],
    is_wanted: impl Fn(&Line) -> bool,
) -> Result<Vec<String>, Error> {
    let mut found = BTreeMap::new();
    for row in rows {
        let at: i64 = row.try_get(0)?;
        if let Some(rest) = row.try_get(1)? {
            found.insert(at, texts::joined(rest, row.try_get(2)?));
            continue;
        }
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
    Ok(found.into_values().collect())
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
