//! The files that pages ask for, each under an address that changes with it.

use std::sync::LazyLock;

use ::web::page::{self, Asset};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use bytes::Bytes;
use store::Hash;

use super::earlier_builds::EarlierBuilds;
use crate::http::{codes::Code, error::ApiError, reply};

/// Nothing but this server is asked. Pictures have styles of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'self'";

/// The files with their versioned names.
// Hashed once: every page names them.
static ASSETS: LazyLock<Vec<(String, Asset)>> = LazyLock::new(|| {
    let named = page::ASSETS.iter().map(|it| (versioned(it), *it));
    named.collect()
});

pub(super) async fn asset(
    request: HttpRequest,
    earlier: web::Data<EarlierBuilds>,
) -> Result<HttpResponse, ApiError> {
    let name = request.match_info().query("name");
    let own = ASSETS.iter().find(|(versioned, _)| versioned == name);
    let own = own.map(|(_, it)| (it.media_type, Bytes::from_static(it.text.as_bytes())));
    let (media_type, text) = own.or_else(|| earlier.file(name)).ok_or(Code::NotFound)?;
    let answer = HttpResponse::Ok().content_type(media_type).body(text);
    Ok(reply::immutable(answer, name))
}

/// The files of this build by their versioned names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASSETS
        .iter()
        .map(|(versioned, it)| (&versioned[..], it.text))
}

/// Where a file is found.
pub(super) fn address(asset: &Asset) -> String {
    let found = ASSETS.iter().find(|(_, it)| it.name == asset.name);
    found.map_or_else(String::new, |(versioned, _)| format!("/assets/{versioned}"))
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

fn versioned(asset: &Asset) -> String {
    format!("{}-{}", version(asset.text), asset.name)
}

/// What changes with a file.
pub(super) fn version(text: &str) -> String {
    let mut hash = Hash::of(text.as_bytes()).to_string();
    hash.truncate(12);
    hash
}
