//! Two slices side by side.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::{bots::Bot, facts};
use serde::Deserialize;
use store::statistics::Comparison;
use utoipa::IntoParams;

use super::distribution::MetricQuery;
use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::Query,
        read_your_writes::{self, AtLeastQuery},
    },
    stats::{
        links,
        query::{Condition, Lists, MinNQuery, SliceQuery},
        tabular::{self, FormatQuery},
    },
    wire::Answered,
};

/// What sets the two apart.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CompareQuery {
    /// Conditions of the first slice, in addition to those of `where`.
    #[serde(default)]
    #[param(inline, max_items = 50)]
    first: Vec<Condition>,
    /// Conditions of the second slice, in addition to those of `where`.
    #[serde(default)]
    #[param(inline, max_items = 50)]
    second: Vec<Condition>,
}

impl CompareQuery {
    /// The conditions of both. If none is given, those of the server's bots.
    pub(crate) fn or_bots(self) -> [Vec<Condition>; 2] {
        if self.first.is_empty() && self.second.is_empty() {
            return [Bot::Greedy, Bot::Random]
                .map(|bot| vec![Condition(format!("player:bot:{}", facts::word(&bot)))]);
        }
        [self.first, self.second]
    }
}

/// Compare two slices
///
/// The means of a metric in two slices, and their difference with its interval: `difference` takes
/// into account what the two share of one deal, `apart` treats them as if they shared no deal, and
/// `paired` compares deal by deal, where `narrower` is the fraction by which that shortened the
/// interval of `apart`. `/docs/statistics` explains more. `matches` links to the matches of the
/// first slice, `second_matches` to those of the second.
#[utoipa::path(operation_id = "compareStatistics", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(SliceQuery, CompareQuery, MetricQuery, MinNQuery, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "Both slices and their difference.", content(
        (Answered<Comparison> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/compare")]
pub(crate) async fn compare_statistics(
    request: HttpRequest,
    slice: Lists<SliceQuery>,
    sides: Lists<CompareQuery>,
    query: Query<MetricQuery>,
    min_n: Query<MinNQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let first = slice.0.slice_and(&sides.0.first, &app.store)?;
    let second = slice.0.slice_and(&sides.0.second, &app.store)?;
    let (metric, min_n) = (query.0.metric, min_n.0.checked()?);
    let statistics = app.store.statistics.clone();
    let compare = move || statistics.compare(&first, &second, &metric, min_n);
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let answer = tabular::off_thread(&app.looks, compare).await??;
    let links = links::compare(&answer, min_n);
    let form = format.0.of(&request)?;
    Ok(tabular::answered(form, &answer.about, links, &*answer))
}
