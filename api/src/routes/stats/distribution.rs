//! The exact histogram of a metric.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::statistics::Distribution;
use utoipa::IntoParams;

use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::Query,
        read_your_writes::{self, AtLeastQuery},
    },
    stats::{
        links,
        query::{Lists, SliceQuery},
        tabular::{self, FormatQuery},
    },
    wire::Answered,
};

/// The metric whose values are counted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MetricQuery {
    /// A metric that is a measure or a rate.
    #[param(max_length = 80, pattern = "^[a-z0-9_.]+$", example = "final_score")]
    pub(crate) metric: String,
}

/// Get a distribution
///
/// Every value of a metric and how often it occurs: exact, without bins.
#[utoipa::path(operation_id = "getDistribution", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(SliceQuery, MetricQuery, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "How often each value occurs.", content(
        (Answered<Distribution> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/distribution")]
pub(crate) async fn get_distribution(
    request: HttpRequest,
    slice: Lists<SliceQuery>,
    query: Query<MetricQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (slice, metric) = (slice.0.slice(&app.store)?, query.0.metric);
    let statistics = app.store.statistics.clone();
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let answer =
        tabular::off_thread(&app.looks, move || statistics.distribution(&slice, &metric)).await??;
    let links = links::distribution(&answer);
    let form = format.0.of(&request)?;
    Ok(tabular::answered(form, &answer.about, links, &*answer))
}
