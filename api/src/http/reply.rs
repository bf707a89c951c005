//! Answers that are not problems.

use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
};
use bytes::Bytes;
use serde::Serialize;
use store::Hash;

/// What does not change while the server runs.
const HOUR: &str = "public, max-age=3600";

/// What never changes.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// An answer that never changes except for names, which players can delete, or for how it is
/// drawn.
const EACH_TIME: &str = "public, no-cache";

/// The same where it may be for one caller: without `public` no cache that several people share
/// keeps what was asked for with a token (RFC 9111, 3.5).
const EACH_TIME_BY_ITSELF: &str = "no-cache";

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
    fixed_text(serde_json::to_vec(body).expect("our types are JSON"))
}

/// 200 with JSON text.
pub(crate) fn json(text: impl Into<Bytes>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(text.into())
}

/// 200 with JSON text, the same as long as the server runs.
pub(crate) fn fixed_text(json: impl Into<Bytes>) -> HttpResponse {
    let json = json.into();
    let tag = Hash::of(&json);
    cached(self::json(json), HOUR, &tag.to_string())
}

/// The type of a picture.
pub(crate) const PICTURE: &str = "image/svg+xml";

/// 200 with a picture that stands alone.
pub(crate) fn picture(svg: String) -> HttpResponse {
    // It has a style of its own, and asks for nothing.
    const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
    HttpResponse::Ok()
        .content_type(PICTURE)
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .body(svg)
}

/// The type of a picture in pixels.
pub(crate) const PIXELS: &str = "image/png";

/// 200 with a picture in pixels.
pub(crate) fn pixels(png: impl Into<Bytes>) -> HttpResponse {
    HttpResponse::Ok().content_type(PIXELS).body(png.into())
}

/// Lets caches keep an answer permanently. `tag` changes with the answer.
pub(crate) fn immutable(response: HttpResponse, tag: &str) -> HttpResponse {
    cached(response, IMMUTABLE, tag)
}

/// Lets caches keep an answer that must be asked for again each time.
pub(crate) fn revalidated(response: HttpResponse, tag: &str) -> HttpResponse {
    cached(response, EACH_TIME, tag)
}

/// The same of an answer that may be for one caller.
pub(crate) fn revalidated_by_itself(response: HttpResponse, tag: &str) -> HttpResponse {
    cached(response, EACH_TIME_BY_ITSELF, tag)
}

/// Keeps caches from keeping what is for one caller, or may change.
pub(crate) fn no_store(mut response: HttpResponse) -> HttpResponse {
    let never = header::HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, never);
    response
}

fn cached(mut response: HttpResponse, how_long: &'static str, tag: &str) -> HttpResponse {
    let how_long = header::HeaderValue::from_static(how_long);
    let tag = header::HeaderValue::from_str(&format!("\"{tag}\"")).expect("tags are plain ASCII");
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, how_long);
    headers.insert(header::ETAG, tag);
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
