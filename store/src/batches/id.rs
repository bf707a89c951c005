//! The names of batches.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::id::{self, BadId, StreamId};

/// A batch: `b_` and 32 hexadecimal digits, drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BatchId(pub(crate) [u8; 16]);

impl BatchId {
    /// An id that no batch had before.
    pub(crate) fn random() -> BatchId {
        BatchId(id::random())
    }
}

impl From<BatchId> for StreamId {
    fn from(id: BatchId) -> StreamId {
        StreamId::Batch(id)
    }
}

impl fmt::Display for BatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        StreamId::Batch(*self).fmt(f)
    }
}

impl fmt::Debug for BatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for BatchId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<BatchId, BadId> {
        match text.parse()? {
            StreamId::Batch(id) => Ok(id),
            StreamId::Match(_) | StreamId::Player(_) => Err(BadId),
        }
    }
}

impl Serialize for BatchId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BatchId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BatchId, D::Error> {
        id::parsed(deserializer)
    }
}

impl PartialSchema for BatchId {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^b_[0-9a-f]{32}$"))
            .min_length(Some(34))
            .max_length(Some(34))
            .description(Some("A batch: `b_` and 32 hexadecimal digits."))
            .into()
    }
}

impl ToSchema for BatchId {}
