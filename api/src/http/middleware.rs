//! What stands around every handler: a request id, a time limit, a net under
//! panics, and the promise that whatever is not a success is a problem.

use std::{
    panic::AssertUnwindSafe,
    time::{Duration, Instant},
};

use actix_web::{
    Error, HttpRequest, HttpResponse, ResponseError as _,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::header::{self, HeaderMap, HeaderName, HeaderValue},
    middleware::Next,
    web,
};
use futures_util::FutureExt as _;

use crate::http::{app::App, auth, codes::Code, error::ApiError, origin, request_id};

/// Longer than the longest long poll.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(75);

/// Keeps browsers from taking an answer for anything but what it says it is.
pub(crate) const NO_SNIFF: (HeaderName, &str) = (header::X_CONTENT_TYPE_OPTIONS, "nosniff");

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The middleware.
pub(crate) async fn guard(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = request_id::fresh();
    let header = HeaderValue::from_str(&id).expect("hexadecimal digits");
    let is_open = origin::is_open(&request);
    let begun = Instant::now();
    request_id::scope(id, async move {
        let say = |headers: &mut HeaderMap| {
            headers.insert(SERVER_TIMING, taken(begun.elapsed()));
            let (name, value) = NO_SNIFF;
            headers.insert(name, HeaderValue::from_static(value));
            headers.insert(REQUEST_ID, header);
            if is_open {
                origin::open(headers);
            }
        };
        match answered(request, next).await {
            Ok(mut response) => {
                say(response.headers_mut());
                Ok(response)
            }
            Err(error) => {
                let mut response = error.error_response();
                say(response.headers_mut());
                Err(InternalError::from_response(error, response).into())
            }
        }
    })
    .await
}

/// What an answer took the server, in milliseconds (<https://www.w3.org/TR/server-timing/>).
fn taken(time: Duration) -> HeaderValue {
    let us = time.as_micros();
    let total = format!("total;dur={}.{:03}", us / 1000, us % 1000);
    let total = HeaderValue::from_str(&total);
    total.expect("a number is visible ASCII")
}

async fn answered(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if let Err(error) = checked(&request) {
        return Ok(request.into_response(error.error_response()));
    }
    if let Some(answer) = origin::preflight(&request) {
        return Ok(request.into_response(answer));
    }
    let path = request.path().to_owned();
    let call = AssertUnwindSafe(next.call(request)).catch_unwind();
    match tokio::time::timeout(TIME_LIMIT, call).await {
        Ok(Ok(answer)) => answer.map(|response| as_problem(response.map_into_boxed_body())),
        Ok(Err(_panic)) => {
            tracing::error!(
                request_id = request_id::current(),
                path,
                "a handler panicked"
            );
            Err(rendered(&Code::Internal.into()))
        }
        Err(_elapsed) => Err(rendered(&Code::Timeout.into())),
    }
}

/// Refuses what no handler need look at.
fn checked(request: &ServiceRequest) -> Result<(), ApiError> {
    origin::check(request)?;
    unconditional(request)?;
    let Some(app) = request.app_data::<web::Data<App>>() else {
        return Ok(()); // a test of this alone
    };
    // What is known here may be too old to answer by, and even to refuse by.
    if !app.store.is_current() && request.path() != "/healthz" {
        return Err(Code::Unavailable.into());
    }
    app.contract.check_method(request)?;
    app.contract.check(request)
}

/// Refuses what is to be done only if something has not changed: that is never looked at.
fn unconditional(request: &ServiceRequest) -> Result<(), ApiError> {
    let asks = |condition| request.headers().contains_key(condition);
    if [header::IF_MATCH, header::IF_UNMODIFIED_SINCE]
        .into_iter()
        .any(asks)
    {
        return Err(Code::UnknownCondition
            .because("If-Match and If-Unmodified-Since are not supported: leave them out"));
    }
    Ok(())
}

/// An error with its body made now, while the request id is known.
fn rendered(error: &ApiError) -> Error {
    InternalError::from_response("see the log", error.error_response()).into()
}

/// Replaces a body that is not a problem where one is due: a library's own
/// refusals are plain text.
fn as_problem(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let status = response.status();
    let is_told = response
        .headers()
        .get(header::CONTENT_TYPE)
        // What speaks JSON-RPC has its own way to say what is wrong.
        .is_some_and(|kind| kind == "application/problem+json" || kind == "application/json");
    if is_told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let error = match status.as_u16() {
        404 => Code::NotFound.into(),
        400..500 => Code::MalformedHeader.because("the request cannot be read"),
        _ => Code::Internal.into(),
    };
    let (request, _) = response.into_parts();
    ServiceResponse::new(request, error.error_response())
}

/// No path, or no such method there.
pub(crate) async fn no_route(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let allowed = auth::app(&request).contract.allowed(request.path());
    let allowed = allowed.ok_or(Code::NotFound)?;
    Err(ApiError::MethodNotAllowed(allowed))
}

#[cfg(test)]
mod tests {
    use actix_web::{
        App, HttpResponse, ResponseError as _, body::to_bytes, middleware::from_fn, test, web,
    };
    use store::{RequestError, StoreError};

    use super::guard;
    use crate::http::{codes::Code, error::ApiError};

    async fn problem(response: HttpResponse) -> (u16, serde_json::Value) {
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body()).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    #[actix_web::test]
    async fn a_panic_is_a_problem_that_reveals_nothing() {
        async fn panics() -> HttpResponse {
            panic!("the seed is 7");
        }
        let app = App::new()
            .wrap(from_fn(guard))
            .route("/", web::get().to(panics));
        let app = test::init_service(app).await;
        let request = test::TestRequest::get().uri("/").to_request();
        let error = test::try_call_service(&app, request).await.unwrap_err();
        let (status, problem) = problem(error.error_response()).await;
        assert_eq!((status, &problem["code"]), (500, &"internal".into()));
        let id = problem["request_id"].as_str().unwrap();
        assert!(id.starts_with("r_") && id.len() == 18, "{id}");
        assert!(!problem.to_string().contains("seed"), "{problem}");
    }

    #[actix_web::test]
    async fn what_passes_by_itself_is_503_and_says_so() {
        for (error, code, again) in [
            (ApiError::from(RequestError::Busy), "busy", true),
            (ApiError::from(StoreError::Stopped), "unavailable", true),
            (Code::Timeout.into(), "timeout", false),
        ] {
            let response = error.error_response();
            assert_eq!(response.headers().contains_key("retry-after"), again);
            let (status, problem) = problem(response).await;
            assert_eq!((status, &problem["code"]), (503, &code.into()));
        }
    }
}
