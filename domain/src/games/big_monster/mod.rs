//! Big Monster: everybody drafts tiles, each for a zone of their own, and races for
//! the ships to pass them to.
//!
//! Read `RULES.md`, [`components`] (and [`tiles`], [`explorers`], [`missions`], [`tokens`]) and
//! its [`check`]; then [`setup`], [`command`], [`event`] and the [`state`] that events make,
//! with a [`zone`] for each seat; the [`choice`] that a seat has (`resolve` checks a command,
//! `legal` lists them,
//! `actions` all there can be, [`illegal`] says why not) and how it is [`play`]ed, [`passes`] and
//! [`variants`] by themselves. The rest looks on: the [`view`], the [`score`] (a [`tally`] with
//! [`crystals`], and spots `alike`) and the [`ranking`], a [`position`] and whether it is
//! `possible`, tables that are `arranged` or redrawn, `replay`, `words` (with `names`) and
//! `command_words`, `labels`, `facts`, [`samples`].

mod actions;
mod agree;
mod alike;
mod arranged;
pub mod check;
pub mod choice;
pub mod command;
mod command_words;
pub mod components;
pub mod crystals;
pub mod draft;
pub mod event;
pub mod explorers;
mod facts;
pub mod illegal;
mod labels;
mod legal;
pub mod missions;
mod names;
pub mod passes;
pub mod play;
pub mod position;
mod possible;
pub mod ranking;
pub mod redraw;
mod replay;
mod resolve;
pub mod samples;
pub mod score;
pub mod setup;
pub mod state;
pub mod tally;
#[cfg(test)]
mod tests;
pub mod tiles;
pub mod tokens;
pub mod variants;
pub mod view;
mod words;
pub mod zone;

pub use self::{
    command::Command,
    event::Event,
    illegal::Illegal,
    position::Position,
    redraw::redraw,
    setup::{Options, Setup},
    state::State,
    view::View,
};
