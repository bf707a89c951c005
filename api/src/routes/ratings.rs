//! Ratings of who plays a game.

use actix_web::{HttpRequest, HttpResponse, get, web};
use store::statistics::Ratings;

use super::GamePath;
use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::{Path, Query},
        read_your_writes::{self, AtLeastQuery},
    },
    stats::{
        player_names,
        tabular::{self, FormatQuery},
    },
    wire::Named,
};

/// Get the ratings of a game
///
/// Players and bots, ordered by the lower end of their rating's 95 % interval. `definition` says
/// how they are rated and on which matches.
#[utoipa::path(operation_id = "getRatings", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(GamePath, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "The ratings, the highest lower end first.", content(
        (Named<Ratings> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/ratings/{game}")]
pub(crate) async fn get_ratings(
    request: HttpRequest,
    path: Path<GamePath>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let game = path.0.game()?;
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let statistics = app.store.statistics.clone();
    let ratings = tabular::off_thread(&app.looks, move || statistics.ratings(game)).await?;
    let as_of = ratings.as_of_position;
    let ratings = player_names::beside_ids(&app.store.players, ratings);
    Ok(tabular::reply(
        format.0.of(&request)?,
        as_of,
        None,
        &ratings,
    ))
}
