//! Following a match over one connection, as server-sent events or as lines.
//!
//! It reads from the record at the pace of whoever listens, so a slow listener
//! costs no memory and misses nothing.

use std::{fmt::Write as _, time::Duration};

use actix_web::HttpResponse;
use bytes::Bytes;
use domain::{Viewer, matches::MatchEvent};
use futures_util::stream;
use store::{Feed, MatchId, Store, Version};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::{error::ApiError, history, wire::Happened};

/// How often a silent connection shows that it lives.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(7);

/// How events are put on the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Newline-delimited JSON.
    Lines,
    /// Server-sent events.
    Stream,
}

/// The types of events that are wanted: all, if none is named.
#[derive(Clone, Debug)]
pub(crate) struct Kinds(Vec<String>);

const KINDS: &[&str] = &[
    "opened",
    "seat_taken",
    "seat_left",
    "started",
    "decided",
    "played",
    "ended",
];

/// What to follow, and how.
pub(crate) struct Wanted {
    pub(crate) viewer: Viewer,
    pub(crate) kinds: Kinds,
    /// Behind this step.
    pub(crate) from: Version,
    /// Up to this one.
    pub(crate) to: Version,
    pub(crate) framing: Framing,
}

/// One listener.
struct Listener {
    wanted: Wanted,
    feed: Feed,
    heartbeat: Interval,
    /// Nothing more will come.
    ended: bool,
}

impl Kinds {
    /// Reads a list separated by commas.
    pub(crate) fn parse(text: Option<&str>) -> Result<Kinds, ApiError> {
        let kinds: Vec<String> = text
            .map(|text| text.split(',').map(str::to_owned).collect())
            .unwrap_or_default();
        match kinds.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            None => Ok(Kinds(kinds)),
            Some(kind) => {
                let detail = format!("there is no type {kind:?}; known: {}", KINDS.join(", "));
                Err(ApiError::malformed("malformed_query", detail))
            }
        }
    }

    /// Whether an event is wanted.
    pub(crate) fn include(&self, event: &MatchEvent) -> bool {
        self.0.is_empty() || self.0.iter().any(|kind| kind == event.kind())
    }
}

/// An answer that goes on until the match is over or all that was wanted is told.
pub(crate) async fn answer(
    store: &Store,
    id: MatchId,
    wanted: Wanted,
) -> Result<HttpResponse, ApiError> {
    let now = store.matches.current(id).await?;
    let feed = store.matches.follow(id, wanted.from).await?;
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset();
    let framing = wanted.framing;
    let hello = framing.hello(now.version());
    let ended = wanted.from >= wanted.to;
    let listener = Listener {
        wanted,
        feed,
        heartbeat,
        ended,
    };
    let rest = stream::unfold(listener, |mut listener| async {
        let bytes = listener.next().await?;
        Some((Ok(bytes), listener))
    });
    let first = stream::iter((!hello.is_empty()).then(|| Ok::<Bytes, ApiError>(hello.into())));
    Ok(HttpResponse::Ok()
        .content_type(framing.content_type())
        .insert_header(("cache-control", "no-store"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(stream::StreamExt::chain(first, rest)))
}

impl Listener {
    /// What to send next. None once there is nothing more.
    async fn next(&mut self) -> Option<Bytes> {
        if self.ended {
            return None;
        }
        let mut text = String::new();
        tokio::select! {
            _ = self.heartbeat.tick() => text.push_str(&self.wanted.framing.heartbeat(self.feed.after())),
            commits = self.feed.next() => match commits {
                Ok(commits) => {
                    for commit in commits {
                        history::happened(&commit, self.wanted.viewer)
                            .for_each(|happened| self.tell(&happened, &mut text));
                    }
                    self.heartbeat.reset();
                }
                Err(error) => {
                    // The status is long sent: all that is left is to hang up.
                    let _logged = ApiError::from(error);
                    return None;
                }
            },
        }
        Some(text.into())
    }

    fn tell(&mut self, happened: &Happened, text: &mut String) {
        let Wanted {
            from,
            to,
            framing,
            kinds,
            ..
        } = &self.wanted;
        if (from + 1..=*to).contains(&happened.step) && kinds.include(&happened.event) {
            framing.happened(happened, text);
        }
        if matches!(happened.event, MatchEvent::Ended { .. }) || happened.step >= *to {
            if !self.ended {
                text.push_str(&framing.end(happened.step));
            }
            self.ended = true;
        }
    }
}

impl Framing {
    const fn content_type(self) -> &'static str {
        match self {
            Framing::Lines => "application/x-ndjson",
            Framing::Stream => "text/event-stream",
        }
    }

    fn hello(self, version: Version) -> String {
        let heartbeat_ms = HEARTBEAT.as_millis();
        self.control(
            "hello",
            &format!(r#","version":{version},"heartbeat_ms":{heartbeat_ms}"#),
        )
    }

    fn heartbeat(self, version: Version) -> String {
        match self {
            Framing::Lines => "\n".to_owned(),
            Framing::Stream => self.control("heartbeat", &format!(r#","version":{version}"#)),
        }
    }

    fn end(self, version: Version) -> String {
        self.control("end", &format!(r#","version":{version}"#))
    }

    /// A message about the stream itself: lines have none.
    fn control(self, kind: &str, more: &str) -> String {
        match self {
            Framing::Lines => String::new(),
            Framing::Stream => format!("event: {kind}\ndata: {{\"type\":\"{kind}\"{more}}}\n\n"),
        }
    }

    fn happened(self, happened: &Happened, text: &mut String) {
        let json = serde_json::to_string(happened).expect("events are JSON");
        let written = match self {
            Framing::Lines => writeln!(text, "{json}"),
            Framing::Stream => write!(text, "id: {}\ndata: {json}\n\n", happened.step),
        };
        written.expect("a string takes all");
    }
}
