//! The page at `/docs/`, on which every operation is read and tried.
//!
//! It is drawn by `OpenAPI` Explorer (npm `openapi-explorer`, Apache-2.0), which stands beside
//! this file as it was published: it unfolds any operation of so large a document at once.

use actix_web::{HttpResponse, http::header, web};
use store::Hash;

use crate::http::reply;

/// The published version that is stored beside this file. It is part of the address, so browsers
/// may keep the program permanently.
const VERSION: &str = "2.4.820";

/// Nothing but this server is asked, and no other page shows this one. The program writes
/// styles into its elements.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

pub(crate) fn routes(config: &mut web::ServiceConfig) {
    let program = format!("/docs/{VERSION}/openapi-explorer.min.js");
    config
        .route("/docs/", web::get().to(page))
        .route("/docs/explorer.js", web::get().to(script))
        .route("/docs/explorer.css", web::get().to(style))
        .route(&format!("{program}.LICENSE.txt"), web::get().to(licences))
        .route(&program, web::get().to(explorer));
}

async fn page() -> HttpResponse {
    let mut page = own("text/html; charset=utf-8", include_str!("page.html"));
    let policy = header::HeaderValue::from_static(POLICY);
    page.headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    page
}

async fn script() -> HttpResponse {
    own(
        "text/javascript; charset=utf-8",
        include_str!("explorer.js"),
    )
}

async fn style() -> HttpResponse {
    own("text/css; charset=utf-8", include_str!("explorer.css"))
}

async fn explorer() -> HttpResponse {
    let program = include_str!("openapi-explorer.min.js");
    published("text/javascript; charset=utf-8", program)
}

/// The licences of the program and of all that it contains, where its first line says.
async fn licences() -> HttpResponse {
    let licences = include_str!("openapi-explorer.min.js.LICENSE.txt");
    published("text/plain; charset=utf-8", licences)
}

fn own(kind: &str, body: &'static str) -> HttpResponse {
    let tag = Hash::of(body.as_bytes()).to_string();
    reply::revalidated(HttpResponse::Ok().content_type(kind).body(body), &tag)
}

fn published(kind: &str, body: &'static str) -> HttpResponse {
    reply::immutable(HttpResponse::Ok().content_type(kind).body(body), VERSION)
}
