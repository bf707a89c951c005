//! A line whose hash, and the one before it, are still missing: what takes long is done without
//! them, so that it can be done for many lines at once.

use std::ops::Range;

use crate::{
    hash::Hash,
    record::{ERASABLE_KEY, IMPORTED, Line, Tip},
};

/// The parts of a line.
pub(super) struct Parts<'a> {
    pub(super) position: u64,
    pub(super) is_imported: bool,
    /// How the public part begins.
    pub(super) schema: &'a str,
    /// What it says then of where its commit stands.
    pub(super) place: String,
    /// The rest of it, but for the seal and the hash before.
    pub(super) public: &'a str,
    pub(super) private: String,
    /// The text that can be dropped.
    pub(super) erasable: Option<&'a str>,
}

/// A line with places for both hashes.
pub(super) struct Unhashed {
    line: Line,
    hash_at: usize,
    before_at: usize,
    public: Range<usize>,
}

const HASH_BYTES: usize = 64;
const PUBLIC: &str = r#"","public":"#;
const PUBLIC_ENDS: &str = r#""}"#;

impl Unhashed {
    /// The line of these parts; none if it is no line.
    pub(super) fn of(parts: &Parts<'_>) -> Option<Unhashed> {
        let imported = if parts.is_imported { IMPORTED } else { "" };
        let (position, none) = (parts.position, Hash::ZERO);
        let begins = format!(r#"{{"position":{position},{imported}"hash":"{none}{PUBLIC}"#);
        let ends = end_of_public(Hash::of(&parts.private), none);
        let public = [parts.schema, &parts.place, parts.public, &ends];
        let hidden = [
            r#","private":"#,
            &parts.private,
            parts.erasable.map_or("", |_| ERASABLE_KEY),
            parts.erasable.unwrap_or_default(),
            "}",
        ];
        let text = [&[&*begins], &public[..], &hidden].concat().concat();
        let public_bytes: usize = public.iter().map(|part| part.len()).sum();
        let public = begins.len()..begins.len() + public_bytes;
        Some(Unhashed {
            line: Line::hashed(text).ok()?,
            hash_at: public.start - PUBLIC.len() - HASH_BYTES,
            before_at: public.end - PUBLIC_ENDS.len() - HASH_BYTES,
            public,
        })
    }

    /// The line, behind another with this hash.
    pub(super) fn behind(self, before: Hash) -> Option<Line> {
        let mut bytes = self.line.text.into_bytes();
        hex::encode_to_slice(before.0, &mut bytes[self.before_at..][..HASH_BYTES]).ok()?;
        let hash = Hash::of(&bytes[self.public]);
        hex::encode_to_slice(hash.0, &mut bytes[self.hash_at..][..HASH_BYTES]).ok()?;
        let after = Tip {
            hash: before,
            ..self.line.after
        };
        Some(Line {
            text: String::from_utf8(bytes).ok()?,
            after,
            hash,
            ..self.line
        })
    }
}

/// How a public part ends that has this seal and this hash before it.
pub(super) fn end_of_public(sealed: Hash, before: Hash) -> String {
    format!(r#","sealed":"{sealed}","prev_hash":"{before}{PUBLIC_ENDS}"#)
}
