//! Statistics over HTTP: from a query string to a query, from an answer to a table or a file.

pub(crate) mod canonical;
pub(crate) mod exports;
pub mod links;
pub(crate) mod player_names;
pub(crate) mod query;
mod tables;
pub(crate) mod tabular;
