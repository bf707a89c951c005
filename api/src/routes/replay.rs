//! The manifest of a match: every step, where to jump to, and how the scores went.

use std::sync::Arc;

use actix_web::{HttpResponse, get, web};
use bytes::Bytes;
use domain::{
    BySeat, Viewer,
    matches::{Match, MatchEvent, Occupant},
    replay,
};
use serde::Serialize;
use store::{Commit, DealId, MatchId, Version};

use super::{MatchPath, steps::ViewerQuery};
use crate::{
    http::{
        app::App,
        auth::{Reader, cacheable::CacheableNamed},
        error::ApiError,
        extract::Query,
        heavy_looks::{AnswerKey, Question, Waiting},
        reply,
    },
    wire::{AskedFor, Curve, CurvePoint, LandmarkEntry, Manifest, MatchLinks, Named, StepEntry},
};

/// Get the manifest of a match
///
/// Every step with what happened, whose decision it was and where in the match it is;
/// the steps worth jumping to; and each seat's score over the match. Everything else
/// about a step is under `/steps/{n}`.
#[utoipa::path(operation_id = "getManifest", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(MatchPath, ViewerQuery),
    responses((status = 200, description = "The manifest of the match.", body = Named<Manifest>)))]
#[get("/matches/{id}/replay")]
pub(crate) async fn get_manifest(
    CacheableNamed(reader): CacheableNamed,
    query: Query<ViewerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let key = reader.cache_key(&app, Question::Manifest(viewer));
    let answer = manifest_json((&reader, &app), viewer, key).await?;
    Ok(reader.cached_named(&app, reply::json(answer)))
}

/// The manifest as it is sent.
pub(super) async fn manifest_json(
    (reader, app): (&Reader, &App),
    viewer: Viewer,
    key: Option<AnswerKey>,
) -> Result<Bytes, ApiError> {
    let players = app.store.players.clone();
    let named = move |looked: Looked<'_>| Named::of(&players, manifest(&looked));
    look_through((reader, app), viewer, key, named).await
}

/// A whole record that is looked through with somebody's eyes.
#[derive(Clone, Copy)]
pub(super) struct Looked<'a> {
    pub(super) id: MatchId,
    /// As far as the reader knew it when they asked.
    pub(super) record: &'a [Arc<Commit<MatchEvent>>],
    pub(super) viewer: Viewer,
    pub(super) waiting: &'a Waiting<'a>,
}

/// What is found in the whole record of a match, through somebody's eyes.
pub(super) async fn as_seen_by<T: Serialize>(
    (question, reader): (fn(Viewer) -> Question, &Reader),
    app: &App,
    query: &ViewerQuery,
    look: impl FnOnce(Looked<'_>) -> T + Send + 'static,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.seat)?;
    let key = reader.cache_key(app, question(viewer));
    let answer = look_through((reader, app), viewer, key, look).await?;
    Ok(reader.cached(reply::json(answer)))
}

/// What is found in the whole record of a match through these eyes, as JSON. Under a key it is
/// cached.
pub(super) async fn look_through<T: Serialize>(
    (reader, app): (&Reader, &App),
    viewer: Viewer,
    key: Option<AnswerKey>,
    look: impl FnOnce(Looked<'_>) -> T + Send + 'static,
) -> Result<Bytes, ApiError> {
    let (id, record) = (reader.id, reader.record(app));
    let last = reader.now.version();
    let found = app.looks.json(key, move |waiting| {
        let record = waiting.read(record.read())?;
        // More may have happened meanwhile, which the key does not name.
        let known = record.partition_point(|commit| *commit.steps().end() <= last);
        Ok(look(Looked {
            id,
            record: &record[..known],
            viewer,
            waiting,
        }))
    });
    found.await
}

fn manifest(looked: &Looked<'_>) -> Manifest {
    let (id, record) = (looked.id, looked.record);
    let events = || record.iter().flat_map(|commit| &commit.events);
    let marks = (1..).zip(events()).filter_map(|(step, event)| {
        let landmark = event.landmark()?;
        Some(LandmarkEntry { step, landmark })
    });
    let (steps, game) = entries(record);
    Manifest {
        id,
        version: version(record),
        over: events().last().is_some_and(MatchEvent::ends),
        deal: game.as_ref().and_then(DealId::of_match),
        occupants: occupants(events()),
        steps,
        landmarks: marks.collect(),
        curve: curve(looked.waiting.each(events()), looked.viewer),
        links: MatchLinks::of(id),
    }
}

/// The player or bot on each seat when the match started.
fn occupants<'a>(mut events: impl Iterator<Item = &'a MatchEvent>) -> BySeat<Occupant> {
    let started = events.find_map(|event| {
        if let MatchEvent::Started { occupants, .. } | MatchEvent::Resumed { occupants } = event {
            Some(occupants.clone())
        } else {
            None
        }
    });
    started.unwrap_or_else(|| BySeat::new(0, |_| unreachable!("there are no seats yet")))
}

/// How many events a record holds.
pub(super) fn version(record: &[Arc<Commit<MatchEvent>>]) -> Version {
    record.last().map_or(0, |commit| commit.line.tip().version)
}

/// Every step, and the match after the last.
fn entries(record: &[Arc<Commit<MatchEvent>>]) -> (Vec<StepEntry>, Option<Match>) {
    let steps = record.iter().flat_map(|commit| {
        let steps = commit.steps().zip(&commit.events);
        steps.map(move |(step, event)| ((commit, step), event))
    });
    let mut entries = Vec::new();
    let game = Match::each_step(steps, |game, (commit, step), event| {
        entries.push(StepEntry {
            step,
            kind: event.name().to_owned(),
            cause: asked_for(&commit.events[0]),
            seat: commit.cause.seat,
            decision: commit.cause.decision,
            settled: step == *commit.steps().end(),
            moment: game.table().map(|table| table.state.moment()),
            recorded_at: commit.line.recorded_at,
        });
    });
    (entries, game)
}

/// What was asked, by the first thing that happened because of it.
fn asked_for(first: &MatchEvent) -> AskedFor {
    match first {
        MatchEvent::Opened { .. } | MatchEvent::Forked { .. } => AskedFor::Open,
        MatchEvent::SeatTaken { .. } => AskedFor::Join,
        MatchEvent::SeatLeft { .. } => AskedFor::Leave,
        MatchEvent::Started { .. } | MatchEvent::Resumed { .. } => AskedFor::Start,
        MatchEvent::Decided { .. } | MatchEvent::Ended { .. } => AskedFor::Decide,
        // The game moves on by itself when a window is over.
        MatchEvent::Played { .. }
        | MatchEvent::OfferClosed { .. }
        | MatchEvent::TimedOut { .. }
        | MatchEvent::Left { .. }
        | MatchEvent::Forfeited { .. }
        | MatchEvent::EndAsked { .. }
        | MatchEvent::Undone { .. }
        | MatchEvent::Abandoned { .. }
        | MatchEvent::Agreed { .. } => AskedFor::Other,
    }
}

fn curve<'a>(events: impl Iterator<Item = &'a MatchEvent>, viewer: Viewer) -> BySeat<Curve> {
    let mut curves: BySeat<Curve> = BySeat::new(0, |_| Curve::default());
    replay::sheets(events, viewer, |at| {
        if curves.seats() == 0 {
            curves = at.sheets.map(|_, _| Curve::default());
        }
        for seat in at.touched.iter() {
            let Curve(points) = &mut curves[seat];
            let sheet = &at.sheets[seat];
            let now = (sheet.banked.total(), sheet.if_now.total());
            let last = points.last().map(|point| (point.banked, point.if_now));
            if last != Some(now) {
                let (step, (banked, if_now)) = (at.step, now);
                points.push(CurvePoint {
                    step,
                    banked,
                    if_now,
                });
            }
        }
    });
    curves
}
