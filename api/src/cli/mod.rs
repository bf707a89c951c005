//! The program at a terminal: everything it does besides answering requests.

mod arena;
mod arrange;
mod commands;
mod demo;
mod pager;
mod play;
mod program;
mod record_file;
mod settings;
mod shrink;

pub use self::{program::run, settings::parse};
