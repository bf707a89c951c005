//! From a request of actix-web to one of `rmcp`, and from its answer back: they are built on
//! different versions of the same types.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use bytes::Bytes;
use http::{Request, Response, header::CONTENT_TYPE};
use http_body_util::{BodyExt as _, Full};

use super::{PATH, asking::Envelope};
use crate::http::{codes::Code, error::ApiError};

/// The request as `rmcp` reads it. Of a header that it could not read it is told nothing.
pub(super) fn asked(
    request: &HttpRequest,
    body: Bytes,
    from: Envelope,
) -> Result<Request<Full<Bytes>>, ApiError> {
    let mut asked = Request::post(PATH);
    for (name, value) in request.headers() {
        asked = asked.header(name.as_str(), value.as_bytes());
    }
    let asked = asked.extension(from).body(Full::new(body));
    asked.map_err(|error| Code::MalformedHeader.because(error))
}

/// The answer as actix-web sends it. What is no JSON is a sentence about what is wrong.
pub(super) async fn told<B>(answer: Response<B>) -> Result<HttpResponse, ApiError>
where
    B: http_body::Body<Data = Bytes, Error = std::convert::Infallible>,
{
    let (head, body) = answer.into_parts();
    let Ok(body) = body.collect().await;
    let body = body.to_bytes();
    let kind = head.headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind != "application/json" && !head.status.is_success() {
        return Err(refused(
            head.status.as_u16(),
            &String::from_utf8_lossy(&body),
        ));
    }
    let status = StatusCode::from_u16(head.status.as_u16()).expect("it is one already");
    Ok(HttpResponse::build(status).content_type(kind).body(body))
}

fn refused(status: u16, sentence: &str) -> ApiError {
    match status {
        406 => Code::NotAcceptable.because(sentence),
        415 => Code::WrongType.because(sentence),
        500.. => Code::Internal.into(),
        _ => Code::MalformedBody.because(sentence),
    }
}
