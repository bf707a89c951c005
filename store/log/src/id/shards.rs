//! Shards: the parts that the streams of a store are divided into, each written by one server.

use std::{fmt, iter, num::NonZero, str::FromStr};

use domain::matches::PlayerId;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{MatchId, StreamId, StreamKind};

/// How many shards a store has.
///
/// ```
/// use store_log::{Shards, StreamId};
///
/// let shards = Shards::new(4).unwrap();
/// let of = shards.of(StreamId::Player([7; 16]));
/// assert_eq!(of, shards.all().next().unwrap(), "all players are in the first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Shards(NonZero<u16>);

/// One of the shards of a store, counted from nought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(u16);

/// What a server writes of a store: one of its shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// How many shards the store has.
    pub shards: Shards,
    /// The one that is written.
    pub shard: Shard,
}

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

    /// Whether there is only one.
    pub fn is_one(&self) -> bool {
        *self == Shards::ONE
    }

    /// How many.
    pub const fn count(self) -> u16 {
        self.0.get()
    }

    /// Each of them, the first one first.
    pub fn all(self) -> impl Iterator<Item = Shard> + Clone {
        (0..self.count()).map(Shard)
    }

    /// The one that a stream is in. Players are in the first, so that names are unique, and so are
    /// batches and tournaments, so that limits hold for all of them together.
    pub fn of(self, stream: StreamId) -> Shard {
        match stream.kind() {
            StreamKind::Match => self.by_hash(&stream.bytes()),
            StreamKind::Player | StreamKind::Batch | StreamKind::Tournament => Shard::FIRST,
        }
    }

    /// The one in which the matches are that a player opens.
    pub fn of_host(self, player: &PlayerId) -> Shard {
        let stream = StreamId::of_player(player);
        stream.map_or(Shard::FIRST, |stream| self.by_hash(&stream.bytes()))
    }

    // Ids may be chosen by whoever wrote the record that is taken in: their bytes say nothing.
    fn by_hash(self, id: &[u8; 16]) -> Shard {
        if self.is_one() {
            return Shard::FIRST; // asked for each commit
        }
        let digest = Sha256::digest(id);
        let (first, _) = digest.split_first_chunk().expect("32 bytes hold 8");
        let rest = u64::from_be_bytes(*first) % u64::from(self.count());
        Shard(u16::try_from(rest).expect("it is less than the count"))
    }
}

impl Part {
    /// All of a store that is not divided.
    pub const ALL: Part = Part {
        shards: Shards::ONE,
        shard: Shard::FIRST,
    };

    /// The part in which all is that is planned.
    pub const fn of_plans(shards: Shards) -> Part {
        let shard = Shard::FIRST;
        Part { shards, shard }
    }

    /// Whether players, batches and tournaments are written here.
    pub fn has_plans(self) -> bool {
        self.shard == Shard::FIRST
    }

    /// Whether a stream is written here.
    pub fn has(self, stream: impl Into<StreamId>) -> bool {
        self.shards.of(stream.into()) == self.shard
    }

    /// The first of many ids that is written here.
    ///
    /// # Panics
    ///
    /// If none is: each is, once in so many times as there are shards.
    pub fn first_of(self, ids: impl IntoIterator<Item = MatchId>) -> MatchId {
        let own = ids.into_iter().find(|id| self.has(*id));
        own.expect("ids are drawn until one is in the shard")
    }

    /// An id that no match had before.
    pub fn new_match(self) -> MatchId {
        self.first_of(iter::repeat_with(MatchId::random))
    }
}

impl Default for Part {
    fn default() -> Part {
        Part::ALL
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

impl TryFrom<u16> for Shards {
    type Error = BadShards;

    fn try_from(count: u16) -> Result<Shards, BadShards> {
        Shards::new(count)
    }
}

impl From<Shards> for u16 {
    fn from(shards: Shards) -> u16 {
        shards.count()
    }
}

impl FromStr for Shards {
    type Err = BadShards;

    fn from_str(text: &str) -> Result<Shards, BadShards> {
        Shards::new(text.parse().map_err(|_| BadShards)?)
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
    fn what_a_player_opens_is_in_one_shard_and_players_are_divided_over_all() {
        let shards = Shards::new(4).unwrap();
        let mut hosts = [0; 4];
        for byte in 0..=255 {
            let player = PlayerId(StreamId::Player([byte; 16]).to_string());
            let shard = shards.of_host(&player);
            hosts[usize::from(shard.number())] += 1;
            let part = Part { shards, shard };
            assert_eq!(shards.of(part.new_match().into()), shard);
        }
        assert!(hosts.iter().all(|count| *count > 40), "{hosts:?}");
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
            assert_eq!(
                count.to_string().parse::<Shards>(),
                Err(BadShards),
                "{count}"
            );
        }
    }
}
