//! Decisions made: each held against what else was legal.

use std::sync::Arc;

use actix_web::{HttpResponse, get, web};
use bytes::Bytes;
use domain::{
    Seat, Viewer, Who,
    matches::{Legal, Match},
};
use store::{Eyes, Told};

use super::{
    MatchPath,
    replay::{Looked, look_through},
    steps::ViewerQuery,
};
use crate::{
    http::{
        app::App,
        auth::{Reader, cacheable::Cacheable},
        error::ApiError,
        extract::Query,
        heavy_looks::{AnswerKey, Question},
        reply,
    },
    wire::{Appraised, DecisionMade, Decisions},
};

/// List the decisions of a match
///
/// For each decision: how many commands were legal, the rank of the one taken, the points it left
/// on the table if the game had scored at once, and the best command. Each is judged by what the
/// seat could see just before. While the match runs you get only the decisions of your own seat;
/// after it, all of them, or those of one seat. See `definition`.
#[utoipa::path(operation_id = "listDecisions", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(MatchPath, ViewerQuery),
    responses((status = 200, description = "The decisions in the order they were made.", body = Decisions)))]
#[get("/matches/{id}/decisions")]
pub(crate) async fn list_decisions(
    Cacheable(reader): Cacheable,
    query: Query<ViewerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let key = reader.cache_key(&app, Question::Decisions(viewer));
    let answer = decisions_json((&reader, &app), viewer, key).await?;
    Ok(reader.cached(reply::json(answer)))
}

/// The decisions as they are sent.
pub(super) async fn decisions_json(
    (reader, app): (&Reader, &App),
    viewer: Viewer,
    key: Option<AnswerKey>,
) -> Result<Bytes, ApiError> {
    let (now, deal_runs) = (Arc::clone(&reader.now), reader.deal_runs);
    let look = move |looked: Looked<'_>| {
        let is_appraised = now.game.told_legal() == Legal::Full;
        let eyes = Eyes::of(&now, looked.viewer).while_deal_runs(deal_runs);
        decisions(&looked, eyes, is_appraised)
    };
    look_through((reader, app), viewer, key, look).await
}

fn decisions(looked: &Looked<'_>, eyes: Eyes, is_appraised: bool) -> Decisions {
    let viewer = looked.viewer;
    let is_shown = |seat: Seat| viewer.sees(seat);
    let mut items = Vec::new();
    let mut game: Option<Match> = None;
    for commit in looked.waiting.each(looked.record.iter()) {
        let made = commit.cause.seat.filter(|&seat| is_shown(seat));
        if let (Some(game), Some(_)) = (&game, made)
            && let Ok(Some(asked)) = commit.request()
            && let Some(((seat, decision), command)) = asked.decision().zip(asked.command())
            && let Some(table) = game.table()
            && let Ok(Told { cause, note, tries }) = eyes.told(commit)
        {
            let view = table.state.view(Viewer::Seat(seat));
            items.push(DecisionMade {
                step: *commit.steps().start(),
                seat,
                decision,
                appraisal: Appraised::of(&view, command).filter(|_| is_appraised),
                text: view.said(command, &Who::NUMBERED),
                cells: view.cells_of(command),
                command: command.clone(),
                note,
                tries,
                why_server: cause.why_server,
                bot: cause.bot,
            });
        }
        match &mut game {
            None => game = Match::fold(&commit.events),
            Some(game) => game.evolve_all(&commit.events),
        }
    }
    Decisions {
        id: looked.id,
        definition: "/docs/replay#decisions",
        items,
    }
}
