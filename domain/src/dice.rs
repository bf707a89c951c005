//! The only source of chance.

use std::fmt;

use crate::cast;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// 256 secret bits that every roll of a match is derived from.
/// On the wire: 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// A match's chance. It is keyed by *what it decides*, not by when it is asked,
/// so two matches with one seed see the same decks whatever the players do, and
/// asking twice gives the same answer.
///
/// ```
/// use domain::{Dice, Seed};
///
/// let dice = Dice::new(Seed([7; 32]));
/// let shuffled = |round| {
///     let mut deck: Vec<u8> = (1..=40).collect();
///     dice.roll("deck", round).shuffle(&mut deck);
///     deck
/// };
/// assert_eq!(shuffled(1), shuffled(1));
/// assert_ne!(shuffled(1), shuffled(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    seed: Seed,
}

/// How random numbers are derived from a seed.
///
/// Version 1 of `chacha8`: the key of a purpose's stream is
/// `HMAC-SHA256(seed, purpose, 0, nth)`, and its words are bounded and shuffled as
/// `below` and `shuffle` do here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rng {
    /// The algorithm that turns a key into a stream of words, such as `chacha8`.
    #[schema(max_length = 40)]
    pub name: String,
    /// The version of how words become draws and shuffles. It goes up whenever a draw has another
    /// result.
    #[schema(minimum = 1)]
    pub version: u16,
    /// How the key of a stream is derived from the seed and from what is drawn.
    #[schema(max_length = 80)]
    pub keying: String,
}

/// One purpose's stream of chance.
///
/// `ChaCha8`, keyed by `HMAC-SHA256(seed, purpose, 0, nth)`; the bounded draw and
/// the shuffle are written out here, because `verify` derives every old match
/// again and a library's sampling may change between releases.
#[derive(Debug)]
pub struct Roll(ChaCha8Rng);

impl Seed {
    /// What is published when a match opens: `SHA-256("cartulary seed 1", seed)`,
    /// in hexadecimal. It binds the server to the seed without telling it.
    pub fn commitment(self) -> String {
        let digest = Sha256::new()
            .chain_update(b"cartulary seed 1")
            .chain_update(self.0)
            .finalize();
        hex::encode(digest)
    }

    /// A seed from its 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Seed> {
        bytes_from_hex(text).map(Seed)
    }
}

impl Rng {
    /// How chance is drawn today, in every game.
    pub fn today() -> Rng {
        Rng {
            name: "chacha8".to_owned(),
            version: 1,
            keying: "hmac-sha256(seed, purpose, 0, nth)".to_owned(),
        }
    }
}

impl Dice {
    /// Dice from a seed.
    pub const fn new(seed: Seed) -> Dice {
        Dice { seed }
    }

    /// The seed itself, revealed when the match is over.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The stream for a purpose: a short word and a number that makes it unique
    /// within the match (a round, a season, a count of battles).
    pub fn roll(&self, purpose: &str, nth: u32) -> Roll {
        Roll(ChaCha8Rng::from_seed(self.derive(purpose, nth)))
    }

    /// 256 bits for a purpose, for those who need a key rather than a roll.
    pub fn derive(&self, purpose: &str, nth: u32) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.seed.0).expect("any key length will do");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(&nth.to_be_bytes());
        mac.finalize().into_bytes().into()
    }
}

impl Roll {
    /// Shuffles in place (Fisher and Yates, from the last item down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }

    /// One of the items, each equally likely.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// A place in a list of this length, each equally likely.
    ///
    /// # Panics
    ///
    /// If it is empty.
    pub fn index(&mut self, length: usize) -> usize {
        cast(self.below(cast(length)))
    }

    /// A number from `0` up to, not including, `below`, each equally likely.
    ///
    /// # Panics
    ///
    /// If `below` is zero.
    pub fn below(&mut self, below: u32) -> u32 {
        // Draws at the uneven end of the range are thrown away.
        let even = u32::MAX - u32::MAX % below;
        loop {
            let drawn = self.0.next_u32();
            if drawn < even {
                return drawn % below;
            }
        }
    }
}

/// Bytes from their lower-case hexadecimal digits. Upper case is refused, so that the same
/// bytes are always the same text.
pub fn bytes_from_hex<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let may_be = digits.len() == 2 * N && !digits.bytes().any(|digit| digit.is_ascii_uppercase());
    (may_be && hex::decode_to_slice(digits, &mut bytes).is_ok()).then_some(bytes)
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)") // never in a log
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = String::deserialize(deserializer)?;
        Seed::parse(&text)
            .ok_or_else(|| de::Error::custom("a seed is 64 lower-case hexadecimal digits"))
    }
}

impl PartialSchema for Seed {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^[0-9a-f]{64}$"))
            .min_length(Some(64))
            .max_length(Some(64))
            .description(Some(
                "A seed of 256 random bits, as 64 lower-case hexadecimal digits.",
            ))
            .into()
    }
}

impl ToSchema for Seed {}

#[cfg(test)]
mod tests {
    use super::*;

    const DICE: Dice = Dice::new(Seed([7; 32]));

    #[test]
    fn chance_is_keyed_by_what_it_decides() {
        let three = |purpose, nth| {
            let mut roll = DICE.roll(purpose, nth);
            [(); 3].map(|()| roll.below(1_000_000))
        };
        assert_eq!(three("deck", 1), three("deck", 1));
        assert_ne!(three("deck", 1), three("deck", 2));
        assert_ne!(three("deck", 1), three("hand", 1));
    }

    /// Old matches are verified by rolling again, so these may never change.
    #[test]
    fn rolls_are_the_same_for_ever() {
        let mut cards: Vec<u32> = (0..8).collect();
        DICE.roll("golden", 0).shuffle(&mut cards);
        assert_eq!(cards, GOLDEN_SHUFFLE);
        assert_eq!(&Seed([7; 32]).commitment()[..16], GOLDEN_COMMITMENT);
    }

    const GOLDEN_SHUFFLE: [u32; 8] = [3, 7, 4, 6, 2, 0, 5, 1];
    const GOLDEN_COMMITMENT: &str = "427bc904fcc1be76";

    #[test]
    fn a_seed_is_64_lower_case_digits() {
        let text = hex::encode([0xa5; 32]);
        assert_eq!(Seed::parse(&text), Some(Seed([0xa5; 32])));
        assert_eq!(Seed::parse(&text.to_uppercase()), None);
        assert_eq!(Seed::parse(&text[1..]), None);
        assert_eq!(Seed::parse(&"ä".repeat(32)), None);
    }
}
