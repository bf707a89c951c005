//! Results: how matches came out.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::{GameId, Seat, matches::PlayerId};
use serde::Deserialize;
use store::{Forks, ResultRow, ResultsFilter};
use utoipa::IntoParams;

use super::MatchPath;
use crate::{
    app::App,
    auth::Caller,
    error::ApiError,
    extract::Query,
    listing,
    past::Past,
    reply,
    wire::{MatchResults, Page},
};

/// Which results to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResultsQuery {
    /// Of this game.
    game: Option<GameId>,
    /// In which this player sat. Your own id also lists your private matches.
    player: Option<PlayerId>,
    /// With this many seats.
    #[param(minimum = 1, maximum = 100)]
    seats: Option<u8>,
    /// Whether matches that began in the middle of another are wanted.
    #[serde(default)]
    #[param(inline)]
    forks: Forks,
}

/// Get the results of a match
///
/// Ranks, totals and score sheets, line by line with the cells that were counted.
/// Ties are broken as the game's rules say, so `rank` alone tells who won.
#[utoipa::path(operation_id = "getResults", tag = "Results", security((), ("token" = [])),
    params(MatchPath),
    responses((status = 200, description = "The results.", body = MatchResults)))]
#[get("/matches/{id}/results")]
pub(crate) async fn get_results(Past(reader): Past) -> Result<HttpResponse, ApiError> {
    let game = &reader.now.game;
    let finished = game
        .table()
        .and_then(|table| Some((table, table.standings.as_ref()?)));
    let (table, standings) =
        finished.ok_or(ApiError::Conflict("not_over", "play it to its end"))?;
    Ok(reader.kept(reply::ok(&MatchResults {
        id: reader.id,
        options: game.terms.options.clone(),
        occupants: table.occupants.clone(),
        standings: standings.clone(),
    })))
}

/// List results
///
/// Finished matches with ranks and totals, the latest first.
#[utoipa::path(operation_id = "listResults", tag = "Results", security((), ("token" = [])),
    params(ResultsQuery, listing::PageQuery),
    responses((status = 200, description = "A page of results.", body = Page<ResultRow>)))]
#[get("/results")]
pub(crate) async fn list_results(
    caller: Caller,
    request: HttpRequest,
    query: Query<ResultsQuery>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    listing::check_player(query.0.player.as_ref())?;
    if query
        .0
        .seats
        .is_some_and(|seats| !(1..=Seat::MAX).contains(&seats))
    {
        let detail = format!("seats is 1 to {}", Seat::MAX);
        return Err(ApiError::malformed("malformed_query", detail));
    }
    let filter = ResultsFilter {
        with_private: listing::visibility(&caller, query.0.player.as_ref()),
        game: query.0.game,
        player: query.0.player,
        seats: query.0.seats,
        forks: query.0.forks,
    };
    let part = page.0.part(&request)?;
    let page = app.store.results.list(&filter, part.after, part.limit)?;
    Ok(part.reply(&request, page))
}
