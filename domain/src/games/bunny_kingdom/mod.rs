//! Bunny Kingdom: everybody drafts lands and builds fiefs on one board.
//!
//! Read `RULES.md`, [`components`] (and the [`cards`], the [`parchments`], the [`land`]) and
//! its [`check`]; then [`setup`], [`command`], [`event`] and the [`state`] that events make,
//! with a [`realm`] of [`fiefs`]; the [`choice`] that a seat has (`resolve` checks a command,
//! `legal` lists them,
//! `actions` all there can be, [`illegal`] says why not) and how it is [`play`]ed, `construction` by
//! itself. The rest looks on: the [`view`] with what one remembers (`seen_hands`, `memory`),
//! the [`score`] (what parchments pay for a `judge`, a `reckoning` of what counts now, what a
//! command can `gain` and what scores `alike`), a [`position`] and whether it is `possible`, tables
//! that are `arranged` or redrawn, how views are `stored`, `replay`, `words` (with `names`) and
//! `command_words`, `labels`, `facts`, [`samples`].

mod actions;
mod alike;
mod arranged;
pub mod cards;
pub mod check;
pub mod choice;
pub mod command;
mod command_words;
pub mod components;
mod construction;
pub mod event;
mod facts;
pub mod fiefs;
mod gain;
pub mod illegal;
mod judge;
mod labels;
pub mod land;
mod legal;
mod memory;
mod names;
pub mod parchments;
pub mod play;
pub mod position;
mod possible;
pub mod realm;
mod reckoning;
mod redraw;
mod replay;
mod resolve;
pub mod samples;
pub mod score;
mod seen_hands;
pub mod setup;
pub mod state;
mod stored;
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
