//! Imports: matches that were played elsewhere.

use std::{
    fs::File,
    io::{BufReader, Read as _, Seek as _, Write as _},
};

use actix_web::{HttpRequest, HttpResponse, post, web};
use domain::matches::PlayerId;
use futures_util::StreamExt as _;
use store::{Asker, CompleteRecord, Hash, Imported, LiveMatch, MatchId, RequestError, id::nobody};
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        auth::{Caller, Player},
        codes::Code,
        error::ApiError,
        extract,
        forwarder::Forwarder,
        heavy_looks::Waiting,
        limits, reply,
    },
    wire::{ImportedMatch, MatchInfo, Named},
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
/// Takes the record of a finished match as `GET …/record` returns it: its lines, not compressed.
/// Every commit is checked and every decision is made again; the first step that differs is named.
/// The match keeps its id and every byte except the positions, and is marked `imported`
/// permanently. Statistics leave it out unless asked, and it does not affect ratings, because only
/// the record itself says who decided. Importing it again changes nothing, or continues where an
/// import was interrupted. No player of this server other than yourself may have played it: the
/// results of others are not yours to publish. A match that is played here cannot be continued from
/// its record (409 `match_exists`). If a match that you may not see has this id, a different record
/// is refused with 403 `not_yours`, without saying whether the reason is a player of this server, a
/// batch of it, or a match with that id.
#[utoipa::path(operation_id = "importMatch", tag = "Replay",
    extensions(("x-problems" = json!([409]))),
    request_body(content = RecordLines, content_type = "application/octet-stream",
        description = "The record of a match, one commit per line."),
    responses(
        (status = 200, description = "The match was already here.", body = Named<ImportedMatch>),
        (status = 201, description = "The match has been imported.", body = Named<ImportedMatch>)))]
#[post("/matches/import")]
pub(crate) async fn import_match(
    Player(asker): Player,
    request: HttpRequest,
    body: web::Payload,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    check_length(&request)?;
    let _place = app.imports.places.take(limits::client_address())?;
    let (record, bytes) = spool(body).await?;
    let again = |forwarder| record.try_clone().map(|record| (forwarder, record));
    let again = Forwarder::of(&request).map(again).transpose();
    let again = again.map_err(|error| ApiError::unwritten(&error))?;
    let _turn = app.imports.turns.acquire().await;
    let read = move |waiting: &Waiting<'_>| {
        CompleteRecord::read_while(&mut BufReader::new(record), || !waiting.is_over())
    };
    let whole = app.looks.run(read).await??;
    let own = asker.player().expect("a player asks");
    for player in whole.players() {
        if player != own && plays_here(&app, player).await? {
            return Err(Code::NotYours.because(NOT_YOURS));
        }
    }
    let (id, verdict) = (whole.id(), whole.verdict().clone());
    let batch = whole.batch().and_then(|id| app.store.batches.get(id));
    let tournament = whole.tournament();
    let tournament = tournament.and_then(|id| app.store.tournaments.get(id));
    if (batch.is_some() || tournament.is_some()) && app.store.matches.head(id).await? == Hash::ZERO
    {
        return Err(Code::NotYours.because(NOT_YOURS));
    }
    if let Some((forwarder, record)) = again.filter(|_| !app.store.matches.has(id)) {
        return sent_on(&request, forwarder, id, record).await;
    }
    app.store.matches.check_quota(own)?;
    let imported = app.store.matches.import(whole).await;
    let now = app.store.matches.current(id).await;
    let refusal = |error| refused(&app, error, now.as_deref().ok(), &asker);
    let imported = imported.map_err(refusal)?;
    let now = now?;
    if imported == Imported::New {
        app.store.matches.charge(own, bytes);
    }
    let answer = ImportedMatch {
        imported: MatchInfo::from(&*now),
        verdict,
    };
    let answer = Named::of(&app.store.players, answer);
    Ok(match imported {
        Imported::New => reply::created(&format!("/v1/matches/{id}"), &answer),
        Imported::Known => reply::ok(&answer),
    })
}

/// The answer of the server in whose shard the match is, which only the record itself says.
async fn sent_on(
    request: &HttpRequest,
    forwarder: &Forwarder,
    id: MatchId,
    mut record: File,
) -> Result<HttpResponse, ApiError> {
    let mut body = Vec::new();
    let read = record.rewind().and_then(|()| record.read_to_end(&mut body));
    read.map_err(|error| ApiError::unwritten(&error))?;
    let shard = forwarder.shard_of(id);
    Ok(forwarder.forward(request, Some(body.into()), shard).await)
}

/// Why a record is not taken in that belongs to somebody else here: one sentence for all
/// reasons, because one of them may be a match that nobody is told of.
const NOT_YOURS: &str = "a player of this server played it, or its id, batch or tournament belongs \
                         to somebody else here";

/// Reveals that another match has this id only to a caller who may see it.
fn refused(app: &App, error: RequestError, now: Option<&LiveMatch>, asker: &Asker) -> ApiError {
    let exists = matches!(error, RequestError::MatchExists(_));
    let is_hidden = |now| !Caller::Player(asker.clone()).may_see(app, now);
    if exists && now.is_some_and(is_hidden) {
        return Code::NotYours.because(NOT_YOURS);
    }
    error.into()
}

/// Refuses a record that is too long before any of it is read.
fn check_length(request: &HttpRequest) -> Result<(), ApiError> {
    match extract::length(request) {
        Some(length) if length > RECORD_BYTES => Err(ApiError::too_large(RECORD_BYTES)),
        Some(_) | None => Ok(()),
    }
}

/// A record as it arrives, in a file without a name: however slowly that is, it takes no
/// memory. Its length in bytes, too.
async fn spool(mut body: web::Payload) -> Result<(File, usize), ApiError> {
    let mut file = tempfile::tempfile().map_err(|error| ApiError::unwritten(&error))?;
    let mut bytes = 0;
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(ApiError::body)?;
        bytes += piece.len();
        if bytes > RECORD_BYTES {
            return Err(ApiError::too_large(RECORD_BYTES));
        }
        let written = file.write_all(&piece);
        written.map_err(|error| ApiError::unwritten(&error))?;
    }
    file.rewind().map_err(|error| ApiError::unwritten(&error))?;
    Ok((file, bytes))
}

async fn plays_here(app: &App, player: &PlayerId) -> Result<bool, ApiError> {
    Ok(*player != nobody() && app.asker(player).await?.is_some())
}
