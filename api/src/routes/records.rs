//! The record of a match, to keep and to check elsewhere.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::MatchPath;
use crate::{
    http::{
        accept,
        app::App,
        auth::{RecordReader, cacheable::CacheableRecord},
        error::ApiError,
        extract::Query,
        heavy_looks::Question,
        reply,
    },
    wire::Verified,
};

/// As what to send a record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// The form of the record: lines, or the same lines compressed.
    #[serde(default)]
    #[param(inline)]
    format: RecordFormat,
}

/// A form in which a record is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RecordFormat {
    /// Lines of JSON, one for each commit.
    #[default]
    Ndjson,
    /// The same lines compressed with zstd: a tenth of the size.
    Zstd,
}

/// A record as a file: its lines, or the same lines compressed with zstd.
#[derive(ToSchema)]
#[schema(format = Binary, max_length = 33_554_432)]
#[expect(dead_code, reason = "here for the document")]
pub(crate) struct RecordFile(String);

/// Get the record of a match
///
/// One commit per line (NDJSON), exactly as stored. Fold `public.events` with the private ones put
/// in their places, and check `hash` (SHA-256 of the bytes of `public`) and `sealed` (SHA-256 of
/// the bytes of `private`) yourself. While the match runs, `private` is `null`: the chain can be
/// checked, and the secrets stay hidden. A line may end with `erasable`, a note under a random
/// salt: `public.cause.note` is the SHA-256 of its bytes, so the chain still holds when a note is
/// deleted, and nobody can guess the note. Everything before `hash` belongs to this server and is
/// not part of the chain: `position`, and `"imported":true` if the match was imported. The record
/// is available whichever box of components is in use. Some stored words are older than those of
/// the contract: a table of Bunny Kingdom in `forked` says `thrown`, `thrown_away`, `gone` and
/// `sightings` for `discarded`, `discarded_count`, `removed` and `seen_hands`, and the cells in Big
/// Monster's scores are stored with 64 added to row and column. The compressed form is
/// `application/octet-stream`.
#[utoipa::path(operation_id = "getRecord", tag = "Replay",
    extensions(("x-cacheable" = json!(true)), ("x-any-box" = json!(true))), security((), ("token" = [])),
    params(MatchPath, RecordQuery),
    responses((status = 200, description = "The record, one commit per line.", content(
        (String = "application/x-ndjson"), (RecordFile = "application/octet-stream")))))]
#[get("/matches/{id}/record")]
pub(crate) async fn get_record(
    CacheableRecord(reader): CacheableRecord,
    request: HttpRequest,
    query: Query<RecordQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    accept::best(&request, &[query.0.format.media_type()])?;
    let (format, eyes) = (query.0.format, reader.eyes());
    let record = reader.record(&app);
    let compressed = format == RecordFormat::Zstd;
    let key = reader.cache_key(&app, Question::Record { compressed });
    let body = app.looks.bytes(key, move |waiting| {
        let mut lines = Vec::new();
        for commit in waiting.each(waiting.read(record.read())?.iter()) {
            lines.extend_from_slice(eyes.line_of(commit).as_bytes());
            lines.push(b'\n');
        }
        Ok(format.of(lines))
    });
    let body = body.await?;
    Ok(reader.cached(
        HttpResponse::Ok()
            .content_type(format.media_type())
            .body(body),
    ))
}

impl RecordFormat {
    fn of(self, lines: Vec<u8>) -> Vec<u8> {
        match self {
            RecordFormat::Ndjson => lines,
            RecordFormat::Zstd => zstd::bulk::compress(&lines, zstd::DEFAULT_COMPRESSION_LEVEL)
                .expect("memory takes all"),
        }
    }

    const fn media_type(self) -> &'static str {
        match self {
            RecordFormat::Ndjson => "application/x-ndjson",
            RecordFormat::Zstd => "application/octet-stream",
        }
    }
}

/// Verify a match
///
/// Checks the match from its record alone: the chain of hashes, the sealed parts, the seed against
/// its commitment, every request decided again, and the standings. If the match was played with a
/// box other than the one in use (`other_box`), its decisions are not made again.
#[utoipa::path(operation_id = "verifyMatch", tag = "Replay",
    extensions(("x-any-box" = json!(true))), security((), ("token" = [])),
    params(MatchPath),
    responses((status = 200, description = "The result of the check.", body = Verified)))]
#[get("/matches/{id}/verify")]
pub(crate) async fn verify_match(
    RecordReader(reader): RecordReader,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (id, matches) = (reader.id, app.store.matches.clone());
    let version = reader.now.version();
    let key = reader.cache_key(&app, Question::Verify);
    let verified = app.looks.json(key, move |waiting| {
        let verdict = waiting.read(matches.verify_while(id, version, || !waiting.is_over()))?;
        Ok(Verified { id, verdict })
    });
    Ok(reply::json(verified.await?))
}
