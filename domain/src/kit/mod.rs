//! Parts that more than one game is built from.
//!
//! Nothing moves here on suspicion. A part moves in when a second game needs
//! it to the letter, and takes the name players use for it.

pub mod actions;
pub mod arranged;
pub mod cells;
pub mod components;
pub mod contradiction;
mod fixed;
pub(crate) mod tagged;
pub mod written;
