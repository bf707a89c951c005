//! How far the statistics have come, and whether they equal a rebuild.

use actix_web::{HttpResponse, get, web};

use crate::{
    http::{app::App, error::ApiError, read_your_writes, reply},
    stats::tabular,
    wire::ProjectionState,
};

/// Check the consistency of the statistics
///
/// How far the statistics have read the log, and what the last check found. Operators start a check
/// with `POST /projections/consistency` on their own listener. It rebuilds all facts and compares
/// them, byte for byte, with those in use.
#[utoipa::path(operation_id = "getConsistency", tag = "Statistics", security(()),
    responses((status = 200, description = "How far the statistics have read the log.", body = ProjectionState)))]
#[get("/projections/consistency")]
pub(crate) async fn get_consistency(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    read_your_writes::counted(&app.store).await?;
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
