//! A box of components: JSON that was compiled in, or a corrected one in its place.

use std::{collections::BTreeMap, fmt, ops::Deref, sync::OnceLock};

use serde::{Deserialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::dice::hexadecimal;

/// The box of one game. Read it through `*`: the one compiled in is opened by the
/// first look, unless another was [put in its place](Self::replace) before.
#[derive(Debug)]
pub struct GameBox<T> {
    printed: &'static str,
    check: fn(&T) -> Result<(), Flaw>,
    contents: OnceLock<Contents<T>>,
}

#[derive(Debug)]
struct Contents<T> {
    parts: T,
    json: String,
    sha256: String,
}

impl<T: DeserializeOwned> GameBox<T> {
    /// The box that was compiled in, and what every box of this game must keep to.
    pub const fn new(printed: &'static str, check: fn(&T) -> Result<(), Flaw>) -> GameBox<T> {
        GameBox {
            printed,
            check,
            contents: OnceLock::new(),
        }
    }

    /// Puts another box in the place of the one compiled in, for this process.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with line and column where it is no such box at all;
    /// or that somebody has looked inside the old one already.
    pub fn replace(&self, json: String) -> Result<(), Flaw> {
        let contents = self.open(json)?;
        let late = |_| Flaw::new("the box was in use before it could be replaced");
        self.contents.set(contents).map_err(late)
    }

    /// The component file as it is read, byte for byte.
    pub fn json(&self) -> &str {
        &self.contents().json
    }

    /// SHA-256 of [`json`](Self::json) in hexadecimal.
    pub fn sha256(&self) -> &str {
        &self.contents().sha256
    }

    fn contents(&self) -> &Contents<T> {
        self.contents.get_or_init(|| {
            self.open(self.printed.to_owned())
                .unwrap_or_else(|flaw| panic!("the box that was compiled in is broken: {flaw}"))
        })
    }

    fn open(&self, json: String) -> Result<Contents<T>, Flaw> {
        let parts = serde_json::from_str(&json).map_err(Flaw::new)?;
        (self.check)(&parts)?;
        let sha256 = hexadecimal(&Sha256::digest(&json));
        Ok(Contents {
            parts,
            json,
            sha256,
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
pub struct Flaw(pub String);

impl Flaw {
    /// In a sentence.
    pub fn new(sentence: impl fmt::Display) -> Flaw {
        Flaw(sentence.to_string())
    }

    /// Refuses a box in which `holds` does not.
    ///
    /// # Errors
    ///
    /// The flaw.
    pub fn unless(holds: bool, sentence: impl fmt::Display) -> Result<(), Flaw> {
        if holds {
            Ok(())
        } else {
            Err(Flaw::new(sentence))
        }
    }
}

impl fmt::Display for Flaw {
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
    /// Independent sources say the same.
    Verified,
    /// One source only.
    SingleSource,
    /// No public source: designed to fit what is known.
    Reconstructed,
}
