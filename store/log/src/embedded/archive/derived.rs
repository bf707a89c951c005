//! A match without what follows from the rest of it: hashes, seals, salts, names of its
//! stream, and versions are computed again; positions and times are columns of numbers.
//!
//! ```text
//! commits | how many of the first were imported | seed 32 | positions, as differences |
//! bytes of the times | times, as differences | for each commit, its text and a line's end
//! ```
//!
//! What cannot be written so, such as a salt that this server did not derive, has no such
//! form, or has one that expands to something else: whoever packs a match compares.

use std::borrow::Cow;

use domain::{Dice, GameId, Secret, Seed, matches::MatchEvent};

use super::{
    numbers,
    times::{Kept, Taken},
    unhashed::{Parts, Unhashed, end_of_public},
};
use crate::{
    cores,
    hash::Hash,
    id::{StreamId, Version},
    record::{Chain, Commit, Frame, Line},
};

/// What stands where something was left out: the stream and version; seal, hash before and
/// salt; the seed; what was published of it; and before a text that can be dropped.
const PLACE: char = '\u{2}';
const SEAL: char = '\u{3}';
const SEED: &str = "\u{4}";
const COMMITMENT: &str = "\u{5}";
const ERASABLE: char = '\u{6}';

/// A match without what can be derived; none if it has no such form.
pub(super) fn strip(lines: &[Line]) -> Option<Vec<u8>> {
    let (_, Secret::Known(seed)) = opened(lines.first()?)? else {
        return None;
    };
    let words = Words::of(seed);
    let imported = lines.iter().take_while(|line| line.is_imported()).count();
    let mut stripped = Vec::new();
    numbers::put(u64::try_from(lines.len()).ok()?, &mut stripped);
    numbers::put(u64::try_from(imported).ok()?, &mut stripped);
    stripped.extend(words.seed.0);
    let mut last = 0;
    for line in lines {
        let position = line.position.number();
        numbers::put(position.checked_sub(last)?, &mut stripped);
        last = position;
    }
    let (mut times, mut texts) = (Taken::default(), String::new());
    for line in lines {
        texts += &times.take_out(&words.strip(line)?);
        texts.push('\n');
    }
    numbers::put(u64::try_from(times.column.len()).ok()?, &mut stripped);
    stripped.extend(times.column);
    stripped.extend(texts.into_bytes());
    Some(stripped)
}

/// The match that was stripped; none if it was not.
pub(super) fn expand(stream: StreamId, mut stripped: &[u8]) -> Option<Vec<Line>> {
    let from = &mut stripped;
    let count = usize::try_from(numbers::take(from)?).ok()?;
    let imported = usize::try_from(numbers::take(from)?).ok()?;
    let words = Words::of(Seed(*from.split_off(..32)?.first_chunk()?));
    let mut at = 0u64;
    let mut position = || {
        at = at.checked_add(numbers::take(from)?)?;
        Some(at)
    };
    // As many as there are bytes at most, whatever the count says.
    let positions = (0..count)
        .map(|_| position())
        .collect::<Option<Vec<u64>>>()?;
    let times = usize::try_from(numbers::take(from)?).ok()?;
    let mut times = Kept::of(from.split_off(..times)?);
    let texts = std::str::from_utf8(from).ok()?.split_terminator('\n');
    let (mut placed, mut version): (_, Version) = (Vec::new(), 0);
    for (nth, text) in texts.enumerate() {
        let place = Place {
            position: *positions.get(nth)?,
            is_imported: nth < imported,
            stream,
            version,
        };
        version = version.checked_add(count_of(text)?)?;
        placed.push((place, times.put_back(text)?));
    }
    let expanded = cores::map(placed, |(place, text)| words.expand(&text, place));
    let (mut lines, mut chain) = (Vec::with_capacity(count), Chain::from_start());
    for unhashed in expanded {
        let line = unhashed?.behind(chain.tip().hash)?;
        chain.link(&line).ok()?;
        lines.push(line);
    }
    (lines.len() == count).then_some(lines)
}

/// How many events a commit holds whose text is stripped.
fn count_of(text: &str) -> Option<Version> {
    let (_, public) = text.split_once(PLACE)?;
    let (count, _) = public.strip_prefix(r#""count":"#)?.split_once(',')?;
    count.parse().ok()
}

/// Where a commit stands.
#[derive(Clone, Copy)]
struct Place {
    position: u64,
    is_imported: bool,
    stream: StreamId,
    version: Version,
}

/// What is the same in all commits of a match, and known from its seed.
struct Words {
    seed: Seed,
    dice: Dice,
    seed_text: String,
    commitment_text: String,
}

impl Words {
    fn of(seed: Seed) -> Words {
        Words {
            seed,
            dice: Dice::new(seed),
            seed_text: format!("\"{}\"", Hash(seed.0)),
            commitment_text: format!("\"{}\"", seed.commitment()),
        }
    }

    fn salt(&self, version: Version) -> String {
        let salt = Hash(self.dice.derive("salt", version));
        format!(r#"{{"salt":"{salt}""#)
    }

    /// The text of a commit with marks for what is left out.
    fn strip(&self, line: &Line) -> Option<String> {
        let Frame {
            public,
            private,
            erasable,
            ..
        } = Frame::of(&line.text).ok()?;
        let private = private?;
        let ends = end_of_public(Hash::of(private), line.after.hash);
        let public = public.strip_suffix(&ends)?;
        let place = place_in_public(line.stream, line.after.version);
        let (schema, public) = public.split_once(&place)?;
        let private = private.strip_prefix(&self.salt(line.after.version))?;
        let mut text = format!("{schema}{PLACE}{public}{SEAL}{private}");
        if let Some(erasable) = erasable {
            text.push(ERASABLE);
            text.push_str(erasable);
        }
        for (written, mark) in [(&self.seed_text, SEED), (&self.commitment_text, COMMITMENT)] {
            // It stands in few commits, and its beginning is searched for quickest.
            if text.contains(&written[..16]) {
                text = text.replace(written, mark);
            }
        }
        Some(text)
    }

    /// The commit whose text this was, but for its hashes.
    fn expand(&self, text: &str, place: Place) -> Option<Unhashed> {
        let mut text = Cow::Borrowed(text);
        for (mark, written) in [(COMMITMENT, &self.commitment_text), (SEED, &self.seed_text)] {
            if text.contains(mark) {
                text = text.replace(mark, written).into();
            }
        }
        let (schema, rest) = text.split_once(PLACE)?;
        let (public, hidden) = rest.split_once(SEAL)?;
        let (private, erasable) = match hidden.split_once(ERASABLE) {
            Some((private, text)) => (private, Some(text)),
            None => (hidden, None),
        };
        Unhashed::of(&Parts {
            position: place.position,
            is_imported: place.is_imported,
            schema,
            place: place_in_public(place.stream, place.version),
            public,
            private: self.salt(place.version) + private,
            erasable,
        })
    }
}

/// What a public part says of where its commit stands.
fn place_in_public(stream: StreamId, version: Version) -> String {
    format!(r#""stream":"{stream}","version":{version},"#)
}

/// The game and the seed of the match that this commit opens.
pub(super) fn opened(first: &Line) -> Option<(GameId, Secret<Seed>)> {
    let opened: Commit<MatchEvent> = first.clone().decode().ok()?;
    let Some(MatchEvent::Opened { terms, seed }) = opened.events.into_iter().next() else {
        return None;
    };
    Some((terms.options.game(), seed))
}
