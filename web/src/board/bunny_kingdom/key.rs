//! The signs of the resources.

use crate::board::key::{Key, sign};

pub(in crate::board) const KEY: Key = Key {
    tokens: &[&super::GROUNDS, &super::RESOURCES],
    symbols: super::SYMBOLS,
    signs: &[
        sign("b-wood", "forest", "Wood"),
        sign("b-fish", "sea", "Fish"),
        sign("b-carrot", "field", "Carrot"),
        sign("b-mushroom", "plains", "Mushroom"),
        sign("b-pearl", "plains", "Pearl"),
        sign("b-spice", "plains", "Spice"),
        sign("b-copper", "plains", "Copper"),
        sign("b-gold", "plains", "Gold"),
        sign("b-iron", "plains", "Iron"),
        sign("b-diamond", "plains", "Diamond"),
    ],
};
