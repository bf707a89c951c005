//! The HTTP API: translates, decides nothing.
//!
//! [`spawn`] starts a server; [`document`] is its contract, collected from the
//! same registration as the routes.

mod cli;
pub mod config;
mod http;
mod routes;
mod server;
mod stats;
mod stream;
pub mod wire;

pub use cli::{parse, run};
pub use config::bounds::Bounds;
pub use config::boxes::{BoxError, Boxes};
pub use config::quotas::{Quota, Quotas};
pub use config::requests::{ClientAddress, RequestLimit};
pub use config::{AdminListen, Auth, Config};
pub use http::codes::CODES;
pub use http::contract::schema::{OPENAPI_JSON, options_schema};
pub use http::error::Problem;
pub use server::{Running, StartError, spawn};
pub use stats::links;

/// The contract as collected from the routes, before it is completed by the
/// `openapi` crate.
pub fn document() -> utoipa::openapi::OpenApi {
    server::openapi()
}
