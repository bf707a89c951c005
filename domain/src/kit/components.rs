//! A box of components: JSON that was compiled in, or a corrected one in its place.

use std::{collections::BTreeMap, fmt, ops::Deref, sync::OnceLock};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::fixed;

/// The box of one game. Read it through `*`: the one compiled in is opened by the
/// first look, unless another was [put in its place](Self::replace) before.
#[derive(Debug)]
pub struct GameBox<T> {
    printed: &'static str,
    /// Boxes that were compiled in before and play like this one, by their SHA-256.
    earlier: &'static [&'static str],
    /// What may differ from the printed box, because the rules read it: paths like
    /// `mob_tiles/*/xp`. None: everything.
    read: Option<&'static [&'static str]>,
    check: fn(&T) -> Result<(), BoxError>,
    contents: OnceLock<Contents<T>>,
}

#[derive(Debug)]
struct Contents<T> {
    parts: T,
    json: String,
    sha256: String,
    /// SHA-256 of the box that was compiled in.
    printed_sha256: String,
    confidence: ConfidenceCounts,
}

impl<T: DeserializeOwned> GameBox<T> {
    /// The box that was compiled in, and what every box of this game must keep to.
    pub const fn new(printed: &'static str, check: fn(&T) -> Result<(), BoxError>) -> GameBox<T> {
        GameBox {
            printed,
            earlier: &[],
            read: None,
            check,
            contents: OnceLock::new(),
        }
    }

    /// The same, where the rules read nothing but these values, each with everything in
    /// it: a box that differs from the printed one anywhere else, but for names and
    /// sources, is refused, because what it says would be ignored.
    #[must_use]
    pub const fn reading(mut self, read: &'static [&'static str]) -> GameBox<T> {
        self.read = Some(read);
        self
    }

    /// The same, where boxes with these SHA-256 were compiled in before and play like it:
    /// nothing in them differs that anybody reads once a match is open.
    #[must_use]
    pub const fn plays_like(mut self, earlier: &'static [&'static str]) -> GameBox<T> {
        self.earlier = earlier;
        self
    }

    /// Puts another box in the place of the one compiled in, for this process.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with line and column where it is no such box at all;
    /// or that somebody has looked inside the old one already.
    pub fn replace(&self, json: String) -> Result<(), BoxError> {
        let contents = self.open(json)?;
        self.contents
            .set(contents)
            .map_err(|_| BoxError::new("the box is already in use and cannot be replaced"))
    }

    /// The component file as it is read, byte for byte.
    pub fn json(&self) -> &str {
        &self.contents().json
    }

    /// SHA-256 of [`json`](Self::json) in hexadecimal.
    pub fn sha256(&self) -> &str {
        &self.contents().sha256
    }

    /// Whether a match that was opened with the box of this SHA-256 goes on with this one.
    pub fn plays(&self, sha256: &str) -> bool {
        let own = self.contents();
        let is_printed = |it: &str| it == own.printed_sha256 || self.earlier.contains(&it);
        sha256 == own.sha256 || (is_printed(sha256) && is_printed(&own.sha256))
    }

    /// How well its records are attested.
    pub fn confidence(&self) -> ConfidenceCounts {
        self.contents().confidence
    }

    fn contents(&self) -> &Contents<T> {
        self.contents.get_or_init(|| {
            self.open(self.printed.to_owned())
                .unwrap_or_else(|error| panic!("the box that was compiled in is broken: {error}"))
        })
    }

    fn open(&self, json: String) -> Result<Contents<T>, BoxError> {
        let parts = serde_json::from_str(&json).map_err(BoxError::new)?;
        (self.check)(&parts)?;
        if let Some(read) = self.read.filter(|_| json != self.printed) {
            let value = |json: &str| serde_json::from_str(json).map_err(BoxError::new);
            fixed::check(&value(&json)?, &value(self.printed)?, read)?;
        }
        let sha256 = hex::encode(Sha256::digest(&json));
        let mut confidence = ConfidenceCounts::default();
        confidence.count(&serde_json::from_str(&json).map_err(BoxError::new)?);
        Ok(Contents {
            parts,
            json,
            sha256,
            printed_sha256: hex::encode(Sha256::digest(self.printed)),
            confidence,
        })
    }
}

impl<T: DeserializeOwned> Deref for GameBox<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.contents().parts
    }
}

/// What is wrong with a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxError(pub String);

impl BoxError {
    /// In a sentence.
    pub fn new(sentence: impl fmt::Display) -> BoxError {
        BoxError(sentence.to_string())
    }

    /// Refuses a box in which `holds` does not.
    ///
    /// # Errors
    ///
    /// What is wrong with the box.
    pub fn unless(holds: bool, sentence: impl fmt::Display) -> Result<(), BoxError> {
        if holds {
            Ok(())
        } else {
            Err(BoxError::new(sentence))
        }
    }
}

impl fmt::Display for BoxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a record comes from and how far to trust it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Scans, rulebooks and programs that say so.
    pub sources: Vec<String>,
    /// How well they agree.
    pub confidence: Confidence,
    /// Fields that are better known than the record as a whole.
    #[serde(default)]
    pub per_field: BTreeMap<String, Confidence>,
    /// What a reader should know besides.
    pub note: Option<String>,
    /// Sources that say otherwise, and what was decided.
    #[serde(default)]
    pub conflicts: Vec<String>,
}

/// How well the sources of a record agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Records on which independent sources agree.
    Verified,
    /// Records with a single source.
    SingleSource,
    /// Records that no source shows: made to fit what is known.
    Reconstructed,
}

/// How many records of a box have each level of confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ComponentsConfidence)]
pub struct ConfidenceCounts {
    /// Records on which independent sources agree.
    #[schema(maximum = 10_000)]
    pub verified: u32,
    /// Records with a single source.
    #[schema(maximum = 10_000)]
    pub single_source: u32,
    /// Records that no source shows: made to fit what is known.
    #[schema(maximum = 10_000)]
    pub reconstructed: u32,
}

impl ConfidenceCounts {
    /// Counts every `confidence` in a component file, however deep.
    fn count(&mut self, json: &Value) {
        match json {
            Value::Object(fields) => {
                let confidence = fields.get("confidence");
                match confidence.and_then(|said| Confidence::deserialize(said).ok()) {
                    Some(Confidence::Verified) => self.verified += 1,
                    Some(Confidence::SingleSource) => self.single_source += 1,
                    Some(Confidence::Reconstructed) => self.reconstructed += 1,
                    None => {}
                }
                fields.values().for_each(|inner| self.count(inner));
            }
            Value::Array(items) => items.iter().for_each(|inner| self.count(inner)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

impl Provenance {
    /// Refuses a record, named as a reader finds it, that says nothing of its sources.
    ///
    /// # Errors
    ///
    /// What is wrong with the box.
    pub fn check(&self, record: impl fmt::Display) -> Result<(), BoxError> {
        let named = self.sources.iter().any(|source| !source.trim().is_empty());
        BoxError::unless(named, format_args!("{record} names no source"))
    }
}

#[cfg(test)]
impl<T: DeserializeOwned> GameBox<T> {
    /// What is wrong with this box once the value at a JSON pointer is another;
    /// nothing, if it may be.
    pub fn error_with(&self, at: &str, to: Value) -> String {
        let mut json: Value = serde_json::from_str(self.json()).expect("a box is JSON");
        *json.pointer_mut(at).expect("there is something to change") = to;
        let fresh = GameBox {
            contents: OnceLock::new(),
            ..*self
        };
        let changed = fresh.replace(json.to_string());
        changed.map_or_else(|error| error.to_string(), |()| String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(number: &u32) -> Result<(), BoxError> {
        BoxError::unless(number.is_multiple_of(2), "the number is odd")
    }

    #[test]
    fn a_box_in_use_is_not_replaced() {
        let fresh = GameBox::new("2", even);
        assert_eq!(*fresh, 2);
        let late = fresh.replace("4".to_owned()).unwrap_err();
        assert!(late.0.contains("in use"), "{late}");
        assert_eq!((*fresh, fresh.json()), (2, "2"));
    }

    #[test]
    fn a_damaged_box_leaves_the_printed_one_in_its_place() {
        let fresh = GameBox::new("2", even);
        assert_eq!(
            fresh.replace("3".to_owned()),
            Err(BoxError::new("the number is odd"))
        );
        let unread = fresh.replace("2,".to_owned()).unwrap_err();
        assert!(unread.0.contains("line 1 column 2"), "{unread}");
        assert_eq!(*fresh, 2);
    }

    #[test]
    fn a_replaced_box_is_read_and_named_by_its_own_bytes() {
        let fresh = GameBox::new("2", even);
        let printed = GameBox::new("2", even);
        fresh.replace(" 4".to_owned()).unwrap();
        assert_eq!((*fresh, fresh.json()), (4, " 4"));
        assert_ne!(fresh.sha256(), printed.sha256());
        assert_eq!(fresh.sha256().len(), 64);
    }

    #[test]
    fn a_box_that_says_otherwise_where_nobody_reads_is_refused() {
        let only_a = |json: &str| {
            let printed: GameBox<Value> = GameBox::new(r#"{"a":1,"b":1}"#, |_| Ok(()));
            printed.reading(&["a"]).replace(json.to_owned())
        };
        assert_eq!(only_a(r#"{"a":2,"b":1}"#), Ok(()));
        let refused = only_a(r#"{"a":1,"b":2}"#).unwrap_err();
        assert!(refused.0.starts_with("b: it is 2"), "{refused}");
    }

    #[test]
    fn boxes_that_play_alike_play_each_other_s_matches() {
        let sha256 = |json: &str| hex::encode(Sha256::digest(json));
        // SHA-256 of `2 `.
        const EARLIER: &[&str] =
            &["5749fdd6b67e4204b3047ba33540bc87f60c84d784a46c6307c78299f8fa67e9"];
        assert_eq!(sha256("2 "), EARLIER[0]);
        let printed = GameBox::new("2", even).plays_like(EARLIER);
        assert!(printed.plays(&sha256("2")) && printed.plays(&sha256("2 ")));
        assert!(!printed.plays(&sha256("4")));
        let earlier = GameBox::new("2", even).plays_like(EARLIER);
        earlier.replace("2 ".to_owned()).unwrap();
        assert!(earlier.plays(&sha256("2")) && earlier.plays(&sha256("2 ")));
        let corrected = GameBox::new("2", even).plays_like(EARLIER);
        corrected.replace("4".to_owned()).unwrap();
        assert!(corrected.plays(&sha256("4")));
        assert!(!corrected.plays(&sha256("2")) && !corrected.plays(&sha256("2 ")));
    }

    #[test]
    fn every_confidence_counts_however_deep() {
        let json = r#"[{"confidence":"verified","a":{"confidence":"single-source"}},
            {"confidence":"reconstructed"},{"confidence":"verified"},{"confidence":7}]"#;
        let read: GameBox<Vec<Value>> = GameBox::new(json, |_| Ok(()));
        let expected = ConfidenceCounts {
            verified: 2,
            single_source: 1,
            reconstructed: 1,
        };
        assert_eq!(read.confidence(), expected);
    }
}
