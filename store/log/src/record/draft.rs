//! A commit being written: from what happened to the bytes that never change.

use std::collections::BTreeMap;

use domain::cast;
use serde::Serialize;

use super::{
    Erasable, Line, SCHEMA, StreamEvent, Tip,
    frame::{ERASABLE_KEY, IMPORTED},
};
use crate::{
    cause::{Asked, Cause, Tries},
    hash::Hash,
    id::{Position, StreamId, Version},
    time::Timestamp,
};

/// A commit that is yet to be written: everything but its place in its stream.
#[derive(Clone, Debug)]
pub struct Draft<'a, E> {
    /// Why it is made.
    pub cause: Cause,
    /// The edition of the rules that decided it.
    pub rules: u16,
    /// When it is made.
    pub recorded_at: Timestamp,
    /// What was asked.
    pub request: Option<&'a Asked>,
    /// What was refused to the seat before, as often as each code.
    pub tries: Tries,
    /// What happened because of it, in full.
    pub events: &'a [E],
    /// Hides what is private from those who would guess it. Known to nobody else.
    pub salt: [u8; 32],
    /// The text that can be dropped. Its hash stands in the cause or in an event.
    pub erasable: Option<&'a Erasable>,
}

/// A commit chained to its stream, waiting for its position.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// Its stream.
    pub stream: StreamId,
    /// Where the stream must end for it to fit.
    pub after: Tip,
    /// How many events it holds.
    pub count: u32,
    /// Its own hash.
    pub hash: Hash,
    /// When it was made.
    pub recorded_at: Timestamp,
    /// It drops the texts of the commits before it in its stream.
    pub drops_texts: bool,
    body: String,
}

#[derive(Serialize)]
struct PublicOut<'a, E> {
    schema: u16,
    stream: StreamId,
    version: Version,
    count: u32,
    recorded_at: Timestamp,
    cause: &'a Cause,
    rules: u16,
    events: &'a [E],
    sealed: Hash,
    prev_hash: Hash,
}

#[derive(Serialize)]
struct PrivateOut<'a, E> {
    salt: Hash,
    request: Option<&'a Asked>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tries: &'a Tries,
    events: BTreeMap<usize, &'a E>,
}

impl<E: StreamEvent> Draft<'_, E> {
    /// Chains the commit to the end of its stream.
    pub fn seal(&self, stream: StreamId, after: Tip) -> Sealed {
        let public: Vec<E> = self.events.iter().cloned().map(E::public).collect();
        let hidden = self.events.iter().zip(&public).enumerate();
        let private = json(&PrivateOut {
            salt: Hash(self.salt),
            request: self.request,
            tries: &self.tries,
            events: hidden
                .filter(|(_, (full, public))| full != public)
                .map(|(at, (full, _))| (at, full))
                .collect(),
        });
        let count = cast::<u32>(self.events.len());
        let public = json(&PublicOut {
            schema: SCHEMA,
            stream,
            version: after.version,
            count,
            recorded_at: self.recorded_at,
            cause: &self.cause,
            rules: self.rules,
            events: &public,
            sealed: Hash::of(&private),
            prev_hash: after.hash,
        });
        let hash = Hash::of(&public);
        let erasable = self
            .erasable
            .map(|text| format!("{ERASABLE_KEY}{}", text.part()));
        let erasable = erasable.unwrap_or_default();
        Sealed {
            stream,
            after,
            count,
            hash,
            recorded_at: self.recorded_at,
            drops_texts: self.events.iter().any(E::drops_texts),
            body: [
                r#""hash":""#,
                &hash.to_string(),
                r#"","public":"#,
                &public,
                r#","private":"#,
                &private,
                &erasable,
                "}",
            ]
            .concat(),
        }
    }
}

impl Sealed {
    /// How long it is.
    pub(crate) fn bytes(&self) -> usize {
        self.body.len()
    }

    /// The commit of a line that was made elsewhere, to be given a position here. It
    /// bears the mark of that, whether the line did or not.
    pub fn imported(line: &Line) -> Sealed {
        let hash = line.text.find(r#""hash":"#);
        let (_, body) = line.text.split_at(hash.expect("every line has its hash"));
        Sealed {
            stream: line.stream,
            after: line.after,
            count: line.count,
            hash: line.hash,
            recorded_at: line.recorded_at,
            drops_texts: false,
            body: format!("{IMPORTED}{body}"),
        }
    }

    /// The tip of the stream once this is written.
    pub fn tip(&self) -> Tip {
        Tip {
            version: self.after.version + self.count,
            hash: self.hash,
        }
    }

    /// The commit at its place among all commits.
    pub fn at(&self, position: Position) -> Line {
        Line {
            text: [
                r#"{"position":"#,
                &position.number().to_string(),
                ",",
                &self.body,
            ]
            .concat(),
            stream: self.stream,
            after: self.after,
            count: self.count,
            hash: self.hash,
            position,
            recorded_at: self.recorded_at,
        }
    }
}

fn json(value: &impl Serialize) -> String {
    // Most parts of a commit are shorter, so the text does not move while it grows.
    let mut text = Vec::with_capacity(1024);
    serde_json::to_writer(&mut text, value).expect("the record's types are JSON");
    String::from_utf8(text).expect("JSON is text")
}
