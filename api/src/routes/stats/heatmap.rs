//! How often each cell of the board is filled, and with what.

use actix_web::{HttpRequest, HttpResponse, get, web};
use store::statistics::Heatmap;

use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::Query,
        read_your_writes::{self, AtLeastQuery},
    },
    stats::{
        links,
        query::{Lists, MinNQuery, SliceQuery},
        tabular::{self, FormatQuery},
    },
    wire::Answered,
};

/// Get a heatmap
///
/// Each cell of the board with each thing that fills it at the end of a match: the share of seats
/// that filled it in this way, and how many of them finished on each rank. Intervals err on the
/// wide side; see `/docs/statistics`.
#[utoipa::path(operation_id = "getHeatmap", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(SliceQuery, MinNQuery, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "How often each cell is filled.", content(
        (Answered<Heatmap> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/heatmap")]
pub(crate) async fn get_heatmap(
    request: HttpRequest,
    slice: Lists<SliceQuery>,
    min_n: Query<MinNQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (slice, min_n) = (slice.0.slice(&app.store)?, min_n.0.checked()?);
    let statistics = app.store.statistics.clone();
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let answer =
        tabular::off_thread(&app.looks, move || statistics.heatmap(&slice, min_n)).await??;
    let links = links::heatmap(&answer, min_n);
    let form = format.0.of(&request)?;
    Ok(tabular::answered(form, &answer.about, links, &*answer))
}
