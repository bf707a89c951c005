//! The store: the log, what is played on it, and what is counted of it, opened as one.
//!
//! Read first `store_log` (what happened, kept in order), then `store_play` (what is
//! live), then `store_statistics` (what is counted). This crate opens, wires and closes
//! the three, and gives on what the HTTP interface uses. It knows nothing of HTTP.
//!
//! A bot plays against a player who decides once, and the log has both:
//!
//! ```
//! use domain::{
//!     BySeat, GameId, Seat, Viewer,
//!     bots::Bot,
//!     matches::{Place, PlayerId, Request, Settings},
//! };
//! use store::{Asker, Config, Opening, PlayerKind, Store, Timestamp};
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(&Config::new(folder.path()))?;
//! let ann = PlayerId(format!("p_{:032x}", 1));
//! let by = Asker::Player { id: ann.clone(), kind: PlayerKind::Person, version: None };
//! let opened = store.matches.open(
//!     &by,
//!     Opening {
//!         options: GameId::Cartographers.default_options(),
//!         places: BySeat::new(2, |seat| match seat {
//!             Seat(0) => Place::Player { player: ann.clone() },
//!             _ => Place::Bot { bot: Bot::Greedy },
//!         }),
//!         seated: vec![(Seat(0), ann)],
//!         seed: None,
//!         arranged: None,
//!         open_hands: false,
//!         private: false,
//!         settings: Settings::default(),
//!     },
//!     None,
//! );
//! let opened = opened.await?.now;
//!
//! let table = opened.game.table().expect("both seats are taken, so it has started");
//! let command = table.state.view(Viewer::Seat(Seat(0))).legal().swap_remove(0);
//! let request = Request::Decide { seat: Seat(0), decision: 0, command };
//! let answer = store.matches.request(opened.id, &by, request, Timestamp::now(), None).await?;
//! assert!(answer.now.version() > opened.version());
//!
//! store.close().await?;
//! # Ok(())
//! # }
//! ```

mod archiving;
pub mod backups;
mod catalogue;
mod compacting;
mod comparing;
mod divided;
mod engine;
pub mod migrating;
mod reading;
mod record_files;
mod sharing;
mod store;

pub use catalogue::{Change, RecordFile};
pub use engine::Nodes;
pub use sharing::Sharing;
pub use store::{Head, Store};
pub use store_log::{
    AppendError, BadPosition, BatchId, Bounds, Commit, Config, DealId, Hash, MatchId, Part,
    Position, RequestError, Shard, Shards, StoreError, StreamId, Timekeeper, Timestamp,
    TournamentId, Version, cause,
    cause::{Asked, Asker, By, Cause, HouseBot, PlayerKind, Tries, WhyServer},
    config, embedded, hash, id, lines, log,
    log::IdempotencyKey,
    projection,
    projection::Page,
    record,
    record::{ERASABLE_CHARS, Erasable},
    step_aside_for_play, time, with_causes,
};
pub use store_play::{
    Answer, Audience, Batch, Batches, Check, CompleteRecord, DecisionMade, Divergence, Eyes, Feed,
    Forking, Forks, Imported, LiveMatch, Lobby, LobbyFilter, LobbyRow, Matches, NameFilter,
    Opening, Placing, Plan, Player, PlayerEvent, PlayerRow, Players, PlayersFilter, Record,
    Registered, Registration, ResultRow, Results, ResultsFilter, SatDown, Status, Told, Tournament,
    TournamentPlan, Tournaments, Tried, Verdict, Visibility, batches, feed, live_match, matches,
    players, portable, projections, tournaments, verify,
};
pub use store_statistics::{self as statistics, Statistics};
