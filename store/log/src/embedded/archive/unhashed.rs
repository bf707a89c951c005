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
/// Stands where a hash will.
const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";
const PUBLIC: &str = r#"","public":"#;
const PUBLIC_ENDS: &str = r#""}"#;

impl Unhashed {
    /// The line of these parts; none if it is no line.
    pub(super) fn of(parts: &Parts<'_>) -> Option<Unhashed> {
        let imported = if parts.is_imported { IMPORTED } else { "" };
        let begins = format!(r#"{{"position":{},{imported}"hash":""#, parts.position);
        let ends = end_of_public(Hash::of(&parts.private), NO_HASH);
        let text: [&str; 12] = [
            &begins,
            NO_HASH,
            PUBLIC,
            parts.schema,
            &parts.place,
            parts.public,
            &ends,
            r#","private":"#,
            &parts.private,
            parts.erasable.map_or("", |_| ERASABLE_KEY),
            parts.erasable.unwrap_or_default(),
            "}",
        ];
        let public_at = begins.len() + HASH_BYTES + PUBLIC.len();
        let public: [&str; 4] = [parts.schema, &parts.place, parts.public, &ends];
        let public_bytes: usize = public.iter().map(|part| part.len()).sum();
        let public = public_at..public_at + public_bytes;
        Some(Unhashed {
            line: Line::hashed(text.concat()).ok()?,
            hash_at: begins.len(),
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
pub(super) fn end_of_public(sealed: Hash, before: impl std::fmt::Display) -> String {
    format!(r#","sealed":"{sealed}","prev_hash":"{before}{PUBLIC_ENDS}"#)
}
