//! Reading a box of components that was compiled in as JSON.

use serde::{Deserialize, de::DeserializeOwned};

/// The typed box.
///
/// # Panics
///
/// If the file does not say what the types expect, with line and column: every
/// box is loaded by a test and once when the program starts.
pub fn load<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("a component file is broken: {error}"))
}

/// Where a record comes from and how far to trust it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Scans, rulebooks and programs that say so.
    pub sources: Vec<String>,
    /// How well they agree.
    pub confidence: Confidence,
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
}
