//! The HTTP API: translates, decides nothing.
//!
//! [`spawn`] starts a server; [`document`] is its contract, collected from the
//! same registration as the routes.

mod accept;
mod access;
mod app;
mod arena;
mod arrange;
mod asking;
mod at_least;
mod auth;
mod batch_stream;
mod boundary;
mod bounds;
mod boxes;
mod canonical;
mod codes;
mod conditional;
pub mod config;
mod contract;
mod cursor;
mod demo;
mod describe;
mod descriptors;
mod door;
mod echo;
mod error;
mod example_batches;
mod example_statistics;
mod examples;
mod explorer;
mod exports;
mod extract;
mod follow;
mod history;
mod legal;
mod limit;
mod limits;
mod listing;
mod looks;
mod metrics;
mod not_yet;
mod origin;
mod pager;
mod pages;
mod past;
mod plain;
mod play;
mod pointer;
mod poll;
mod quotas;
mod record_file;
mod reply;
mod routes;
mod schema;
mod sections;
mod server;
mod service_limits;
mod settings;
mod shares;
mod shrink;
mod tabular;
mod tags;
mod tokens;
pub mod wire;

pub use arrange::Arrange;
pub use bounds::Bounds;
pub use boxes::{BoxError, Boxes};
pub use codes::CODES;
pub use config::{AdminListen, Auth, Config};
pub use demo::Demo;
pub use error::Problem;
pub use examples::{Example, examples};
pub use limits::{ClientAddress, RequestLimit};
pub use pager::{View, Watch};
pub use play::Play;
pub use quotas::{Quota, Quotas};
pub use record_file::open_record;
pub use server::{Running, StartError, spawn};
pub use settings::parse;
pub use shrink::Shrink;

/// The contract as committed: what `/openapi.json` serves. A test keeps it equal to
/// what is generated.
pub const OPENAPI_JSON: &str = include_str!("../../openapi/openapi.json");

/// A game by its id on the command line.
///
/// # Errors
///
/// That there is none, and which there are.
pub fn game(id: &str) -> Result<domain::GameId, String> {
    play::named(id)
}

/// The contract as collected from the routes, before it is completed by the
/// `openapi` crate.
pub fn document() -> utoipa::openapi::OpenApi {
    app::openapi()
}
