//! Old records to current types.
//!
//! Stored bytes never change. An event is known by its type and the schema it was
//! written in; one function a schema turns it into the next one's form, at reading.
//! Today there is one schema, so there is nothing to turn.

use super::{RecordError, SCHEMA, StreamEvent};

/// Passes if this program can read the schema.
pub(crate) fn known(schema: u16) -> Result<(), RecordError> {
    if schema == SCHEMA {
        Ok(())
    } else {
        Err(RecordError::UnknownSchema(schema))
    }
}

/// An event in its current form. One of an unknown type is an error, never skipped.
pub(crate) fn event<E: StreamEvent>(written: &str) -> Result<E, RecordError> {
    E::read(written).map_err(|error| RecordError::Unreadable(error.to_string()))
}
