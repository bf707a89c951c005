//! The HTTP API: translates, decides nothing.
//!
//! [`spawn`] starts a server; [`document`] is its contract, collected from the
//! same registration as the routes.

mod cli;
pub mod config;
mod example_batches;
mod example_statistics;
mod examples;
mod http;
mod routes;
mod server;
mod stats;
mod stream;
pub mod wire;

pub use cli::arrange::Arrange;
pub use cli::demo::Demo;
pub use cli::pager::{View, Watch};
pub use cli::play::Play;
pub use cli::record_file::open_record;
pub use cli::settings::parse;
pub use cli::shrink::Shrink;
pub use config::bounds::Bounds;
pub use config::boxes::{BoxError, Boxes};
pub use config::quotas::{Quota, Quotas};
pub use config::{AdminListen, Auth, Config};
pub use examples::{Example, examples};
pub use http::codes::CODES;
pub use http::error::Problem;
pub use http::limits::{ClientAddress, RequestLimit};
pub use server::{Running, StartError, spawn};

/// The contract as committed: what `/openapi.json` serves. A test keeps it equal to
/// what is generated.
pub const OPENAPI_JSON: &str = include_str!("../../openapi/openapi.json");

/// A game by its id on the command line.
///
/// # Errors
///
/// That there is none, and which there are.
pub fn game(id: &str) -> Result<domain::GameId, String> {
    cli::play::named(id)
}

/// The contract as collected from the routes, before it is completed by the
/// `openapi` crate.
pub fn document() -> utoipa::openapi::OpenApi {
    http::app::openapi()
}
