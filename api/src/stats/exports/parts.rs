//! A file over HTTP, whole or in part (RFC 9110, 14).

use std::{io, os::unix::fs::FileExt as _, sync::Arc};

use actix_web::{
    HttpRequest, HttpResponse,
    body::SizedStream,
    http::{
        StatusCode,
        header::{self, Header as _, HeaderValue, Range},
    },
};
use bytes::Bytes;
use futures_util::{Stream, stream};

use super::{Export, FileForm};
use crate::http::error::ApiError;

// What is in memory of a file while it is sent: the same for 1 KB and for 4 GB.
const PIECE_BYTES: u64 = 256 * 1024;

/// The type of a file of records. It is no encoding of another type: the bytes that were hashed
/// are those that arrive.
pub(crate) const RECORDS: &str = "application/gzip";

/// The part of a file that a request asks for.
pub(crate) fn reply(
    request: &HttpRequest,
    export: Arc<Export>,
    links: Option<HeaderValue>,
) -> Result<HttpResponse, ApiError> {
    let (bytes, tag) = (export.reservation.bytes, export.tag());
    let part = requested_range(request, bytes, &tag)?;
    let (first, last) = part.unwrap_or((0, bytes.saturating_sub(1)));
    let length = if bytes == 0 { 0 } else { last - first + 1 };
    let mut response =
        HttpResponse::build(part.map_or(StatusCode::OK, |_| StatusCode::PARTIAL_CONTENT));
    response
        .content_type(export.media_type)
        .insert_header((header::ACCEPT_RANGES, "bytes"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::ETAG, tag))
        .insert_header(("x-as-of-position", export.as_of_position.to_string()));
    if let Some(link) = links {
        response.insert_header((header::LINK, link));
    }
    if let Some(licence) = &export.licence {
        let link = format!("<{}>; rel=\"license\"", licence.url());
        response.append_header((header::LINK, link));
    }
    if part.is_some() {
        let range = format!("bytes {first}-{last}/{bytes}");
        response.insert_header((header::CONTENT_RANGE, range));
    }
    Ok(response.body(SizedStream::new(length, pieces(export, first, length))))
}

/// The first and last byte of the part that is asked for. None: the whole. Several
/// parts at once are not served; then the whole is, as a server may.
fn requested_range(
    request: &HttpRequest,
    bytes: u64,
    tag: &str,
) -> Result<Option<(u64, u64)>, ApiError> {
    let headers = request.headers();
    let condition = headers.get(header::IF_RANGE);
    if !headers.contains_key(header::RANGE) || condition.is_some_and(|known| known != tag) {
        return Ok(None);
    }
    let Ok(Range::Bytes(parts)) = Range::parse(request) else {
        return Ok(None);
    };
    let [part] = parts.as_slice() else {
        return Ok(None);
    };
    let part = part.to_satisfiable_range(bytes);
    part.map(Some).ok_or(ApiError::NoSuchRange(bytes))
}

fn pieces(export: Arc<Export>, first: u64, length: u64) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold((first, length), move |(at, left)| {
        let export = Arc::clone(&export);
        async move {
            if left == 0 {
                return Ok(None);
            }
            let length = left.min(PIECE_BYTES);
            let read = move || export.read(at, length);
            let piece = tokio::task::spawn_blocking(read).await;
            let piece = piece.map_err(io::Error::other)??;
            Ok(Some((piece, (at + length, left - length))))
        }
    })
}

impl Export {
    fn read(&self, at: u64, length: u64) -> io::Result<Bytes> {
        let mut piece = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        self.file.read_exact_at(&mut piece, at)?;
        Ok(piece.into())
    }

    fn tag(&self) -> String {
        format!("\"{}\"", tag(&self.sha256))
    }
}

/// Names the very bytes of a file, as a strong tag must.
pub(crate) fn tag(sha256: &str) -> &str {
    &sha256[..32]
}

impl FileForm {
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            FileForm::Csv => "text/csv; charset=utf-8; header=present",
            FileForm::Ndjson => "application/x-ndjson",
            FileForm::Parquet => "application/vnd.apache.parquet",
        }
    }
}
