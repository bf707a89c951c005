//! The catalogue: what is counted of a game.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::GameId;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    http::{app::App, error::ApiError, extract::Query, read_your_writes},
    stats::tabular::{self, FormatQuery},
    wire::Metrics,
};

/// The game to list the metrics of.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameQuery {
    /// The game whose catalogue to list.
    game: GameId,
}

/// List the metrics of a game
///
/// Every metric with its unit and definition. Measures and rates can be used as `metric`; measures
/// and dimensions can be used for filters and groups; choices are the kinds of `/v1/stats/choices`.
/// The meaning of an id never changes.
#[utoipa::path(operation_id = "listMetrics", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(GameQuery, FormatQuery),
    responses((status = 200, description = "Everything that is counted for the game.", content(
        (Metrics = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/metrics")]
pub(crate) async fn list_metrics(
    request: HttpRequest,
    query: Query<GameQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    read_your_writes::counted(&app.store).await?;
    let as_of_position = app.store.statistics.as_of_position();
    let answer = Metrics::of(query.0.game);
    let form = format.0.of(&request)?;
    Ok(tabular::reply(form, as_of_position, None, &answer))
}
