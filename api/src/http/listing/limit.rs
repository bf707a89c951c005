//! How many items one answer has: what `limit` means everywhere.

use domain::cast;
use serde::{Deserialize, Deserializer, de::Error as _};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type},
    },
};

/// The most items in one answer: 1 to `MOST`, and `USUAL` by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit<const USUAL: u32, const MOST: u32>(u32);

impl<const USUAL: u32, const MOST: u32> Limit<USUAL, MOST> {
    /// The number.
    pub(crate) const fn get(self) -> u32 {
        self.0
    }

    /// This many, or as near to it as may be.
    pub(crate) fn up_to(limit: u32) -> Self {
        Limit(limit.clamp(1, MOST))
    }

    /// The number of items, for lists that are counted in memory.
    pub(crate) fn items(self) -> usize {
        cast::<usize>(self.0)
    }
}

impl<const USUAL: u32, const MOST: u32> Default for Limit<USUAL, MOST> {
    fn default() -> Self {
        Limit(USUAL)
    }
}

impl<'de, const USUAL: u32, const MOST: u32> Deserialize<'de> for Limit<USUAL, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let limit = u32::deserialize(deserializer)?;
        if (1..=MOST).contains(&limit) {
            Ok(Limit(limit))
        } else {
            Err(D::Error::custom(format!("limit must be from 1 to {MOST}")))
        }
    }
}

impl<const USUAL: u32, const MOST: u32> PartialSchema for Limit<USUAL, MOST> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::UInt32)))
            .minimum(Some(1))
            .maximum(Some(MOST))
            .default(Some(USUAL.into()))
            .into()
    }
}

impl<const USUAL: u32, const MOST: u32> ToSchema for Limit<USUAL, MOST> {}
