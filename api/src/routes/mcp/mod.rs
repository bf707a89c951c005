//! Tools for language models, at `/mcp`: each asks what a handler of the API asks, in words.
//!
//! `rmcp` speaks the protocol (MCP over streamable HTTP, without sessions); what is here is its
//! `server`, the `tools`, and the way from a request of actix-web to it and back.

mod answer;
mod asking;
mod schema;
mod server;
mod tools;
mod transport;

use actix_web::{HttpRequest, HttpResponse, Resource, web};
use bytes::Bytes;

use crate::http::{app::App, auth::Sent, error::ApiError, extract::BODY_BYTES, origin};

use self::{asking::Envelope, server::Service};

/// The address of the tools.
pub(crate) const PATH: &str = "/mcp";

/// The one route.
pub(crate) fn routes(app: &web::Data<App>) -> Resource {
    web::resource(PATH)
        .app_data(web::Data::new(server::service(app.clone())))
        .app_data(web::PayloadConfig::new(BODY_BYTES))
        .route(web::post().to(answer))
        .default_service(web::to(only_posts))
}

async fn answer(
    request: HttpRequest,
    body: Result<Bytes, actix_web::Error>,
    app: web::Data<App>,
    service: web::Data<Service>,
) -> Result<HttpResponse, ApiError> {
    origin::check_for_tools(request.headers(), &app.mcp_hosts)?;
    let body = body.map_err(|_| ApiError::too_large(BODY_BYTES))?;
    let from = Envelope::now(Sent::with(&request));
    let asked = transport::asked(&request, body, from)?;
    transport::told(service.handle(asked).await).await
}

/// There are no sessions, so there is nothing to listen to and nothing to end.
async fn only_posts() -> Result<HttpResponse, ApiError> {
    Err(ApiError::MethodNotAllowed("POST".to_owned()))
}
