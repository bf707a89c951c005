//! What the rulebook and the box promise.

mod box_of_components;
mod edicts;
mod map;
mod random_maps;
mod reference;
