//! High Card: everybody plays a card at once, and the highest wins the round.
//!
//! Read `RULES.md`, [`components`] and its [`check`]; then the [`setup`], what is asked for
//! ([`command`]) and what happens ([`event`]), the [`state`] that this makes, the [`choice`]
//! a seat has and the reasons to refuse it ([`illegal`]), and how it is [`play`]ed. The rest
//! looks on: the [`view`], the [`score`], a [`position`], tables that are `arranged` or
//! redrawn, `replay`, `words` and `command_words`, `labels`, `facts`, [`samples`].

mod actions;
mod arranged;
pub mod check;
pub mod choice;
pub mod command;
mod command_words;
pub mod components;
pub mod event;
mod facts;
pub mod illegal;
mod labels;
pub mod play;
pub mod position;
mod redraw;
mod replay;
pub mod samples;
pub mod score;
pub mod setup;
pub mod state;
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
