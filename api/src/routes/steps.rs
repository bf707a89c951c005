//! Steps: a match as it was after any of its events.

use actix_web::{HttpResponse, get, middleware::Compress, web};
use domain::{
    Seat, View, Viewer,
    matches::{Legal, Match},
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{StepPath, pages::matches};
use crate::{
    http::{
        app::App,
        auth::{Reader, cacheable::Cacheable},
        codes::Code,
        error::ApiError,
        extract::{Path, Query},
        heavy_looks::Waiting,
        legal::{self, LegalQuery},
        picture::{self, PictureQuery, PixelsQuery},
        reply,
    },
    stream::history,
    wire::{Happened, PatchOperation, Picture, Pixels, Step, StepLegal, StepScore},
};

/// Through whose eyes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewerQuery {
    /// The seat whose view of the events to show; it must be yours while the match runs.
    pub(super) seat: Option<Seat>,
}

/// From which step.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DiffQuery {
    /// The step to start from. Default: the previous step.
    from: Option<u32>,
    /// The seat whose view of the events to show; it must be yours while the match runs.
    seat: Option<Seat>,
}

/// Get a step
///
/// The table after the `n`th event, and that event. Step 0 is the state before the first event.
#[utoipa::path(operation_id = "getStep", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(StepPath, ViewerQuery),
    responses((status = 200, description = "The table after the step.", body = Step)))]
#[get("/matches/{id}/steps/{n}")]
pub(crate) async fn get_step(
    Cacheable(reader): Cacheable,
    path: Path<StepPath>,
    query: Query<ViewerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let step = path.0.n;
    let game = reader.at(&app, step).await?;
    Ok(reader.cached(reply::ok(&Step {
        id: reader.id,
        step,
        happened: happened(&app, &reader, step, viewer).await?,
        view: game.as_ref().and_then(|game| view(game, viewer)),
    })))
}

/// Get a step as a picture
///
/// The board after the `n`th event, drawn: what `/steps/{n}` has under `view`. Its colors follow
/// the reader's light or dark theme, and every space has a label for screen readers. Before the
/// match has begun there is no board, only a sentence that says so.
#[utoipa::path(operation_id = "getStepBoard", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(StepPath, ViewerQuery, PictureQuery),
    responses((status = 200, description = "The board as SVG.", body = Picture,
        content_type = "image/svg+xml")))]
#[get("/matches/{id}/steps/{n}/board.svg", wrap = "Compress::default()")]
pub(crate) async fn get_step_board(
    reader: Reader,
    path: Path<StepPath>,
    query: Query<ViewerQuery>,
    wanted: Query<PictureQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let game = reader.at(&app, path.0.n).await?;
    let view = game.as_ref().and_then(|game| view(game, viewer));
    picture::of_match(&app, &reader, view, &wanted.0).await
}

/// Get a step as a PNG
///
/// The same picture as `board.svg` in pixels, for previews of links, for chats, and for models
/// that look at pictures.
#[utoipa::path(operation_id = "getStepBoardPng", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(StepPath, ViewerQuery, PictureQuery, PixelsQuery),
    responses((status = 200, description = "The board as PNG.", body = Pixels,
        content_type = "image/png")))]
#[get("/matches/{id}/steps/{n}/board.png")]
pub(crate) async fn get_step_board_png(
    reader: Reader,
    path: Path<StepPath>,
    query: Query<ViewerQuery>,
    wanted: Query<PictureQuery>,
    pixels: Query<PixelsQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let game = reader.at(&app, path.0.n).await?;
    let view = game.as_ref().and_then(|game| view(game, viewer));
    picture::of_match_in_pixels(&app, &reader, view, (&wanted.0, pixels.0)).await
}

/// Get what changed between two steps
///
/// A JSON patch (RFC 6902) that turns the `view` of step `from` into that of step `n`.
/// `from` may be later than `n`, to step backwards.
#[utoipa::path(operation_id = "getStepDiff", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(StepPath, DiffQuery),
    responses((status = 200, description = "The changes as a JSON patch.", body = [PatchOperation],
        content_type = "application/json-patch+json")))]
#[get("/matches/{id}/steps/{n}/diff")]
pub(crate) async fn get_step_diff(
    Cacheable(reader): Cacheable,
    path: Path<StepPath>,
    query: Query<DiffQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let from = query.0.from.unwrap_or(path.0.n.saturating_sub(1));
    let before = reader.at(&app, from).await?;
    let after = reader.at(&app, path.0.n).await?;
    let patch = move |_: &Waiting<'_>| {
        let [before, after] = [before, after].map(|game| json(game.as_ref(), viewer));
        serde_json::to_vec(&json_patch::diff(&before, &after)).expect("a patch is JSON")
    };
    let patch = app.looks.run(patch).await?;
    let answer = HttpResponse::Ok()
        .content_type("application/json-patch+json")
        .body(patch);
    Ok(reader.cached(answer))
}

/// Get the score at a step
///
/// The score sheets after the `n`th event, line by line: what is banked, and what
/// everything would pay if it scored at that moment.
#[utoipa::path(operation_id = "getStepScore", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(StepPath, ViewerQuery),
    responses((status = 200, description = "The score sheets.", body = StepScore)))]
#[get("/matches/{id}/steps/{n}/score")]
pub(crate) async fn get_step_score(
    Cacheable(reader): Cacheable,
    path: Path<StepPath>,
    query: Query<ViewerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let step = path.0.n;
    let game = reader.at(&app, step).await?;
    let view = game.as_ref().and_then(|game| view(game, viewer));
    Ok(reader.cached(reply::ok(&StepScore::of(step, view.as_ref()))))
}

/// List the legal commands at a step
///
/// The commands that were legal for a seat after the `n`th event; your own seat while the match
/// runs, and none at all while it withholds what is legal (403 `legal_withheld`). If you name no
/// seat, the first one that owed a decision and that you may look through.
#[utoipa::path(operation_id = "listStepLegal", tag = "Replay",
    extensions(("x-cacheable" = json!(true)), ("x-problems" = json!([422]))), security((), ("token" = [])),
    params(StepPath, ViewerQuery, LegalQuery),
    responses((status = 200, description = "The legal commands.", body = StepLegal)))]
#[get("/matches/{id}/steps/{n}/legal")]
pub(crate) async fn list_step_legal(
    Cacheable(reader): Cacheable,
    path: Path<StepPath>,
    eyes: Query<ViewerQuery>,
    query: Query<LegalQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(eyes.0.seat)?;
    let step = path.0.n;
    let (seat, view) = owing(&app, &reader, step, viewer).await?.unzip();
    let is_drawn = query.0.is_drawn();
    let legal = move |_: &Waiting<'_>| match &view {
        Some(view) => legal::commands(view, &query.0),
        None => legal::none(&query.0),
    };
    let legal = app.looks.run(legal).await??;
    let answer = reply::ok(&StepLegal { step, seat, legal });
    Ok(if is_drawn {
        reply::no_store(answer)
    } else {
        reader.cached(answer)
    })
}

/// The first seat that owed a decision after a step and whose decision `viewer` may know, and what
/// it saw. Refused while the match withholds what is legal.
pub(super) async fn owing(
    app: &App,
    reader: &Reader,
    step: u32,
    viewer: Viewer,
) -> Result<Option<(Seat, View)>, ApiError> {
    if reader.now.game.told_legal() != Legal::Full {
        return Err(Code::LegalWithheld.into());
    }
    let game = reader.at(app, step).await?;
    Ok(game.as_ref().and_then(Match::table).and_then(|table| {
        let mut owing = table.to_act().iter();
        let seat = owing.find(|&seat| viewer.sees(seat))?;
        Some((seat, table.state.view(Viewer::Seat(seat))))
    }))
}

/// The event that led to a step, as `viewer` may know it. None before the first.
pub(super) async fn happened(
    app: &App,
    reader: &Reader,
    step: u32,
    viewer: Viewer,
) -> Result<Option<Happened>, ApiError> {
    let record = reader.record(app).read().await?;
    let commit = record.iter().find(|commit| commit.steps().contains(&step));
    let mut events = commit
        .into_iter()
        .flat_map(|commit| history::disclosed_events(commit, reader.game(), viewer));
    Ok(events.find(|happened| happened.step == step))
}

/// The last event before a step that tells what was done, if there is one.
pub(super) async fn done_before(
    app: &App,
    reader: &Reader,
    step: u32,
    viewer: Viewer,
) -> Result<Option<Happened>, ApiError> {
    let record = app.store.matches.record(reader.id).await?;
    let commits = record.iter().rev();
    let mut last = commits.filter_map(|commit| {
        let events = history::disclosed_events(commit, reader.game(), viewer);
        let before = events.take_while(|happened| happened.step < step);
        before.filter(|it| matches::tells(&it.event)).last()
    });
    Ok(last.next())
}

fn view(game: &Match, viewer: Viewer) -> Option<View> {
    Some(game.table()?.state.view(viewer))
}

fn json(game: Option<&Match>, viewer: Viewer) -> serde_json::Value {
    let view = game.and_then(|game| view(game, viewer));
    serde_json::to_value(view).expect("views are JSON")
}
