//! Cartographers: everybody draws the same shapes, each on a map of their own.
//!
//! Read `RULES.md`, [`components`] (and the [`cards`], each with its `face` of [`shape`]s, the
//! [`map`], the [`edicts`]) and its [`check`]; then [`setup`], [`command`], [`event`] and the
//! [`state`] that events make, with a [`sheet`] for each seat; the [`choice`] that a seat has
//! (`resolve` checks a command, `legal` lists them,
//! `actions` all there can be, [`illegal`] says why not) and how it is
//! [`play`]ed, an [`ambush`] by itself. The rest looks on: the [`view`], the [`score`], what a
//! command would `gain` where something is at `stake`, a [`position`] and whether it is
//! `possible`, tables that are `arranged` or redrawn, `replay`, `words` and `command_words`,
//! `labels`, `facts`, [`samples`].

mod actions;
pub mod ambush;
mod arranged;
pub mod cards;
pub mod check;
pub mod choice;
pub mod command;
mod command_words;
pub mod components;
pub mod edicts;
pub mod event;
pub mod face;
mod facts;
mod gain;
pub mod illegal;
mod labels;
mod legal;
pub mod map;
pub mod play;
pub mod position;
mod possible;
mod redraw;
mod replay;
mod resolve;
pub mod samples;
pub mod score;
mod season;
pub mod setup;
pub mod shape;
pub mod sheet;
mod stake;
pub mod state;
#[cfg(test)]
mod tests;
pub mod view;
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
