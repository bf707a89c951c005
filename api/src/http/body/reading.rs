//! Reading what was sent, whatever it is written in.
//!
//! A type's reader is compiled once for each kind of text that it is read from, and those of
//! the games' types are long. Here all kinds are one, [`erased_serde::Deserializer`]: there is
//! less to compile, and each value of a body costs a call through a table.

use erased_serde::Deserializer;
use serde::de::DeserializeOwned;

/// Why something cannot be read, with the place if there are lines.
pub(crate) type Error = erased_serde::Error;

/// Reads a whole text in JSON.
///
/// # Errors
///
/// What was wrong first, and its line and column.
pub(crate) fn json<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = read(&mut reader)?;
    reader.end().map_err(serde::de::Error::custom)?;
    Ok(value)
}

/// Reads a value.
///
/// # Errors
///
/// What was wrong first.
pub(crate) fn read<'de, T, D>(reader: D) -> Result<T, Error>
where
    T: DeserializeOwned,
    D: serde::Deserializer<'de>,
{
    erased_serde::deserialize(&mut <dyn Deserializer<'_>>::erase(reader))
}
