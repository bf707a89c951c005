//! Reading without the body: `HEAD`, and 304 for what the caller has already, compressed or not.

use actix_web::{
    Error, HttpRequest, HttpResponse,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, EntityTag, Header as _, HeaderMap, HeaderValue, IfNoneMatch},
    },
    middleware::Next,
};
use store::Hash;

use crate::http::reply;

/// The middleware. `HEAD` is answered as `GET`: the connection leaves the body out.
pub(crate) async fn reading(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let is_head = request.method() == Method::HEAD;
    if is_head {
        request.head_mut().method = Method::GET;
        // Parts are asked for with GET alone (RFC 9110, 14.2).
        request.headers_mut().remove(header::RANGE);
    }
    let mut response = next.call(request).await?.map_into_boxed_body();
    weaken_if_encoded(response.headers_mut());
    let is_endless = response.response().body().size() == BodySize::Stream;
    Ok(if caller_has(&response) {
        not_modified(response)
    } else if is_head && is_endless {
        response.map_body(|_, _| BoxBody::new(()))
    } else {
        response
    })
}

/// The middleware of pages. It stands where they are not compressed yet.
pub(crate) async fn tagging(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let (request, response) = response.into_parts();
    Ok(ServiceResponse::new(request, tagged(response)))
}

/// The answer with the tag of its bytes, unless it says already whether it may be kept, as the pages
/// of matches do: those of a match that runs are `no-store`, because of what is secret there. The
/// bytes are always made for whoever asks, so that nobody is told to keep what is another's.
pub(crate) fn tagged(response: HttpResponse) -> HttpResponse {
    let says = |name| response.headers().contains_key(name);
    if response.status() != StatusCode::OK || says(header::ETAG) || says(header::CACHE_CONTROL) {
        return response;
    }
    let (head, body) = response.into_parts();
    match body.try_into_bytes() {
        Ok(bytes) => {
            let tag = Hash::of(&bytes).to_string();
            let response = head.set_body(BoxBody::new(bytes));
            reply::revalidated_by_itself(response, &tag[..32])
        }
        Err(body) => head.set_body(body),
    }
}

/// The tag of an answer is that of its bytes as they were before they were compressed, so it is
/// weak: only the same bytes have the same strong one (RFC 9110, 8.8.3).
fn weaken_if_encoded(headers: &mut HeaderMap) {
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let is_strong = tag.filter(|tag| tag.starts_with('"'));
    if let Some(tag) = is_strong.filter(|_| headers.contains_key(header::CONTENT_ENCODING)) {
        let weak = HeaderValue::from_str(&format!("W/{tag}")).expect("a tag stays one");
        headers.insert(header::ETAG, weak);
    }
}

/// Whether the caller named the tag of this very answer.
pub(crate) fn caller_has(response: &ServiceResponse<BoxBody>) -> bool {
    let request = response.request();
    // What the caller knows comes before the part they ask for (RFC 9110, 13.2.2).
    let is_there = [StatusCode::OK, StatusCode::PARTIAL_CONTENT].contains(&response.status());
    let reads = request.method() == Method::GET && is_there;
    let tag = response.headers().get(header::ETAG);
    let tag = tag.and_then(|tag| tag.to_str().ok()?.parse::<EntityTag>().ok());
    reads && tag.is_some_and(|tag| names_tag(request, &tag))
}

/// Whether a request says that the caller has the answer with this tag.
pub(crate) fn names_tag(request: &HttpRequest, tag: &EntityTag) -> bool {
    if !request.headers().contains_key(header::IF_NONE_MATCH) {
        return false;
    }
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        Err(_unreadable) => false,
    }
}

fn not_modified(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let mut response = response.map_body(|_, _| BoxBody::new(()));
    *response.response_mut().status_mut() = StatusCode::NOT_MODIFIED;
    response.headers_mut().remove(header::CONTENT_TYPE);
    response.headers_mut().remove(header::CONTENT_ENCODING);
    response.headers_mut().remove(header::CONTENT_RANGE);
    response
}
