//! The store: what happened, kept in order, for ever.
//!
//! It promises, in this order: *order* (one writer gives positions without gaps),
//! *atomicity* (everything one request caused is there or nothing is), *durability*
//! (who got an answer will find it after any crash), and *no wrong answer* (what is
//! damaged is repaired or refused). It knows the domain and nothing of HTTP.

pub mod batches;
pub mod bounds;
pub mod cause;
pub mod config;
pub mod current;
mod edition;
pub mod embedded;
pub mod erasable;
mod error;
pub mod feed;
pub mod hash;
pub mod id;
pub mod log;
pub mod matches;
pub mod players;
pub mod portable;
pub mod projection;
pub mod projections;
pub mod record;
pub mod statistics;
pub mod time;
pub mod verify;

mod aside;
mod bots;
mod carried;
mod deal;
mod disclosure;
mod draft;
mod forks;
mod frame;
mod history;
mod import;
mod position;
mod prepared;
mod reach;
mod replay;
mod rows;
mod slots;
mod store;
mod upcast;

pub use aside::step_aside_for_play;
pub use batches::{Batch, BatchId, Batches, Plan};
pub use bounds::Bounds;
pub use cause::{Asked, Asker, By, Cause, HouseBot, PlayerKind, Tries, WhyServer};
pub use config::Config;
pub use current::Current;
pub use deal::DealId;
pub use disclosure::{Eyes, Told};
pub use erasable::{ERASABLE_CHARS, Erasable};
pub use error::{AppendError, RequestError, StoreError};
pub use feed::Feed;
pub use forks::Forking;
pub use hash::Hash;
pub use id::{MatchId, StreamId, Version};
pub use import::{Imported, MATCH_EXISTS, Whole};
pub use log::IdempotencyKey;
pub use matches::{Answer, Matches, Opening, Record, Tried};
pub use players::{Player, PlayerEvent, Players, Registered, Registration};
pub use position::{BadPosition, Position};
pub use projection::Page;
pub use projections::{
    lobby::{Lobby, LobbyFilter, LobbyRow, Status, Visibility},
    players::{NameFilter, PlayerRow, PlayersFilter},
    results::{Forks, Placing, ResultRow, Results, ResultsFilter},
};
pub use record::Commit;
pub use statistics::Statistics;
pub use store::{Head, Store};
pub use time::Timestamp;
pub use verify::{Check, Divergence, Verdict};
