//! Reading all of an index, and comparing its trees with one another.
//!
//! After a crash the log may hold one group more than `meta` says was applied, and
//! the tips may or may not have followed; replaying the journal sets that right.
//! Anything else that does not fit is damage.

use std::{ops::Bound, sync::atomic::Ordering, thread};

use super::{
    archived,
    index::{Index, damaged, guarded, place, rest_from, unframed},
};
use crate::{
    error::StoreError,
    id::{MatchId, Position, StreamId, Version},
    record::{Chain, Line, Tip},
};

/// A range of the keys of streams.
pub(super) type Keys = (Bound<[u8; 17]>, Bound<[u8; 17]>);

/// One stream, as far as it was read.
struct Checked {
    stream: StreamId,
    chain: Chain,
    /// How many of its events are archived.
    archived: Version,
    /// Its tip when the last applied group was.
    applied: Tip,
}

/// What was counted.
#[derive(Default)]
struct Counts {
    /// Commits that were applied.
    commits: u64,
    /// Streams of which something was applied.
    applied_streams: usize,
    streams: usize,
}

impl Counts {
    fn and(&self, other: &Counts) -> Counts {
        Counts {
            commits: self.commits + other.commits,
            applied_streams: self.applied_streams + other.applied_streams,
            streams: self.streams + other.streams,
        }
    }
}

/// Reads everything.
///
/// # Errors
///
/// The first thing that does not fit.
pub(crate) fn check(index: &Index) -> Result<(), StoreError> {
    guarded(|| {
        let applied = index.applied()?.position;
        let (counts, archived, live, keys) = thread::scope(|scope| {
            let counts = scope.spawn(|| in_halves(|half| check_streams(index, applied, half)));
            let archived = in_halves(|half| archived::commits(index, applied, half));
            (joined(counts), archived, live_ends(index), keys(index))
        });
        let ((first, second), (archived, and_archived)) = (counts?, archived?);
        let (counts, live) = (first.and(&second), live?);
        if counts.commits + archived + and_archived != applied.number()
            || keys? < index.keys.load(Ordering::Relaxed)
        {
            return Err(damaged("commits or keys are missing"));
        }
        if (counts.applied_streams..=counts.streams).contains(&live) {
            Ok(())
        } else {
            Err(damaged("ends of streams are missing"))
        }
    })
}

/// How many streams that are not archived have an end.
fn live_ends(index: &Index) -> Result<usize, StoreError> {
    let mut live = 0;
    for stream in index.head.iter().keys() {
        // An older version noted where archived ones end as well.
        live += usize::from(!index.archived.rows.contains_key(stream?)?);
    }
    Ok(live)
}

/// How many keys of requests there are, each of which can be read.
fn keys(index: &Index) -> Result<u64, StoreError> {
    let mut keys = 0;
    for value in index.idempotency.iter().values() {
        unframed(&value?)?;
        keys += 1;
    }
    Ok(keys)
}

fn joined<T>(
    checking: thread::ScopedJoinHandle<'_, Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let checked = checking.join();
    checked.unwrap_or_else(|_| Err(damaged("it broke down")))
}

/// Does work on all streams, in two halves at once: ids are drawn at random.
fn in_halves<T: Send>(
    work: impl Fn(Keys) -> Result<T, StoreError> + Sync,
) -> Result<(T, T), StoreError> {
    let middle = StreamId::Match(MatchId([0x80; 16])).key();
    let first = (Bound::Unbounded, Bound::Excluded(middle));
    let second = (Bound::Included(middle), Bound::Unbounded);
    let (first, second) = thread::scope(|scope| {
        let first = scope.spawn(|| guarded(|| work(first)));
        let second = guarded(|| work(second));
        (joined(first), second)
    });
    Ok((first?, second?))
}

/// Checks the streams whose keys lie in a range.
fn check_streams(index: &Index, applied: Position, keys: Keys) -> Result<Counts, StoreError> {
    let mut counts = Counts::default();
    let mut current: Option<Checked> = None;
    for value in index.log.range(keys).values() {
        let (line, _) = rest_from(&value?)?;
        let mut checked = match current.take() {
            Some(checked) if checked.stream == line.stream => checked,
            before => {
                before.map_or(Ok(()), |before| before.end(index))?;
                let archived = index.archived.tip(line.stream)?;
                let is_live = archived == Tip::START;
                counts.streams += usize::from(is_live);
                counts.applied_streams += usize::from(is_live && line.position <= applied);
                Checked::new(line.stream, archived)
            }
        };
        if line.after.version < checked.archived {
            // It was archived, and is yet to be taken out.
            current = Some(checked);
            continue;
        }
        checked.chain.link(&line)?;
        if line.position <= applied {
            counts.commits += 1;
            checked.applied = line.tip();
            check_order(index, &line)?;
        }
        current = Some(checked);
    }
    current.map_or(Ok(()), |last| last.end(index))?;
    Ok(counts)
}

impl Checked {
    fn new(stream: StreamId, archived: Tip) -> Checked {
        Checked {
            stream,
            chain: Chain::from(archived),
            archived: archived.version,
            applied: archived,
        }
    }

    fn end(&self, index: &Index) -> Result<(), StoreError> {
        let tip = index.tip(self.stream)?;
        if tip == self.applied || tip == self.chain.tip() {
            Ok(())
        } else {
            Err(damaged(format!("the end of {} is missing", self.stream)))
        }
    }
}

fn check_order(index: &Index, line: &Line) -> Result<(), StoreError> {
    let here = place(line.stream, line.after.version);
    match index.order.get(line.position.key())? {
        Some(value) if unframed(&value)? == here => Ok(()),
        Some(_) | None => Err(damaged("a position is missing")),
    }
}
