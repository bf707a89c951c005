//! The page of all that was legal for a seat at a step.

use std::cmp::Reverse;

use ::web::page::{LegalCommand, LegalPage};
use actix_web::{HttpResponse, web};
use domain::{Command, Seat, View, Who, cast};
use serde::Deserialize;

use super::{assets, course, matches};
use crate::{
    http::{app::App, auth::Reader, error::ApiError, extract::Query, heavy_looks::Waiting},
    routes::steps,
};

/// As many commands are listed; more say little, and the API has them all.
const LISTED: usize = 500;

/// Whose decision to show.
#[derive(Debug, Deserialize)]
pub(super) struct LegalPageQuery {
    /// The step of the table on which it was decided. Default: the last.
    step: Option<u32>,
    /// The seat. Default: the first that owed a decision and that the reader may look through.
    seat: Option<Seat>,
}

pub(super) async fn legal(
    reader: Reader,
    query: Query<LegalPageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let viewer = reader.viewer(query.0.seat)?;
    let step = query.0.step.unwrap_or_else(|| reader.now.version());
    let owing = steps::owing(&app, &reader, step, viewer).await?;
    let decided = match &owing {
        Some((seat, _)) => course::decided_after(&app, &reader, viewer, (*seat, step)).await?,
        None => None,
    };
    let names = matches::called(&matches::seated(&app, None, &reader.now.game));
    let mut page = LegalPage {
        id: reader.id.to_string(),
        game: reader.game().info().title,
        step,
        shown: step,
        of: owing
            .as_ref()
            .map(|(seat, _)| (*seat, names[*seat].clone())),
        decision: None,
        count: 0,
        commands: Vec::new(),
    };
    let write = move |_: &Waiting<'_>| {
        if let Some((_, view)) = owing {
            let who = Who::named(&names);
            let taken = decided.as_ref().map(|(it, _)| &it.command);
            (page.count, page.commands) = listed(&view, taken, &who);
            // A seat that was asked no more decided something else next.
            let is_this = page.commands.iter().any(|it| it.is_taken);
            if let Some((decided, shown)) = decided.filter(|_| is_this) {
                page.shown = shown;
                page.decision = matches::held(decided, &view, &who);
            }
        }
        page.page(&assets::address)
    };
    let text = app.looks.run(write).await?;
    Ok(matches::unlisted(&reader, text, assets::html))
}

/// How many commands were legal, and those of them that gain most, with the one that was taken.
fn listed(view: &View, taken: Option<&Command>, who: &Who<'_>) -> (u32, Vec<LegalCommand>) {
    let legal = view.legal();
    let gains = view.gains(&legal);
    let mut sorted: Vec<(&Command, i32)> = legal.iter().zip(gains).collect();
    sorted.sort_by_key(|(_, gain)| Reverse(*gain));
    let is_taken = |command: &Command| taken == Some(command);
    let places = sorted.iter().enumerate();
    let places = places.filter(|(place, (command, _))| *place < LISTED || is_taken(command));
    let commands = places.map(|(_, &(command, gain))| LegalCommand {
        said: view.said(command, who),
        gain: cast(gain),
        rank: 1 + cast::<u32>(sorted.partition_point(|(_, other)| *other > gain)),
        is_taken: is_taken(command),
    });
    (cast(legal.len()), commands.collect())
}
