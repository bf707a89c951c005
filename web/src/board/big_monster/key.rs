//! The signs of the tiles.

use crate::board::key::{Key, explained, sign};

pub(in crate::board) const KEY: Key = Key {
    tokens: &[&super::GROUNDS, &super::CRYSTALS, &super::SUITS],
    symbols: super::SYMBOLS,
    signs: &[
        explained(
            "bm-ice_blue",
            "ice",
            "Mutant",
            "on ice; chevrons are its levels",
        ),
        explained(
            "bm-lake_left",
            "lake",
            "Big monster",
            "half a head; whole with its other half",
        ),
        explained("bm-dragon", "lava", "Dragon", "an angry one frowns"),
        sign("bm-swamp", "swamp", "Swamp"),
        sign("bm-desert", "desert", "Desert"),
        explained("bm-rune", "rune", "Rune monster", "two on some tiles"),
        explained(
            "bm-radioactive",
            "radio",
            "Radioactive monster",
            "its beam mutates what it hits",
        ),
        explained(
            "bm-face-down",
            "hide",
            "Face down",
            "nobody sees what it is",
        ),
    ],
};
