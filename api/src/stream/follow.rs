//! Following matches over one connection, as server-sent events or as lines.
//!
//! It reads from the record at the pace of whoever listens, so a slow listener
//! costs no memory and misses nothing.

use std::{collections::VecDeque, fmt::Write as _, pin::Pin, sync::Arc, time::Duration};

use actix_web::HttpResponse;
use bytes::Bytes;
use domain::{
    GameId, Viewer,
    matches::{EventKind, MatchEvent},
};
use futures_util::{
    Stream, StreamExt as _,
    stream::{self, SelectAll},
};
use store::{Audience, Commit, Feed, MatchId, Store, Timestamp, Version};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::{
    http::{
        app::App,
        codes::Code,
        error::ApiError,
        limits::{self, shares::Share},
        metrics::Followed,
    },
    stream::history,
    wire::Happened,
};

/// How often a silent connection shows that it lives.
// Proxies cut connections on which nothing comes: many after a minute, some much sooner.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(7);

/// How events are put on the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Newline-delimited JSON.
    Lines,
    /// Server-sent events of one match.
    Stream,
    /// Server-sent events of many: each names its match.
    Many,
}

/// The types of events that are wanted: all, if none is named.
#[derive(Clone, Debug)]
pub(crate) struct Kinds(Vec<EventKind>);

/// The types that can be named: those of which there are events today.
const KINDS: [EventKind; 9] = [
    EventKind::Opened,
    EventKind::Forked,
    EventKind::SeatTaken,
    EventKind::SeatLeft,
    EventKind::Started,
    EventKind::Resumed,
    EventKind::Decided,
    EventKind::Played,
    EventKind::Ended,
];

/// What to follow of one match.
pub(crate) struct Subscription {
    pub(crate) id: MatchId,
    pub(crate) viewer: Viewer,
    pub(crate) audience: Audience,
    pub(crate) kinds: Kinds,
    /// What happened after this step.
    pub(crate) after: Version,
    /// Up to this one.
    pub(crate) to: Version,
    pub(crate) pace: Pace,
}

/// How fast to tell what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As fast as it is heard.
    AtOnce,
    /// With the pauses it happened with, this many times as fast.
    Times(u32),
}

/// No playback pauses longer.
// Hosts leave tables for a night; who watches a playback should not wait that out.
pub(crate) const PAUSE_MAX: Duration = Duration::from_secs(10);

/// What one listener hears of one match.
pub(super) struct Listener {
    subscription: Subscription,
    game: GameId,
    framing: Framing,
    feed: Feed,
    /// Read, and to be told in its time.
    waiting: VecDeque<Arc<Commit<MatchEvent>>>,
    /// When what was told last became durable.
    told_at: Option<Timestamp>,
    /// Nothing more will come.
    ended: bool,
}

/// A connection: what its listeners hear, and heartbeats when they hear nothing.
struct Connection {
    streams: SelectAll<EventStream>,
    framing: Framing,
    heartbeat: Interval,
    _counted: Followed,
    _place: Share,
}

pub(super) type EventStream = Pin<Box<dyn Stream<Item = Bytes>>>;

impl Kinds {
    /// Reads a list separated by commas.
    pub(crate) fn parse(text: Option<&str>) -> Result<Kinds, ApiError> {
        let kinds = text.into_iter().flat_map(|text| text.split(','));
        Ok(Kinds(kinds.map(kind).collect::<Result<_, _>>()?))
    }

    /// Whether an event is wanted.
    pub(crate) fn include(&self, event: &MatchEvent) -> bool {
        self.0.is_empty() || self.0.contains(&EventKind::from(event))
    }
}

fn kind(name: &str) -> Result<EventKind, ApiError> {
    let known = name.parse().ok().filter(|kind| KINDS.contains(kind));
    known.ok_or_else(|| {
        let types = KINDS.map(<&str>::from).join(", ");
        let detail = format!("there is no event type {name:?}; the types are {types}");
        Code::MalformedQuery.because(detail)
    })
}

/// Refuses to tell what happened after a step that the match has not come to: the
/// caller means another match, or knows of events that are not there.
pub(crate) fn check_step(after: Version, version: Version) -> Result<(), ApiError> {
    if after <= version {
        return Ok(());
    }
    let detail = format!("the match has {version} events, fewer than {after}");
    Err(Code::AfterTheEnd.because(detail))
}

/// An answer that goes on until every match is over or all that was wanted is told.
pub(crate) async fn answer(
    app: &App,
    all: Vec<Subscription>,
    framing: Framing,
) -> Result<HttpResponse, ApiError> {
    let place = app.streams.take(limits::client_address())?;
    let mut greeting = String::new();
    let mut streams = SelectAll::new();
    for subscription in all {
        let listener = Listener::new(&app.store, subscription, framing, &mut greeting).await?;
        streams.push(listener.stream());
    }
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset();
    let connection = Connection {
        streams,
        framing,
        heartbeat,
        _counted: app.metrics.follow(),
        _place: place,
    };
    let rest = stream::unfold(connection, |mut connection| async {
        let bytes = connection.next().await?;
        Some((Ok(bytes), connection))
    });
    let greeting = (!greeting.is_empty()).then(|| Ok::<Bytes, ApiError>(greeting.into()));
    Ok(HttpResponse::Ok()
        .content_type(framing.content_type())
        .insert_header(("cache-control", "no-store"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(stream::iter(greeting).chain(rest)))
}

impl Connection {
    /// What to send next. None once there is nothing more.
    async fn next(&mut self) -> Option<Bytes> {
        tokio::select! {
            _ = self.heartbeat.tick() => Some(self.framing.heartbeat().into()),
            heard = self.streams.next() => {
                self.heartbeat.reset();
                heard
            }
        }
    }
}

impl Listener {
    /// Begins to listen, and greets.
    pub(super) async fn new(
        store: &Store,
        subscription: Subscription,
        framing: Framing,
        greeting: &mut String,
    ) -> Result<Listener, ApiError> {
        let Subscription { id, audience, .. } = subscription;
        let now = store.matches.current(id).await?;
        let now = store.matches.seen_by(audience, now).await?;
        let feed = store.matches.follow(id, audience, subscription.after);
        let feed = feed.await?;
        greeting.push_str(&framing.hello(subscription.id, now.version()));
        let ended = subscription.after >= subscription.to;
        if ended {
            greeting.push_str(&framing.end(subscription.id, now.version()));
        }
        Ok(Listener {
            subscription,
            game: now.game.terms.options.game(),
            framing,
            feed,
            waiting: VecDeque::new(),
            told_at: None,
            ended,
        })
    }

    /// The step up to which it has read.
    pub(super) const fn heard(&self) -> Version {
        self.feed.after()
    }

    fn stream(self) -> EventStream {
        Box::pin(stream::unfold(self, |mut listener| async {
            let bytes = listener.next().await?;
            Some((bytes, listener))
        }))
    }

    /// What to send next. None once there is nothing more.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        if self.ended {
            return None;
        }
        if self.waiting.is_empty() {
            match self.feed.next().await {
                Ok(commits) => self.waiting.extend(commits),
                Err(error) => {
                    // The status is long sent: all that is left is to hang up.
                    let _logged = ApiError::from(error);
                    return None;
                }
            }
        }
        let commits = match self.subscription.pace {
            Pace::AtOnce => self.waiting.drain(..).collect(),
            Pace::Times(speed) => {
                let next = self.waiting.pop_front();
                if let Some(commit) = &next {
                    // The pause is the answer: a playback keeps the time of the match.
                    tokio::time::sleep(self.pause(commit, speed)).await;
                }
                next.into_iter().collect::<Vec<_>>()
            }
        };
        let mut text = String::new();
        for commit in commits {
            history::disclosed_events(&commit, self.game, self.subscription.viewer)
                .for_each(|happened| self.write_event(&happened, &mut text));
        }
        Some(text.into())
    }

    /// How long to wait before a commit is told.
    fn pause(&mut self, commit: &Commit<MatchEvent>, speed: u32) -> Duration {
        let at = commit.line.recorded_at;
        let is_told = commit.line.tip().version > self.subscription.after;
        let before = self.told_at.replace(at).filter(|_| is_told);
        let pause = before.map_or(Duration::ZERO, |before| at.since(before));
        (pause / speed).min(PAUSE_MAX)
    }

    /// Writes an event if it was subscribed to, and the end if this is the last.
    fn write_event(&mut self, happened: &Happened, text: &mut String) {
        let framing = self.framing;
        let Subscription {
            id,
            after,
            to,
            kinds,
            ..
        } = &self.subscription;
        if (after + 1..=*to).contains(&happened.step) && kinds.include(&happened.event) {
            framing.write_event(*id, happened, text);
        }
        if happened.event.ends() || happened.step >= *to {
            if !self.ended {
                text.push_str(&framing.end(*id, happened.step));
            }
            self.ended = true;
        }
    }
}

impl Framing {
    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Framing::Lines => "application/x-ndjson",
            Framing::Stream | Framing::Many => "text/event-stream",
        }
    }

    fn hello(self, id: MatchId, version: Version) -> String {
        let heartbeat_ms = HEARTBEAT.as_millis();
        let more = format!(r#","version":{version},"heartbeat_ms":{heartbeat_ms}"#);
        self.control("hello", &(self.of(id) + &more))
    }

    pub(crate) fn heartbeat(self) -> String {
        match self {
            Framing::Lines => "\n".to_owned(),
            Framing::Stream | Framing::Many => self.control("heartbeat", ""),
        }
    }

    fn end(self, id: MatchId, version: Version) -> String {
        let more = format!(r#","version":{version}"#);
        self.control("end", &(self.of(id) + &more))
    }

    /// Which match a message is about, where there are many.
    pub(super) fn of(self, id: MatchId) -> String {
        match self {
            Framing::Lines | Framing::Stream => String::new(),
            Framing::Many => format!(r#","match":"{id}""#),
        }
    }

    /// A message about the stream itself: lines have none.
    pub(crate) fn control(self, kind: &str, more: &str) -> String {
        match self {
            Framing::Lines => String::new(),
            Framing::Stream | Framing::Many => {
                format!("event: {kind}\ndata: {{\"type\":\"{kind}\"{more}}}\n\n")
            }
        }
    }

    fn write_event(self, id: MatchId, happened: &Happened, text: &mut String) {
        let json = serde_json::to_string(happened).expect("events are JSON");
        let step = happened.step;
        let written = match self {
            Framing::Lines => writeln!(text, "{json}"),
            Framing::Stream => write!(text, "id: {step}\ndata: {json}\n\n"),
            Framing::Many => write!(text, "id: {id}:{step}\ndata: {json}\n\n"),
        };
        written.expect("a string takes all");
    }
}
