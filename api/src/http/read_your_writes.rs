//! Reading what was written: lists and statistics wait until they have seen it.

use std::time::Duration;

use actix_web::HttpRequest;
use serde::Deserialize;
use store::{Position, Store, StoreError};
use utoipa::IntoParams;

use crate::http::{codes::Code, error::ApiError};

/// The longest that an answer waits for what it must have seen: a list is some
/// milliseconds behind, and what has not come by then may never come.
pub(crate) const LONGEST: Duration = Duration::from_secs(5);

/// What an answer must have seen.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AtLeastQuery {
    /// Answer only once everything up to this position of the log has been read: the `position` in
    /// the answer to something you did, or an `as_of_position`. If that takes longer than five
    /// seconds, the answer is 503 `behind`, with `Retry-After`. A server that has just been started
    /// and holds very many matches may answer so, whatever you ask for.
    #[param(inline)]
    at_least: Option<Position>,
}

/// Waits for what the request says an answer must have seen, and until what is asked can be read.
pub(crate) async fn seen<F>(
    request: &HttpRequest,
    wait: impl FnOnce(Position) -> F,
) -> Result<(), ApiError>
where
    F: Future<Output = Result<(), StoreError>>,
{
    let position = requested(request)?.unwrap_or(Position::START);
    in_time(wait(position)).await
}

/// Waits until the lists can be read: a server that was started plays at once, and may have much to
/// read before it can tell of all.
pub(crate) async fn listed(store: &Store) -> Result<(), ApiError> {
    in_time(store.opened()).await
}

/// The same for the statistics.
pub(crate) async fn counted(store: &Store) -> Result<(), ApiError> {
    in_time(store.statistics.at_least(Position::START)).await
}

async fn in_time(wait: impl Future<Output = Result<(), StoreError>>) -> Result<(), ApiError> {
    let reached = tokio::time::timeout(LONGEST, wait).await;
    reached
        .map_err(|_elapsed| Code::Behind)?
        .map_err(ApiError::from)
}

/// The position that the request names.
pub(crate) fn requested(request: &HttpRequest) -> Result<Option<Position>, ApiError> {
    let query = serde_urlencoded::from_str::<AtLeastQuery>(request.query_string());
    let query = query.map_err(|error| Code::MalformedQuery.because(error))?;
    Ok(query.at_least)
}
