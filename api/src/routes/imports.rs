//! Imports: matches that were played elsewhere.

use std::{
    fs::File,
    io::{BufReader, Seek as _, Write as _},
    sync::Arc,
};

use actix_web::{HttpRequest, HttpResponse, http::header, post, web};
use domain::matches::PlayerId;
use futures_util::StreamExt as _;
use store::{Hash, Imported, Whole, matches::nobody};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::matches::told;
use crate::{
    app::App,
    auth::Player,
    bounds::Bounds,
    error::ApiError,
    limits,
    looks::Waiting,
    reply,
    shares::Shares,
    wire::{ImportedMatch, Named},
};

/// The longest record that is read.
pub(crate) const RECORD_BYTES: usize = 32 * 1024 * 1024;

/// How many records are checked at once and written down: each is in memory then.
pub(crate) const AT_ONCE: usize = 2;

/// Who imports.
#[derive(Debug)]
pub(crate) struct Imports {
    /// Whose record arrives, is checked or written down.
    pub(crate) places: Arc<Shares>,
    /// Whose record is checked or written down.
    turns: Semaphore,
}

impl Imports {
    pub(crate) fn new(bounds: &Bounds) -> Imports {
        Imports {
            places: Shares::new(bounds.imports, bounds.imports_of_one),
            turns: Semaphore::new(AT_ONCE),
        }
    }
}

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
    request: HttpRequest,
    body: web::Payload,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    announced(&request)?;
    let _place = app.imports.places.take(limits::asking())?;
    let (record, bytes) = on_disk(body).await?;
    let _turn = app.imports.turns.acquire().await;
    let read = move |waiting: &Waiting<'_>| {
        Whole::read_while(&mut BufReader::new(record), || !waiting.is_over())
    };
    let whole = app.looks.find(read).await??;
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

/// Refuses a record that is too long before any of it is read.
fn announced(request: &HttpRequest) -> Result<(), ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    match length {
        Some(length) if length > RECORD_BYTES => Err(ApiError::TooLarge(RECORD_BYTES)),
        Some(_) | None => Ok(()),
    }
}

/// A record as it arrives, in a file without a name: however slowly that is, it takes no
/// memory. Its length in bytes, too.
async fn on_disk(mut body: web::Payload) -> Result<(File, usize), ApiError> {
    let mut file = tempfile::tempfile().map_err(|error| ApiError::unwritten(&error))?;
    let mut bytes = 0;
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(ApiError::body)?;
        bytes += piece.len();
        if bytes > RECORD_BYTES {
            return Err(ApiError::TooLarge(RECORD_BYTES));
        }
        let written = file.write_all(&piece);
        written.map_err(|error| ApiError::unwritten(&error))?;
    }
    file.rewind().map_err(|error| ApiError::unwritten(&error))?;
    Ok((file, bytes))
}

async fn is_here(app: &App, player: &PlayerId) -> Result<bool, ApiError> {
    Ok(*player != nobody() && app.asker(player).await?.is_some())
}
