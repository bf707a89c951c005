//! The rolling mean of a metric, match after match.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::statistics::{Curve, CurveQuery, Slice};
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
        query::{Lists, MinNQuery, SliceQuery},
        tabular::{self, FormatQuery},
    },
    wire::Answered,
};

/// The most matches of a window.
pub(crate) const WINDOW: u64 = 1000;
const USUAL: u64 = 20;

/// What is asked.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CurveOfQuery {
    /// A metric that is a measure or a rate.
    #[param(max_length = 80, pattern = "^[a-z0-9_.]+$", example = "final_score")]
    metric: String,
    /// A dimension or measure: a series for each of its values, at most 20.
    #[param(max_length = 80, pattern = "^[a-z0-9_.]+$", example = "player")]
    group_by: Option<String>,
    /// How many matches of a series each point is the mean of.
    #[serde(default = "usual")]
    #[param(minimum = 1, maximum = 1000, default = 20)]
    window: u64,
}

const fn usual() -> u64 {
    USUAL
}

impl CurveOfQuery {
    /// The query about a slice.
    pub(crate) fn query(self, slice: Slice, min_n: u64) -> Result<CurveQuery, ApiError> {
        let window = usize::try_from(self.window).ok();
        let window = window.filter(|_| (1..=WINDOW).contains(&self.window));
        let window = window.ok_or_else(|| {
            Code::MalformedQuery.because(format!("window must be from 1 to {WINDOW}"))
        })?;
        Ok(CurveQuery {
            slice,
            metric: self.metric,
            group_by: self.group_by,
            window,
            min_n,
        })
    }
}

/// Get a curve
///
/// The rolling mean of a metric: each point is the mean of the last `window` matches of its series,
/// in the order they ended, with its 95 % interval by deal. Neighboring points share most of their
/// matches, so they are not independent.
#[utoipa::path(operation_id = "getCurve", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(SliceQuery, CurveOfQuery, MinNQuery, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "The points of each series.", content(
        (Answered<Curve> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/curve")]
pub(crate) async fn get_curve(
    request: HttpRequest,
    slice: Lists<SliceQuery>,
    query: Query<CurveOfQuery>,
    min_n: Query<MinNQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let query = query
        .0
        .query(slice.0.slice(&app.store)?, min_n.0.checked()?)?;
    let (statistics, asked) = (app.store.statistics.clone(), query.clone());
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let answer = tabular::off_thread(&app.looks, move || statistics.curve(&asked)).await??;
    let links = links::curve(&query, &answer);
    let form = format.0.of(&request)?;
    Ok(tabular::answered(form, &answer.about, links, &*answer))
}
