//! The signs of biomes and blocks.

use crate::board::key::{Key, explained, sign};

pub(in crate::board) const KEY: Key = Key {
    tokens: &[&super::COLORS],
    symbols: super::SYMBOLS,
    signs: &[
        sign("g-forest", "forest", "Forest"),
        sign("g-mountain", "mountain", "Mountain"),
        sign("g-desert", "desert", "Desert"),
        sign("g-snowy_tundra", "snowy_tundra", "Snowy tundra"),
        explained("k-wood", "raised", "Wood", "a block with W"),
        explained("k-sand", "raised", "Sand", "a block with S"),
        explained("k-stone", "raised", "Stone", "a block with T"),
        explained("k-obsidian", "raised", "Obsidian", "a block with O"),
        explained(
            "k-emerald",
            "raised",
            "Emerald",
            "a block with E: any material",
        ),
    ],
};
