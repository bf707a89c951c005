//! What happened, kept in order, for ever: the log that all else is read from.
//!
//! It promises, in this order: *order* (one writer gives positions without gaps),
//! *atomicity* (everything one request caused is there or nothing is), *durability*
//! (an acknowledged commit survives any crash), and *no wrong answer* (what is damaged
//! is repaired or refused).
//!
//! Read it in this order: `record` (a commit as a line that never changes), `log` (the
//! trait), `embedded` (journal, index and recovery), `memory` (the same promises for
//! tests), `projection` (tables built by following the log).
//!
//! A position is a place in the log that can be told, kept and compared, and nothing more:
//!
//! ```
//! use store_log::Position;
//!
//! assert!(Position::START < Position::END);
//! let told = Position::START.to_string();
//! assert_eq!(told.parse(), Ok(Position::START));
//! ```

pub mod cause;
pub mod checkpoint;
pub mod config;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod cores;
mod deal;
pub mod embedded;
pub mod error;
pub mod filling;
pub mod hash;
pub mod id;
pub mod lines;
pub mod log;
pub mod memory;
pub mod portable;
mod priority;
pub mod projection;
pub mod record;
pub mod threads;
pub mod time;
pub mod timekeeper;

pub use config::{Bounds, Config};
pub use deal::DealId;
pub use error::{AppendError, RequestError, StoreError, with_causes};
pub use hash::Hash;
pub use id::{
    BadPosition, BadShards, BatchId, MatchId, Part, Position, Shard, Shards, StreamId, StreamKind,
    TournamentId, Version,
};
pub use log::{Log, SharedLog};
pub use priority::{step_aside_for_play, step_aside_to_follow};
pub use record::Commit;
pub use time::Timestamp;
pub use timekeeper::Timekeeper;
