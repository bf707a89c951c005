//! Pictures of boards: from what a viewer may know to SVG, and nothing else.
//!
//! Every function here is pure. A picture is drawn from a [`View`](domain::View) alone, so it
//! shows nothing that its viewer may not know. It stands alone: it carries the colors it uses,
//! for light and for dark, and asks no other file for anything.
//!
//! Read [`board`](mod@board) first, then one game in its folder. What pictures share is in
//! `svg`: the colors, the frame, the outlines of cells and the signs that stand in them.

pub mod board;
mod focus;
mod svg;

pub use board::{board, not_begun};
pub use focus::Focus;
