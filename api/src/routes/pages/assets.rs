//! The scripts that pages ask for, each under an address that changes with it.

use std::{io::Write as _, sync::LazyLock};

use ::web::page::{self, Script};
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, AcceptEncoding, ContentEncoding, Encoding, Header as _},
    web,
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use store::Hash;

use super::earlier_builds::EarlierBuilds;
use crate::http::{codes::Code, error::ApiError, reply};

/// Nothing but this server is asked. Pictures have styles of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'self'";

/// The scripts of this build.
// Hashed and compressed once: every page names them.
static FILES: LazyLock<Vec<File>> =
    LazyLock::new(|| page::SCRIPTS.iter().copied().map(File::of).collect());

/// The media type of every script.
const MEDIA_TYPE: &str = "text/javascript; charset=utf-8";

/// A script as it is served.
struct File {
    /// Its name with its version.
    name: String,
    script: Script,
    gzip: Bytes,
}

impl File {
    fn of(script: Script) -> File {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let written = gzip.write_all(script.text.as_bytes());
        let gzip = written.and_then(|()| gzip.finish());
        File {
            name: format!("{}-{}", version(script.text), script.name),
            script,
            gzip: gzip.expect("a vector takes all").into(),
        }
    }

    fn answer(&self, accepted: Option<&AcceptEncoding>) -> HttpResponse {
        let known = [Encoding::gzip(), Encoding::identity()];
        let chosen = accepted.and_then(|it| it.negotiate(known.iter()));
        let mut answer = HttpResponse::Ok();
        answer.content_type(MEDIA_TYPE);
        answer.insert_header((header::VARY, "accept-encoding"));
        if chosen == Some(Encoding::gzip()) {
            answer.insert_header(ContentEncoding::Gzip);
            answer.body(self.gzip.clone())
        } else {
            answer.body(self.script.text)
        }
    }
}

pub(super) async fn asset(
    request: HttpRequest,
    earlier: web::Data<EarlierBuilds>,
) -> Result<HttpResponse, ApiError> {
    let name = request.match_info().query("name");
    let answer = if let Some(own) = FILES.iter().find(|file| file.name == name) {
        own.answer(AcceptEncoding::parse(&request).ok().as_ref())
    } else {
        let (media_type, text) = earlier.file(name).ok_or(Code::NotFound)?;
        HttpResponse::Ok().content_type(media_type).body(text)
    };
    Ok(reply::immutable(answer, name))
}

/// The files of this build by their versioned names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().map(|file| (&file.name[..], file.script.text))
}

/// Where a script is found.
pub(super) fn address(script: &Script) -> String {
    let found = FILES.iter().find(|file| file.script.name == script.name);
    found.map_or_else(String::new, |file| format!("/assets/{}", file.name))
}

/// 200 with a page that no other page shows.
pub(super) fn html(page: String) -> HttpResponse {
    shown_by("'none'", page)
}

/// 200 with a page that any other page may show.
pub(super) fn framed(page: String) -> HttpResponse {
    shown_by("*", page)
}

fn shown_by(whom: &str, page: String) -> HttpResponse {
    let policy = format!("{POLICY}; frame-ancestors {whom}");
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .body(page)
}

/// What changes with a file.
pub(super) fn version(text: &str) -> String {
    let mut hash = Hash::of(text.as_bytes()).to_string();
    hash.truncate(12);
    hash
}
