//! What people see: pictures of boards, and the pages around them.
//!
//! Every function here is pure: from values of the rules to markup. A picture is drawn from a
//! [`View`](domain::View) alone, so it shows nothing that its viewer may not know. It stands
//! alone: it carries the colors it uses, for light and for dark, and asks no other file for
//! anything.
//!
//! Read [`board`](mod@board) first, then one game in its folder, then [`chart`] and [`page`]. What pictures share
//! is in `svg`: the colors, the frame, the outlines of cells and the signs that stand in them.

pub mod board;
pub mod chart;
mod focus;
pub mod page;
pub mod png;
mod svg;
mod words;

pub use board::{
    DRAWING_VERSION, Due, Plate, Plates, aimed, asks, board, component, due, manner, news,
    not_begun, own_board, plates, thumbnail,
};
pub use focus::{Focus, Ghost};
