//! The rules of the games, and nothing else.
//!
//! Every function here is pure: no I/O, no clock, no randomness of its own.
//! A command meets a state in [`decide`]; what happened comes out as events;
//! [`Game::evolve`] folds events back into a state.
//!
//! Read [`game`] first, then any one folder under [`games`], then [`mod@matches`].

pub mod bots;
pub mod dice;
pub mod facts;
pub mod game;
pub mod games;
pub mod kit;
pub mod matches;
mod moment;
pub mod refused;
pub mod rejection;
pub mod replay;
pub mod score;
pub mod seat;
pub mod secret;

pub use dice::{Dice, Rng, Seed};
pub use game::{
    Game, Info,
    ledger::{self, Decided, Ledger, decide, decide_under},
};
pub use games::{Command, Event, GameId, Options, Position, Setup, State, View};
pub use kit::cells::Cell;
pub use moment::{Landmark, Moment};
pub use refused::Refused;
pub use rejection::{Impossible, Reason, Rejection};
pub use score::{Compared, Count, Line, Score, ScoreSheet, Side, Standing};
pub use seat::{BySeat, Seat, Seats, Viewer};
pub use secret::Secret;
