//! The shard: one row that says who writes, and where the log ends.

use std::time::Duration;

use domain::cast;
use sha2::{Digest as _, Sha256};
use store_log::{Hash, Position};
use tokio::time::timeout;
use tokio_postgres::{Row, types::ToSql};

use crate::{
    connection::Connection,
    sql::{BARRIER, SHARD, TAKE},
};

/// Who has a shard: drawn at random by each log that is opened.
pub(crate) type Owner = [u8; 16];

/// Where the log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// The number of its last commit.
    pub(crate) number: u64,
    /// Over the hashes of all commits, in their order.
    pub(crate) hash: Hash,
}

/// A shard that one has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// Raised with each connection that writes.
    pub(crate) epoch: i64,
    /// All up to here is known to be replicated.
    pub(crate) end: End,
}

/// Why a shard is not one's own.
#[derive(Debug)]
pub(crate) enum NotTaken {
    /// Another log has it.
    Lost,
    /// The answer is missing, or came with a warning.
    Unknown(Option<tokio_postgres::Error>),
}

impl End {
    /// The end after one more commit.
    pub(crate) fn then(self, hash: Hash) -> End {
        let digest = Sha256::new().chain_update(self.hash.0).chain_update(hash.0);
        End {
            number: self.number + 1,
            hash: Hash(digest.finalize().into()),
        }
    }

    pub(crate) const fn position(self) -> Position {
        position(self.number)
    }
}

/// The position of the nth commit.
pub(crate) const fn position(number: u64) -> Position {
    Position::of_key(number.to_be_bytes())
}

/// The number of the commit at a position.
pub(crate) const fn number(position: Position) -> u64 {
    u64::from_be_bytes(position.key())
}

/// Takes the shard from whoever has it, durably.
pub(crate) async fn take(
    connection: &Connection,
    owner: &Owner,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    raise(connection, TAKE, owner, patience).await
}

/// Raises the epoch of one's own shard, durably: all before is replicated then, and nothing that
/// an earlier connection sent is written any more.
pub(crate) async fn barrier(
    connection: &Connection,
    owner: &Owner,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    raise(connection, BARRIER, owner, patience).await
}

async fn raise(
    connection: &Connection,
    statement: &str,
    owner: &Owner,
    patience: Duration,
) -> Result<Taken, NotTaken> {
    let owner = &owner[..];
    let parameters: &[&(dyn ToSql + Sync)] = &[&SHARD, &owner];
    let asked = connection.client.query_opt(statement, parameters);
    let answer = timeout(patience, asked).await;
    let row = answer.map_err(|_| NotTaken::Unknown(None))?;
    let row = row.map_err(|error| NotTaken::Unknown(Some(error)))?;
    if connection.has_warned() {
        return Err(NotTaken::Unknown(None));
    }
    taken(&row.ok_or(NotTaken::Lost)?).map_err(|error| NotTaken::Unknown(Some(error)))
}

fn taken(row: &Row) -> Result<Taken, tokio_postgres::Error> {
    let number: i64 = row.try_get(1)?;
    Ok(Taken {
        epoch: row.try_get(0)?,
        end: End {
            number: cast(number),
            hash: hash(row, 2)?,
        },
    })
}

/// A hash in a row. One of another length is none that was ever written.
pub(crate) fn hash(row: &Row, column: usize) -> Result<Hash, tokio_postgres::Error> {
    let bytes: &[u8] = row.try_get(column)?;
    Ok(Hash(bytes.try_into().unwrap_or_default()))
}
