//! The program at a terminal: everything it does besides answering requests.

pub(crate) mod arena;
pub(crate) mod arrange;
pub(crate) mod demo;
pub(crate) mod pager;
pub(crate) mod play;
pub(crate) mod record_file;
pub(crate) mod settings;
pub(crate) mod shrink;
