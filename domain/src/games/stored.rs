//! Views as they are stored, where a match begins in the middle of another. A game that
//! shows something under another name than it once did stores it under the old one.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{View, big_monster, builders_biomes, bunny_kingdom, cartographers};

#[derive(Serialize, Deserialize)]
#[serde(
    tag = "game",
    content = "view",
    rename_all = "snake_case",
    deny_unknown_fields,
    remote = "View"
)]
#[allow(
    clippy::large_enum_variant,
    reason = "it says how views are written, and none is made of it"
)]
enum StoredView {
    Cartographers(cartographers::View),
    BunnyKingdom(#[serde(with = "bunny_kingdom::stored::StoredView")] bunny_kingdom::View),
    BuildersBiomes(builders_biomes::View),
    BigMonster(big_monster::View),
}

pub(crate) fn serialize<S: Serializer>(view: &View, serializer: S) -> Result<S::Ok, S::Error> {
    StoredView::serialize(view, serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Box<View>, D::Error> {
    StoredView::deserialize(deserializer).map(Box::new)
}
