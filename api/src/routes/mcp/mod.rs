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
use serde::Deserialize;
use store::MatchId;

use crate::http::{
    app::App, auth::Sent, error::ApiError, extract::BODY_BYTES, forwarder::Forwarder, origin,
};

use self::asking::Envelope;

/// The address of the tools.
pub(crate) const PATH: &str = "/mcp";

/// The one route.
pub(crate) fn routes() -> Resource {
    web::resource(PATH)
        .app_data(web::PayloadConfig::new(BODY_BYTES))
        .route(web::post().to(answer))
        .default_service(web::to(only_posts))
}

async fn answer(
    request: HttpRequest,
    body: Result<Bytes, actix_web::Error>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    origin::check_for_tools(request.headers(), &app.mcp_hosts)?;
    let body = body.map_err(|_| ApiError::too_large(BODY_BYTES))?;
    if let Some(forwarder) = Forwarder::of(&request)
        && let Some(id) = match_in(&body).filter(|id| !app.store.matches.has(*id))
    {
        let shard = forwarder.shard_of(id);
        return Ok(forwarder.forward(&request, Some(body.into()), shard).await);
    }
    let from = Envelope::now(Sent::with(&request));
    let asked = transport::asked(&request, body, from)?;
    transport::told(server::service(app).handle(asked).await).await
}

/// The match that a call is about.
fn match_in(call: &[u8]) -> Option<MatchId> {
    #[derive(Deserialize)]
    struct Call {
        params: Params,
    }
    #[derive(Deserialize)]
    struct Params {
        arguments: Arguments,
    }
    #[derive(Deserialize)]
    struct Arguments {
        r#match: MatchId,
    }
    let call: Call = serde_json::from_slice(call).ok()?;
    Some(call.params.arguments.r#match)
}

/// There are no sessions, so there is nothing to listen to and nothing to end.
async fn only_posts() -> Result<HttpResponse, ApiError> {
    Err(ApiError::MethodNotAllowed("POST".to_owned()))
}
