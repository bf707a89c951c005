//! Scores: every line of every sheet at every step, and where every point came from.

use actix_web::{HttpResponse, get, web};
use bytes::Bytes;
use domain::{GameId, Seat, cast, matches::MatchEvent};
use store::{Record, Version};

use super::{
    MatchPath,
    replay::{Looked, as_seen_by, version},
    results::without_standings,
    steps::ViewerQuery,
};
use crate::{
    http::{
        app::App,
        auth::{Reader, cacheable::Cacheable},
        error::ApiError,
        extract::Query,
        heavy_looks::Question,
        reply,
    },
    wire::{Attributed, Scores, ScoresAt},
};

/// Get all scores of a match
///
/// Every line of every sheet at every step, in one answer: each step that changed a sheet, with the
/// sheets it changed. `banked` is the score; `if_now` is what everything would pay if it scored at
/// that moment.
#[utoipa::path(operation_id = "getScores", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(MatchPath, ViewerQuery),
    responses((status = 200, description = "The steps that changed a sheet, with those sheets.", body = Scores)))]
#[get("/matches/{id}/scores")]
pub(crate) async fn get_scores(
    Cacheable(reader): Cacheable,
    query: Query<ViewerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let game = reader.game();
    let scores = move |looked: Looked<'_>| scores(&looked, game);
    as_seen_by((Question::Scores, &reader), &app, &query.0, scores).await
}

fn scores(looked: &Looked<'_>, game: GameId) -> Scores {
    let events = looked.record.iter().flat_map(|commit| &commit.events);
    let changes = ScoresAt::changes(looked.waiting.each(events), looked.viewer);
    Scores::of(looked.id, game, version(looked.record), changes)
}

/// Attribute every point to a step
///
/// Every point of the final scores, assigned to the step that made it. At each step, what every
/// part of a sheet would pay if it scored now is compared with the step before; when the part is
/// banked, it pays exactly those differences. The shares sum to the final sheet, and those of one
/// `line` sum to the lines whose names begin with it. See `convention`. A match that was ended
/// before it was played out has none: 409 `no_ranks`.
#[utoipa::path(operation_id = "getAttribution", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(MatchPath),
    responses((status = 200, description = "The shares of each seat.", body = Attributed)))]
#[get("/matches/{id}/attribution")]
pub(crate) async fn get_attribution(
    Cacheable(reader): Cacheable,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let answer = attribution_json(&reader, &app, reader.now.version()).await?;
    let answer = answer.ok_or_else(|| without_standings(&reader))?;
    Ok(reader.cached(reply::json(answer)))
}

/// The shares of each seat as they are sent, once the match was played to its end: those of what
/// was banked until a step.
pub(super) async fn attribution_json(
    reader: &Reader,
    app: &App,
    until: Version,
) -> Result<Option<Bytes>, ApiError> {
    let game = &reader.now.game;
    let standings = game.table().and_then(|table| table.standings.clone());
    let Some(standings) = standings else {
        return Ok(None);
    };
    let (id, game) = (reader.id, game.terms.options.game());
    let record = reader.record(app);
    let key = reader.cache_key(app, Question::Attribution(until));
    let found = app.looks.json(key, move |waiting| {
        let record = waiting.read(record.read())?;
        let events = events_by_whom(&record);
        let until = events.iter().take(cast(until));
        let happened = waiting.each(until.map(|(event, _)| *event));
        Ok(Attributed::of((id, game), &events, happened, &standings))
    });
    Ok(Some(found.await?))
}

/// The events, and whose decision led to each.
fn events_by_whom(record: &Record) -> Vec<(&MatchEvent, Option<Seat>)> {
    let events = record
        .iter()
        .flat_map(|commit| commit.events.iter().map(|event| (event, commit.cause.seat)));
    events.collect()
}
