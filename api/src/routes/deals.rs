//! One deal, and everybody who played it.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::{DealId, Visibility, statistics::Deal};
use utoipa::IntoParams;

use crate::{
    http::{
        app::App,
        codes::Code,
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

/// The deal that the path names.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct DealPath {
    /// The id of the deal: the dimension `deal` of a match and of its facts.
    id: DealId,
}

/// Get a deal
///
/// Every public play of one deal (game, components, options, seats and seed), and how each compares
/// with the others: with all seats, and with the same seat.
#[utoipa::path(operation_id = "getDeal", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(DealPath, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "Every finished play of the deal.", content(
        (Named<Deal> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/deals/{id}")]
pub(crate) async fn get_deal(
    request: HttpRequest,
    path: Path<DealPath>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let statistics = app.store.statistics.clone();
    let deal = move || statistics.deal(path.0.id, Visibility::Public);
    let deal = tabular::off_thread(&app.looks, deal).await?;
    let deal = deal.ok_or(Code::UnknownDeal)?;
    let as_of = deal.as_of_position;
    let deal = player_names::beside_ids(&app.store.players, deal);
    Ok(tabular::reply(format.0.of(&request)?, as_of, None, &deal))
}
