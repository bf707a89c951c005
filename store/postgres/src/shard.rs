//! The shard: one row that says who writes, and where the log ends.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use store_log::{Hash, Position};

/// Who has a shard: drawn at random by each log that is opened.
pub(crate) type Owner = [u8; 16];

/// What a log says of itself when it takes a shard.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) owner: Owner,
    /// Where those who share the database reach the owner. Whoever has none shares it with nobody,
    /// and takes the shard by force.
    pub(crate) address: Option<String>,
    /// How long it stays the owner's without a word.
    pub(crate) lease: Duration,
}

/// Where the log ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
