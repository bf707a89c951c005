//! The HTTP API: translates, decides nothing.
//!
//! [`spawn`] starts a server; [`document`] is its contract, collected from the
//! same registration as the routes.

mod app;
mod arena;
mod auth;
mod boundary;
mod codes;
mod conditional;
pub mod config;
mod contract;
mod cursor;
mod demo;
mod describe;
mod echo;
mod error;
mod examples;
mod extract;
mod follow;
mod history;
mod legal;
mod listing;
mod metrics;
mod pager;
mod pages;
mod past;
mod play;
mod poll;
mod reply;
mod routes;
mod schema;
mod sections;
mod server;
mod shrink;
mod tokens;
pub mod wire;

pub use codes::CODES;
pub use config::{AdminListen, Auth, Config};
pub use demo::Demo;
pub use error::Problem;
pub use examples::{Example, examples};
pub use pager::{View, Watch};
pub use play::Play;
pub use server::{Running, StartError, spawn};
pub use shrink::Shrink;

/// The contract as committed: what `/openapi.json` serves. A test keeps it equal to
/// what is generated.
pub const OPENAPI_JSON: &str = include_str!("../../openapi/openapi.json");

/// The contract as collected from the routes, before it is completed by the
/// `openapi` crate.
pub fn document() -> utoipa::openapi::OpenApi {
    app::openapi()
}
