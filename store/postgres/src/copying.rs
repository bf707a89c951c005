//! A database all of which is read, or filled with the commits of another store as they are. Whoever
//! had any shard of it stops.

use std::{fmt, time::Duration};

use domain::cast;
use store_log::{Position, Shard, Shards, StoreError, StreamId, id, record::Line};
use tokio::{runtime::Runtime, time::timeout};

use crate::{
    address::Address,
    group::Group,
    opening::{Opened, open, runtime},
    session::{Addition, Session as _, failed},
    shard::Claim,
    statements::Prepared,
};

/// A database all of whose shards are one's own.
pub struct Copying {
    runtime: Runtime,
    /// Of the shards in their order.
    parts: Vec<Part>,
    shards: Shards,
    secret: [u8; 32],
}

/// One of the shards.
struct Part {
    claim: Claim,
    opened: Opened,
}

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

impl Copying {
    /// Takes all shards of a database, and makes the tables if they are missing: for so many shards, or
    /// for one if nobody says how many.
    ///
    /// # Errors
    ///
    /// Why the database cannot be used, and what to do.
    pub fn open(url: &str, shards: Option<Shards>) -> Result<Copying, StoreError> {
        let (database, runtime) = (Address::parse(url)?, runtime()?);
        let take = |shard| {
            let claim = Claim {
                shard,
                owner: id::random(),
                address: None,
                lease: PATIENCE,
            };
            let opened = open(database.clone(), shards, claim.clone(), PATIENCE);
            let opened = runtime.block_on(opened)?;
            Ok::<_, StoreError>(Part { claim, opened })
        };
        let first = take(Shard::FIRST)?;
        let (shards, secret) = (first.opened.named.shards, first.opened.named.secret);
        let mut parts = vec![first];
        for shard in shards.all().skip(1) {
            parts.push(take(shard)?);
        }
        Ok(Copying {
            parts,
            runtime,
            shards,
            secret,
        })
    }

    /// How many shards it has.
    pub const fn shards(&self) -> Shards {
        self.shards
    }

    /// The key that tokens are derived with.
    pub const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// Gives it a secret, if nothing is in it yet.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn set_secret(&mut self, secret: &[u8; 32]) -> Result<(), StoreError> {
        if self.last() == 0 {
            let set = self.session().set_secret(secret);
            let set = self.runtime.block_on(set);
            set.map_err(failed("keep the secret in the database"))?;
            self.secret = *secret;
        }
        Ok(())
    }

    /// Up to which commit of the store that it is filled from it has all.
    pub fn filled_to(&self) -> Position {
        let ends = self.parts.iter().map(|part| part.opened.taken.end.number);
        Position::of_number(ends.min().unwrap_or(0) / self.count())
    }

    /// The first commits after one of the store that it is filled from, as that numbers them, their
    /// hashes checked.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn filled_after(&self, after: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        let count = self.count();
        let after = after.number() * count + count - 1;
        let (lines, _) = self.between(after, cast::<u64>(limit) * count)?;
        let lines = lines.into_iter().map(|line| {
            let nth = line.position.number() / count;
            line.at(Position::of_number(nth))
        });
        Ok(lines.collect())
    }

    /// The first commits after a number of its own, in the order of all shards, and up to which number
    /// they are; none if there are no more.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn after(&self, after: u64, limit: usize) -> Result<(Vec<Line>, Option<u64>), StoreError> {
        let (lines, up_to) = self.between(after, cast(limit))?;
        Ok((lines, (up_to > after).then_some(up_to)))
    }

    fn between(&self, after: u64, numbers: u64) -> Result<(Vec<Line>, u64), StoreError> {
        let up_to = self.last().min(after.saturating_add(numbers)).max(after);
        if up_to == after {
            return Ok((Vec::new(), after));
        }
        let shards: Vec<Shard> = self.shards.all().collect();
        let texts = self.session().scan(&shards, cast(after), cast(up_to));
        let texts = self.runtime.block_on(texts);
        let texts = texts.map_err(failed("read from the database"))?;
        let lines = texts.into_iter().map(Line::parse);
        Ok((lines.collect::<Result<Vec<Line>, _>>()?, up_to))
    }

    /// Adds commits that follow those it has; those that it has already are left out. How many were
    /// added.
    ///
    /// # Errors
    ///
    /// If it is not known that they were written. Opened anew, it tells how far it came.
    pub fn write(&mut self, lines: &[Line]) -> Result<u64, StoreError> {
        let mut added = 0;
        for (shard, part) in self.shards.all().zip(&mut self.parts) {
            let shards = self.shards;
            let own = lines.iter().filter(|line| shards.of(line.stream) == shard);
            let own = own.cloned().map(|line| {
                // In the order they had, and with the rest that is the shard's.
                let nth = line.position.number() * u64::from(shards.count());
                line.at(Position::of_number(nth + u64::from(shard.number())))
            });
            let end = part.opened.taken.end.number;
            let own: Vec<Line> = own.filter(|line| line.position.number() > end).collect();
            if !own.is_empty() {
                added += part.write(&own, &self.runtime)?;
            }
        }
        Ok(added)
    }

    /// The lines under a name, of all shards.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn lines(&self, name: &'static str) -> Result<Vec<String>, StoreError> {
        let mut all = Vec::new();
        for part in &self.parts {
            let name = part.claim.name_of(name);
            let lines = part.opened.session.lines(&name);
            let lines = self.runtime.block_on(lines);
            let lines = lines.map_err(failed("read lines from the database"))?;
            all.extend(lines.into_iter().map(|(_, line)| line));
        }
        Ok(all)
    }

    /// Keeps lines under a name, in place of those that are there: those of a match in its shard.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn keep(&self, name: &'static str, lines: &[String]) -> Result<(), StoreError> {
        for (shard, part) in self.shards.all().zip(&self.parts) {
            let is_own = |line: &&String| self.shard_of(line) == shard;
            let own = lines.iter().filter(is_own).cloned().collect();
            part.keep(name, own, &self.runtime)?;
        }
        Ok(())
    }

    fn shard_of(&self, line: &str) -> Shard {
        let stream: Option<StreamId> = line.split(' ').next().and_then(|it| it.parse().ok());
        stream.map_or(Shard::FIRST, |stream| self.shards.of(stream))
    }

    fn session(&self) -> &Prepared {
        &self.parts[0].opened.session
    }

    fn last(&self) -> u64 {
        let ends = self.parts.iter().map(|part| part.opened.taken.end.number);
        ends.max().unwrap_or(0)
    }

    fn count(&self) -> u64 {
        self.shards.count().into()
    }
}

impl fmt::Debug for Copying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copying")
            .field("shards", &self.shards)
            .finish_non_exhaustive()
    }
}

impl Part {
    fn write(&mut self, lines: &[Line], runtime: &Runtime) -> Result<u64, StoreError> {
        let Part { claim, opened } = self;
        let group = Group::of_lines(lines, opened.taken.end);
        let sent = opened.session.append(claim, &group, &opened.taken);
        let written = runtime.block_on(async { timeout(PATIENCE, sent).await });
        let written = written.map_err(|_| StoreError::OutcomeUnknown)?;
        let written = written.map_err(failed("write to the database"))?;
        if written != group.len() || opened.session.has_warned() {
            return Err(StoreError::OutcomeUnknown);
        }
        opened.taken.end = group.end;
        Ok(cast(lines.len()))
    }

    fn keep(
        &self,
        name: &'static str,
        lines: Vec<String>,
        runtime: &Runtime,
    ) -> Result<(), StoreError> {
        let session = &self.opened.session;
        let name = self.claim.name_of(name);
        let kept = async {
            let there = session.lines(&name).await?;
            let addition = Addition {
                name,
                replaces: true,
                first: there.last().map_or(1, |(nth, _)| nth + 1),
                lines,
            };
            session.add_lines(&self.claim, &addition).await
        };
        let kept = runtime.block_on(async { timeout(PATIENCE, kept).await });
        let kept = kept.map_err(|_| StoreError::OutcomeUnknown)?;
        kept.map_err(failed("keep lines in the database"))
    }
}
