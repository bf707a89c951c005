//! The keys of the table: the game, 0, a letter and numbers.

use domain::{GameId, cast, facts};

/// What a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letter {
    /// Chunk, piece: a piece of the chunk's bytes.
    Chunk,
    /// Code: a deal.
    Deal,
    /// Code: what fills a cell.
    Filled,
    /// Code: something offered.
    Offer,
    /// Number: the metric of a column.
    Column,
    /// Match: a chunk of that match alone, until it is part of a greater one.
    Match,
    /// Column, code: a word of a dimension.
    Word,
}

impl Letter {
    const fn byte(self) -> u8 {
        match self {
            Letter::Chunk => b'c',
            Letter::Deal => b'd',
            Letter::Filled => b'f',
            Letter::Offer => b'i',
            Letter::Column => b'n',
            Letter::Match => b't',
            Letter::Word => b'w',
        }
    }
}

/// A key, or what keys begin with.
pub(crate) fn key(game: GameId, letter: Letter, numbers: &[u32]) -> Vec<u8> {
    let mut key = facts::word(&game).into_bytes();
    key.extend([0, letter.byte()]);
    numbers
        .iter()
        .for_each(|number| key.extend(number.to_be_bytes()));
    key
}

/// The first number of a key that has this beginning.
pub(crate) fn first_number(key: &[u8], prefix: &[u8]) -> Option<u32> {
    let numbers = key.strip_prefix(prefix)?;
    Some(u32::from_be_bytes(*numbers.first_chunk()?))
}

pub(crate) fn small(count: usize) -> u32 {
    cast::<u32>(count)
}
