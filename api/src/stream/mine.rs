//! All matches of a player on one connection, and whose turn it is.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use actix_web::HttpResponse;
use bytes::Bytes;
use domain::{
    Seat, Seats, Viewer,
    matches::{Occupant, PlayerId},
};
use futures_util::{StreamExt as _, stream};
use store::{
    Audience, LiveMatch, LobbyFilter, LobbyRow, MatchId, SatDown, Status, Store, Timestamp,
    Version, Visibility,
};
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
    },
    stats::tabular,
    stream::follow::{EventStream, Framing, HEARTBEAT, Kinds, Listener, Pace, Subscription},
};

/// So many rows of the list of matches are read at a time.
const PAGE: usize = 500;
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

/// The matches in which a player sits that are not over: first those in which it is their turn,
/// the longest first.
async fn own_matches(app: &App, player: &PlayerId) -> Result<Vec<Arc<LiveMatch>>, ApiError> {
    let store = &app.store;
    store.lobby.at_least(store.integrity().position).await?;
    let (lobby, filter) = (
        store.lobby.clone(),
        LobbyFilter {
            player: Some(player.clone()),
            with_private: Visibility::All,
            ..LobbyFilter::default()
        },
    );
    let read = move || {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let page = lobby.list(&filter, after, PAGE)?;
            rows.extend(
                page.rows
                    .into_iter()
                    .filter(|row| row.status != Status::Finished),
            );
            after = page.next;
            if after.is_none() {
                return Ok::<_, store::StoreError>(rows);
            }
        }
    };
    let rows: Vec<LobbyRow> = tabular::off_thread(&app.looks, read).await??;
    let mut all = Vec::new();
    for row in rows.iter().filter(|row| !row.imported) {
        let now = store.matches.current(row.id).await?;
        if !own_seats(&now, player).is_empty() && !now.game.is_over() {
            all.push(now);
        }
    }
    all.sort_by_key(|now| (waits_since(now, player).is_none(), waits_since(now, player)));
    Ok(all)
}

/// Since when a match waits for a player.
fn waits_since(now: &LiveMatch, player: &PlayerId) -> Option<Timestamp> {
    let due = due(now, player);
    due.iter()
        .filter_map(|(seat, _)| now.offered_at(*seat))
        .min()
}

fn own_seats(now: &LiveMatch, player: &PlayerId) -> Seats {
    let is_own = |seat: &Seat| matches!(now.game.occupant(*seat), Some(Occupant::Player { player: at }) if at == player);
    Seat::first(now.game.seats()).filter(is_own).collect()
}

/// The decisions that a player owes in a match, each by its seat and number.
fn due(now: &LiveMatch, player: &PlayerId) -> Vec<(Seat, u32)> {
    let Some(table) = now.game.table() else {
        return Vec::new();
    };
    let own = own_seats(now, player);
    let to_act = table.to_act();
    let seats = to_act
        .iter()
        .filter(|&seat| own.contains(seat) && table.has_player(seat));
    seats.map(|seat| (seat, table.decisions[seat])).collect()
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
