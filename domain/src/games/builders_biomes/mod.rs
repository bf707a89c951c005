//! Minecraft: Builders & Biomes: everybody mines one cube, explores one overworld
//! and builds on a board of their own.

mod agree;
mod arranged;
pub mod blocks;
pub mod board;
pub mod check;
pub mod choice;
pub mod command;
pub mod components;
pub mod cube;
pub mod event;
mod facts;
pub mod features;
pub mod gain;
pub mod illegal;
mod legal;
mod off_board;
pub mod overworld;
pub mod places;
pub mod play;
pub mod player;
pub mod position;
mod possible;
pub mod redraw;
mod replay;
mod resolve;
pub mod score;
pub mod setup;
pub mod state;
#[cfg(test)]
mod tests;
pub mod tiles;
pub mod view;
pub mod weapons;

pub use self::{
    command::Command,
    event::Event,
    illegal::Illegal,
    position::Position,
    setup::{Options, Setup},
    state::State,
    view::View,
};
