//! Cartographers: everybody draws the same shapes, each on a map of their own.

pub mod ambush;
mod arranged;
pub mod cards;
pub mod check;
pub mod choice;
pub mod command;
pub mod components;
pub mod edicts;
pub mod event;
pub mod face;
mod facts;
pub mod illegal;
mod legal;
pub mod map;
pub mod play;
pub mod position;
mod possible;
mod redraw;
mod replay;
mod resolve;
pub mod score;
mod season;
pub mod setup;
pub mod shape;
pub mod sheet;
pub mod state;
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
