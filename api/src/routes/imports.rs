//! Imports: matches that were played elsewhere.

use actix_web::{HttpResponse, post, web};
use domain::matches::PlayerId;
use store::{Hash, Imported, Whole, matches::nobody};
use utoipa::ToSchema;

use super::matches::told;
use crate::{
    app::App,
    auth::Player,
    error::ApiError,
    reply,
    wire::{ImportedMatch, Named},
};

/// The longest record that is read.
pub(crate) const RECORD_BYTES: usize = 32 * 1024 * 1024;

/// A record as a file: lines of JSON.
#[derive(ToSchema)]
#[schema(format = Binary, max_length = 33_554_432)]
#[expect(dead_code, reason = "here for the document")]
pub(crate) struct RecordLines(String);

/// Import a match
///
/// The record of a finished match, as `GET …/record` gives it: its lines, not compressed. Every commit is checked
/// and every decision made again; the first step that is not what happened is named.
/// It keeps its id and every byte but the positions, and is told apart for ever:
/// `imported`. Statistics leave it out unless asked, and nobody is rated by it, because
/// a record says itself who decided. Importing it again changes nothing, or goes on
/// where it was interrupted. Nobody but yourself may have played it who is a player
/// here: others' results are not yours to tell. A match that is played here is not
/// played on by its record (409 `match_exists`).
#[utoipa::path(operation_id = "importMatch", tag = "Replay",
    request_body(content = RecordLines, content_type = "application/octet-stream",
        description = "The record of a match, one commit a line."),
    responses(
        (status = 200, description = "It was here already.", body = Named<ImportedMatch>),
        (status = 201, description = "It is here now.", body = Named<ImportedMatch>)))]
#[post("/matches/import")]
pub(crate) async fn import_match(
    Player(asker): Player,
    body: web::Payload,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let body = body.to_bytes_limited(RECORD_BYTES).await;
    let body = body.map_err(|_longer| ApiError::TooLarge(RECORD_BYTES))?;
    let body = body.map_err(ApiError::body)?;
    let bytes = body.len();
    let whole = web::block(move || Whole::read(&mut &body[..])).await;
    let whole = whole.map_err(|_panicked| ApiError::Internal)??;
    let own = asker.player().expect("a player asks");
    for player in whole.players() {
        if player != own && is_here(&app, player).await? {
            return Err(ApiError::Forbidden("somebody who plays here played it"));
        }
    }
    let (id, verdict) = (whole.id(), whole.verdict().clone());
    let batch = whole.batch().and_then(|id| app.store.batches.get(id));
    if batch.is_some() && app.store.matches.head(id)? == Hash::ZERO {
        return Err(ApiError::Forbidden(
            "a batch of this server plays its own matches",
        ));
    }
    app.store.matches.charge(own, bytes)?;
    let imported = app.store.matches.import(whole).await?;
    let now = app.store.matches.current(id).await?;
    let answer = ImportedMatch {
        imported: told(&now),
        verdict,
    };
    let answer = Named::of(&app.store.players, answer);
    Ok(match imported {
        Imported::New => reply::created(&format!("/v1/matches/{id}"), &answer),
        Imported::Known => reply::ok(&answer),
    })
}

async fn is_here(app: &App, player: &PlayerId) -> Result<bool, ApiError> {
    Ok(*player != nobody() && app.asker(player).await?.is_some())
}
