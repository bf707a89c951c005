//! Reading a box of components that was compiled in as JSON.

use serde::de::DeserializeOwned;

/// The typed box.
///
/// # Panics
///
/// If the file does not say what the types expect, with line and column: every
/// box is loaded by a test and once when the program starts.
pub fn load<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("a component file is broken: {error}"))
}
