//! Answers that are not problems.

use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
};
use serde::Serialize;

/// What does not change while the server runs.
pub(crate) const HOUR: &str = "public, max-age=3600";

/// What never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// 200.
pub(crate) fn ok(body: &impl Serialize) -> HttpResponse {
    with(StatusCode::OK, body)
}

/// 201, and where it is.
pub(crate) fn created(location: &str, body: &impl Serialize) -> HttpResponse {
    let mut response = with(StatusCode::CREATED, body);
    let location = location.parse().expect("our paths are plain ASCII");
    response.headers_mut().insert(header::LOCATION, location);
    response
}

/// 200, the same as long as the server runs.
pub(crate) fn fixed(body: &impl Serialize) -> HttpResponse {
    let mut response = ok(body);
    let value = header::HeaderValue::from_static(HOUR);
    response.headers_mut().insert(header::CACHE_CONTROL, value);
    response
}

/// Lets caches keep an answer for ever.
pub(crate) fn for_ever(mut response: HttpResponse) -> HttpResponse {
    let value = header::HeaderValue::from_static(FOR_EVER);
    response.headers_mut().insert(header::CACHE_CONTROL, value);
    response
}

/// Marks an answer that was given before.
pub(crate) fn replayed(mut response: HttpResponse, replayed: bool) -> HttpResponse {
    if replayed {
        let name = header::HeaderName::from_static("idempotency-replayed");
        let value = header::HeaderValue::from_static("true");
        response.headers_mut().insert(name, value);
    }
    response
}

fn with(status: StatusCode, body: &impl Serialize) -> HttpResponse {
    let body = serde_json::to_vec(body).expect("our types are JSON");
    HttpResponse::build(status)
        .content_type("application/json")
        .body(body)
}
