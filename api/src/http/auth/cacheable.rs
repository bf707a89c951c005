//! Someone who looks back at a match, and may have the answer already.

use std::{future::Future, pin::Pin};

use actix_web::{
    Error, FromRequest, HttpRequest, HttpResponse,
    dev::Payload,
    error::InternalError,
    http::header::{self, EntityTag},
    web::Data,
};
use serde::Deserialize;
use store::{MatchId, Status, StoreError};

use crate::http::{
    app::App,
    auth::{self, Reader, Sent},
    conditional,
    error::ApiError,
    extract, reply,
};

/// A caller who may look at a match and has not said which version of the answer they have. A
/// caller who already has the answer is told so here, before anything is folded.
pub(crate) struct Cacheable(pub(crate) Reader);

/// The same, of a match that may be played with another box than the one in use.
pub(crate) struct CacheableRecord(pub(crate) Reader);

/// The same, for an answer with names of players in it: names may be deleted, so caches must ask
/// again before they reuse the answer.
pub(crate) struct CacheableNamed(pub(crate) Reader);

#[derive(Deserialize)]
struct OfMatch {
    id: MatchId,
}

impl FromRequest for Cacheable {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Cacheable, Error>>>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let reader = record_reader(auth::app(request), request.clone());
        Box::pin(async move {
            let reader = reader.await?;
            let terms = &reader.now.game.terms;
            terms.check_components().map_err(ApiError::from)?;
            Ok(Cacheable(reader))
        })
    }
}

impl FromRequest for CacheableNamed {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<CacheableNamed, Error>>>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let (app, request) = (auth::app(request), request.clone());
        Box::pin(async move {
            let OfMatch { id } = extract::path(&request)?;
            let head = ended(&request, &app, id).await?;
            unless_caller_has_named(&request, head.map(|tag| auth::tag_named(&app, &tag)))?;
            let reader = Reader::of(Sent::with(&request), &app, id).await?;
            let tag = reader.tag().map(|tag| auth::tag_named(&app, &tag));
            unless_caller_has_named(&request, tag)?;
            Ok(CacheableNamed(reader))
        })
    }
}

impl FromRequest for CacheableRecord {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<CacheableRecord, Error>>>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let reader = record_reader(auth::app(request), request.clone());
        Box::pin(async move { Ok(CacheableRecord(reader.await?)) })
    }
}

async fn record_reader(app: Data<App>, request: HttpRequest) -> Result<Reader, Error> {
    let OfMatch { id } = extract::path(&request)?;
    unless_caller_has_immutable(&request, ended(&request, &app, id).await?)?;
    let reader = Reader::of_any_box(Sent::with(&request), &app, id).await?;
    unless_caller_has_immutable(&request, reader.tag())?;
    Ok(reader)
}

/// The tag of a match that is over and public, without reading the match. A token is
/// checked first.
async fn ended(request: &HttpRequest, app: &App, id: MatchId) -> Result<Option<String>, ApiError> {
    let headers = request.headers();
    let asks = headers.contains_key(header::IF_NONE_MATCH);
    if !asks || headers.contains_key(header::AUTHORIZATION) {
        return Ok(None);
    }
    let row = match app.store.lobby.get(id) {
        // Whoever reads a match need not wait for the lists.
        Err(StoreError::Opening) => None,
        row => row?,
    };
    if !row.is_some_and(|row| row.status == Status::Finished && !row.private) {
        return Ok(None);
    }
    Ok(Some(auth::tag(app.store.matches.head(id).await?)))
}

fn unless_caller_has_immutable(request: &HttpRequest, tag: Option<String>) -> Result<(), Error> {
    unless_caller_has(request, tag, reply::immutable)
}

fn unless_caller_has_named(request: &HttpRequest, tag: Option<String>) -> Result<(), Error> {
    unless_caller_has(request, tag, reply::revalidated)
}

fn unless_caller_has(
    request: &HttpRequest,
    tag: Option<String>,
    cached: impl FnOnce(HttpResponse, &str) -> HttpResponse,
) -> Result<(), Error> {
    match tag {
        Some(tag) if conditional::names_tag(request, &EntityTag::new_strong(tag.clone())) => {
            let known = cached(HttpResponse::NotModified().finish(), &tag);
            Err(InternalError::from_response("they have it", known).into())
        }
        Some(_) | None => Ok(()),
    }
}
