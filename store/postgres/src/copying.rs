//! A database that is filled with the commits of another store, as they are.

use std::time::Duration;

use domain::cast;
use store_log::{Position, Shard, Shards, StoreError, id, record::Line};
use tokio::{runtime::Runtime, time::timeout};

use crate::{
    address::Address,
    group::Group,
    opening::{open, runtime},
    session::{Addition, Session as _, failed},
    shard::{Claim, Taken, number},
    statements::Prepared,
};

/// A database that is being filled. Whoever had its log stops.
#[derive(Debug)]
pub struct Copying {
    runtime: Runtime,
    session: Prepared,
    claim: Claim,
    taken: Taken,
}

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

impl Copying {
    /// Makes the tables in a database, or goes on with those that were begun.
    ///
    /// # Errors
    ///
    /// Why the database cannot be used, and what to do.
    pub fn open(url: &str, secret: &[u8; 32]) -> Result<Copying, StoreError> {
        let (database, runtime) = (Address::parse(url)?, runtime()?);
        let claim = Claim {
            shard: Shard::FIRST,
            owner: id::random(),
            address: None,
            lease: PATIENCE,
        };
        let opened =
            runtime.block_on(open(database, Some(Shards::ONE), claim.clone(), PATIENCE))?;
        let copying = Copying {
            runtime,
            session: opened.session,
            claim,
            taken: opened.taken,
        };
        if copying.position() == Position::START {
            let set = copying.session.set_secret(secret);
            let set = copying.runtime.block_on(set);
            set.map_err(failed("keep the secret in the database"))?;
        }
        Ok(copying)
    }

    /// The last position it has.
    pub const fn position(&self) -> Position {
        self.taken.end.position()
    }

    /// The first commits it has after a position, their hashes checked.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn after(&self, position: Position, limit: usize) -> Result<Vec<Line>, StoreError> {
        let (after, end) = (number(position), self.taken.end.number);
        let up_to = end.min(after.saturating_add(cast(limit)));
        let shards = [self.claim.shard];
        let texts = self.session.scan(&shards, cast(after), cast(up_to));
        let texts = self.runtime.block_on(texts);
        let texts = texts.map_err(failed("read from the database"))?;
        let lines = texts.into_iter().map(Line::parse);
        Ok(lines.collect::<Result<Vec<Line>, _>>()?)
    }

    /// Adds commits that follow its last one.
    ///
    /// # Errors
    ///
    /// If it is not known that they were written. Opened anew, it tells how far it came.
    pub fn write(&mut self, lines: &[Line]) -> Result<(), StoreError> {
        let group = Group::of_lines(lines, self.taken.end);
        let sent = self.session.append(&self.claim, &group, &self.taken);
        let sent = async { timeout(PATIENCE, sent).await };
        let written = self.runtime.block_on(sent);
        let written = written.map_err(|_| StoreError::OutcomeUnknown)?;
        let written = written.map_err(failed("write to the database"))?;
        if written != group.len() || self.session.has_warned() {
            return Err(StoreError::OutcomeUnknown);
        }
        self.taken.end = group.end;
        Ok(())
    }

    /// Keeps lines under a name, in place of those that are there.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn keep(&self, name: &'static str, lines: &[String]) -> Result<(), StoreError> {
        let kept = async {
            let there = self.session.lines(name).await?;
            let addition = Addition {
                name: name.to_owned(),
                replaces: true,
                first: there.last().map_or(1, |(nth, _)| nth + 1),
                lines: lines.to_vec(),
            };
            self.session.add_lines(&self.claim, &addition).await
        };
        let kept = self
            .runtime
            .block_on(async { timeout(PATIENCE, kept).await });
        let kept = kept.map_err(|_| StoreError::OutcomeUnknown)?;
        kept.map_err(failed("keep lines in the database"))
    }
}
