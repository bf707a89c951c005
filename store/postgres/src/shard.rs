//! The shard: one row that says who writes, and where the log ends.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use store_log::{Hash, Position, Shard, Shards};

/// Who has a shard: drawn at random by each log that is opened.
pub(crate) type Owner = [u8; 16];

/// Which shards of a store are read: one of them, or all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reads {
    pub(crate) shards: Shards,
    pub(crate) one: Option<Shard>,
}

impl Reads {
    pub(crate) fn list(self) -> Vec<Shard> {
        match self.one {
            Some(shard) => vec![shard],
            None => self.shards.all().collect(),
        }
    }

    /// Whether each number is that of a commit. Between those of one of several shards there are gaps.
    pub(crate) fn is_gapless(self) -> bool {
        self.shards == Shards::ONE
    }
}

/// What a log says of itself when it takes a shard.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) shard: Shard,
    pub(crate) owner: Owner,
    /// Where those who share the database reach the owner. Whoever has none shares it with nobody,
    /// and takes the shard by force.
    pub(crate) address: Option<String>,
    /// How long it stays the owner's without a word.
    pub(crate) lease: Duration,
}

/// Where a shard ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    /// The number of its last commit.
    pub(crate) number: u64,
    /// How many commits it has.
    pub(crate) commits: u64,
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
    /// No number of any shard was greater, nor was a greater one promised.
    pub(crate) known: u64,
}

impl Claim {
    /// The name under which something is kept beside the shard.
    pub(crate) fn name_of(&self, what: &str) -> String {
        match self.shard {
            Shard::FIRST => what.to_owned(),
            shard => format!("{what} {shard}"),
        }
    }
}

impl End {
    /// The end after one more commit, which has this number.
    pub(crate) fn then(self, number: u64, hash: Hash) -> End {
        let digest = Sha256::new().chain_update(self.hash.0).chain_update(hash.0);
        End {
            number,
            commits: self.commits + 1,
            hash: Hash(digest.finalize().into()),
        }
    }

    pub(crate) const fn position(self) -> Position {
        Position::of_number(self.number)
    }
}
