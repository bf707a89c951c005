//! What happened, kept in order, for ever: the log that all else is read from.
//!
//! It promises, in this order: *order* (one writer gives positions without gaps),
//! *atomicity* (everything one request caused is there or nothing is), *durability*
//! (an acknowledged commit survives any crash), and *no wrong answer* (what is damaged
//! is repaired or refused).
//!
//! Read it in this order: `record` (a commit as a line that never changes), `log` (the
//! trait), `embedded` (journal, index and recovery), `projection` (tables built by
//! following the log).

mod aside;
mod batch_id;
pub mod cause;
pub mod config;
mod deal;
mod draft;
pub mod embedded;
pub mod erasable;
pub mod error;
mod frame;
pub mod hash;
pub mod id;
pub mod log;
mod match_event;
pub mod portable;
mod position;
pub mod projection;
pub mod reach;
pub mod record;
pub mod rows;
pub mod time;
mod upcast;

pub use aside::step_aside_for_play;
pub use batch_id::BatchId;
pub use config::{Bounds, Config};
pub use deal::DealId;
pub use error::{AppendError, RequestError, StoreError};
pub use hash::Hash;
pub use id::{MatchId, StreamId, Version};
pub use position::{BadPosition, Position};
pub use record::Commit;
pub use time::Timestamp;
