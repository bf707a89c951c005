//! Results: how matches came out.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::{GameId, Seat, matches::PlayerId};
use serde::Deserialize;
use store::{DealId, Forks, ResultsFilter};
use utoipa::IntoParams;

use super::MatchPath;
use crate::{
    http::{
        app::App,
        auth::{Caller, Reader, cacheable::CacheableNamed},
        codes::Code,
        error::ApiError,
        extract::Query,
        listing,
        read_your_writes::{self, AtLeastQuery},
        reply,
    },
    wire::{LineNames, ListedResult, MatchLinks, MatchResults, Named, Page, SideResult},
};

/// Which results to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResultsQuery {
    /// Only matches of this game.
    game: Option<GameId>,
    /// Only matches in which this player had a seat. Your own id also lists your private matches.
    player: Option<PlayerId>,
    /// Only matches with this number of seats.
    #[param(minimum = 1, maximum = 100)]
    seats: Option<u8>,
    /// Whether to include matches that began in the middle of another, or with a table that their
    /// host arranged.
    #[serde(default)]
    #[param(inline)]
    forks: Forks,
}

/// Get the results of a match
///
/// Ranks, totals and score sheets, line by line with the cells that were counted. Ties are broken
/// by the rules of the game, so only `rank` says who won. `sides` says why: the teams, their
/// scores, and what broke a tie. A match that was ended before it was played out has none: 409
/// `no_ranks`.
#[utoipa::path(operation_id = "getResults", tag = "Results",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(MatchPath),
    responses((status = 200, description = "The results of the match.", body = Named<MatchResults>)))]
#[get("/matches/{id}/results")]
pub(crate) async fn get_results(
    CacheableNamed(reader): CacheableNamed,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    Ok(reader.cached_named(&app, reply::ok(&results(&app, &reader)?)))
}

/// Why a match has no standings.
pub(super) fn without_standings(reader: &Reader) -> ApiError {
    match reader.now.game.is_over() {
        true => {
            Code::NoRanks.because("the match was ended before it was played out: nobody has a rank")
        }
        false => Code::NotOver.because("the match must be played to its end first"),
    }
}

/// The results of a match that is over.
pub(super) fn results(app: &App, reader: &Reader) -> Result<Named<MatchResults>, ApiError> {
    let game = &reader.now.game;
    let finished = game
        .table()
        .and_then(|table| Some((table, table.standings.as_ref()?)));
    let (table, standings) = finished.ok_or_else(|| without_standings(reader))?;
    let results = MatchResults {
        id: reader.id,
        options: game.terms.options.clone(),
        occupants: table.occupants.clone(),
        deal: DealId::of_match(game),
        standings: standings.clone(),
        line_names: LineNames::of_standings(game.terms.options.game(), standings),
        sides: SideResult::all(table),
        links: MatchLinks::of(reader.id),
    };
    Ok(Named::of(&app.store.players, results))
}

/// List results
///
/// Finished matches with ranks and totals, the latest first. Those of a closed deal (`deal_closed`)
/// are listed once their batch or tournament has ended.
#[utoipa::path(operation_id = "listResults", tag = "Results", security((), ("token" = [])),
    params(ResultsQuery, listing::PageQuery, AtLeastQuery),
    responses((status = 200, description = "A page of results.",
        body = Named<Page<ListedResult>>)))]
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
        let detail = format!("seats must be from 1 to {}", Seat::MAX);
        return Err(Code::MalformedQuery.because(detail));
    }
    let filter = ResultsFilter {
        with_private: listing::visibility(&caller, query.0.player.as_ref()),
        game: query.0.game,
        player: query.0.player,
        seats: query.0.seats,
        forks: query.0.forks,
    };
    let part = page.0.part(&request)?;
    read_your_writes::seen(&request, |at| app.store.results.at_least(at)).await?;
    let page = app.store.finished(&filter, part.after(), part.limit)?;
    let page = page.map(ListedResult::from);
    Ok(part.reply_named(&request, &app.store.players, page))
}
