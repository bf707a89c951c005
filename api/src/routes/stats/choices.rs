//! What decisions offered and took, and how those did who took it.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::statistics::Choices;
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
        query::{Lists, MinNQuery, SliceQuery},
        tabular::{self, FormatQuery},
    },
    wire::Answered,
};

/// Of which kind.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KindQuery {
    /// A metric of kind `choice`. Default: all of them.
    #[param(max_length = 80, pattern = "^[a-z0-9_.]+$")]
    pub(crate) kind: Option<String>,
}

/// List choices
///
/// Each card, tile, shape or other thing that decisions offered: how often it was offered and
/// taken, by round and in total, and the final scores and win index of the seats that took it and
/// of those that could have taken it and never did. A win index of 1 is par. Seats that take a
/// thing may do better for another reason: this does not prove a cause. Intervals err on the wide
/// side; see `/docs/statistics`.
#[utoipa::path(operation_id = "listChoices", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(SliceQuery, KindQuery, MinNQuery, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "What decisions offered and took.", content(
        (Answered<Choices> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/choices")]
pub(crate) async fn list_choices(
    request: HttpRequest,
    slice: Lists<SliceQuery>,
    query: Query<KindQuery>,
    min_n: Query<MinNQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (slice, kind, min_n) = (slice.0.slice(&app.store)?, query.0.kind, min_n.0.checked()?);
    let (statistics, asked) = (app.store.statistics.clone(), kind.clone());
    let choices = move || statistics.choices(&slice, asked.as_deref(), min_n);
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let answer = tabular::off_thread(&app.looks, choices).await??;
    let links = links::choices(&answer, kind.as_deref(), min_n);
    let form = format.0.of(&request)?;
    Ok(tabular::answered(form, &answer.about, links, &*answer))
}
