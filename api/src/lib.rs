//! The HTTP API: translates, decides nothing.
//!
//! Every answer that is not a success is a [`wire::Problem`] with a stable code. Nothing leaves the
//! server that was not seen through somebody's eyes first. The [`document`] is collected from
//! the registration of the routes, and a request is held against the same, so neither can have
//! what the other has not. [`spawn`] starts a server; [`run`] is the whole program.
//!
//! To be read from below, each standing only on those before it (`make floors`):
//!
//! 1. [`wire`]: what goes over the wire, made from the types of the rules and of the store.
//! 2. [`config`]: flags, and how much a server does and keeps at once.
//! 3. `push`: which URLs may be sent to, how a message is signed and sent, and who asked for it.
//! 4. `backups`: the server copied to another disk, at its time.
//! 5. `http`: who asks, what is read, what is refused and how, and what stands around every
//!    handler. Begin with `error.rs`, `extract.rs` and `auth/`; `app.rs` is what handlers share.
//! 6. `stream` and `stats`: following what happens; questions about what happened.
//! 7. `routes`: the handlers, a file for each kind of resource, and the few pages for people.
//! 8. `delivery`: decisions that fall due, sent to the URLs of players, and what these answer.
//! 9. `server`: every route in one list, and the listeners.
//! 10. `cli`: the program at a terminal.
//!
//! A server on a port of its own, asked once:
//!
//! ```
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let server = api::spawn(api::Config::new(folder.path(), "127.0.0.1:0".parse()?)).await?;
//! let games = reqwest::get(server.url("/v1/games")).await?;
//! assert!(games.status().is_success());
//! server.stop().await;
//! # Ok(())
//! # }
//! ```

mod backups;
mod cli;
pub mod config;
mod delivery;
mod http;
mod push;
mod routes;
mod server;
mod stats;
mod stream;
pub mod wire;

/// The allocator of every program with this crate.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub use cli::{parse, run};
pub use config::backups::Backups;
pub use config::bounds::Bounds;
pub use config::boxes::{Boxes, BoxesError};
pub use config::node::{NodeUrl, Sharing};
pub use config::push::{Push, PushTimes, PushTo, Resolver};
pub use config::quotas::{Quota, Quotas};
pub use config::requests::{ClientAddress, RequestLimit};
pub use config::{AdminListen, Auth, Config};
pub use http::codes::Code;
pub use http::contract::schema::{OPENAPI_JSON, options_schema_in};
pub use server::{Running, StartError, shared, spawn};
pub use stats::links;

/// The paths of the pages, which are no part of the contract: a name in braces stands for a part
/// that differs.
pub fn page_paths() -> impl Iterator<Item = &'static str> {
    routes::pages::paths()
}

/// The contract as collected from the routes, before it is completed by the
/// `openapi` crate.
pub fn document() -> utoipa::openapi::OpenApi {
    server::openapi()
}
