//! HTTP: who asks, what is read, what is refused and how, and what stands around every handler.

pub(crate) mod accept;
pub(crate) mod access;
pub(crate) mod app;
pub(crate) mod auth;
pub(crate) mod body;
pub(crate) mod codes;
pub(crate) mod conditional;
pub(crate) mod connections;
pub(crate) mod contract;
pub(crate) mod error;
pub(crate) mod extract;
pub(crate) mod forwarder;
pub(crate) mod from_node;
pub(crate) mod heavy_looks;
pub(crate) mod legal;
pub(crate) mod limits;
pub(crate) mod listing;
pub(crate) mod metrics;
pub(crate) mod middleware;
pub(crate) mod note;
pub(crate) mod origin;
pub(crate) mod picture;
pub(crate) mod read_your_writes;
pub(crate) mod reply;
pub(crate) mod request_id;
