//! The program at a terminal: everything it does besides answering requests.

mod archive;
mod arena;
mod arrange;
mod backup;
mod components;
mod demo;
mod doctor;
mod migrate;
mod output;
mod pager;
mod play;
mod program;
mod record_file;
mod serve;
mod settings;
mod shrink;
mod transfer;
mod verify;

pub use self::{program::run, settings::parse};
