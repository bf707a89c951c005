//! What wins in a game: its cards, its scores, its ratings and its map at a glance.

use ::web::page::{Asking, FORM, Panel, Statistics};
use actix_web::{HttpRequest, HttpResponse, web};
use store::ResultsFilter;

use super::{address, answered, ask, asked::Asked, choices, heatmap, histogram, ratings, words};
use crate::{
    http::{app::App, error::ApiError, read_your_writes},
    stats::query::SliceQuery,
};

/// As many things are shown of a longer table.
const ROWS: usize = 12;

pub(super) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let mut asked = Asked::of(&request)?;
    read_your_writes::listed(&app.store).await?;
    if !asked.names_game {
        let newest = app.store.finished(&ResultsFilter::default(), None, 1)?;
        asked = Asked::any(newest.rows.first().map_or(asked.game, |row| row.game));
    }
    let answer = answer(&app, &asked).await;
    answered(&asked, "Overview", answer)
}

async fn answer(app: &App, asked: &Asked) -> Result<Statistics, ApiError> {
    let slice = asked.read::<SliceQuery>()?.slice(&app.store)?;
    let mut panels: Vec<Panel> = Vec::new();
    panels.extend(choices::best(app, &slice, ROWS).await?);
    if let Some(score) = words::metric(slice.game, "final_score") {
        panels.extend(histogram::panel(app, &slice, score).await?);
    }
    panels.push(ratings::first(app, slice.game, ROWS).await?);
    panels.extend(heatmap::usual(app, &slice).await?);
    let of = slice.clone();
    let scores = ask(app, move |statistics| {
        statistics.distribution(&of, "final_score")
    })
    .await?;
    Ok(Statistics {
        title: format!("What wins in {}?", slice.game.info().title),
        counted: words::counted(app, &slice, &scores.about).await?,
        panels,
        // Its many options would take a fifth of the time until the page is seen.
        asking: Some(Asking::At(format!(
            "{}#{FORM}",
            address(slice.game, "Scores")
        ))),
        ..Statistics::default()
    })
}
