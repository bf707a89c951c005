//! The API as its callers see it: over HTTP, against a server on a port of its own.

mod access;
mod admin;
mod batches;
mod boxes;
mod conditional;
mod errors;
mod every_field;
mod forks;
mod helpers;
mod hostile;
mod imports;
mod limits;
mod play;
mod race;
mod readme;
mod referee;
mod replay;
mod secrets;
mod settings;
mod statistics;
mod stream;
mod watch;
