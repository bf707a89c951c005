//! The store: the log, what is played on it, and what is counted of it, opened as one.
//!
//! Read first `store_log` (what happened, kept in order), then `store_play` (what is
//! live), then `store_statistics` (what is counted). This crate opens, wires and closes
//! the three, and gives on what the HTTP interface uses. It knows nothing of HTTP.

mod store;

pub use store::{Head, Store};
pub use store_log::{
    AppendError, BadPosition, BatchId, Bounds, Commit, Config, DealId, Hash, MatchId, Position,
    RequestError, StoreError, StreamId, Timestamp, Version, cause,
    cause::{Asked, Asker, By, Cause, HouseBot, PlayerKind, Tries, WhyServer},
    config, embedded, hash, id, log,
    log::IdempotencyKey,
    projection,
    projection::Page,
    record,
    record::{ERASABLE_CHARS, Erasable},
    step_aside_for_play, time,
};
pub use store_play::{
    Answer, Batch, Batches, Check, CompleteRecord, Divergence, Eyes, Feed, Forking, Forks,
    Imported, LiveMatch, Lobby, LobbyFilter, LobbyRow, Matches, NameFilter, Opening, Placing, Plan,
    Player, PlayerEvent, PlayerRow, Players, PlayersFilter, Record, Registered, Registration,
    ResultRow, Results, ResultsFilter, Status, Told, Tried, Verdict, Visibility, batches, feed,
    live_match, matches, players, portable, projections, verify,
};
pub use store_statistics::{self as statistics, Statistics};
