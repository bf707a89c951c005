//! Bunny Kingdom: everybody drafts lands and builds fiefs on one board.

mod arranged;
pub mod cards;
pub mod check;
pub mod choice;
pub mod command;
pub mod components;
mod construction;
pub mod event;
mod facts;
pub mod fiefs;
pub mod illegal;
pub mod land;
mod legal;
mod memory;
pub mod parchments;
pub mod play;
pub mod position;
mod possible;
pub mod realm;
mod redraw;
mod replay;
mod resolve;
pub mod score;
mod seen_hands;
pub mod setup;
pub mod state;
pub mod stored;
#[cfg(test)]
mod tests;
pub mod view;

pub use self::{
    command::Command,
    event::Event,
    illegal::Illegal,
    position::Position,
    setup::{Options, Setup},
    state::State,
    view::View,
};
