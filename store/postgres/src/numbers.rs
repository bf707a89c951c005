//! The numbers of a shard's commits, by which all shards stand in one order.
//!
//! A clock as Lamport's (Time, Clocks, and the Ordering of Events in a Distributed System, 1978):
//! each number is greater than all that its owner knows of, and divided by the count of shards it
//! leaves the shard's own. Whoever follows all shards reads up to a number once each of them has
//! promised that it writes none up to there any more. Three rules keep that true: a number is
//! greater than what was promised; what is being written is never promised away; and no promise is
//! greater than a number that is replicated, so that whoever takes the shard, and begins behind the
//! end of every shard, is behind what its last owner promised, too.

use std::sync::Arc;

use parking_lot::Mutex;
use store_log::{Shard, Shards};

/// The numbers of one shard, as its owner draws them; clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    shard: u64,
    shards: u64,
    drawn: Arc<Mutex<Drawn>>,
}

#[derive(Debug)]
struct Drawn {
    /// The greatest number that is known of any shard: all that are drawn from now on are greater.
    known: u64,
    /// Up to here all of the shard is known to be replicated.
    confirmed: u64,
    /// The first number of a group that is being written.
    writing: Option<u64>,
}

impl Numbers {
    /// Of a shard whose last commit has this number, where none of any shard is greater than
    /// `known`.
    pub(crate) fn new(shards: Shards, shard: Shard, last: u64, known: u64) -> Numbers {
        Numbers {
            shard: shard.number().into(),
            shards: shards.count().into(),
            drawn: Arc::new(Mutex::new(Drawn {
                known: known.max(last),
                confirmed: last,
                writing: None,
            })),
        }
    }

    /// The first number of a group that is written now, or was, and it is not known whether.
    pub(crate) fn begin(&self) -> u64 {
        let mut drawn = self.drawn.lock();
        let first = self.behind(drawn.known.max(drawn.confirmed));
        drawn.writing = Some(first);
        first
    }

    /// The number after another.
    pub(crate) fn after(&self, number: u64) -> u64 {
        number + self.shards
    }

    /// Nothing is being written, and all up to this number is known to be replicated.
    pub(crate) fn end(&self, last: u64) {
        let mut drawn = self.drawn.lock();
        drawn.writing = None;
        drawn.confirmed = drawn.confirmed.max(last);
    }

    /// Promises to write no number any more up to the greatest that is known to be replicated of any
    /// shard, or as far as that can be promised now; and tells how far. None if the group that is being
    /// written tells as much.
    pub(crate) fn promise(&self, replicated: u64) -> Option<u64> {
        let mut drawn = self.drawn.lock();
        drawn.known = drawn.known.max(replicated);
        let promised = replicated.max(drawn.confirmed);
        match drawn.writing {
            None => Some(promised),
            Some(first) => Some(promised.min(first - 1)).filter(|it| *it > drawn.confirmed),
        }
    }

    /// The first number of the shard behind another.
    fn behind(&self, number: u64) -> u64 {
        let next = number + 1;
        next + (self.shard + self.shards - next % self.shards) % self.shards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second_of_four(last: u64, known: u64) -> Numbers {
        let shards = Shards::new(4).unwrap();
        let second = shards.all().nth(1).unwrap();
        Numbers::new(shards, second, last, known)
    }

    #[test]
    fn a_number_leaves_its_shard_as_its_rest_and_is_greater_than_all_that_are_known() {
        for (known, first) in [(0, 1), (1, 5), (4, 5), (5, 9), (6, 9), (1000, 1001)] {
            let numbers = second_of_four(0, known);
            assert_eq!(numbers.begin(), first, "{known}");
            assert_eq!(numbers.after(first), first + 4);
        }
    }

    #[test]
    fn where_there_is_one_shard_there_are_no_gaps() {
        let numbers = Numbers::new(Shards::ONE, Shard::FIRST, 7, 7);
        assert_eq!(numbers.promise(7), Some(7));
        assert_eq!((numbers.begin(), numbers.after(8)), (8, 9));
    }

    #[test]
    fn what_was_promised_is_not_written_any_more() {
        let numbers = second_of_four(5, 5);
        assert_eq!(numbers.promise(40), Some(40));
        assert_eq!(numbers.begin(), 41);
    }

    #[test]
    fn what_is_being_written_is_not_promised_before_it_is_known_what_became_of_it() {
        let numbers = second_of_four(5, 5);
        let first = numbers.begin();
        assert_eq!(numbers.promise(40), Some(first - 1));
        numbers.end(first);
        assert_eq!(numbers.promise(0), Some(first), "it is there");
        let next = numbers.begin();
        assert_eq!(next, 41, "it is behind what was heard of meanwhile");
        assert_eq!(numbers.promise(first), None, "the group tells as much");
        numbers.end(next);
        assert_eq!(numbers.promise(40), Some(next));
    }
}
