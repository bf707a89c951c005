//! The archive: finished matches, each packed into one frame of an immutable file.
//!
//! Read it in this order: `derived` (a match without what follows from the rest of it),
//! `packed` (a match in few bytes, compared before it is trusted), `frame` (what stands in
//! a file), `file` (one file, and how it is walked), `reading` (any of them),
//! `writing` (the last one, that matches are added to), and `files` (all of them, each
//! chained to the one before).

mod derived;
mod file;
mod files;
mod frame;
mod numbers;
mod packed;
mod reading;
mod times;
mod unhashed;
mod writing;

pub use file::Row;
pub(super) use file::path;
pub use files::{Archive, Sizes, Verified};
pub use frame::Extent;
pub use packed::{Codec, Dictionary, Packed, pack, unpack};
pub use reading::Reading;
