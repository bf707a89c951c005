//! Decisions and events on the wire.

use domain::matches::MatchEvent;
use domain::{Seat, View};
use serde::Serialize;
use store::{MatchId, Timestamp};
use utoipa::ToSchema;

use super::LegalCommand;

/// A decision that a seat owes.
#[derive(Debug, Serialize, ToSchema)]
pub struct Owed {
    /// Its number: put your command to `links.put`.
    pub decision: u32,
    /// How many commands are legal.
    pub legal_count: u32,
    /// Where to go on.
    pub links: OwedLinks,
}

/// Where to go on from a decision owed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwedLinks {
    /// `PUT` the command here.
    #[schema(max_length = 200)]
    pub put: String,
    /// The legal commands.
    #[schema(max_length = 200)]
    pub legal: String,
}

/// A decision that a seat owes, with all that is needed to make it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Due {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat.
    pub seat: Seat,
    /// How many events have happened.
    pub version: u32,
    /// Since when the seat owes it.
    pub offered_at: Option<Timestamp>,
    /// What is owed.
    #[serde(flatten)]
    pub owed: Owed,
    /// What the seat may know.
    pub view: View,
    /// Legal commands: all, unless you asked for fewer.
    #[schema(max_items = 5000)]
    pub legal: Vec<LegalCommand>,
}

/// Something that happened in a match. One body for answers, history and streams.
#[derive(Debug, Serialize, ToSchema)]
pub struct Happened {
    /// The step this led to: its place in the match, counted from one.
    #[schema(minimum = 1)]
    pub step: u32,
    /// When it became durable.
    pub recorded_at: Timestamp,
    /// What happened, as far as you may know.
    pub event: MatchEvent,
}

/// Events, in order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Events {
    /// The events after step `from`.
    #[schema(max_items = 5000)]
    pub items: Vec<Happened>,
    /// Give this as `from` to go on.
    pub next_from: u32,
    /// How many events have happened in the match.
    pub version: u32,
    /// Whether the match is over: nothing will follow.
    pub over: bool,
}

/// What a decision came to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Made {
    /// The match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat that decided.
    pub seat: Seat,
    /// Which decision it was.
    pub decision: u32,
    /// How many events have happened.
    pub version: u32,
    /// What happened because of it, as far as the seat may know.
    #[schema(max_items = 5000)]
    pub events: Vec<Happened>,
    /// What it added to the seat's sheet, in points, as if the game had scored at once.
    pub gain: i32,
    /// What the seat owes next, if anything now.
    pub next: Option<Next>,
    /// Whether the match is over.
    pub over: bool,
}

/// The decision that a seat owes after the one just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct Next {
    /// What is owed.
    #[serde(flatten)]
    pub owed: Owed,
    /// Legal commands, if you asked for some with `sample`, `limit` or `with`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 5000)]
    pub legal: Option<Vec<LegalCommand>>,
}

/// What a decision would come to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tried {
    /// Whether it would be accepted: always, or this were a problem.
    pub legal: bool,
    /// What it would add to the seat's sheet, in points, if the game scored at once.
    pub gain: i32,
}

/// What a put comes to: made, or only tried.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PutAnswer {
    /// It was made.
    Made(Made),
    /// It was only tried (`dry_run=true`): nothing was written.
    Tried(Tried),
}

/// One event of a stream, in the fields that `text/event-stream` has.
#[derive(Debug, ToSchema)]
pub struct ServerSentEvent {
    /// What to go on behind after a break. A `hello`, a `heartbeat` and an `end` have none.
    #[schema(max_length = 100)]
    pub id: Option<String>,
    /// `hello`, `heartbeat`, `end` or, where there is none, something that happened.
    #[schema(max_length = 20)]
    pub event: Option<String>,
    /// JSON in one line; its `type` says what it is.
    #[schema(max_length = 4_000_000)]
    pub data: String,
}
