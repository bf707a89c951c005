//! Minecraft: Builders & Biomes: everybody mines one cube, explores one overworld
//! and builds on a board of their own.
//!
//! Read `RULES.md`, [`components`] (and [`tiles`], [`weapons`], [`blocks`], [`features`]) and
//! its [`check`]; then [`setup`], [`command`], [`event`] and the [`state`] that events make:
//! the [`cube`], the [`overworld`] with its [`places`], each [`player`] with a [`board`]; the
//! [`choice`] that a seat has (`resolve` checks a command, `legal` lists them,
//! `actions` all there can be, [`illegal`]
//! says why not) and how it is [`play`]ed. The rest looks on: the [`view`], the [`score`] and
//! what a command would [`gain`], a [`position`] and whether it is `possible`, tables that are
//! `arranged` or redrawn, `replay`, `words` and `command_words`, `labels`, `facts`, [`samples`].

mod actions;
mod agree;
mod arranged;
pub mod blocks;
pub mod board;
pub mod check;
pub mod choice;
pub mod command;
mod command_words;
pub mod components;
pub mod cube;
pub mod event;
mod facts;
pub mod features;
pub mod gain;
pub mod illegal;
mod labels;
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
pub mod samples;
pub mod score;
pub mod setup;
pub mod state;
#[cfg(test)]
mod tests;
pub mod tiles;
pub mod view;
pub mod weapons;
mod words;

pub use self::{
    command::Command,
    event::Event,
    illegal::Illegal,
    position::Position,
    setup::{Options, Setup},
    state::State,
    view::View,
};
