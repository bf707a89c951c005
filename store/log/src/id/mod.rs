//! The names of streams: a match, a player, a batch of matches, or a tournament.

mod batch;
mod position;
mod shards;
mod tournament;

use std::{fmt, marker::PhantomData, str::FromStr};

use domain::matches::PlayerId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use batch::BatchId;
pub use position::{BadPosition, Position};
pub use shards::{BadShards, Part, Shard, Shards};
pub use tournament::TournamentId;

/// How many events a stream holds.
pub type Version = u32;

/// A match: `m_` and 32 hexadecimal digits, drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub(crate) [u8; 16]);

/// One of the four kinds of streams.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StreamId {
    /// What happened in a match.
    Match(MatchId),
    /// What happened to a player's registration.
    Player([u8; 16]),
    /// What was planned for a batch of matches, and how it ended.
    Batch(BatchId),
    /// What was planned for a tournament, its rounds and how their matches came out.
    Tournament(TournamentId),
}

/// What a stream is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// A match.
    Match,
    /// A player.
    Player,
    /// A batch of matches.
    Batch,
    /// A tournament.
    Tournament,
}

impl StreamKind {
    /// All kinds.
    pub const ALL: [StreamKind; 4] = [
        StreamKind::Match,
        StreamKind::Player,
        StreamKind::Batch,
        StreamKind::Tournament,
    ];
}

/// The text is no id of the kind that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is its kind's letter, an underscore and 32 lower-case hexadecimal digits")]
pub struct BadId;

/// Random bytes from the operating system.
///
/// # Panics
///
/// If it has none to give: nothing can be secret then.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// The host of matches that the server opens of its own accord, and the player
/// who asks where nobody has to say who they are.
pub fn nobody() -> PlayerId {
    PlayerId(StreamId::Player([0; 16]).to_string())
}

/// An id that no player had before.
pub fn new_player() -> PlayerId {
    PlayerId(StreamId::Player(random()).to_string())
}

impl MatchId {
    /// An id that no match had before.
    pub fn random() -> MatchId {
        MatchId(random())
    }
}

impl StreamId {
    /// The stream of a player, if this is how a player's id is written.
    pub fn of_player(player: &PlayerId) -> Option<StreamId> {
        let stream = player.0.parse().ok()?;
        match stream {
            StreamId::Player(_) => Some(stream),
            StreamId::Match(_) | StreamId::Batch(_) | StreamId::Tournament(_) => None,
        }
    }

    /// What it is a stream of.
    pub const fn kind(self) -> StreamKind {
        match self {
            StreamId::Match(_) => StreamKind::Match,
            StreamId::Player(_) => StreamKind::Player,
            StreamId::Batch(_) => StreamKind::Batch,
            StreamId::Tournament(_) => StreamKind::Tournament,
        }
    }

    const fn bytes(self) -> [u8; 16] {
        match self {
            StreamId::Match(MatchId(id))
            | StreamId::Player(id)
            | StreamId::Batch(BatchId(id))
            | StreamId::Tournament(TournamentId(id)) => id,
        }
    }

    /// The stream as a key's fixed-length beginning.
    pub(crate) fn key(self) -> [u8; 17] {
        let mut key = [self.kind().letter(); 17];
        key[1..].copy_from_slice(&self.bytes());
        key
    }

    /// The stream that has this key.
    pub(crate) fn of_key(key: &[u8]) -> Option<StreamId> {
        let (&kind, id) = key.split_first()?;
        StreamId::of(kind, id.try_into().ok()?)
    }

    fn of(letter: u8, id: [u8; 16]) -> Option<StreamId> {
        match letter {
            b'm' => Some(StreamId::Match(MatchId(id))),
            b'p' => Some(StreamId::Player(id)),
            b'b' => Some(StreamId::Batch(BatchId(id))),
            b't' => Some(StreamId::Tournament(TournamentId(id))),
            _ => None,
        }
    }
}

impl StreamKind {
    /// What the ids and the keys of such streams begin with.
    pub const fn letter(self) -> u8 {
        match self {
            StreamKind::Match => b'm',
            StreamKind::Player => b'p',
            StreamKind::Batch => b'b',
            StreamKind::Tournament => b't',
        }
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(self.kind().letter());
        let mut digits = hex::Buffer::<16>::new();
        write!(f, "{letter}_{}", digits.format(&self.bytes()))
    }
}

impl FromStr for StreamId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<StreamId, BadId> {
        let (kind, digits) = text.split_once('_').ok_or(BadId)?;
        let id = domain::dice::bytes_from_hex(digits).ok_or(BadId)?;
        match kind.as_bytes() {
            &[letter] => StreamId::of(letter, id).ok_or(BadId),
            _ => Err(BadId),
        }
    }
}

impl From<MatchId> for StreamId {
    fn from(id: MatchId) -> StreamId {
        StreamId::Match(id)
    }
}

impl fmt::Debug for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for StreamId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StreamId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StreamId, D::Error> {
        parsed(deserializer)
    }
}

/// A value written as the text it is parsed from.
pub fn parsed<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
{
    deserializer.deserialize_str(Parsing(PhantomData))
}

/// Parses a text where it stands: most are read from records, many at a time.
struct Parsing<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> de::Visitor<'_> for Parsing<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Makes an id of 16 bytes: written as its kind's letter, an underscore and 32 hexadecimal
/// digits, and read as that alone.
macro_rules! hexadecimal_id {
    ($name:ident, $letter:literal, $description:literal) => {
        impl $name {
            /// The one of these bytes.
            pub const fn of_bytes(bytes: [u8; 16]) -> $name {
                $name(bytes)
            }

            /// Its 16 bytes, for those who derive keys from it.
            pub const fn bytes(self) -> [u8; 16] {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let number = u128::from_be_bytes(self.0);
                write!(f, concat!($letter, "_{:032x}"), number)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::id::BadId;

            fn from_str(text: &str) -> Result<$name, $crate::id::BadId> {
                let digits = text.strip_prefix(concat!($letter, "_"));
                let bytes = digits.and_then(domain::dice::bytes_from_hex);
                bytes.map($name).ok_or($crate::id::BadId)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$name, D::Error> {
                $crate::id::parsed(deserializer)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .pattern(Some(concat!("^", $letter, "_[0-9a-f]{32}$")))
                    .min_length(Some(34))
                    .max_length(Some(34))
                    .description(Some($description))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}
    };
}
pub(crate) use hexadecimal_id;

hexadecimal_id!(MatchId, "m", "A match: `m_` and 32 hexadecimal digits.");
