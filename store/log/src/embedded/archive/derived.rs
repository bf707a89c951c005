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
    times::{Kept, Taken, split},
    unhashed::{Parts, Place, Unhashed, put_end, put_place, put_salt},
};
use crate::{
    cores,
    hash::Hash,
    id::{StreamId, Version},
    record::{Commit, Frame, Line, upcast},
    time::Timestamp,
};

/// What stands where something was left out: the stream and version; seal, hash before and
/// salt; the seed; what was published of it; and before a text that can be dropped.
const PLACE: char = '\u{2}';
const SEAL: char = '\u{3}';
const SEED: char = '\u{4}';
const COMMITMENT: char = '\u{5}';
const ERASABLE: char = '\u{6}';
const LINE_ENDS: char = '\n';

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
        texts.push(LINE_ENDS);
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
    let mut texts = std::str::from_utf8(from).ok()?;
    let (mut placed, mut version): (_, Version) = (Vec::with_capacity(positions.len()), 0);
    while let Some((text, behind)) = split(texts, LINE_ENDS) {
        let place = Place {
            position: *positions.get(placed.len())?,
            is_imported: placed.len() < imported,
            stream,
            version,
            count: count_of(text)?,
        };
        version = version.checked_add(place.count)?;
        placed.push((place, text, times.read_for(text)?));
        texts = behind;
    }
    let expand = |(place, text, of_text)| words.expand(text, &place, times.get(of_text)?);
    let mut last = Hash::ZERO;
    let chain = |expanded: Option<Unhashed>| {
        let line = expanded?.behind(last);
        last = line.hash;
        Some(line)
    };
    let lines = cores::map_then(placed, expand, chain);
    let lines = lines.into_iter().collect::<Option<Vec<Line>>>()?;
    (lines.len() == count && texts.is_empty()).then_some(lines)
}

/// How many events a commit holds whose text is stripped.
fn count_of(text: &str) -> Option<u32> {
    let (_, public) = split(text, PLACE)?;
    let (count, _) = public.strip_prefix(r#""count":"#)?.split_once(',')?;
    count.parse().ok()
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

    fn salt(&self, version: Version) -> Hash {
        Hash(self.dice.derive("salt", version))
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
        let [mut end, mut place, mut salt] = [const { String::new() }; 3];
        put_end(Hash::of(private), line.after.hash, &mut end);
        put_place(line.stream, line.after.version, &mut place)?;
        put_salt(self.salt(line.after.version), &mut salt);
        let (schema, public) = public.strip_suffix(&end)?.split_once(&place)?;
        let private = private.strip_prefix(&salt)?;
        let mut text = format!("{schema}{PLACE}{public}{SEAL}{private}");
        if let Some(erasable) = erasable {
            text.push(ERASABLE);
            text.push_str(erasable);
        }
        for (written, mark) in [(&self.seed_text, SEED), (&self.commitment_text, COMMITMENT)] {
            // It stands in few commits, and its beginning is searched for quickest.
            if text.contains(&written[..16]) {
                text = text.replace(written, mark.encode_utf8(&mut [0]));
            }
        }
        Some(text)
    }

    /// The commit whose text this was, but for its hashes.
    fn expand(&self, text: &str, place: &Place, times: &[Timestamp]) -> Option<Unhashed> {
        let mut text = Cow::Borrowed(text);
        for (mark, written) in [(COMMITMENT, &self.commitment_text), (SEED, &self.seed_text)] {
            if split(&text, mark).is_some() {
                text = text.replace(mark, written).into();
            }
        }
        let (schema, rest) = split(&text, PLACE)?;
        let known = schema.strip_prefix(r#"{"schema":"#)?.strip_suffix(',')?;
        upcast::known(known.parse().ok()?).ok()?;
        let (public, hidden) = split(rest, SEAL)?;
        let (private, erasable) = match split(hidden, ERASABLE) {
            Some((private, text)) => (private, Some(text)),
            None => (hidden, None),
        };
        let parts = Parts {
            schema,
            public,
            salt: self.salt(place.version),
            private,
            erasable,
        };
        Unhashed::of(place, &parts, times)
    }
}

/// The game and the seed of the match that this commit opens.
pub(super) fn opened(first: &Line) -> Option<(GameId, Secret<Seed>)> {
    let opened: Commit<MatchEvent> = first.clone().decode().ok()?;
    let Some(MatchEvent::Opened { terms, seed }) = opened.events.into_iter().next() else {
        return None;
    };
    Some((terms.options.game(), seed))
}
