//! The service as others meet it: over HTTP, and by its commands.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

mod readme;
