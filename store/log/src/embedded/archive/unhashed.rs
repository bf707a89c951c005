//! A line whose hash, and the one before it, are still missing: what takes long is done without
//! them, so that it can be done for many lines at once.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::times::{put_back, split};
use crate::{
    hash::Hash,
    id::{Position, StreamId, Version},
    record::{ERASABLE_KEY, Erasable, Frame, IMPORTED, Line, Tip},
    time::Timestamp,
};

/// Where a commit stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) position: u64,
    pub(super) is_imported: bool,
    pub(super) stream: StreamId,
    pub(super) version: Version,
    pub(super) count: u32,
}

/// The texts of a line, with marks where times stood.
pub(super) struct Parts<'a> {
    /// How the public part begins.
    pub(super) schema: &'a str,
    /// The rest of it, but for the place, the seal and the hash before.
    pub(super) public: &'a str,
    pub(super) salt: Hash,
    /// The private part behind its salt.
    pub(super) private: &'a str,
    /// The text that can be dropped.
    pub(super) erasable: Option<&'a str>,
}

/// A line with places for both hashes.
pub(super) struct Unhashed {
    text: String,
    /// The line without its text and both hashes.
    line: Line,
    hash_at: usize,
    before_at: usize,
    /// The public part before the hash before.
    hashed: Sha256,
}

const HASH_BYTES: usize = 64;
const PUBLIC: &str = r#"","public":"#;
const PUBLIC_ENDS: &str = r#""}"#;
/// At most so much stands around the texts of a line, and is put in for the marks of most.
const AROUND_BYTES: usize = 768;

impl Unhashed {
    /// The line of these parts, with these times; none if it is no line.
    pub(super) fn of(place: &Place, parts: &Parts<'_>, times: &[Timestamp]) -> Option<Unhashed> {
        let recorded_at = recorded_at(parts.public, times)?;
        let mut times = times.iter();
        let mut text =
            String::with_capacity(parts.public.len() + parts.private.len() + AROUND_BYTES);
        put_before_hash(place, &mut text)?;
        let hash_at = text.len();
        put(Hash::ZERO, &mut text);
        text += PUBLIC;
        let public_at = text.len();
        text += parts.schema;
        put_place(place.stream, place.version, &mut text)?;
        put_back(parts.public, &mut times, &mut text)?;
        let mut private = String::with_capacity(parts.private.len() + AROUND_BYTES);
        put_salt(parts.salt, &mut private);
        put_back(parts.private, &mut times, &mut private)?;
        put_end(Hash::of(&private), Hash::ZERO, &mut text);
        let public = public_at..text.len();
        text += r#","private":"#;
        text += &private;
        if let Some(erasable) = parts.erasable {
            text += ERASABLE_KEY;
            put_back(erasable, &mut times, &mut text)?;
        }
        text += "}";
        if parts.erasable.is_some() {
            // It is the one part that no hash of the chain is of.
            Erasable::read(Frame::of(&text).ok()?.erasable?).ok()?;
        }
        let line = line(place, recorded_at)?;
        let before_at = public.end - PUBLIC_ENDS.len() - HASH_BYTES;
        let mut hashed = Sha256::new();
        hashed.update(&text[public.start..before_at]);
        Some(Unhashed {
            text,
            line,
            hash_at,
            before_at,
            hashed,
        })
    }

    /// The line, behind one with this hash.
    pub(super) fn behind(mut self, before: Hash) -> Line {
        let mut digits = hex::Buffer::<32>::new();
        self.hashed.update(digits.format(&before.0));
        self.hashed.update(PUBLIC_ENDS);
        put_at(self.before_at, before, &mut self.text);
        self.line.after.hash = before;
        self.line.hash = Hash(self.hashed.finalize().into());
        put_at(self.hash_at, self.line.hash, &mut self.text);
        self.line.text = self.text;
        self.line
    }
}

/// When a commit was made. Whoever wrote an imported one may have written times in another form,
/// and such a time was not taken out.
fn recorded_at(public: &str, times: &[Timestamp]) -> Option<Timestamp> {
    let (_count, rest) = split(public, ',')?;
    match rest.strip_prefix(r#""recorded_at":"#)?.strip_prefix('"') {
        Some(written) => split(written, '"')?.0.parse().ok(),
        None => times.first().copied(),
    }
}

/// A line without its text and hashes; none if it holds no events.
fn line(place: &Place, recorded_at: Timestamp) -> Option<Line> {
    (place.count > 0).then_some(Line {
        text: String::new(),
        stream: place.stream,
        after: Tip {
            version: place.version,
            hash: Hash::ZERO,
        },
        count: place.count,
        hash: Hash::ZERO,
        position: Position::of_number(place.position),
        recorded_at,
    })
}

/// Writes a hash over another.
fn put_at(at: usize, hash: Hash, to: &mut String) {
    let mut digits = hex::Buffer::<32>::new();
    to.replace_range(at..at + HASH_BYTES, digits.format(&hash.0));
}

fn put(hash: Hash, to: &mut String) {
    *to += hex::Buffer::<32>::new().format(&hash.0);
}

/// Writes what a line says before its hash.
fn put_before_hash(place: &Place, to: &mut String) -> Option<()> {
    let imported = if place.is_imported { IMPORTED } else { "" };
    write!(to, r#"{{"position":{},{imported}"hash":""#, place.position).ok()
}

/// Writes what a public part says of where its commit stands.
pub(super) fn put_place(stream: StreamId, version: Version, to: &mut String) -> Option<()> {
    write!(to, r#""stream":"{stream}","version":{version},"#).ok()
}

/// Writes how a public part ends that has this seal and this hash before it.
pub(super) fn put_end(sealed: Hash, before: Hash, to: &mut String) {
    *to += r#","sealed":""#;
    put(sealed, to);
    *to += r#"","prev_hash":""#;
    put(before, to);
    *to += PUBLIC_ENDS;
}

/// Writes how a private part begins.
pub(super) fn put_salt(salt: Hash, to: &mut String) {
    *to += r#"{"salt":""#;
    put(salt, to);
    to.push('"');
}
