//! A match in few bytes. Whoever packs one expands it and compares every byte, so a form
//! that does not fit costs room and never a record.

use std::{borrow::Cow, fmt};

use domain::GameId;
use zstd::{
    bulk::{Compressor, Decompressor},
    dict::{DecoderDictionary, EncoderDictionary},
};

use super::derived;
use crate::{
    hash::Hash,
    id::StreamId,
    record::{Chain, Line, RecordError},
};

/// How a match is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// Its lines as they are.
    Raw,
    /// Its lines, compressed.
    Zstd,
    /// What cannot be derived of its lines, compressed with what another match of its game
    /// has in common with it.
    Derived,
}

/// A packed match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// How.
    pub codec: Codec,
    /// Bytes of what is compressed.
    pub expanded_bytes: u32,
    /// The bytes.
    pub body: Vec<u8>,
}

/// What matches of a game have in common: a part of one of them.
pub struct Dictionary {
    /// The part.
    pub bytes: Vec<u8>,
    packing: EncoderDictionary<'static>,
    unpacking: DecoderDictionary<'static>,
}

/// Level 9 takes twice the time for a twentieth less room, level 3 half of it for a quarter more.
const LEVEL: i32 = 7;
/// A dictionary is packed once in a file.
const DICTIONARY_LEVEL: i32 = 19;
/// More than most matches have.
const DICTIONARY_BYTES: usize = 256 << 10;
/// Texts of matches do not begin so; a dictionary of zstd's own form does.
const DICTIONARY_BEGINS: &[u8] = b"{";

impl Dictionary {
    /// What a match has that others of its game may have, too; none if it cannot be
    /// written without what can be derived.
    pub fn from_match(lines: &[Line]) -> Option<Dictionary> {
        let stripped = derived::strip(lines)?;
        let columns = stripped
            .windows(9)
            .position(|window| window == br#"{"schema""#)?;
        let text = &stripped[columns..];
        Dictionary::of(text[..text.len().min(DICTIONARY_BYTES)].to_vec())
    }

    /// The dictionary of these bytes, if they can be one.
    fn of(bytes: Vec<u8>) -> Option<Dictionary> {
        let is_text = bytes.starts_with(DICTIONARY_BEGINS);
        is_text.then(|| Dictionary {
            packing: EncoderDictionary::copy(&bytes, LEVEL),
            unpacking: DecoderDictionary::copy(&bytes),
            bytes,
        })
    }

    /// The dictionary in few bytes, behind the name of its game.
    pub(super) fn pack(&self, game: GameId) -> Vec<u8> {
        let packed = zstd::bulk::compress(&self.bytes, DICTIONARY_LEVEL);
        let mut body = serde_json::to_vec(&game).expect("a name is JSON");
        body.push(b'\n');
        body.extend(packed.expect("what is in memory can be compressed"));
        body
    }

    /// The dictionary that was packed, and its game; none if it was not.
    pub(super) fn unpack(body: &[u8]) -> Option<(GameId, Dictionary)> {
        let end = body.iter().position(|byte| *byte == b'\n')?;
        let game = serde_json::from_slice(&body[..end]).ok()?;
        let bytes = zstd::bulk::decompress(&body[end + 1..], DICTIONARY_BYTES).ok()?;
        Some((game, Dictionary::of(bytes)?))
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Dictionary");
        shown
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

/// Packs a match in the first form that expands to the same bytes; none if no form does,
/// because it is no match, or no whole one.
pub fn pack(lines: &[Line], dictionary: Option<&Dictionary>) -> Option<Packed> {
    let last = lines.last()?;
    let is_same = |packed: &Packed| {
        let expanded = unpack(last.stream, last.hash, packed, dictionary);
        expanded.is_ok_and(|expanded| expanded == lines)
    };
    let forms = [Codec::Derived, Codec::Zstd, Codec::Raw];
    let mut packed = forms.into_iter().filter_map(|codec| {
        let expanded = match codec {
            Codec::Derived => derived::strip(lines)?,
            Codec::Zstd | Codec::Raw => texts(lines).into_bytes(),
        };
        Some(Packed {
            codec,
            expanded_bytes: u32::try_from(expanded.len()).ok()?,
            body: compress(codec, expanded, dictionary)?,
        })
    });
    packed.find(is_same)
}

/// The match that was packed. It ends with this hash, or else is another.
///
/// # Errors
///
/// If it was not packed so, or expands to something else.
pub fn unpack(
    stream: StreamId,
    last_hash: Hash,
    packed: &Packed,
    dictionary: Option<&Dictionary>,
) -> Result<Vec<Line>, RecordError> {
    let expanded = decompress(packed, dictionary).ok_or_else(|| damaged("it does not expand"))?;
    let lines = match packed.codec {
        Codec::Derived => {
            let lines = derived::expand(stream, &expanded);
            lines.ok_or_else(|| damaged("it does not expand to a match"))?
        }
        Codec::Raw | Codec::Zstd => lines_of(&expanded)?,
    };
    let mut chain = Chain::from_start();
    lines.iter().try_for_each(|line| chain.link(line))?;
    let is_it = chain.tip().hash == last_hash && lines.iter().all(|it| it.stream == stream);
    is_it
        .then_some(lines)
        .ok_or_else(|| damaged("it expands to another match"))
}

fn compress(codec: Codec, expanded: Vec<u8>, dictionary: Option<&Dictionary>) -> Option<Vec<u8>> {
    match (codec, dictionary) {
        (Codec::Raw, _) => return Some(expanded),
        (Codec::Derived, Some(dictionary)) => {
            Compressor::with_prepared_dictionary(&dictionary.packing)
                .ok()?
                .compress(&expanded)
        }
        (Codec::Derived, None) | (Codec::Zstd, _) => zstd::bulk::compress(&expanded, LEVEL),
    }
    .ok()
}

fn decompress<'a>(packed: &'a Packed, dictionary: Option<&Dictionary>) -> Option<Cow<'a, [u8]>> {
    let bytes = usize::try_from(packed.expanded_bytes).ok()?;
    let expanded = match (packed.codec, dictionary) {
        (Codec::Raw, _) => return Some((&packed.body[..]).into()),
        (Codec::Derived, Some(dictionary)) => {
            let with = Decompressor::with_prepared_dictionary(&dictionary.unpacking);
            with.ok()?.decompress(&packed.body, bytes)
        }
        (Codec::Derived, None) | (Codec::Zstd, _) => zstd::bulk::decompress(&packed.body, bytes),
    };
    expanded.ok().map(Cow::Owned)
}

/// The lines of a match, each with its end.
fn texts(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn lines_of(texts: &[u8]) -> Result<Vec<Line>, RecordError> {
    let texts = std::str::from_utf8(texts).map_err(|_| damaged("it is no text"))?;
    let lines = texts.split_terminator('\n');
    lines.map(|text| Line::parse(text.to_owned())).collect()
}

fn damaged(why: &str) -> RecordError {
    RecordError::Unreadable(why.to_owned())
}
