//! Decisions and events on the wire.

use std::{borrow::Cow, collections::BTreeMap};

use domain::matches::{MatchEvent, Table};
use domain::{Command, GameId, Seat, Secret, Seed, State, View, Who};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, IgnoredAny},
};
use serde_json::value::RawValue;
use store::{MatchId, Position, Timestamp};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::SchemaType},
};

use super::{ActionMask, LegalCommand};

/// A decision that a seat owes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Owed {
    /// The number of the decision: put your command to `links.put`.
    pub decision: u32,
    /// How many commands are legal. `null` in a match that withholds this (`legal` is `none`).
    pub legal_count: Option<u32>,
    /// Links to related resources.
    pub links: OwedLinks,
}

/// Links from a decision that is owed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwedLinks {
    /// The path to `PUT` the command to.
    #[schema(max_length = 200)]
    pub put: String,
    /// The legal commands.
    #[schema(max_length = 200)]
    pub legal: String,
}

impl Owed {
    /// What a seat owes, once it is known that it owes something.
    pub fn of(id: MatchId, seat: Seat, table: &Table, legal_count: Option<u32>) -> Owed {
        let decision = table.decisions[seat];
        let here = format!("/v1/matches/{id}/seats/{}", seat.0);
        Owed {
            decision,
            legal_count,
            links: OwedLinks {
                put: format!("{here}/decisions/{decision}"),
                legal: format!("{here}/legal"),
            },
        }
    }
}

/// A decision that a seat owes, with everything needed to make it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Due {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat that owes the decision.
    pub seat: Seat,
    /// How many events have happened in the match.
    pub version: u32,
    /// The time since when the seat has owed the decision.
    pub offered_at: Option<Timestamp>,
    /// The milliseconds that the seat has left for this decision. When they are used up, what
    /// `on_timeout` of the match says happens. Left out where time is unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// The decision that is owed.
    #[serde(flatten)]
    pub owed: Owed,
    /// The view: what the seat may know.
    pub view: View,
    /// The legal commands: all of them, unless you asked for fewer. `null` in a match that withholds
    /// them (`legal` is `none` or `count`).
    #[schema(max_items = 5000)]
    pub legal: Option<Vec<LegalCommand>>,
    /// All legal commands as a mask over the action ids. Only with `mask=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<ActionMask>,
}

/// What to play. A command can be written out, or named by its `number` in this decision, or by its
/// action id, which is the same in every decision. The record keeps the command.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Play {
    /// A command, as in the list of legal commands.
    Command(Command),
    /// A legal command by its number.
    Number(ByNumber),
    /// A command by its action id.
    Action(ByAction),
}

/// A legal command by its number.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ByNumber {
    /// The place of the command among all legal commands of the decision, counted from 0.
    pub number: u32,
}

/// A command by its action id.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ByAction {
    /// The action id of the command. One that is not legal now is refused like the command itself.
    pub action: u32,
}

/// Read by hand, because an untagged union cannot say what is wrong with its content.
impl<'de> Deserialize<'de> for Play {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Play, D::Error> {
        let given = Box::<RawValue>::deserialize(deserializer)?;
        let given = given.get();
        let fields: Result<BTreeMap<Cow<'_, str>, IgnoredAny>, _> = serde_json::from_str(given);
        let has = |name| fields.as_ref().is_ok_and(|it| it.contains_key(name));
        let read = match (has("number"), has("action")) {
            (true, false) => serde_json::from_str(given).map(Play::Number),
            (false, true) => serde_json::from_str(given).map(Play::Action),
            (_, _) => serde_json::from_str(given).map(Play::Command),
        };
        read.map_err(D::Error::custom)
    }
}

/// Something that happened in a match. Answers, history and streams all use this body.
#[derive(Debug, Serialize, ToSchema)]
pub struct Happened {
    /// The step that this event led to: its place in the match, counted from one.
    #[schema(minimum = 1)]
    pub step: u32,
    /// When the event became durable.
    pub recorded_at: Timestamp,
    /// What happened, in a sentence or a few, as far as you may know it. Seats are called by their
    /// numbers, counted from one. The wording may change from version to version.
    #[schema(max_length = 1000)]
    pub text: String,
    /// The event, as far as you may know it.
    #[serde(serialize_with = "told")]
    pub event: MatchEvent,
}

impl Happened {
    /// An event of a game, disclosed to whoever is told of it, with its step and when it became
    /// durable.
    pub fn of(
        (step, recorded_at): (u32, Timestamp),
        disclosed: MatchEvent,
        game: GameId,
    ) -> Happened {
        Happened {
            step,
            recorded_at,
            text: disclosed.words(&Who::NUMBERED),
            event: disclosed.told(game),
        }
    }
}

/// Writes an event as it is told: the table a fork begins with in the words of views, of
/// which the record stores some as they once were.
fn told<S: Serializer>(event: &MatchEvent, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Told<'a> {
        Forked {
            view: &'a View,
            state: &'a Secret<Box<State>>,
        },
    }
    if let MatchEvent::Forked { view, state } = event {
        return Told::Forked { view, state }.serialize(serializer);
    }
    event.serialize(serializer)
}

/// A list of events, in order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Events {
    /// The events after step `after`.
    #[schema(max_items = 5000)]
    pub items: Vec<Happened>,
    /// Send this as `after` to continue.
    pub next_after: u32,
    /// How many events have happened in the match.
    pub version: u32,
    /// Whether the match is over, so that nothing more will follow.
    pub over: bool,
}

/// A decision that was made, and what happened because of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Made {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat that decided.
    pub seat: Seat,
    /// The number of the decision of this seat, counted from zero.
    pub decision: u32,
    /// How many events have happened in the match.
    pub version: u32,
    /// The position in the log where it is written: send it as `at_least` to read a list or
    /// statistics that include it.
    pub position: Position,
    /// When the decision fell due, by the clock of the server.
    pub offered_at: Option<Timestamp>,
    /// When the command arrived, by the clock of the server. If it was put more than once: the
    /// first time.
    pub received_at: Timestamp,
    /// The milliseconds from `offered_at` to `received_at`: what the decision took the player and
    /// the network. `Server-Timing` says what the server took.
    pub decided_in_ms: Option<u64>,
    /// What happened because of it, as far as the seat may know.
    #[schema(max_items = 5000)]
    pub events: Vec<Happened>,
    /// The points it added to the seat's sheet, as if the game had scored at once: the `gain` of a
    /// legal command.
    pub gain: i32,
    /// The decision that the seat owes next, if it owes one now.
    pub next: Option<Next>,
    /// What your seats owe now, each decision in full, clockwise from the seat after this one. Only
    /// with `due=next` (one at most) or `due=all`. Put again, the decision is answered as before, but
    /// this is what is owed by then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100)]
    pub due: Option<Vec<Due>>,
    /// Whether the match is over.
    pub over: bool,
}

/// The decision that a seat owes after the one just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct Next {
    /// The decision that is owed.
    #[serde(flatten)]
    pub owed: Owed,
    /// Legal commands, if you asked for some with `sample`, `limit` or `with`, and not for `due`,
    /// which lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 5000)]
    pub legal: Option<Vec<LegalCommand>>,
    /// All legal commands as a mask over the action ids. Only with `mask=true`, and not with `due`,
    /// which has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<ActionMask>,
}

/// A decision that was tried and not made.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tried {
    /// The match in which it was tried.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat that would decide.
    pub seat: Seat,
    /// The number of the decision, counted from zero.
    pub decision: u32,
    /// How many events had happened when it was tried.
    pub version: u32,
    /// The points it would add to the seat's sheet if the game scored now: the `gain` of a legal
    /// command.
    pub gain: i32,
}

/// Tables that look to a seat exactly like the one it sits at.
#[derive(Debug, Serialize, ToSchema)]
pub struct Worlds {
    /// The match that they are drawn for.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The seat that cannot tell them from its own table.
    pub seat: Seat,
    /// How many events had happened in the match.
    pub version: u32,
    /// The seed that they were drawn from.
    pub seed: Seed,
    /// The worlds: each the whole table, with nothing withheld, as `arranged.state` takes it.
    #[schema(value_type = Vec<Object>, min_items = 1, max_items = 32)]
    pub items: Vec<State>,
}

/// A stream of events as the HTML standard writes them. It has no type: to some readers it
/// is a text, to others the fields of each event.
#[derive(Debug)]
pub struct ServerSentEvents;

impl PartialSchema for ServerSentEvents {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::AnyValue)
            .description(Some(
                "A stream of events as the HTML standard defines them, with up to three fields \
                 each. `id`: where to continue if the connection breaks; a `hello`, a `heartbeat` \
                 and an `end` have none. `event`: `hello`, `heartbeat` or `end`; absent for \
                 something that happened. `data`: one line of JSON whose `type` says what it is.",
            ))
            .into()
    }
}

impl ToSchema for ServerSentEvents {}
