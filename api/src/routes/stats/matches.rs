//! The very matches that were counted.

use actix_web::{HttpRequest, HttpResponse, get, web};

use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::Query,
        listing,
        read_your_writes::{self, AtLeastQuery},
    },
    stats::{
        query::{Lists, SliceQuery},
        tabular::{self, FormatQuery},
    },
    wire::{CountedMatch, Page},
};

/// List the matches counted
///
/// Every match with a seat in the slice, in the order the matches ended: exactly the matches that
/// an answer with the same conditions counted. Each has links to its results and its record.
#[utoipa::path(operation_id = "listCountedMatches", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(SliceQuery, listing::PageQuery, FormatQuery, AtLeastQuery),
    responses((status = 200, description = "A page of matches.", content(
        (Page<CountedMatch> = "application/json"), (String = "application/x-ndjson"),
        (String = "text/csv")))))]
#[get("/stats/matches")]
pub(crate) async fn list_counted_matches(
    request: HttpRequest,
    slice: Lists<SliceQuery>,
    page: Query<listing::PageQuery>,
    format: Query<FormatQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let slice = slice.0.slice(&app.store)?;
    let part = page.0.part(&request)?;
    let (after, limit) = (part.skipped(), part.limit);
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let statistics = app.store.statistics.clone();
    // Before it counts: what ends meanwhile may be in the page, nothing is missing.
    let as_of_position = statistics.as_of_position();
    let counted =
        tabular::off_thread(&app.looks, move || statistics.matches(&slice, after, limit)).await??;
    let rows = counted.matches.into_iter().map(CountedMatch::of);
    let page = part.counted(rows.collect(), counted.next, as_of_position);
    let answer = tabular::reply(format.0.of(&request)?, as_of_position, None, &page);
    Ok(part.linked(&request, &page, answer))
}
