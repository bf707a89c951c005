//! The record: a commit in its envelope, as one line of JSON that never changes.
//!
//! `{"position":…,"hash":…,"public":{…},"private":{…}}`. The hash is that of the
//! bytes of `public`, which hold the hash before it, so commits of a stream are a
//! chain; and the hash of the bytes of `private`, which hold a salt, so a reader
//! who may not see them can check the chain and learn nothing. The position is
//! given by the one writer and is outside the chain; so is `"imported":true`, which
//! stands behind it where the match was taken in from elsewhere.
//!
//! A line may end with `,"erasable":{"salt":…,"text":…}`: a text that can be dropped.
//! The public part names its SHA-256, so the chain holds with the text and without it,
//! and because the salt goes with the text, nobody can guess what was dropped.

mod draft;
mod erasable;
mod frame;
mod kinds;
mod match_event;
mod texts;
pub(crate) mod upcast;

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::{
    cause::{Asked, Cause, Tries},
    hash::Hash,
    id::{Position, StreamId, Version},
    time::Timestamp,
};
use frame::Header;
pub(crate) use frame::{ERASABLE_KEY, Frame, IMPORTED};
use texts::Told;

pub use draft::{Draft, Sealed};
pub use erasable::{ERASABLE_CHARS, Erasable, TextTooLong};
pub use kinds::Kinds;

/// The schema of envelope and events that is written today.
pub const SCHEMA: u16 = 1;

/// An event of one kind of stream.
pub trait StreamEvent: Clone + PartialEq + Serialize + DeserializeOwned {
    /// What anybody may know of it.
    #[must_use]
    fn public(self) -> Self;

    /// The hash of the text of its commit that can be dropped, where the event names it.
    fn erasable_hash(&self) -> Option<Hash> {
        None
    }

    /// Whether the texts of the commits before it in its stream are dropped, from the disk
    /// as well.
    fn drops_texts(&self) -> bool {
        false
    }

    /// Reads it from its JSON.
    ///
    /// # Errors
    ///
    /// If it is none.
    fn read(written: &str) -> serde_json::Result<Self> {
        serde_json::from_str(written)
    }
}

/// The end of a stream: where the next commit must go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip {
    /// How many events have happened in the match.
    pub version: Version,
    /// The hash of the last commit.
    pub hash: Hash,
}

/// One commit as stored, not decoded: its line, and what orders it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line, without its end.
    pub text: String,
    /// Its stream.
    pub stream: StreamId,
    /// The tip of the stream before it.
    pub after: Tip,
    /// How many events it holds.
    pub count: u32,
    /// Its hash, which was checked.
    pub hash: Hash,
    /// Its position.
    pub position: Position,
    /// When it was made.
    pub recorded_at: Timestamp,
}

/// A commit: everything that one accepted request caused.
#[derive(Clone, Debug, PartialEq)]
pub struct Commit<E> {
    /// The line it is stored as, and its place.
    pub line: Line,
    /// Why it was made.
    pub cause: Cause,
    /// The edition of the rules that decided it.
    pub rules: u16,
    /// What happened. In full, unless the private part was withheld.
    pub events: Vec<E>,
}

/// Why a line is no commit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not the form of a record.
    #[error("the record cannot be read: {0}")]
    Unreadable(String),
    /// Written by a newer program, or by none.
    #[error("the record has schema {0}, which this program does not know")]
    UnknownSchema(u16),
    /// The public part is not what was hashed.
    #[error("the hash of the public part is wrong")]
    WrongHash,
    /// The private part, or the text that can be dropped, is not what was sealed.
    #[error("the hash of the private part or of the text is wrong")]
    WrongSeal,
    /// The commit does not follow the one before.
    #[error("the commit at version {found} does not follow version {expected}")]
    BrokenChain {
        /// Where the stream ended.
        expected: Version,
        /// Where the commit begins, or is chained to another commit.
        found: Version,
    },
}

#[derive(Deserialize)]
struct PrivateIn<'a> {
    salt: Hash,
    #[serde(borrow)]
    request: Option<&'a RawValue>,
    #[serde(default)]
    tries: Tries,
    #[serde(borrow)]
    events: BTreeMap<usize, &'a RawValue>,
}

impl Tip {
    /// Before the first commit.
    pub const START: Tip = Tip {
        version: 0,
        hash: Hash::ZERO,
    };
}

impl Line {
    /// Reads a line and checks its hashes; its events are not decoded.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: String) -> Result<Line, RecordError> {
        let frame = Frame::of(&text)?;
        if Hash::of(frame.public) != frame.hash {
            return Err(RecordError::WrongHash);
        }
        let header = Header::of(frame.public)?;
        if !frame
            .private
            .is_none_or(|private| Hash::of(private) == header.sealed)
        {
            return Err(RecordError::WrongSeal);
        }
        frame.erasable.map(Erasable::read).transpose()?;
        Ok(Line {
            stream: header.stream,
            after: header.after,
            count: header.count,
            hash: frame.hash,
            position: frame.position,
            recorded_at: header.recorded_at,
            text,
        })
    }

    /// The tip of the stream after this commit.
    pub const fn tip(&self) -> Tip {
        Tip {
            version: self.after.version + self.count,
            hash: self.hash,
        }
    }

    /// The line for those who may not see what is private.
    pub fn without_private(&self) -> String {
        let told = self.without_erasable();
        let Some(private) = self.frame().private else {
            return told;
        };
        let (told, _) = told.split_at(told.len() - private.len() - 1);
        format!("{told}null}}")
    }

    /// The same with the text that can be dropped, for those who may read it.
    pub fn with_text_only(&self) -> String {
        let public = self.without_private();
        let Some(text) = self.frame().erasable else {
            return public;
        };
        let (told, _) = public.split_at(public.len() - 1);
        format!("{told}{ERASABLE_KEY}{text}}}")
    }

    /// Whether the private part is here.
    pub fn is_whole(&self) -> bool {
        self.frame().private.is_some()
    }

    /// The line once its text was dropped.
    pub fn without_erasable(&self) -> String {
        let Some(erasable) = self.frame().erasable else {
            return self.text.clone();
        };
        let dropped = ERASABLE_KEY.len() + erasable.len() + 1;
        let (kept, _) = self.text.split_at(self.text.len() - dropped);
        format!("{kept}}}")
    }

    /// The text that can be dropped, if there was one and it was not.
    pub fn erasable(&self) -> Option<Erasable> {
        let part = self.frame().erasable?;
        Some(Erasable::read(part).expect("it was parsed before, or written here"))
    }

    /// The same commit at another position, which is outside the chain.
    #[must_use]
    pub fn at(self, position: Position) -> Line {
        let (_, body) = self.text.split_once(',').expect("its position is not all");
        let text = format!(r#"{{"position":{},{body}"#, position.number());
        Line {
            text,
            position,
            ..self
        }
    }

    /// Whether it was made elsewhere and taken in here, as its whole match was then.
    pub fn is_imported(&self) -> bool {
        self.frame().imported
    }

    fn frame(&self) -> Frame<'_> {
        Frame::of(&self.text).expect("it was parsed before, or written here")
    }

    /// Decodes the events.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn decode<E: StreamEvent>(self) -> Result<Commit<E>, RecordError> {
        let frame = self.frame();
        let told = Told::of(&frame, self.count)?;
        let text = frame.erasable.map(Hash::of);
        let commit = Commit {
            cause: told.cause,
            rules: told.rules,
            events: told.events,
            line: self,
        };
        // It is the one that is named, or was dropped.
        if text.is_some() && text != commit.erasable_hash() {
            return Err(RecordError::WrongSeal);
        }
        Ok(commit)
    }
}

impl<E: StreamEvent> Commit<E> {
    /// What was asked, unless it is withheld or nobody asked.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn request(&self) -> Result<Option<Asked>, RecordError> {
        let Some(private) = self.line.frame().private else {
            return Ok(None);
        };
        let private: PrivateIn<'_> = read(private)?;
        private.request.map(|asked| read(asked.get())).transpose()
    }

    /// How often the seat was refused before this decision, by code; empty if it never
    /// was or the private part is withheld.
    ///
    /// # Errors
    ///
    /// If the private part cannot be read.
    pub fn tries(&self) -> Result<Tries, RecordError> {
        let Some(private) = self.line.frame().private else {
            return Ok(Tries::new());
        };
        // Most commits have none, and it is left out then.
        if !private.contains(r#""tries":"#) {
            return Ok(Tries::new());
        }
        let private: PrivateIn<'_> = read(private)?;
        Ok(private.tries)
    }

    /// The hash of the text that can be dropped, if the commit had one when written.
    pub fn erasable_hash(&self) -> Option<Hash> {
        self.cause
            .note
            .or_else(|| self.events.iter().find_map(E::erasable_hash))
    }

    /// What salts the private part, unless that is withheld.
    pub fn salt(&self) -> Option<Hash> {
        let private: PrivateIn<'_> = read(self.line.frame().private?).ok()?;
        Some(private.salt)
    }

    /// Whether the private part is here.
    pub fn is_whole(&self) -> bool {
        self.line.is_whole()
    }

    /// The versions of its events, the first one counted from one.
    pub const fn steps(&self) -> std::ops::RangeInclusive<Version> {
        self.line.after.version + 1..=self.line.tip().version
    }
}

/// How a private part ends that holds no event.
const NOTHING_HIDDEN: &str = r#""events":{}}"#;

/// Checks that lines follow one another from the start of their stream.
#[derive(Clone, Copy, Debug)]
pub struct Chain(Tip);

impl Chain {
    /// A chain that begins at the start of a stream.
    pub const fn from_start() -> Chain {
        Chain(Tip::START)
    }

    /// A chain that goes on from a tip that is trusted.
    pub const fn from(tip: Tip) -> Chain {
        Chain(tip)
    }

    /// Where the chain ends so far.
    pub const fn tip(self) -> Tip {
        self.0
    }

    /// Adds a line.
    ///
    /// # Errors
    ///
    /// If it does not follow.
    pub fn link(&mut self, line: &Line) -> Result<(), RecordError> {
        if line.after != self.0 {
            return Err(RecordError::BrokenChain {
                expected: self.0.version,
                found: line.after.version,
            });
        }
        self.0 = line.tip();
        Ok(())
    }
}

pub(crate) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, RecordError> {
    serde_json::from_str(text).map_err(|error| RecordError::Unreadable(error.to_string()))
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
