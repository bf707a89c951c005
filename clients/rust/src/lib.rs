//! A client for Cartulary, a server for board games.
//!
//! A [`Client`] sends, and sends again what got lost: decisions are put by number, and what creates
//! carries a key, so nothing happens twice. A [`Follow`] hears every event of a match once. Commands and views are passed on as they are written;
//! read them into types of your own, or into [`serde_json::Value`].

mod answer;
mod client;
mod error;
mod follow;
mod retry;
mod watch;
mod wire;

pub use client::Client;
pub use error::{CallError, Problem};
pub use follow::{Event, Follow};
pub use reqwest::{Method, StatusCode};
pub use watch::Watch;
pub use wire::{Due, Legal, Made, MatchInfo, Opening, Registered, SeatWanted, Standing, Verified};
