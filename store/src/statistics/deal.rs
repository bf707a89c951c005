//! Deals: what chance gave a table, whoever sat there.

use std::{fmt, str::FromStr};

use domain::{Options, Seed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::id::{self, BadId};

/// A deal: `d_` and 32 hexadecimal digits. Matches of one game with the same
/// components, options, number of seats and seed have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DealId(pub(crate) [u8; 16]);

impl DealId {
    /// The deal of a table.
    pub fn of(options: &Options, components: &str, seats: u8, seed: Seed) -> DealId {
        let options = serde_json::to_vec(options).expect("options are JSON");
        let digest = Sha256::new()
            .chain_update(b"cartulary deal 1")
            .chain_update(Sha256::digest(options))
            .chain_update(Sha256::digest(components))
            .chain_update([seats])
            .chain_update(seed.0)
            .finalize();
        let (id, _) = digest.split_first_chunk().expect("32 bytes hold 16");
        DealId(*id)
    }
}

impl fmt::Display for DealId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d_{}", domain::dice::hexadecimal(&self.0))
    }
}

impl fmt::Debug for DealId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for DealId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<DealId, BadId> {
        let id = text.strip_prefix("d_").and_then(id::bytes_from_hex);
        id.map(DealId).ok_or(BadId)
    }
}

impl Serialize for DealId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DealId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DealId, D::Error> {
        id::parsed(deserializer)
    }
}

impl PartialSchema for DealId {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^d_[0-9a-f]{32}$"))
            .min_length(Some(34))
            .max_length(Some(34))
            .description(Some("A deal: `d_` and 32 hexadecimal digits."))
            .into()
    }
}

impl ToSchema for DealId {}
