//! The least a handler can do, for a load test to compare with.
//!
//! Not part of the contract, and there only with `--echo`.

use actix_web::{HttpResponse, web};
use bytes::Bytes;

/// Adds `POST /echo`.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config.route("/echo", web::post().to(echo));
}

async fn echo(body: Bytes) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .body(body)
}
