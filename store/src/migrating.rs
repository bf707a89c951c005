//! A store moved to another kind of log: every commit as it is, checked on both sides.

use std::{collections::HashMap, path::PathBuf};

use store_log::{
    Config, Hash, Position, StoreError, StreamId,
    embedded::Embedded,
    filling::Filling,
    lines,
    log::{Log, Span, wait_for},
    portable,
    record::{Chain, Line},
};
use store_postgres::{Copying, Options, Postgres};

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
    Database(Box<Postgres>),
}

/// A store that is filled.
enum Target {
    Directory(Box<Filling>),
    Database(Box<Copying>),
}

/// So many commits are held in memory.
const PAGE: usize = 1000;

/// Copies every commit of a store into a new one, then reads both again and compares them.
///
/// The secret goes with it, so that tokens stay valid, and so do the lines that are kept beside the
/// log; idempotency keys do not. Run again after it was cut short, it goes on.
///
/// # Errors
///
/// If a store cannot be opened, read or written, if a chain is broken, or if the new store holds
/// anything else.
pub fn migrate(from: &Place, to: &Place) -> Result<Migrated, StoreError> {
    let from = Source::open(from)?;
    let mut to = Target::open(to, from.secret())?;
    let were_there = to.compare(&from, to.position())?.0;
    let mut after = to.position();
    loop {
        let lines = from.after(after, PAGE)?;
        let Some(last) = lines.last() else { break };
        after = last.position;
        to.write(&lines)?;
    }
    let (commits, hash) = to.compare(&from, after)?;
    for name in lines::NAMES {
        to.keep(name, &from.lines(name)?)?;
    }
    from.close()?;
    to.close()?;
    Ok(Migrated {
        commits,
        were_there,
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
                let log = Postgres::open(url, Options::default())?;
                Ok(Source::Database(Box::new(log)))
            }
        }
    }

    fn log(&self) -> &dyn Log {
        match self {
            Source::Directory(log) => &**log,
            Source::Database(log) => &**log,
        }
    }

    fn secret(&self) -> &[u8; 32] {
        match self {
            Source::Directory(log) => log.secret(),
            Source::Database(log) => log.secret(),
        }
    }

    fn lines(&self, name: &'static str) -> Result<Vec<String>, StoreError> {
        let (_, lines) = match self {
            Source::Directory(log) => log.lines(name),
            Source::Database(log) => log.lines(name),
        }?;
        Ok(lines)
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        let scanned = wait_for(self.log().scan(Span::new(position, limit)))?;
        Ok(scanned.lines)
    }

    fn close(self) -> Result<(), StoreError> {
        match self {
            Source::Directory(log) => log.close(),
            Source::Database(log) => {
                log.close();
                Ok(())
            }
        }
    }
}

impl Target {
    fn open(place: &Place, secret: &[u8; 32]) -> Result<Target, StoreError> {
        Ok(match place {
            Place::Directory(dir) => Target::Directory(Box::new(Filling::open(dir, secret)?)),
            Place::Database(url) => Target::Database(Box::new(Copying::open(url, secret)?)),
        })
    }

    fn position(&self) -> Position {
        match self {
            Target::Directory(store) => store.position(),
            Target::Database(store) => store.position(),
        }
    }

    fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        match self {
            Target::Directory(store) => store.after(position, limit),
            Target::Database(store) => store.after(position, limit),
        }
    }

    fn write(&mut self, lines: &[Line]) -> Result<(), StoreError> {
        match self {
            Target::Directory(store) => store.write(lines),
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
    fn compare(&self, from: &Source, up_to: Position) -> Result<(u64, Hash), StoreError> {
        let mut chains: HashMap<StreamId, Chain> = HashMap::new();
        let (mut after, mut commits, mut all) = (Position::START, 0, Hash::ZERO);
        while after < up_to {
            let here = self.after(after, PAGE)?;
            let there = from.after(after, here.len())?;
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
