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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_about_the_match_it_names_whatever_else_looks_like_one() {
        let [asked, other] = [
            "m_00000000000000000000000000000001",
            "m_00000000000000000000000000000002",
        ];
        let call =
            |arguments| serde_json::json!({ "params": { "arguments": arguments } }).to_string();
        let about = |arguments| match_in(call(arguments).as_bytes());
        let named = serde_json::json!({ "key": other, "match": asked, "text": other });
        assert_eq!(about(named), Some(asked.parse().unwrap()));
        assert_eq!(about(serde_json::json!({ "key": other })), None);
    }
}
