//! Metrics, summed up for each group of a slice.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::statistics::{Aggregate, GROUPS, QueryAnswer, Slice, Sort};
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

/// The most metrics in an answer.
pub(crate) const METRICS: usize = 6;

/// What is asked.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AggregatesQuery {
    /// One to six metrics that are measures or rates, separated by commas.
    #[param(style = Form, explode = false, min_items = 1, max_items = 6,
        example = json!(["final_score"]))]
    metric: Vec<String>,
    /// At most three dimensions or measures, separated by commas. Each combination of their values
    /// is a group. `opponent` groups by who else sat at the table, partners of a team apart: a seat
    /// counts once for each opponent, and `group_by=player,opponent` tells who met whom. Conditions
    /// are on the seat, not on its opponents. `stage`, the stage of the match, groups metrics of
    /// decisions alone: `metric=decided_in_ms&group_by=player,stage&aggregates=n,p50,p90,p99` tells how
    /// long players take to decide, over all their decisions.
    #[serde(default)]
    #[param(style = Form, explode = false, max_items = 3)]
    group_by: Vec<String>,
    /// What to compute for each group, separated by commas: `n`, `mean`, `sd`, `min`, `max`,
    /// `median`, or percentiles like `p10` and `p99.9`. Of groups by `opponent` also `difference`,
    /// the mean of the seat's value minus that of the opponent: at a table of three or more it
    /// compares these two alone. Default: `n,mean,sd,median`.
    #[serde(default)]
    #[param(style = Form, explode = false, max_items = 20, value_type = Vec<Aggregate>)]
    aggregates: Vec<String>,
    /// The order of the groups: `group`, by what they are grouped by; or, the greatest first,
    /// `mean`, `at_least` (the lower end of the interval of the mean) or `n`, each of the first
    /// metric. What has no such number, or one that is withheld, comes last. Default: `group`.
    #[param(inline)]
    sort: Option<Sort>,
    /// The most items in this answer.
    #[param(minimum = 1, maximum = 10000)]
    limit: Option<u64>,
}

impl AggregatesQuery {
    /// The query about a slice.
    pub(crate) fn query(
        self,
        slice: Slice,
        min_n: u64,
    ) -> Result<store::statistics::Query, ApiError> {
        let metrics = query::split(&self.metric);
        if metrics.len() > METRICS {
            let detail = format!("at most {METRICS} metrics");
            return Err(Code::MalformedQuery.because(detail));
        }
        if self
            .limit
            .is_some_and(|limit| !(1..=GROUPS).contains(&limit))
        {
            let detail = format!("limit must be from 1 to {GROUPS}");
            return Err(Code::MalformedQuery.because(detail));
        }
        Ok(store::statistics::Query {
            slice,
            metrics,
            group_by: query::split(&self.group_by),
            aggregates: aggregates(&query::split(&self.aggregates))?,
            min_n,
            sort: self.sort.unwrap_or_default(),
            limit: self.limit.and_then(|limit| usize::try_from(limit).ok()),
        })
    }
}

/// Query the statistics
///
/// Metrics, aggregated for each group of seats. Every number says how many values it is based on
/// (`n`) and, if it is an estimate, gives its 95 % confidence interval (`lo`, `hi`, `method`). A
/// number based on fewer than `min_n` values is null and `suppressed`. Percentiles are exact.
/// Intervals are computed from `deals`: seats of one match, and matches of one deal, are not
/// independent. `/docs/statistics` gives the formulas and explains how to check a number yourself.
/// `limit` keeps the first groups in the order of `sort`; `group_count` says how many there are.
#[utoipa::path(operation_id = "queryStatistics", tag = "Statistics",
    extensions(("x-cacheable" = json!(true)), ("x-problems" = json!([422]))), security(()),
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
    let query = query
        .0
        .query(slice.0.slice(&app.store)?, min_n.0.checked()?)?;
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
