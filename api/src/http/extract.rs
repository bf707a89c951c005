//! Reading requests: bodies, queries and paths that are wrong in any way become
//! problems that say where.

use std::{future::Future, pin::Pin};

use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::header::{self, HeaderValue},
    web,
};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::IdempotencyKey;
use utoipa::IntoParams;

use crate::http::{
    auth,
    body::{not_yet, pointer, reading, tags},
    codes::Code,
    error::ApiError,
    limits::{self, shares::Share},
};

/// The longest body that is read.
pub(crate) const BODY_BYTES: usize = 64 * 1024;

/// The longest body where a table can be arranged: one of a hundred seats, as `cartulary
/// arrange` prints it, takes less than 200,000 bytes.
pub(crate) const ARRANGED_BYTES: usize = 256 * 1024;

/// The operations that take an arranged table.
const ARRANGING: [&str; 2] = ["/v1/matches", "/v1/batches"];

/// The longest idempotency key.
pub(crate) const KEY_CHARACTERS: usize = 255;

type Extracting<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

/// A JSON body.
pub(crate) struct Json<T> {
    pub(crate) value: T,
    /// As sent: what an idempotency key is bound to.
    pub(crate) bytes: Bytes,
}

/// A query string.
pub(crate) struct Query<T>(pub(crate) T);

/// The variable parts of the path.
pub(crate) struct Path<T>(pub(crate) T);

/// The `Idempotency-Key` header, as the document has it.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "read by `Key`; here for the document")]
pub(crate) struct KeyHeader {
    /// Makes the request safe to repeat: the same key with the same body returns the same answer,
    /// and nothing is done twice. The key is kept for a day.
    #[param(
        rename = "Idempotency-Key",
        min_length = 1,
        max_length = 255,
        pattern = "^[!-~]+$"
    )]
    key: Option<String>,
}

/// The `Idempotency-Key` header where it guards a secret.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "read by `Key`; here for the document")]
pub(crate) struct SecretKeyHeader {
    /// Makes the request safe to repeat. Anybody who has the key can get the token again within a
    /// day, so make the key random.
    #[param(
        rename = "Idempotency-Key",
        min_length = 16,
        max_length = 255,
        pattern = "^[!-~]+$"
    )]
    key: Option<String>,
}

/// The `Idempotency-Key` header, if sent.
pub(crate) struct Key(Option<String>);

impl<T: DeserializeOwned + 'static> FromRequest for Json<T> {
    type Error = ApiError;
    type Future = Extracting<Json<T>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let pattern = request.match_pattern();
        let limit = body_limit(request, pattern.as_deref());
        let body = web::Payload::from_request(request, payload).into_inner();
        Box::pin(async move {
            if !is_json {
                return Err(Code::WrongType.into());
            }
            let (most, _place) = limit?;
            let body = read_body(body.map_err(ApiError::body)?, most).await?;
            let value = read(&body).map_err(|error| {
                let not_yet = not_yet::refusal(pattern.as_deref(), &body);
                not_yet.unwrap_or_else(|| refusal::<T>(&body, &error))
            })?;
            tags::check(&body)?;
            Ok(Json { value, bytes: body })
        })
    }
}

fn is_json(request: &HttpRequest) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// How long the body may be, and the place it takes if it is a long one: few of these are
/// in memory at once. One that does not say how long it is has the room of any other.
fn body_limit(
    request: &HttpRequest,
    pattern: Option<&str>,
) -> Result<(usize, Option<Share>), ApiError> {
    let most = match pattern {
        Some(pattern) if ARRANGING.contains(&pattern) => ARRANGED_BYTES,
        Some(_) | None => BODY_BYTES,
    };
    match length(request) {
        Some(length) if length > most => Err(ApiError::too_large(most)),
        Some(length) if length > BODY_BYTES => {
            let place = auth::app(request)
                .imports
                .places
                .take(limits::client_address())?;
            Ok((most, Some(place)))
        }
        Some(_) | None => Ok((BODY_BYTES, None)),
    }
}

/// How long a body is, if that was said.
pub(crate) fn length(request: &HttpRequest) -> Option<usize> {
    let length = request.headers().get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

/// The whole body, unless it is longer than this.
async fn read_body(body: web::Payload, most: usize) -> Result<Bytes, ApiError> {
    let body = body.to_bytes_limited(most).await;
    body.map_err(|_| ApiError::too_large(most))?
        .map_err(ApiError::body)
}

/// Reads what is not the whole body of a request: an argument of a tool.
pub(crate) fn argument<T: DeserializeOwned>(json: &[u8]) -> Result<T, ApiError> {
    let value = read(json).map_err(|error| refusal::<T>(json, &error))?;
    tags::check(json)?;
    Ok(value)
}

/// Reads JSON in which integers may be written like `3.0`.
pub(crate) fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, reading::Error> {
    reading::json(json).or_else(|error| match without_zero_fractions(json) {
        Some(json) => reading::json(&json),
        None => Err(error),
    })
}

/// Why a body cannot be read as `T`. In a long one the field is not looked for beyond what
/// reading it tells, which would hold up other requests.
fn refusal<T: DeserializeOwned>(body: &[u8], error: &reading::Error) -> ApiError {
    if body.len() <= BODY_BYTES {
        return problem::<T>(body, error);
    }
    pointer::malformed(error, pointer::tracked::<T>(body))
}

/// Why a body cannot be read as `T`, and where.
pub(crate) fn problem<T: DeserializeOwned>(json: &[u8], error: &reading::Error) -> ApiError {
    let rounded = without_zero_fractions(json);
    pointer::problem::<T>(rounded.as_deref().unwrap_or(json), error)
}

/// A body with its integers that are written like `3.0`, which JSON allows, as integers.
/// None if it has no such.
fn without_zero_fractions(json: &[u8]) -> Option<Vec<u8>> {
    let given: Value = serde_json::from_slice(json).ok()?;
    let mut value = given.clone();
    rounded(&mut value);
    (value != given).then(|| value.to_string().into_bytes())
}

fn rounded(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0);
            let whole = whole.and_then(|number| format!("{number:.0}").parse::<i64>().ok());
            if let Some(whole) = whole.filter(|_| number.is_f64()) {
                *number = whole.into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(rounded),
        Value::Object(fields) => fields.values_mut().for_each(rounded),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = std::future::Ready<Result<Query<T>, ApiError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let query = request.query_string();
        let read = serde_urlencoded::from_str(query);
        let read = read.map_err(|error| pointer::query_problem::<T>(query, error));
        std::future::ready(read.map(Query))
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Path<T> {
    type Error = ApiError;
    type Future = std::future::Ready<Result<Path<T>, ApiError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        std::future::ready(path(request).map(Path))
    }
}

/// The variable parts of the path, outside a handler's arguments.
pub(crate) fn path<T: DeserializeOwned + 'static>(request: &HttpRequest) -> Result<T, ApiError> {
    let read = web::Path::extract(request).into_inner();
    read.map(web::Path::into_inner)
        .map_err(|error| Code::MalformedPath.because(error))
}

impl FromRequest for Key {
    type Error = ApiError;
    type Future = std::future::Ready<Result<Key, ApiError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let header = request.headers().get("idempotency-key");
        std::future::ready(header.map(key).transpose().map(Key))
    }
}

fn key(header: &HeaderValue) -> Result<String, ApiError> {
    checked(header.to_str().unwrap_or_default().to_owned())
}

fn checked(key: String) -> Result<String, ApiError> {
    let is_visible = key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_visible && (1..=KEY_CHARACTERS).contains(&key.len()) {
        Ok(key)
    } else {
        let detail = "an idempotency key must be 1 to 255 visible ASCII characters";
        Err(Code::MalformedHeader.because(detail))
    }
}

impl Key {
    /// A key that is no header.
    pub(crate) fn given(key: Option<String>) -> Result<Key, ApiError> {
        Ok(Key(key.map(checked).transpose()?))
    }

    /// The key as it was sent.
    pub(crate) fn text(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Whether there is one, and it has fewer characters than this.
    pub(crate) fn is_shorter_than(&self, characters: usize) -> bool {
        self.0.as_ref().is_some_and(|key| key.len() < characters)
    }

    /// The key for one request of one player: `what` names the operation.
    pub(crate) fn of(&self, player: &str, what: &str, body: &[u8]) -> Option<IdempotencyKey> {
        let key = self.0.as_ref()?;
        Some(IdempotencyKey::new(&format!("{player} {what}"), key, body))
    }
}
