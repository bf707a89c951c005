//! Every record there is, as files, for whoever keeps a copy.

use std::time::Duration;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, EntityTag},
    web,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        accept,
        app::App,
        codes::Code,
        conditional,
        error::ApiError,
        extract::{Path, Query},
        listing::{self, cursor},
        reply,
    },
    stats::exports::{self, Exports, RECORDS},
    wire::RecordFiles,
};

/// What the cursors of the list are bound to.
const LIST: &str = "exports/records";

/// So long the list waits for files that are being listed: it tells of the rest the next time.
const WAIT: Duration = Duration::from_secs(5);

/// A file of records.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct RecordFilePath {
    /// The name of the file, as the list has it.
    #[param(
        max_length = 60,
        pattern = r"^[0-9]{6,20}-[0-9a-f]{16}\.ndjson\.gz$",
        example = "000001-9f86d081884c7d65.ndjson.gz"
    )]
    name: String,
}

/// Lines of JSON, one for each commit, compressed with gzip.
#[derive(ToSchema)]
#[schema(format = Binary, max_length = 134_217_728)]
#[expect(dead_code, reason = "here for the document")]
pub(crate) struct CompressedRecords(String);

/// List the files of records
///
/// All finished matches that everybody may see, as files to be copied: up to 256 matches each.
/// Without `cursor`, all files there are, oldest first; with it, what was added and withdrawn since.
/// So a mirror asks until `more` is false, gets the files, keeps the last `cursor`, and asks again
/// in an hour. A file never changes, and no match is in two files that are not withdrawn. A match is
/// in a file at the latest an hour after its end, or after it may be shown: one of a closed deal
/// once its batch or tournament has ended. Private matches and those that run are in none.
#[utoipa::path(operation_id = "listRecordFiles", tag = "Replay", security(()),
    params(listing::PageQuery),
    responses((status = 200, description = "What there is, or has changed.", body = RecordFiles)))]
#[get("/exports/records")]
pub(crate) async fn list_record_files(
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let part = page.0.part_of(LIST)?;
    let after = known(&app, part.skipped())?;
    let due = app.store.list_due_record_files();
    let listed = tokio::time::timeout(WAIT, due).await;
    let is_all = listed.is_ok();
    listed.unwrap_or(Ok(()))?;
    let as_of_position = app.store.record_files_to();
    let (changes, last, more) = app.store.record_files(after, part.limit);
    let mut response = reply::ok(&RecordFiles {
        items: changes.into_iter().map(Into::into).collect(),
        cursor: cursor::encode(LIST, marked(&app, last).expect("it was looked at")),
        more: more || !is_all,
        as_of_position,
        licence: app.facts_licence.as_ref().map(|it| it.as_str().to_owned()),
    });
    if let Some(licence) = &app.facts_licence {
        let link = format!("<{}>; rel=\"license\"", licence.url());
        let link = link.parse().expect("a licence has a plain address");
        response.headers_mut().append(header::LINK, link);
    }
    Ok(reply::no_store(response))
}

/// Get a file of records
///
/// The records of some matches, one after the other, each with exactly the lines that
/// `GET /v1/matches/{id}/record` gives, compressed with gzip (RFC 1952), which the standard library
/// of nearly every language opens: `gzip.open` in Python, `zlib.gunzip` in Node, `curl … | zcat`.
/// The `ETag` is the first half of the `sha256` in the list. Byte ranges are served. The file is made
/// from the log when it is asked for; one that can no longer be made to the same byte is withdrawn,
/// and then it is 404. Where the operator has chosen a licence, a `Link` has `rel="license"`.
#[utoipa::path(operation_id = "getRecordFile", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(RecordFilePath),
    responses(
        (status = 200, description = "The file of records.", content(
            (CompressedRecords = "application/gzip"))),
        (status = 206, description = "The requested part of the file.", content(
            (CompressedRecords = "application/gzip")))))]
#[get("/exports/records/{name}")]
pub(crate) async fn get_record_file(
    request: HttpRequest,
    path: Path<RecordFilePath>,
    app: web::Data<App>,
    files: web::Data<Exports>,
) -> Result<HttpResponse, ApiError> {
    accept::best(&request, &[RECORDS])?;
    let file = app
        .store
        .record_file(&path.0.name)
        .ok_or(Code::UnknownExport)?;
    let tag = exports::tag(&file.sha256.to_string()).to_owned();
    if conditional::names_tag(&request, &EntityTag::new_strong(tag.clone())) {
        return Ok(reply::immutable(HttpResponse::NotModified().finish(), &tag));
    }
    let export = files.records(app.store.clone(), file).await?;
    let response = exports::reply(&request, export, None)?;
    Ok(reply::immutable(response, &tag))
}

/// The number of the change that a cursor names, if it names one of this list: a store that was
/// restored from a backup may have another.
fn known(app: &App, cursor: u64) -> Result<u64, ApiError> {
    let [n0, n1, n2, n3, ..] = cursor.to_be_bytes();
    let number = u64::from(u32::from_be_bytes([n0, n1, n2, n3]));
    let is_ours = marked(app, number) == Some(cursor.to_be_bytes());
    is_ours.then_some(number).ok_or_else(|| {
        let detail = "the list has been made anew since: start again without the cursor";
        Code::UnknownCursor.because(detail)
    })
}

/// A change as a cursor names it: its number, and what tells it from another of this number.
fn marked(app: &App, number: u64) -> Option<[u8; 8]> {
    let [m0, m1, m2, m3] = app.store.record_files_mark(number)?;
    let [n0, n1, n2, n3] = u32::try_from(number).ok()?.to_be_bytes();
    Some([n0, n1, n2, n3, m0, m1, m2, m3])
}
