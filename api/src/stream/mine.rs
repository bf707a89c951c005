//! All matches of a player on one connection, and whose turn it is.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use actix_web::HttpResponse;
use bytes::Bytes;
use domain::{Seat, Viewer, matches::PlayerId};
use futures_util::{StreamExt as _, stream};
use store::{Audience, LiveMatch, MatchId, SatDown, Store, Version};
use tokio::{
    sync::broadcast,
    time::{Interval, MissedTickBehavior, interval},
};

use crate::{
    http::{
        app::App,
        error::ApiError,
        limits::{self, shares::Share},
        metrics::Followed,
        read_your_writes,
    },
    stream::{
        follow::{EventStream, Framing, HEARTBEAT, Kinds, Listener, Pace, Subscription},
        own::{due, own_matches, own_seats},
    },
};

const FRAMING: Framing = Framing::Many;

/// One match of the player.
struct OwnMatch {
    store: Store,
    player: PlayerId,
    id: MatchId,
    listener: Listener,
    /// Of each seat, the last decision that was told to be due.
    told: BTreeMap<Seat, u32>,
}

/// A connection: the matches that there are, and those that the player sits down in.
struct Connection {
    store: Store,
    player: PlayerId,
    kinds: Kinds,
    streams: stream::SelectAll<EventStream>,
    sitting: broadcast::Receiver<SatDown>,
    followed: BTreeSet<MatchId>,
    heartbeat: Interval,
    _counted: Followed,
    _place: Share,
}

/// An answer that goes on for as long as somebody listens.
pub(crate) async fn answer(
    app: &App,
    player: PlayerId,
    kinds: Kinds,
) -> Result<HttpResponse, ApiError> {
    read_your_writes::listed(&app.store).await?;
    let place = app.streams.take(limits::client_address())?;
    // Before the list is read, so that nothing comes between.
    let sitting = app.store.matches.sitting_down();
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset();
    let mut connection = Connection {
        store: app.store.clone(),
        kinds,
        streams: stream::SelectAll::new(),
        sitting,
        followed: BTreeSet::new(),
        heartbeat,
        _counted: app.metrics.follow(),
        _place: place,
        player,
    };
    let mut greeting = FRAMING.heartbeat();
    for now in own_matches(app, &connection.player).await? {
        greeting.push_str(&connection.follow(now.id, now.version()).await?);
    }
    let rest = stream::unfold(connection, |mut connection| async {
        let bytes = connection.next().await?;
        Some((Ok::<Bytes, ApiError>(bytes), connection))
    });
    Ok(HttpResponse::Ok()
        .content_type(FRAMING.content_type())
        .insert_header(("cache-control", "no-store"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(stream::iter([Ok(greeting.into())]).chain(rest)))
}

impl Connection {
    /// Follows a match after a step, and greets.
    async fn follow(&mut self, id: MatchId, after: Version) -> Result<String, ApiError> {
        self.followed.insert(id);
        let now = self.store.matches.current(id).await?;
        let own = own_seats(&now, &self.player);
        let viewer = own.iter().next();
        let subscription = Subscription {
            id,
            viewer: viewer.map_or(Viewer::Spectator, Viewer::Seat),
            audience: Audience::Seated,
            kinds: self.kinds.clone(),
            after,
            to: Version::MAX,
            pace: Pace::AtOnce,
        };
        let mut greeting = String::new();
        let listener = Listener::new(&self.store, subscription, FRAMING, &mut greeting).await?;
        let mut own_match = OwnMatch {
            store: self.store.clone(),
            player: self.player.clone(),
            id,
            listener,
            told: BTreeMap::new(),
        };
        own_match.write_turns(&mut greeting).await?;
        self.streams.push(own_match.stream());
        Ok(greeting)
    }

    /// What to send next. None once the server closes, or the listener was too slow to hear of all
    /// new matches: connecting again tells them.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            tokio::select! {
                _ = self.heartbeat.tick() => return Some(FRAMING.heartbeat().into()),
                heard = self.streams.next(), if !self.streams.is_empty() => {
                    self.heartbeat.reset();
                    if heard.is_some() {
                        return heard;
                    }
                }
                sat = self.sitting.recv() => {
                    let SatDown { id, player } = sat.ok()?;
                    if player == self.player && !self.followed.contains(&id) {
                        return self.follow(id, 0).await.ok().map(Bytes::from);
                    }
                }
            }
        }
    }
}

impl OwnMatch {
    fn stream(self) -> EventStream {
        Box::pin(stream::unfold(self, |mut own_match| async {
            let bytes = own_match.next().await?;
            Some((bytes, own_match))
        }))
    }

    async fn next(&mut self) -> Option<Bytes> {
        let heard = self.listener.next().await?;
        let mut turns = String::new();
        // The status is long sent: all that is left is to hang up.
        self.write_turns(&mut turns).await.ok()?;
        Some([heard, turns.into()].concat().into())
    }

    /// The match, with everything that was heard of it.
    // What is durable is in the record a moment before it is published.
    async fn now(&self) -> Result<Arc<LiveMatch>, ApiError> {
        let mut grown = self.store.matches.watch(self.id);
        loop {
            grown.borrow_and_update();
            let now = self.store.matches.current(self.id).await?;
            if now.version() >= self.listener.heard() {
                return Ok(now);
            }
            // It fails only if the store is gone.
            grown
                .changed()
                .await
                .map_err(|_| store::StoreError::Stopped)?;
        }
    }

    /// Tells which decisions have fallen due since.
    async fn write_turns(&mut self, text: &mut String) -> Result<(), ApiError> {
        let now = self.now().await?;
        for (seat, decision) in due(&now, &self.player) {
            if self.told.insert(seat, decision) == Some(decision) {
                continue;
            }
            let left_ms = self.store.matches.left_ms(&now, seat);
            let left_ms = serde_json::json!(left_ms);
            let (of, version) = (FRAMING.of(self.id), now.version());
            let more = format!(
                r#"{of},"version":{version},"seat":{},"decision":{decision},"left_ms":{left_ms}"#,
                seat.0
            );
            text.push_str(&FRAMING.control("turn", &more));
        }
        Ok(())
    }
}
