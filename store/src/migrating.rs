//! A store moved to another kind of log: every commit as it is, checked on both sides.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
};

use domain::cast;
use store_log::{
    Config, Hash, Position, Shards, StoreError, StreamId,
    embedded::Embedded,
    filling::Filling,
    lines,
    log::{Log as _, Span, wait_for},
    portable,
    record::{Chain, Commit, Line},
};
use store_play::{batches::BatchEvent, tournaments::TournamentEvent};
use store_postgres::Copying;

/// Where a store is.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a directory.
    Directory(PathBuf),
    /// In a database like `postgres://user@host/database`.
    Database(String),
}

/// What was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// How many commits both stores hold.
    pub commits: u64,
    /// How many of them the new store had before, from a try that was cut short.
    pub were_there: u64,
    /// The hash over the lines of all commits, the same in both.
    pub hash: Hash,
}

/// A store that is read.
enum Source {
    Directory(Box<Embedded>),
    Database(Box<Copying>),
}

/// A store that is filled.
enum Target {
    Directory(Box<Filling>),
    Database(Box<Copying>),
}

/// The commits of a store that is read, from its first on, numbered without gaps.
struct Walk<'a> {
    from: &'a Source,
    /// How far the log was read, as it numbers its commits.
    read: u64,
    /// How many commits there were.
    commits: u64,
}

/// So many commits are held in memory.
const PAGE: usize = 1000;

/// Copies every commit of a store into a new one, then reads both again and compares them.
///
/// The secret goes with it, so that tokens stay valid, and so do the lines that are kept beside the
/// log; idempotency keys do not. Run again after it was cut short, it goes on. A database that is new
/// is divided into so many shards; where the stores are divided otherwise, positions are counted anew.
///
/// # Errors
///
/// If a store cannot be opened, read or written, if a chain is broken, or if the new store holds
/// anything else.
pub fn migrate(from: &Place, to: &Place, shards: Option<Shards>) -> Result<Migrated, StoreError> {
    let from = Source::open(from)?;
    let mut to = Target::open(to, from.secret(), shards)?;
    if from.shards() != to.shards() {
        from.ensure_nothing_planned_runs()?;
    }
    let mut walk = Walk::of(&from);
    to.compare(&mut walk, to.position())?;
    let mut added = 0;
    while let Some(lines) = walk.next(PAGE)? {
        added += to.write(&lines)?;
    }
    let end = Position::of_number(walk.commits);
    let (commits, hash) = to.compare(&mut Walk::of(&from), end)?;
    for name in lines::NAMES {
        to.keep(name, &from.lines(name)?)?;
    }
    from.close()?;
    to.close()?;
    Ok(Migrated {
        commits,
        were_there: commits - added,
        hash,
    })
}

impl Source {
    fn open(place: &Place) -> Result<Source, StoreError> {
        match place {
            Place::Directory(dir) => {
                portable::ensure_store(dir)?;
                let log = Embedded::open(&Config::new(dir))?;
                Ok(Source::Directory(Box::new(log)))
            }
            Place::Database(url) => {
                let log = Copying::open(url, None)?;
                Ok(Source::Database(Box::new(log)))
            }
        }
    }

    const fn shards(&self) -> Shards {
        match self {
            Source::Directory(_) => Shards::ONE,
            Source::Database(log) => log.shards(),
        }
    }

    fn secret(&self) -> &[u8; 32] {
        match self {
            Source::Directory(log) => log.secret(),
            Source::Database(log) => log.secret(),
        }
    }

    fn lines(&self, name: &'static str) -> Result<Vec<String>, StoreError> {
        match self {
            Source::Directory(log) => Ok(log.lines(name)?.1),
            Source::Database(log) => log.lines(name),
        }
    }

    /// The first commits after one, and how far that is; none if there are no more.
    fn after(&self, after: u64, limit: usize) -> Result<(Vec<Line>, Option<u64>), StoreError> {
        match self {
            Source::Directory(log) => {
                let scanned = wait_for(log.scan(Span::new(Position::of_number(after), limit)))?;
                let last = scanned.lines.last().map(|line| line.position.number());
                Ok((scanned.lines, last))
            }
            Source::Database(log) => log.after(after, limit),
        }
    }

    /// Passes if no batch and no tournament would look for its matches in another shard.
    fn ensure_nothing_planned_runs(&self) -> Result<(), StoreError> {
        let mut running = HashSet::new();
        let mut walk = Walk::of(self);
        while let Some(lines) = walk.next(PAGE)? {
            for line in lines {
                let (stream, has_ended) = match line.stream {
                    StreamId::Batch(_) => (line.stream, ends(&line.decode()?, BatchEvent::is_end)),
                    StreamId::Tournament(_) => {
                        (line.stream, ends(&line.decode()?, TournamentEvent::is_end))
                    }
                    StreamId::Match(_) | StreamId::Player(_) => continue,
                };
                match has_ended {
                    true => running.remove(&stream),
                    false => running.insert(stream),
                };
            }
        }
        match running.iter().next() {
            None => Ok(()),
            Some(stream) => Err(StoreError::Database(format!(
                "{stream} has not ended, and its matches would be in another shard: let it end, or \
                 stop it, and migrate then"
            ))),
        }
    }

    fn close(self) -> Result<(), StoreError> {
        match self {
            Source::Directory(log) => log.close(),
            Source::Database(_) => Ok(()),
        }
    }
}

fn ends<E>(commit: &Commit<E>, is_end: impl Fn(&E) -> bool) -> bool {
    commit.events.iter().any(is_end)
}

impl Walk<'_> {
    const fn of(from: &Source) -> Walk<'_> {
        Walk {
            from,
            read: 0,
            commits: 0,
        }
    }

    /// The next commits, at least one; none if there are no more.
    fn next(&mut self, limit: usize) -> Result<Option<Vec<Line>>, StoreError> {
        loop {
            let (lines, read) = self.from.after(self.read, limit)?;
            let Some(read) = read else { return Ok(None) };
            self.read = read;
            let numbered = lines.into_iter().map(|line| {
                self.commits += 1;
                line.at(Position::of_number(self.commits))
            });
            let numbered: Vec<Line> = numbered.collect();
            if !numbered.is_empty() {
                return Ok(Some(numbered));
            }
        }
    }
}

impl Target {
    fn open(
        place: &Place,
        secret: &[u8; 32],
        shards: Option<Shards>,
    ) -> Result<Target, StoreError> {
        Ok(match place {
            Place::Directory(dir) => Target::Directory(Box::new(Filling::open(dir, secret)?)),
            Place::Database(url) => {
                let mut store = Copying::open(url, shards)?;
                store.set_secret(secret)?;
                Target::Database(Box::new(store))
            }
        })
    }

    const fn shards(&self) -> Shards {
        match self {
            Target::Directory(_) => Shards::ONE,
            Target::Database(store) => store.shards(),
        }
    }

    fn position(&self) -> Position {
        match self {
            Target::Directory(store) => store.position(),
            Target::Database(store) => store.filled_to(),
        }
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        match self {
            Target::Directory(store) => store.after(position, limit),
            Target::Database(store) => store.filled_after(position, limit),
        }
    }

    fn write(&mut self, lines: &[Line]) -> Result<u64, StoreError> {
        match self {
            Target::Directory(store) => {
                store.write(lines)?;
                Ok(cast(lines.len()))
            }
            Target::Database(store) => store.write(lines),
        }
    }

    fn keep(&self, name: &'static str, lines: &[String]) -> Result<(), StoreError> {
        match self {
            Target::Directory(store) => store.keep(name, lines),
            Target::Database(store) => store.keep(name, lines),
        }
    }

    /// Reads both stores up to a position, checks every chain, and compares them byte for byte:
    /// how many commits they hold, and the hash over all.
    fn compare(&self, walk: &mut Walk<'_>, up_to: Position) -> Result<(u64, Hash), StoreError> {
        let mut chains: HashMap<StreamId, Chain> = HashMap::new();
        let (mut after, mut commits, mut all) = (Position::START, 0, Hash::ZERO);
        while after < up_to {
            let left = cast::<usize>(up_to.number() - after.number());
            let there = walk.next(left.min(PAGE))?.unwrap_or_default();
            let here = self.after(after, there.len())?;
            let Some(last) = here.last().filter(|_| here == there) else {
                return Err(another(after));
            };
            after = last.position;
            for line in &here {
                let chain = chains.entry(line.stream).or_insert(Chain::from_start());
                chain.link(line)?;
                commits += 1;
                all = Hash::of([all.0, Hash::of(&line.text).0].concat());
            }
        }
        Ok((commits, all))
    }

    fn close(self) -> Result<(), StoreError> {
        match self {
            Target::Directory(store) => store.close(),
            Target::Database(_) => Ok(()),
        }
    }
}

fn another(after: Position) -> StoreError {
    StoreError::Database(format!(
        "the two stores are not the same after position {after}: migrate into a new directory or \
         an empty database"
    ))
}
