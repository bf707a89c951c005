//! The head of an answer: what it brings, or why it was refused.

use std::time::Duration;

use reqwest::{RequestBuilder, Response, header};

use crate::error::CallError;

/// The head of an answer, the body of which is yet to come; a refusal is an error.
pub(crate) async fn accepted(
    endpoint: &'static str,
    request: RequestBuilder,
) -> Result<Response, CallError> {
    let lost = |source| CallError::Lost { endpoint, source };
    let answer = request.send().await.map_err(lost)?;
    let status = answer.status();
    if status.is_success() {
        return Ok(answer);
    }
    let retry_after = answer.headers().get(header::RETRY_AFTER);
    let retry_after = retry_after.and_then(|it| it.to_str().ok()?.parse().ok());
    let body = answer.bytes().await.map_err(lost)?;
    Err(CallError::Refused {
        endpoint,
        status,
        retry_after: retry_after.map(Duration::from_secs),
        problem: serde_json::from_slice(&body).unwrap_or_default(),
    })
}
