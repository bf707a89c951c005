//! How far the statistics have come, and whether they equal a rebuild.

use actix_web::{HttpResponse, get, web};

use crate::{
    http::{app::App, error::ApiError, reply},
    stats::tabular,
    wire::ProjectionState,
};

/// Check the statistics' own books
///
/// How far they have read the log, and what the last check found: operators start one
/// with `POST /projections/consistency` on their own listener. It builds all facts anew
/// and compares them with those that answer, to the byte.
#[utoipa::path(operation_id = "getConsistency", tag = "Statistics", security(()),
    responses((status = 200, description = "How far the statistics have come.", body = ProjectionState)))]
#[get("/projections/consistency")]
pub(crate) async fn get_consistency(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    let statistics = app.store.statistics.clone();
    let state = tabular::off_thread(&app.looks, move || ProjectionState::of(&statistics)).await?;
    Ok(reply::ok(&state))
}

/// Makes a check, and answers when it is done. For operators.
pub(crate) async fn check_consistency(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    let found = app.store.statistics.check(|_position| ()).await?;
    tracing::info!(consistent = found.consistent, "statistics were checked");
    Ok(reply::ok(&ProjectionState::of(&app.store.statistics)))
}
