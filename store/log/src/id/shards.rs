//! Shards: the parts that the streams of a store are divided into, each written by one server.

use std::{fmt, num::NonZero};

use sha2::{Digest as _, Sha256};

use super::{StreamId, StreamKind};

/// How many shards a store has.
///
/// ```
/// use store_log::{Shards, StreamId};
///
/// let shards = Shards::new(4).unwrap();
/// let of = shards.of(StreamId::Player([7; 16]));
/// assert_eq!(of, shards.all().next().unwrap(), "all players are in the first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shards(NonZero<u16>);

/// One of the shards of a store, counted from nought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(u16);

/// No store can have so many shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a store has 1 to {MOST} shards")]
pub struct BadShards;

/// More would each have so little to do that following all of them costs more than it gains.
const MOST: u16 = 64;

impl Shards {
    /// A store that is not divided.
    pub const ONE: Shards = Shards(NonZero::<u16>::MIN);

    /// So many shards.
    ///
    /// # Errors
    ///
    /// If there are none, or too many.
    pub fn new(count: u16) -> Result<Shards, BadShards> {
        let count = NonZero::new(count).filter(|count| count.get() <= MOST);
        count.map(Shards).ok_or(BadShards)
    }

    /// How many.
    pub const fn count(self) -> u16 {
        self.0.get()
    }

    /// Each of them, the first one first.
    pub fn all(self) -> impl Iterator<Item = Shard> + Clone {
        (0..self.count()).map(Shard)
    }

    /// The one that a stream is in. Players are in the first, so that names are unique.
    pub fn of(self, stream: StreamId) -> Shard {
        match stream.kind() {
            StreamKind::Player => Shard::FIRST,
            StreamKind::Match | StreamKind::Batch | StreamKind::Tournament => {
                self.by_hash(&stream.bytes())
            }
        }
    }

    // Ids may be chosen by whoever wrote the record that is taken in: their bytes say nothing.
    fn by_hash(self, id: &[u8; 16]) -> Shard {
        let digest = Sha256::digest(id);
        let (first, _) = digest.split_first_chunk().expect("32 bytes hold 8");
        let rest = u64::from_be_bytes(*first) % u64::from(self.count());
        Shard(u16::try_from(rest).expect("it is less than the count"))
    }
}

impl Shard {
    /// The first, which a store that is not divided has alone.
    pub const FIRST: Shard = Shard(0);

    /// Its number, counted from nought.
    pub const fn number(self) -> u16 {
        self.0
    }
}

impl Default for Shards {
    fn default() -> Shards {
        Shards::ONE
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::MatchId;

    #[test]
    fn matches_are_in_all_shards_and_players_in_the_first() {
        let shards = Shards::new(4).unwrap();
        let mut matches = [0; 4];
        for byte in 0..=255 {
            let id = [byte; 16];
            let shard = shards.of(StreamId::Match(MatchId::of_bytes(id)));
            matches[usize::from(shard.number())] += 1;
            assert_eq!(shards.of(StreamId::Player(id)), Shard::FIRST);
        }
        assert!(matches.iter().all(|count| *count > 40), "{matches:?}");
    }

    #[test]
    fn where_there_is_one_shard_all_is_in_it() {
        for byte in 0..=255 {
            let stream = StreamId::Match(MatchId::of_bytes([byte; 16]));
            assert_eq!(Shards::ONE.of(stream), Shard::FIRST);
        }
    }

    #[test]
    fn a_store_has_some_shards_and_not_too_many() {
        for count in [1, 2, 64] {
            let shards = Shards::new(count).unwrap();
            assert_eq!(
                (shards.count(), shards.all().count()),
                (count, count.into())
            );
        }
        for count in [0, 65, u16::MAX] {
            assert_eq!(Shards::new(count), Err(BadShards), "{count}");
        }
    }
}
