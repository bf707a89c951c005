//! The rules of the games, and nothing else.
//!
//! Every function here is pure: no I/O, no clock, no randomness of its own.
//! A command meets a state in [`decide`]; what happened comes out as events;
//! [`Game::evolve`] folds events back into a state.
//!
//!
//! It promises that the same seed and the same commands make the same match on every
//! machine, that what a viewer is shown tells no more than they may know, and that a match
//! of the past folds to its standings whatever becomes of the rules.
//!
//! ```
//! use domain::{Dice, GameId, Seed, Viewer};
//!
//! for &game in GameId::ALL {
//!     let dice = Dice::new(Seed([7; 32]));
//!     let setup = game.default_options().set_up(2, &dice);
//!     let (state, _events) = setup.begin(&dice);
//!     for seat in state.to_act().iter() {
//!         let legal = state.view(Viewer::Seat(seat)).legal();
//!         assert!(state.decide(seat, legal[0].clone(), &dice).is_ok());
//!     }
//!     assert!(state.view(Viewer::Spectator).legal().is_empty());
//! }
//! ```
//!
//! Read [`game`] first: what a game is ([`Game`]), and how it may change a state
//! ([`Ledger`]). Then any one folder under [`games`], in the order that its first page says;
//! then [`mod@matches`], where seats, bots and clocks come in. [`facts`], [`mod@replay`] and
//! [`bots`] look at matches from outside; [`words`] has what sentences about them are made
//! of; [`kit`] has the parts that games share.

pub mod bots;
mod cast;
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
pub mod words;

pub use cast::cast;
pub use dice::{Dice, Rng, Seed};
pub use game::{
    Facts, Game, Info, Replay,
    ledger::{self, Decided, Ledger, decide, decide_under},
};
pub use games::{Command, Event, GameId, Options, Position, Setup, State, View};
pub use kit::cells::Cell;
pub use moment::{Landmark, Moment};
pub use refused::Refused;
pub use rejection::{Impossible, On, Reason, Rejection};
pub use score::{Compared, Count, Score, ScoreLine, ScoreSheet, Side, Standing};
pub use seat::{BySeat, Seat, Seats, Viewer};
pub use secret::Secret;
pub use words::Who;
