//! The signs of a map.

use crate::board::key::{Key, Sign, explained};

pub(in crate::board) const KEY: Key = Key {
    tokens: &[&super::GROUNDS, &super::COINS],
    symbols: super::SYMBOLS,
    signs: &[
        explained("g-forest", "forest", "Forest, F", "conifers"),
        explained("g-village", "village", "Village, V", "gabled houses"),
        explained("g-farm", "farm", "Farm, A", "furrows"),
        explained("g-water", "water", "Water, W", "three waves"),
        explained("g-monster", "monster", "Monster, X", "a horned head"),
        MOUNTAIN,
        explained("g-wasteland", "wasteland", "Wasteland", "cracked ground"),
        explained(
            "g-ruins",
            "empty",
            "Ruins",
            "a broken arch; a badge once drawn on",
        ),
    ],
};

const MOUNTAIN: Sign = explained(
    "g-mountain",
    "mountain",
    "Mountain, M",
    "a peak with snow; a coin beside it until it is gained",
);
