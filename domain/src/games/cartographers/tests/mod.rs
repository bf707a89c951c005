//! What the rulebook and the box promise.

mod box_of_components;
mod map;
