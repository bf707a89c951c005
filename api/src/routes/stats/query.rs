//! A metric, summed up for each group of a slice.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::statistics::{Aggregate, QueryAnswer};
use utoipa::IntoParams;

use crate::{
    http::{
        app::App,
        codes::Code,
        error::ApiError,
        extract::Query,
        read_your_writes::{self, AtLeastQuery},
    },
    stats::{
        links,
        query::{self, Lists, MinNQuery, SliceQuery},
        tabular::{self, FormatQuery},
    },
    wire::{Answered, Named},
};

/// The most aggregates in an answer.
pub(crate) const AGGREGATES: usize = 20;

/// What is asked.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AggregatesQuery {
    /// A metric that is a measure or a rate.
    #[param(max_length = 80, pattern = "^[a-z0-9_.]+$", example = "final_score")]
    metric: String,
    /// At most three dimensions or measures, separated by commas. Each combination of their values
    /// is a group.
    #[serde(default)]
    #[param(style = Form, explode = false, max_items = 3)]
    group_by: Vec<String>,
    /// What to compute for each group, separated by commas: `n`, `mean`, `sd`, `min`, `max`,
    /// `median`, or percentiles like `p10` and `p99.9`. Default: `n,mean,sd,median`.
    #[serde(default)]
    #[param(style = Form, explode = false, max_items = 20, value_type = Vec<Aggregate>)]
    aggregates: Vec<String>,
}

/// Query the statistics
///
/// A metric, aggregated for each group of seats. Every number says how many values it is based on
/// (`n`) and, if it is an estimate, gives its 95 % confidence interval (`lo`, `hi`, `method`). A
/// number based on fewer than `min_n` values is null and `suppressed`. Percentiles are exact.
/// Intervals are computed from `deals`: seats of one match, and matches of one deal, are not
/// independent. `/docs/statistics` gives the formulas and explains how to check a number yourself.
#[utoipa::path(operation_id = "queryStatistics", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(SliceQuery, AggregatesQuery, MinNQuery, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "The aggregates of each group.", content(
        (Named<Answered<QueryAnswer>> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/query")]
pub(crate) async fn query_statistics(
    request: HttpRequest,
    slice: Lists<SliceQuery>,
    query: Lists<AggregatesQuery>,
    min_n: Query<MinNQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let query = store::statistics::Query {
        slice: slice.0.slice()?,
        metric: query.0.metric,
        group_by: query::split(&query.0.group_by),
        aggregates: aggregates(&query::split(&query.0.aggregates))?,
        min_n: min_n.0.checked()?,
    };
    let (statistics, asked) = (app.store.statistics.clone(), query.clone());
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let answer = tabular::off_thread(&app.looks, move || statistics.query(&asked)).await??;
    let links = links::query(&query, &answer);
    let form = format.0.of(&request)?;
    let form = (form, &app.store.players);
    Ok(tabular::answered_named(
        form,
        &answer.about,
        links,
        &*answer,
    ))
}

fn aggregates(names: &[String]) -> Result<Vec<Aggregate>, ApiError> {
    if names.is_empty() {
        let usual = [Aggregate::N, Aggregate::Mean, Aggregate::Sd];
        return Ok(usual
            .into_iter()
            .chain([Aggregate::Percentile(500)])
            .collect());
    }
    if names.len() > AGGREGATES {
        let detail = format!("at most {AGGREGATES} aggregates");
        return Err(Code::MalformedQuery.because(detail));
    }
    let mut aggregates = Vec::new();
    for name in names {
        let aggregate = name.parse::<Aggregate>()?;
        if !aggregates.contains(&aggregate) {
            aggregates.push(aggregate); // `median` and `p50` are one
        }
    }
    Ok(aggregates)
}
