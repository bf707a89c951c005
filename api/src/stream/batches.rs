//! Following a batch: how far it has come, as server-sent events.

use std::sync::Arc;

use actix_web::HttpResponse;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use serde::Serialize;
use store::{
    Batch,
    batches::{BatchProgress, BatchState, Watching},
};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::{
    http::{
        app::App,
        error::ApiError,
        limits::{self, shares::Share},
        metrics::Followed,
    },
    stream::follow::{Framing, HEARTBEAT},
};

/// How far a batch has come, as it is told.
#[derive(Serialize)]
struct Told {
    r#type: &'static str,
    state: BatchState,
    #[serde(flatten)]
    progress: BatchProgress,
}

struct Connection {
    watching: Watching,
    heartbeat: Interval,
    _counted: Followed,
    _place: Share,
}

/// An answer that goes on until the batch has ended. `known` is the last event that was received.
pub(crate) async fn answer(
    app: &App,
    mut watching: Watching,
    known: Option<u32>,
) -> Result<HttpResponse, ApiError> {
    let Some((batch, progress)) = watching.next().await? else {
        return Ok(HttpResponse::NoContent().finish());
    };
    let is_known = known.map(u64::from) == Some(progress.played);
    if batch.state().is_over() && is_known {
        return Ok(HttpResponse::NoContent().finish());
    }
    let (version, heartbeat_ms) = (progress.played, HEARTBEAT.as_millis());
    let more = format!(r#","version":{version},"heartbeat_ms":{heartbeat_ms}"#);
    let greeting = Framing::Stream.control("hello", &more) + &progress_event(&batch, progress);
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset();
    let connection = Connection {
        watching,
        heartbeat,
        _counted: app.metrics.follow(),
        _place: app.streams.take(limits::client_address())?,
    };
    let rest = stream::unfold(connection, |mut connection| async {
        let text = connection.next().await?;
        Some((text, connection))
    });
    let all = stream::iter([greeting]).chain(rest);
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header(("cache-control", "no-store"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(all.map(|text| Ok::<Bytes, ApiError>(text.into()))))
}

impl Connection {
    /// What to send next. None once there is nothing more.
    async fn next(&mut self) -> Option<String> {
        tokio::select! {
            _ = self.heartbeat.tick() => Some(Framing::Stream.heartbeat()),
            update = self.watching.next() => {
                self.heartbeat.reset();
                // The status is long sent: all that is left is to hang up.
                let update = update.ok().flatten();
                update.map(|(batch, progress)| progress_event(&batch, progress))
            }
        }
    }
}

fn progress_event(batch: &Arc<Batch>, progress: BatchProgress) -> String {
    let state = batch.state();
    let told = Told {
        r#type: "progress",
        state,
        progress,
    };
    let told = serde_json::to_string(&told).expect("numbers and words are JSON");
    let played = progress.played;
    let text = format!("id: {played}\ndata: {told}\n\n");
    if state.is_over() {
        text + &Framing::Stream.control("end", &format!(r#","version":{played}"#))
    } else {
        text
    }
}
